"""`scpn evaluate sts` on a few lines."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from scpn.cli.evaluate import app
from scpn.errors import DataError, ModelError, UsageError

WORDS = ["red", "blue", "cat", "dog", "runs", "sleeps"]
LINES = "5\tred cat runs\tred cat runs\n3\tred cat\tred dog\n0.5\tblue dog\tred cat sleeps\n"


@pytest.fixture
def encoder(tmp_path: Path, save_word_encoder: Callable[[Path, list[str]], None]) -> Path:
    save_word_encoder(tmp_path / "encoder", WORDS)
    return tmp_path / "encoder"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for name in ("2012/MSRpar", "2013/OnWN", "sick/test"):
        path = tmp_path / "sts" / f"{name}.tsv"
        path.parent.mkdir(parents=True)
        path.write_text(LINES)
    return tmp_path / "sts"


def run(*arguments: object, error: type[Exception] | None = None) -> tuple[str, str]:
    result = CliRunner().invoke(app, ["sts", *map(str, arguments)], env={"COLUMNS": "200"})
    if error is None:
        assert result.exception is None, result.exception
        return result.stdout, result.stderr
    assert isinstance(result.exception, error), result.exception
    return str(result.exception), result.stderr


def test_evaluate_sts_tables_stand_beside_the_papers(encoder: Path, data: Path) -> None:
    output, messages = run("--data", data, "--encoder", encoder)
    for text in ("2012/MSRpar", "this encoder", "ParaNMT: WORD, TRIGRAM (600)", "67.8", "SICK-R"):
        assert text in output
    assert "62.7*" in output  # the mean of all sets of 2013, of which one was measured
    assert "2013: without headlines, FNWN, SMT" in " ".join(output.split())
    assert "encoder:tiny|dimension:6|pairs:9|" in output
    assert "left out: 2012/MSRvid, 2012/SMTeuroparl" in messages


def test_evaluate_sts_json_of_everything(encoder: Path, data: Path, tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "pets.tsv").write_text("9\tcat\tcat\n5\tcat\tdog\n1\tcat\tyak\n")
    (tmp_path / "trec").mkdir()
    for part in ("train", "test"):
        lines = ["A\tred cat", "A\tred dog", "B\tblue cat", "B\tblue dog"] * 10
        (tmp_path / "trec" / f"{part}.tsv").write_text("\n".join(lines))
    file = tmp_path / "figures.json"
    output, _ = run(
        "--data", data, "--tasks", "2012", "--encoder", encoder, "--json", file,
        "--word-similarity", tmp_path / "words", "--classification", tmp_path,
        "--classification-tasks", "TREC",
    )  # fmt: skip
    report = json.loads(file.read_text())
    assert [row["set"] for row in report["similarity"]["sets"]] == ["2012/MSRpar"]
    assert report["similarity"]["means"]["2012"]["missing"][0] == "2012/MSRvid"
    assert report["word_similarity"][0]["covered_pairs"] == 2
    assert report["classification"][0]["accuracy"]["value"] == 100
    assert report["settings"]["encoder"] == "tiny"
    assert "transfer, accuracy %" in output


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ([], UsageError, "nothing to evaluate on; give --data"),
        (
            ["--word-similarity", "DATA", "--tasks", "2012"],
            UsageError,
            "--tasks names folders of --data",
        ),
        (["--data", "DATA", "--tasks", "2021"], UsageError, "no such folder of datasets"),
        (["--data", "DATA", "--encoder", "DATA/no"], ModelError, "no sentence encoder"),
        (["--classification", "DATA", "--folds", "1"], UsageError, "folds is 1"),
        (["--data", "no-such-folder"], UsageError, "'no-such-folder' does not exist"),
    ],
)
def test_evaluate_sts_bad_request(
    data: Path, options: list[str], error: type[Exception], message: str
) -> None:
    options = [option.replace("DATA", str(data)) for option in options]
    assert message in run(*options, error=error)[0]


def test_evaluate_sts_bad_line(encoder: Path, data: Path) -> None:
    (data / "sick" / "test.tsv").write_text(LINES + "\tblue dog\tred dog\n")
    message, _ = run("--data", data, "--encoder", encoder, error=DataError)
    assert message.startswith(f"{data / 'sick' / 'test.tsv'}:4: the gold score is missing")
