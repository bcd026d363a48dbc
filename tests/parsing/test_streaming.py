"""Streams of lines: order, failures, several processes."""

import dataclasses
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from nltk import Tree
from parser_models import save_small_parser

from scpn.errors import ModelError, ScpnError, SentenceError, UsageError
from scpn.parsing import load_parser
from scpn.parsing.protocol import Parser
from scpn.parsing.streaming import LineFormat, parse_lines, stream_parses

LINES = [f"She saw {'old ' * (n % 7)}ship{n} ." if n % 5 else "" for n in range(1, 43)]


@dataclasses.dataclass(frozen=True)
class Loader:
    """Loads the parser in a folder; can be sent to another process."""

    folder: Path

    def __call__(self) -> Parser:
        return load_parser(self.folder)


class Dying:
    """A loader that ends its process."""

    def __call__(self) -> Parser:
        os._exit(9)


class Flat:
    """A parser by rule: `(X (T word) ...)`; refuses the word "no"."""

    name, max_words = "flat", 9

    def parse_tokens(self, sentences: list[list[str]]) -> list[Tree | SentenceError]:
        return [
            SentenceError("no")
            if "no" in words
            else Tree("X", [Tree("T", [word]) for word in words])
            for words in sentences
        ]


def texts(outcomes: Iterator[str | SentenceError]) -> list[str]:
    return [str(outcome) for outcome in outcomes]


@pytest.mark.parametrize(
    ("format", "expected"),
    [
        (LineFormat(), "(X(T She)(T ca)(T n't)(T -LRB-)(T .))"),
        (LineFormat(lower=True), "(X(T she)(T ca)(T n't)(T -LRB-)(T .))"),
        (LineFormat(tokenized=True), "(X(T She)(T can't)(T -LRB-.))"),
        (LineFormat(form="parse"), "(X(T)(T)(T)(T)(T))"),
    ],
)
def test_line_format_by_hand(format: LineFormat, expected: str) -> None:
    assert parse_lines(Flat(), ["She can't (."], format=format) == [expected]


def test_drawing_has_several_lines() -> None:
    (drawing,) = parse_lines(Flat(), ["She left"], format=LineFormat(form="drawing"))
    assert isinstance(drawing, str)
    assert "She" in drawing.splitlines()[-1]


def test_failures_stand_in_their_place() -> None:
    good, bad = parse_lines(Flat(), ["yes", "no"], format=LineFormat())
    assert good == "(X(T yes))"
    assert isinstance(bad, SentenceError)


def test_a_tree_that_cannot_be_written_is_a_failure() -> None:
    class Odd(Flat):
        def parse_tokens(self, sentences: list[list[str]]) -> list[Tree | SentenceError]:
            return [Tree("X Y", [Tree("T", words)]) for words in sentences]

    (bad,) = parse_lines(Odd(), ["yes"], format=LineFormat())
    assert isinstance(bad, SentenceError)
    assert "cannot be written" in str(bad)


def test_stream_reads_only_what_it_needs() -> None:
    read = []

    def lines() -> Iterator[str]:
        for number in range(100):
            read.append(number)
            yield f"word{number}"

    stream = stream_parses(lines(), Flat, format=LineFormat(), chunk_size=4)
    assert next(stream) == "(X(T word0))"
    assert len(read) == 4


@pytest.mark.parametrize("chunk_size", [1, 5, 1000])
def test_chunks_do_not_change_the_result(chunk_size: int) -> None:
    whole = parse_lines(Flat(), LINES, format=LineFormat())
    stream = stream_parses(LINES, Flat, format=LineFormat(), chunk_size=chunk_size)
    assert texts(stream) == [str(outcome) for outcome in whole]


@pytest.mark.slow
def test_workers_give_what_one_process_gives(tmp_path: Path) -> None:
    save_small_parser(tmp_path / "small")
    load = Loader(tmp_path / "small")
    alone = texts(stream_parses(LINES, load, format=LineFormat(), chunk_size=3))
    together = texts(stream_parses(LINES, load, format=LineFormat(), chunk_size=3, workers=2))
    assert together == alone
    assert len(alone) == len(LINES)


@pytest.mark.slow
def test_worker_that_cannot_load_reports_the_model(tmp_path: Path) -> None:
    stream = stream_parses(LINES, Loader(tmp_path / "no"), format=LineFormat(), workers=2)
    with pytest.raises(ModelError, match="no parser called"):
        next(stream)


@pytest.mark.slow
def test_worker_that_dies_is_an_error_of_ours() -> None:
    stream = stream_parses(LINES, Dying(), format=LineFormat(), workers=2)
    with pytest.raises(ScpnError, match=r"a worker process died.*fewer --workers"):
        next(stream)


def test_nothing_in_nothing_out() -> None:
    assert texts(stream_parses([], Flat, format=LineFormat())) == []


@pytest.mark.parametrize(("chunk_size", "workers"), [(0, 1), (1, 0), (-1, 1)])
def test_sizes_below_one_are_refused(chunk_size: int, workers: int) -> None:
    stream = stream_parses(LINES, Flat, format=LineFormat(), chunk_size=chunk_size, workers=workers)
    with pytest.raises(UsageError, match="it must be at least 1"):
        next(stream)
