"""The experiment with linear victims and paraphrases by rule: stages, resuming, what it leaves."""

import dataclasses
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from fake_attack import paraphrase

from scpn.adversarial import robustness
from scpn.adversarial.classifiers import _hold_out
from scpn.adversarial.protocol import Example
from scpn.adversarial.report.building import build_report
from scpn.adversarial.report.rendering import render_html
from scpn.adversarial.rewriters import Rewriter, SentenceParaphrases
from scpn.adversarial.robustness import Experiment, Parts, RobustnessConfig, SystemRuns
from scpn.errors import DataError, UsageError
from scpn.runs import Progress

SUBJECTS = ("film", "play", "book", "song", "game", "meal", "trip", "talk")
WORDS = {"good": ("lovely", "fine"), "bad": ("dreadful", "dull")}


def examples(prefix: str, endings: Sequence[str]) -> list[Example]:
    return [
        Example(f"{prefix}{number}", (f"the {subject} was {word} {ending}",), label)
        for number, (subject, label, word, ending) in enumerate(
            (subject, label, word, ending)
            for subject in SUBJECTS
            for label, words in WORDS.items()
            for word in words
            for ending in endings
        )
    ]


PARTS = Parts(examples("t", ["today", "again"]), examples("d", ["indeed"]), examples("x", ["here"]))


class Swapper:
    """Form "new" puts a word for the telling one that no victim has seen; "end" moves the end."""

    forms = ("new", "end")
    NEW = {"lovely": "zabba", "fine": "zebba", "dreadful": "zibba", "dull": "zobba"}  # noqa: RUF012

    def __init__(self, name: str = "swapper") -> None:
        self.name, self.signature, self.count = name, {"name": name}, 0

    def rewrite(self, wanted: Mapping[str, Sequence[str]]) -> Iterator[SentenceParaphrases]:
        for sentence, forms in wanted.items():
            self.count += 1
            words = sentence.split()
            texts = {
                "new": " ".join(self.NEW.get(word, word) for word in words),
                "end": " ".join([words[-1], *words[:-1]]),
            }
            yield SentenceParaphrases(
                sentence, {form: [paraphrase(sentence, form, texts[form])] for form in forms}
            )


CONFIG = RobustnessConfig(kind="bag-of-words", seeds=(1, 2), per_sentence=2, folds=2)


def experiment(
    output: Path,
    *,
    config: RobustnessConfig = CONFIG,
    parts: Parts = PARTS,
    systems: Mapping[str, Rewriter] | None = None,
    **options: Any,
) -> Experiment:
    systems = systems or {name: Swapper(name) for name in ("scpn", "synonyms")}
    return Experiment(parts, systems, config=config, output=output, **options)


@pytest.fixture(scope="module", autouse=True)
def _linear_judge() -> Iterator[None]:
    """The judge is of the fast family too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(robustness.OTHER_KIND, "bag-of-words", "bag-of-words")
        yield


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[SystemRuns]]:
    output = tmp_path_factory.mktemp("experiment") / "out"
    return output, experiment(output).run()


def test_stages_leave_their_files(finished: tuple[Path, list[SystemRuns]]) -> None:
    output, _ = finished
    for seed in CONFIG.seeds:
        assert (output / f"seed-{seed}" / "victim" / "done.json").is_file()
        for name in ("scpn", "synonyms"):
            folder = output / f"seed-{seed}" / name
            assert sorted(path.name for path in folder.iterdir()) == [
                "attack-after.jsonl", "attack-before.jsonl", "augmented.jsonl", "victim"
            ]  # fmt: skip
    assert len(list((output / "judge").iterdir())) == 2


def test_unknown_word_breaks_half_of_the_examples_and_augmentation_heals_them(
    finished: tuple[Path, list[SystemRuns]],
) -> None:
    _, runs = finished
    for run in runs:
        for before, after in zip(run.before, run.after, strict=True):
            assert all(item.outcome.is_right for item in (*before, *after))
            # Without its telling word every text gets one and the same label.
            broken = [item.outcome for item in before if item.outcome.breaking]
            assert len(broken) == len(PARTS.dev) // 2
            assert len({outcome.label for outcome in broken}) == 1
            assert {r["template"] for o in broken for r in o.breaking} == {"new"}
            # Trained on texts with the new words, the victim knows them.
            assert not any(item.outcome.breaking for item in after)
        assert run.test_before == run.test_after == [1.0, 1.0]
        assert run.added == [2 * len(PARTS.train)] * 2


@pytest.mark.parametrize("augment_seed", [None, 1])
def test_augmentation_is_shared_if_it_has_a_seed_of_its_own(
    tmp_path: Path, augment_seed: int | None
) -> None:
    config = dataclasses.replace(CONFIG, per_sentence=1, augment_seed=augment_seed)
    experiment(tmp_path / "out", config=config).run()
    first, second = (
        (tmp_path / "out" / f"seed-{seed}" / "scpn" / "augmented.jsonl").read_text()
        for seed in config.seeds
    )
    assert (first == second) == (augment_seed is not None)


def test_augmented_rows_keep_label_and_source(
    finished: tuple[Path, list[SystemRuns]],
) -> None:
    output, _ = finished
    lines = (output / "seed-1" / "scpn" / "augmented.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    first = PARTS.train[0]
    own = [row for row in rows if row["source_id"] == first.id]
    assert {(row["id"], row["label"]) for row in own} == {("t0.1", "good"), ("t0.2", "good")}
    assert {row["template"] for row in own} == {"new", "end"}
    assert all(row["similarity"] == 0.9 for row in own)


def test_finished_experiment_is_read_again_and_nothing_is_paraphrased(
    finished: tuple[Path, list[SystemRuns]],
) -> None:
    output, runs = finished
    systems = {name: Swapper(name) for name in ("scpn", "synonyms")}
    assert experiment(output, resume=True, systems=systems).run() == runs
    assert [swapper.count for swapper in systems.values()] == [0, 0]


def test_interrupted_experiment_ends_as_an_uninterrupted_one(
    finished: tuple[Path, list[SystemRuns]], tmp_path: Path
) -> None:
    before, runs = finished
    output = tmp_path / "out"

    def stop(event: Progress) -> None:
        if event.stage == "synonyms, seed 1: augment" and event.done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        experiment(output, on_progress=stop, augmented_together=4).run()
    unfinished = output / "seed-1" / "synonyms" / "augmented.jsonl.partial"
    assert not unfinished.with_suffix("").exists()
    kept = unfinished.read_bytes().splitlines()[1:]
    assert len(kept) == 5
    systems = {name: Swapper(name) for name in ("scpn", "synonyms")}
    again = experiment(output, resume=True, systems=systems, augmented_together=4)
    assert again.run() == runs
    assert not unfinished.exists()
    assert systems["scpn"].count == 0  # the stages of the first system were done
    assert systems["synonyms"].count > 0
    names = ["attack-before.jsonl", "augmented.jsonl", "attack-after.jsonl"]
    for seed in CONFIG.seeds:
        for name in names:
            place = Path(f"seed-{seed}") / "synonyms" / name
            assert (output / place).read_bytes() == (before / place).read_bytes()


def test_without_augmentation_there_is_one_attack(tmp_path: Path) -> None:
    config = dataclasses.replace(CONFIG, seeds=(1,), per_sentence=0)
    (run, _) = experiment(tmp_path / "out", config=config).run()
    assert (len(run.before), run.after, run.added, run.test_after) == (1, [], [], [])


def test_report_of_an_experiment_compares_the_first_system_with_the_others(
    finished: tuple[Path, list[SystemRuns]],
) -> None:
    _, runs = finished
    report = build_report(
        runs,
        title="Trial",
        parts=PARTS,
        config=CONFIG,
        judge_accuracy=0.9,
        signature={"model": "none"},
    )
    assert report.sizes == {"train": 64, "dev": 32, "test": 32}
    scpn, _ = report.systems
    assert scpn.before.broken_rate.value == 0.5
    assert scpn.after is not None
    assert scpn.after.broken_rate.value == 0.0
    assert scpn.fall is not None
    assert scpn.fall.value == 0.5
    assert report.comparisons["synonyms"].value == 0.0
    assert len(scpn.examples) == 12
    assert "Trial" in render_html(report)


def test_run_of_another_kind_is_not_continued(
    finished: tuple[Path, list[SystemRuns]], tmp_path: Path
) -> None:
    output = tmp_path / "out"
    shutil.copytree(finished[0], output)
    with pytest.raises(UsageError, match="holds a run already; continue it with --resume"):
        experiment(output)
    with pytest.raises(UsageError, match=r"config.per_sentence was 2, now it is 1"):
        experiment(output, config=dataclasses.replace(CONFIG, per_sentence=1), resume=True)
    with pytest.raises(UsageError, match=r"data.test was \d+, now it is 0"):
        experiment(output, parts=Parts(PARTS.train, PARTS.dev), resume=True)
    with pytest.raises(UsageError, match=r'options.model was none, now it is "mine"'):
        experiment(output, options={"model": "mine"}, resume=True)
    (output / "settings.json").write_text("{")
    with pytest.raises(DataError, match="is damaged"):
        experiment(output, resume=True)


def test_bad_requests_are_errors(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no system is given"):
        Experiment(PARTS, {}, config=CONFIG, output=tmp_path)
    with pytest.raises(DataError, match="the dev set has no example"):
        experiment(tmp_path, parts=Parts(PARTS.train, []))
    with pytest.raises(UsageError, match=r"seeds are \(1, 1\)"):
        RobustnessConfig(seeds=(1, 1))
    with pytest.raises(UsageError, match="per_sentence is -1"):
        RobustnessConfig(per_sentence=-1)


def test_each_label_of_what_is_held_out_is_known_to_the_rest() -> None:
    labels = "a" * 13 + "b" * 3 + "c"
    examples = [Example(str(n), (f"text {n}",), label) for n, label in enumerate(labels)]
    learned, held_out = _hold_out(examples)
    assert [e.id for e in held_out] == ["1", "11", "14"]  # the second and twelfth a, the second b
    assert {e.label for e in learned} == set("abc")
    assert len(learned) + len(held_out) == 17
