"""`scpn filter` on a few lines."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from scpn.cli.filter import app
from scpn.data.readers import PairInput
from scpn.embeddings import load_encoder
from scpn.errors import DataError, UsageError
from scpn.filters.pairs import filter_pairs
from scpn.filters.settings import FilterOptions, PairRules

WORDS = ["cat", "dog", "mat", "sat", "slept", "was"]
LINES = [
    "source\ttarget\tid",
    "The cat sat on the mat.\tOn the mat sat the cat.\t1",
    "The dog slept all day.\tAll day long the dog slept.\t2",
    "The cat sat down.\tThe dog was asleep then.\t3",
    "The dog was here.\tthe dog was here\t4",
] * 5


@pytest.fixture
def encoder(tmp_path: Path, save_word_encoder: Callable[[Path, list[str]], None]) -> Path:
    save_word_encoder(tmp_path / "encoder", WORDS)
    return tmp_path / "encoder"


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.tsv"
    path.write_text("\n".join([LINES[0], *(line for line in LINES if line != LINES[0])]) + "\n")
    return path


def run(*arguments: object, error: type[Exception] | None = None) -> tuple[str, str]:
    result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "200"})
    if error is None:
        assert result.exception is None, result.exception
        return result.stdout, result.stderr
    assert isinstance(result.exception, error), result.exception
    return str(result.exception), result.stderr


def test_filter_keeps_good_pairs_and_says_what_went(
    encoder: Path, pairs: Path, tmp_path: Path
) -> None:
    output, figures = tmp_path / "good.tsv", tmp_path / "figures.json"
    printed, _ = run(pairs, "-o", output, "--encoder", encoder, "--json", figures)
    lines = output.read_text().splitlines()
    assert lines[0] == "source\ttarget\tid\tparaphrase_score"
    assert [line.split("\t")[2:] for line in lines[1:]] == [["1", "1.0"], ["2", "1.0"]] * 5
    for text in ("10 of 20 pairs kept", "low_score", "25.0", "paraphrase score by tiny", "####"):
        assert text in printed
    report = json.loads(figures.read_text())
    assert report["removed"] == {"copy": 5, "low_score": 5}
    assert report["scores"]["pairs"][-1] == 10
    assert "encoder:tiny|min_tokens:3" in report["signature"]


def test_filter_to_parallel_text_names_what_is_lost(
    encoder: Path, pairs: Path, tmp_path: Path
) -> None:
    where = f"{tmp_path / 'a.txt'}::{tmp_path / 'b.txt'}"
    _, messages = run(pairs, "-o", where, "--encoder", encoder)
    assert "parallel text holds no columns: id, paraphrase_score not written" in messages
    assert len((tmp_path / "b.txt").read_text().splitlines()) == 10


def test_filter_without_score_needs_no_encoder(pairs: Path, tmp_path: Path) -> None:
    printed, _ = run(pairs, "-o", tmp_path / "a.jsonl", "--no-score", "--limit", "4")
    assert "3 of 4 pairs kept" in printed
    assert "paraphrase score" not in printed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--min-score", "2", "--no-score"], "--min-score is 2.0; it must lie between -1 and 1"),
        (["--encoder", "x", "--no-score"], "--encoder with --no-score"),
        (["--min-tokens", "0", "--no-score"], "--min-tokens is 0; it must be at least 1"),
    ],
)
def test_filter_bad_option(pairs: Path, tmp_path: Path, options: list[str], message: str) -> None:
    assert message in run(pairs, "-o", tmp_path / "a.tsv", *options, error=UsageError)[0]


def test_filter_bad_line(pairs: Path, tmp_path: Path) -> None:
    pairs.write_text(pairs.read_text() + "no second column\n")
    message, _ = run(pairs, "-o", tmp_path / "a.tsv", "--no-score", error=DataError)
    assert message == f"{pairs}:22: 1 columns where the first row has 3"
    assert not (tmp_path / "a.tsv").exists()


def test_filter_is_one_call_of_the_library(encoder: Path, pairs: Path, tmp_path: Path) -> None:
    run(pairs, "-o", tmp_path / "a.jsonl", "--encoder", encoder, "--min-score", "0.6")
    options = FilterOptions(rules=PairRules(min_score=0.6))
    filter_pairs(
        [PairInput.parse(str(pairs))],
        str(tmp_path / "b.jsonl"),
        encoder=load_encoder(encoder),
        options=options,
    )
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
