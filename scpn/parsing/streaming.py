"""Parsing a stream of lines, one sentence a line: in chunks, in order, in several processes."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Literal

from nltk import Tree

from scpn.errors import ScpnError, SentenceError, UsageError
from scpn.parsing.protocol import Parser
from scpn.runs.workers import Workers
from scpn.tokenization.treebank import tokenize
from scpn.trees.linearize import linearize
from scpn.trees.transform import draw

ParsedLine = str | SentenceError


@dataclass(frozen=True)
class LineFormat:
    """How a line is read and how its tree is written.

    Attributes:
        tokenized: Lines are treebank tokens already, separated by spaces.
        lower: Lower-case the tokens before parsing, as the paraphrasing pipeline does.
        form: "tree" with words on one line, "parse" without words, "drawing" over several lines.
    """

    tokenized: bool = False
    lower: bool = False
    form: Literal["tree", "parse", "drawing"] = "tree"

    def read(self, line: str) -> list[str]:
        """Tokens of a line."""
        words = line.split() if self.tokenized else tokenize(line)
        return [word.lower() for word in words] if self.lower else words

    def write(self, tree: Tree) -> str:
        """Text of a tree."""
        if self.form == "drawing":
            return draw(tree)
        return linearize(tree, words=self.form == "tree")


def parse_lines(parser: Parser, lines: Iterable[str], *, format: LineFormat) -> list[ParsedLine]:
    """Parse some lines together.

    Returns:
        For each line the text of its tree, or why it has none.
    """
    return [
        _write(outcome, format)
        for outcome in parser.parse_tokens([format.read(line) for line in lines])
    ]


def stream_parses(
    lines: Iterable[str],
    load: Callable[[], Parser],
    *,
    format: LineFormat,
    chunk_size: int = 1000,
    workers: int = 1,
) -> Iterator[ParsedLine]:
    """Parse any number of lines; only a few chunks are in memory at a time.

    Args:
        lines: Sentences.
        load: Makes the parser; must be picklable if there are several workers, each of which
            loads its own.
        format: See `LineFormat`.
        chunk_size: Lines parsed together; a chunk is sorted by length inside the parser.
        workers: Processes.

    Yields:
        As `parse_lines`, in the order of the lines.

    Raises:
        UsageError: `chunk_size` or `workers` is less than 1.
        ScpnError: A worker process died.
    """
    if chunk_size < 1:
        raise UsageError(f"the batch size is {chunk_size}; it must be at least 1")
    iterator = iter(lines)
    chunks = iter(lambda: list(islice(iterator, chunk_size)), [])
    with Workers(load, partial(parse_lines, format=format), workers) as processes:
        for outcomes in processes.map(chunks):
            yield from outcomes


def _write(outcome: Tree | SentenceError, format: LineFormat) -> ParsedLine:
    if isinstance(outcome, SentenceError):
        return outcome
    try:
        return format.write(outcome)
    except ScpnError as error:
        return SentenceError(f"its tree cannot be written: {error}")
