"""scpn train classifier."""

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import invoke

from scpn.adversarial.victims import load_victim
from scpn.cli.train import app
from scpn.errors import DataError, UsageError
from scpn.runtime import prepare_training

WORDS = {"good": "liked", "lovely": "liked", "bad": "hated", "dull": "hated"}
TINY = [
    "model.word_size=8", "model.size=6", "model.hidden=6", "model.dropout=0.1",
    "learning_rate=0.02", "batch_size=4", "epochs=12", "evaluations=1",
]  # fmt: skip


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """A training set of twenty lines, dev and test sets of four."""
    prepare_training()
    parts = {"train": ("film", "song", "meal", "room", "book"), "dev": ("plot",), "test": ("play",)}
    paths = {}
    for part, things in parts.items():
        rows = [f"The {t} was {w} .\t{label}\n" for t in things for w, label in WORDS.items()]
        paths[part] = tmp_path / f"{part}.tsv"
        paths[part].write_text("sentence\tverdict\n" + "".join(rows))
    return paths


def run(*arguments: Any) -> Any:
    return invoke(app, "classifier", *arguments, status=None)


def options(files: dict[str, Path], output: Path, *more: Any) -> list[Any]:
    parts = [word for part, path in files.items() for word in (f"--{part}", path)]
    return [*parts, "--label", "verdict", "--cpu", "-o", output, *more]


@pytest.mark.parametrize("kind", ["bilstm", "bag-of-words"])
def test_trained_reported_and_loaded(kind: str, files: dict[str, Path], tmp_path: Path) -> None:
    settings = TINY if kind == "bilstm" else ["longest=1"]
    output = tmp_path / "victim"
    result = run(*settings, *options(files, output, "--text", "sentence", "--kind", kind))
    lines = [
        f"{part} accuracy 100.0 of 4 examples (always 'hated': 50.0)" for part in ("dev", "test")
    ]
    shown = result.stdout.replace("liked", "hated")  # as many of each
    assert shown.splitlines()[-2:] == lines
    figures = json.loads((output / "figures.json").read_text())
    assert figures["test"] == {"examples": 4, "accuracy": 100.0, "most_frequent_label": 50.0}
    victim = load_victim(str(output))
    assert victim.predict_proba([("The play was dull .",)]).argmax() == 0
    with pytest.raises(UsageError, match=r"holds a (run|model) already; "):
        run(*settings, *options(files, output, "--kind", kind))


def test_finished_run_is_resumed_at_its_end(files: dict[str, Path], tmp_path: Path) -> None:
    settings = [*TINY, "epochs=2"]
    run(*settings, *options(files, tmp_path / "victim"))
    log = (tmp_path / "victim" / "log.csv").read_text()
    run(*settings, *options(files, tmp_path / "victim", "--resume"))
    assert (tmp_path / "victim" / "log.csv").read_text() == log


@pytest.mark.parametrize(
    ("more", "error", "message"),
    [
        (["--kind", "bilstn"], UsageError, "'bilstn' is unknown; did you mean 'bilstm'"),
        (["--text2", "b"], UsageError, "--text2 needs --text"),
        (["--text", "txt"], DataError, "has no column 'txt'.*its columns are sentence, verdict"),
        (["sise=3"], UsageError, "sise"),
    ],
)
def test_bad_options(
    files: dict[str, Path], tmp_path: Path, more: list[str], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        run(*options(files, tmp_path / "victim", *more))
    assert not (tmp_path / "victim").exists()


@pytest.mark.parametrize(
    ("part", "line", "message"),
    [
        ("train", "\tliked", r"train.tsv:22: the text in column 'sentence' is empty"),
        ("dev", "A play .\t", r"dev.tsv:6: there is no label in column 'verdict'"),
        ("test", "A play .\tlikes", "the label 'likes', which the training set lacks; did you"),
    ],
)
def test_bad_line(
    files: dict[str, Path], tmp_path: Path, part: str, line: str, message: str
) -> None:
    with files[part].open("a") as file:
        file.write(line + "\n")
    with pytest.raises(DataError, match=message):
        run(*options(files, tmp_path / "victim"))


def test_one_class(files: dict[str, Path], tmp_path: Path) -> None:
    lines = files["train"].read_text().splitlines()
    files["train"].write_text("\n".join(line for line in lines if "hated" not in line))
    with pytest.raises(DataError, match="the training set has one label only, 'liked'"):
        run(*options(files, tmp_path / "victim", "--kind", "bag-of-words"))
