"""Attacks as the page makes them, on a classifier whose answers are known."""

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from scpn.adversarial.protocol import Example, Texts
from scpn.adversarial.report.rendering import render_html
from scpn.adversarial.settings import ValidityRules
from scpn.app.attack_report import build_page_report, frame_report
from scpn.app.attacking import AttackRun, check_attack_forms, example_of, read_set
from scpn.app.victims import Victims
from scpn.errors import DataError, ScpnError, UsageError
from scpn.paraphraser import GenerationSettings

if TYPE_CHECKING:
    from scpn import Paraphraser

SETTINGS = GenerationSettings()


class FirstWordVictim:
    """Says "late" if a text begins with a preposition, else "early": easy to break by moving."""

    name, labels, num_texts = "first word", ["early", "late"], 1

    def predict_proba(self, texts: Sequence[Texts]) -> np.ndarray:
        late = [text[0].lower().startswith("in ") for text in texts]
        return np.array([[0.1, 0.9] if found else [0.8, 0.2] for found in late])


def test_moving_a_phrase_breaks_the_classifier(paraphraser: "Paraphraser", tmp_path: Path) -> None:
    victim = FirstWordVictim()
    run = AttackRun(paraphraser, victim, ["(S(PP)(,)(NP)(VP)(.))"], SETTINGS)
    example = example_of(["The committee will publish its report in March.", ""], None, victim)
    assert example.label == "early"
    *_, progress = run.run([example])
    (record,) = progress.shown
    assert record["verdict"] == "broken"
    assert record["candidate"][0].startswith("In March, the committee")
    assert record["candidate_probabilities"] == {"early": 0.1, "late": 0.9}
    assert progress.summary.broken == 1
    lines = run.save(tmp_path).read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0]) == record


def test_set_is_read_and_bad_rows_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("text,label\nWe met.,early\nIn May.,never\nShe left.,late\n", encoding="utf-8")
    examples, problems = read_set(path, FirstWordVictim())
    assert [example.texts for example in examples] == [("We met.",), ("She left.",)]
    assert len(problems) == 1
    assert "never" in problems[0]
    path.write_text("text,label\nWe met.,never\n", encoding="utf-8")
    with pytest.raises(DataError, match="no example that can be attacked"):
        read_set(path, FirstWordVictim())


def test_wrong_requests_are_refused() -> None:
    with pytest.raises(UsageError, match="the label 'x' is none of"):
        example_of(["We met."], "x", FirstWordVictim())
    with pytest.raises(UsageError, match="the sentence is empty"):
        example_of([" "], None, FirstWordVictim())
    with pytest.raises(UsageError, match="an attack takes 1 to"):
        check_attack_forms([])


def test_visitors_cannot_name_what_runs_code(tmp_path: Path) -> None:
    for allow in (False, True):
        victims = Victims(allow_paths=allow)
        for name in ("python:os:system", "process:ls", "hf:some/model", "/no/such/folder"):
            with pytest.raises(UsageError, match="the classifier"):
                victims.get(name)
    with pytest.raises(UsageError, match="not offered here"):
        Victims().get(str(tmp_path))
    with pytest.raises(UsageError, match="no classifier is chosen"):
        Victims().get(None)


def test_a_classifier_of_ones_own_is_offered_by_its_name() -> None:
    victim = FirstWordVictim()
    victims = Victims([victim, "process:cat"])
    assert victims.names[:2] == [victims.default, "process:cat"] == [victim.name, "process:cat"]
    assert victims.get(victim.name) is victim


def name_labels(texts: Sequence[str], victim: FirstWordVictim) -> list[Example]:
    """Examples with the labels that the victim gives them."""
    labels = [
        victim.labels[index] for index in victim.predict_proba([(t,) for t in texts]).argmax(1)
    ]
    return [
        Example(str(number), (text,), label)
        for number, (text, label) in enumerate(zip(texts, labels, strict=True))
    ]


def test_cancelled_attack_keeps_what_is_done(paraphraser: "Paraphraser", tmp_path: Path) -> None:
    victim = FirstWordVictim()
    examples = name_labels([f"We met {name}." for name in ("Ann", "Tom", "Eve") * 3], victim)
    run = AttackRun(paraphraser, victim, ["(S(NP)(VP)(.))"], SETTINGS)
    steps = run.run(examples)
    assert next(steps).done == 4
    run.cancel()
    (progress,) = steps
    assert (progress.done, progress.stopped) == (4, True)
    assert [outcome.id for outcome in run.read_outcomes()] == ["0", "1", "2", "3"]
    assert run.save(tmp_path).exists()


def test_report_has_the_figures_of_the_attack(paraphraser: "Paraphraser", tmp_path: Path) -> None:
    victim = FirstWordVictim()
    cities = ("Rome", "Oslo", "Bonn", "Kyiv", "Lima", "Cork")
    texts = [f"We met her in {city}." for city in cities] + [f"In {c}, he fell." for c in cities]
    examples = name_labels(texts, victim)
    run = AttackRun(paraphraser, victim, ["(S(PP)(,)(NP)(VP)(.))"], SETTINGS)
    *_, progress = run.run(examples)
    report = build_page_report(
        run.read_outcomes(), victim="<first word>", rules=ValidityRules(), parser=None
    )
    html = render_html(report)
    broken, total = progress.summary.broken, len(texts)
    assert 0 < broken < total
    assert f"<td>{100 * broken / total:.1f} (" in html
    assert "Robustness of &lt;first word&gt;" in html
    framed = frame_report(dataclasses.replace(report, judge_accuracy=0.9))
    assert 'sandbox=""' in framed
    assert framed.count("<") == 2  # of the frame alone: all else is escaped
    poor = frame_report(dataclasses.replace(report, judge_accuracy=0.41))
    assert poor.startswith(framed[:100])
    assert "is right about 41% of them" in poor


def test_report_needs_examples_of_two_labels(paraphraser: "Paraphraser") -> None:
    victim = FirstWordVictim()
    run = AttackRun(paraphraser, victim, ["(S(NP)(VP)(.))"], SETTINGS)
    list(run.run(name_labels([f"We met {name}." for name in ("Ann", "Tom", "her")], victim)))
    with pytest.raises(ScpnError):
        build_page_report(run.read_outcomes(), victim="x", rules=ValidityRules(), parser=None)
