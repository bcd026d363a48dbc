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
from scpn.parsing.settings import ParsingSettings
from scpn.parsing.streaming import parse_lines, stream_parses

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
    ("settings", "expected"),
    [
        (ParsingSettings(), "(X(T She)(T ca)(T n't)(T -LRB-)(T .))"),
        (ParsingSettings(lower=True), "(X(T she)(T ca)(T n't)(T -LRB-)(T .))"),
        (ParsingSettings(tokenized=True), "(X(T She)(T can't)(T -LRB-.))"),
        (ParsingSettings(form="parse"), "(X(T)(T)(T)(T)(T))"),
    ],
)
def test_settings_by_hand(settings: ParsingSettings, expected: str) -> None:
    assert parse_lines(Flat(), ["She can't (."], settings=settings) == [expected]


def test_drawing_has_several_lines() -> None:
    (drawing,) = parse_lines(Flat(), ["She left"], settings=ParsingSettings(form="drawing"))
    assert isinstance(drawing, str)
    assert "She" in drawing.splitlines()[-1]


def test_failures_stand_in_their_place() -> None:
    good, bad = parse_lines(Flat(), ["yes", "no"], settings=ParsingSettings())
    assert good == "(X(T yes))"
    assert isinstance(bad, SentenceError)


def test_a_tree_that_cannot_be_written_is_a_failure() -> None:
    class Odd(Flat):
        def parse_tokens(self, sentences: list[list[str]]) -> list[Tree | SentenceError]:
            return [Tree("X Y", [Tree("T", words)]) for words in sentences]

    (bad,) = parse_lines(Odd(), ["yes"], settings=ParsingSettings())
    assert isinstance(bad, SentenceError)
    assert "cannot be written" in str(bad)


def test_stream_reads_only_what_it_needs() -> None:
    read = []

    def lines() -> Iterator[str]:
        for number in range(100):
            read.append(number)
            yield f"word{number}"

    stream = stream_parses(lines(), Flat, settings=ParsingSettings(batch_size=4))
    assert next(stream) == "(X(T word0))"
    assert len(read) == 4


@pytest.mark.parametrize("batch_size", [1, 5, 1000])
def test_batches_do_not_change_the_result(batch_size: int) -> None:
    whole = parse_lines(Flat(), LINES, settings=ParsingSettings())
    stream = stream_parses(LINES, Flat, settings=ParsingSettings(batch_size=batch_size))
    assert texts(stream) == [str(outcome) for outcome in whole]


@pytest.mark.slow
def test_workers_give_what_one_process_gives(tmp_path: Path) -> None:
    save_small_parser(tmp_path / "small")
    load = Loader(tmp_path / "small")
    alone = texts(stream_parses(LINES, load, settings=ParsingSettings(batch_size=3)))
    together = texts(stream_parses(LINES, load, settings=ParsingSettings(batch_size=3), workers=2))
    assert together == alone
    assert len(alone) == len(LINES)


@pytest.mark.slow
def test_worker_that_cannot_load_reports_the_model(tmp_path: Path) -> None:
    stream = stream_parses(LINES, Loader(tmp_path / "no"), settings=ParsingSettings(), workers=2)
    with pytest.raises(ModelError, match="no parser called"):
        next(stream)


@pytest.mark.slow
def test_worker_that_dies_is_an_error_of_ours() -> None:
    stream = stream_parses(LINES, Dying(), settings=ParsingSettings(), workers=2)
    with pytest.raises(ScpnError, match=r"a worker process died.*fewer --workers"):
        next(stream)


def test_nothing_in_nothing_out() -> None:
    assert texts(stream_parses([], Flat, settings=ParsingSettings())) == []


@pytest.mark.parametrize("size", [0, -1])
def test_sizes_below_one_are_refused(size: int) -> None:
    with pytest.raises(UsageError, match=f"batch_size is {size}; it must be at least 1"):
        ParsingSettings(batch_size=size)
    stream = stream_parses(LINES, Flat, settings=ParsingSettings(), workers=size)
    with pytest.raises(UsageError, match=f"workers is {size}; it must be at least 1"):
        next(stream)
