"""`scpn robustness` with the paraphraser replaced: options, stages, report."""

import json
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from command_line import invoke
from nltk import Tree

from scpn.cli.robustness import app
from scpn.errors import ScpnError, UsageError
from scpn.paraphraser import (
    Control,
    GenerationSettings,
    Paraphrase,
    Paraphraser,
    SentenceResult,
)

FORM = "(S(NP)(VP)(.))"


class NoParser:
    """Parses nothing, so that no tree is drawn."""

    name, max_words = "none", 60

    def parse_tokens(self, sentences: Sequence[list[str]]) -> list[Tree]:
        return [Tree("S", [Tree("NN", words)]) for words in sentences]


class Swapping:
    """Puts an unknown word for the one that tells the label."""

    parser, judge = NoParser(), None

    def stream(
        self,
        sentences: Iterable[str],
        controls: Callable[[Tree], Sequence[Control]],
        *,
        settings: GenerationSettings,
    ) -> Iterator[SentenceResult]:
        for index, text in enumerate(sentences):
            new = text.replace("lovely", "zabba").replace("dreadful", "zibba")
            record = Paraphrase(text, FORM, FORM, new, FORM, True, 0.0, 0.8, 0.9, True, [])
            yield SentenceResult(index, text, [record])


def write_data(path: Path, ending: str) -> Path:
    rows = [
        f"{label}\tthe {subject} was {word} {ending}"
        for subject in ("film", "play", "book", "song", "game", "meal", "trip", "talk")
        for label, word in (("good", "lovely"), ("bad", "dreadful"))
    ]
    path.write_text("label\ttext\n" + "\n".join(rows) + "\n")
    return path


@pytest.fixture(autouse=True)
def _fake(monkeypatch: pytest.MonkeyPatch) -> None:
    from scpn.adversarial import robustness

    monkeypatch.setattr(Paraphraser, "from_pretrained", lambda *_, **__: Swapping())
    monkeypatch.setitem(robustness.OTHER_KIND, "bag-of-words", "bag-of-words")


def run(folder: Path, *more: object) -> str:
    files = {name: folder / f"{name}.tsv" for name in ("train", "dev", "test")}
    for name, path in files.items():
        write_data(path, {"train": "today", "dev": "indeed", "test": "here"}[name])
    options = [f"--{name}={path}" for name, path in files.items()]
    base = [*options, "--victim", "bag-of-words", "--folds", 2, "--seeds", "1,2", "-t", FORM]
    return invoke(app, *base, "-o", folder / "out", *more).output


def test_what_cannot_be_loaded_is_told_before_anything_is_done(tmp_path: Path) -> None:
    with pytest.raises(ScpnError):
        run(tmp_path, "--synonyms", "--wordnet", tmp_path / "typo")
    assert not (tmp_path / "out" / "settings.json").exists()
    with pytest.raises(UsageError, match="has one text; name the second column"):
        run(tmp_path, "--sides", "second")
    assert not (tmp_path / "out" / "settings.json").exists()


def test_a_family_without_chance_takes_one_seed(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="the same whatever its seed"):
        run(tmp_path, "--augment-seed", 1)


def test_experiment_ends_in_three_reports_and_can_be_continued(tmp_path: Path) -> None:
    table = run(tmp_path)
    assert "50.0 (" in table
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    (system,) = report["systems"]
    assert system["name"] == "scpn"
    # Without its telling word a text gets one and the same label, right for half of them.
    assert system["before"]["broken_rate"]["interval"]["value"] == 0.5
    assert system["after"]["broken_rate"]["interval"]["value"] == 0.0
    assert system["test_before"] == system["test_after"] == [1.0, 1.0]
    html = (tmp_path / "out" / "report.html").read_text()
    assert "Robustness of a bag-of-words classifier on dev.tsv" in html
    (tmp_path / "out" / "report.html").unlink()
    assert run(tmp_path, "--resume") == table
    assert (tmp_path / "out" / "report.html").read_text() == html
    with pytest.raises(UsageError, match="continue it with --resume"):
        run(tmp_path)
    with pytest.raises(UsageError, match="seeds was"):
        run(tmp_path, "--resume", "--seeds", "1")


def test_back_translation_by_programs(tmp_path: Path) -> None:
    """Two languages: one that loses the telling word, and one that loses nothing."""
    code = (
        "import sys; old, new = sys.argv[1:]\n"
        "for line in sys.stdin: sys.stdout.write(line.replace(old, new))"
    )
    (tmp_path / "replace.py").write_text(code)

    def process(old: str, new: str) -> str:
        return "process:" + shlex.join([sys.executable, str(tmp_path / "replace.py"), old, new])

    trips = [
        *("--forward", process("lovely", "zabba"), "--backward", process("dreadful", "zibba")),
        *("--forward", process("the ", "le "), "--backward", process("le ", "the ")),
    ]
    run(tmp_path, *trips, "--versions", 2, "--per-sentence", 0, "--max-lost", 1, "--max-added", 1,
        "--seeds", 1)  # fmt: skip
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    _, system = report["systems"]
    assert system["name"] == "back-translation"
    assert system["before"]["broken_rate"]["interval"]["value"] == 0.5
    folder = tmp_path / "out" / "seed-1" / "back-translation"
    records = [json.loads(line) for line in (folder / "attack-before.jsonl").open()]
    first = [r for r in records if r["texts"] == ["the film was lovely indeed"]]
    assert [(r["template"], r["candidate"]) for r in first] == [
        ("beam-1", ["the film was zabba indeed"]),
        ("beam-2", ["the film was lovely indeed"]),
    ]
    assert first[1]["rejected_because"] == ["same words as the source"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--seeds", "one"], "must be whole numbers"),
        (["--forward", "a"], "give as many --backward as --forward"),
        (["--forward=a", "--forward=b", "--backward=a"], "as many --backward as --forward"),
        (["--forward=process:no-such", "--backward=a"], "there is no program 'no-such'"),
        (["bilstm.epoch=3"], "did you mean 'epochs'"),
        (["--seeds", "1,1"], "each once"),
    ],
)
def test_bad_options_are_found_before_anything_is_done(
    tmp_path: Path, options: Any, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        run(tmp_path, *options)
    assert not (tmp_path / "out").exists()
