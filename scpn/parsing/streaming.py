"""Parsing a stream of lines, one sentence a line: in batches, in order, in several processes."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice

from nltk import Tree

from scpn.errors import ScpnError, SentenceError
from scpn.parsing.protocol import Parser
from scpn.parsing.settings import ParsingSettings
from scpn.runs.workers import Workers
from scpn.tokenization.treebank import tokenize
from scpn.trees.linearize import linearize
from scpn.trees.transform import draw

ParsedLine = str | SentenceError


def parse_lines(
    parser: Parser, lines: Iterable[str], *, settings: ParsingSettings
) -> list[ParsedLine]:
    """Parse some lines together.

    Returns:
        For each line the text of its tree, or why it has none.
    """
    return [
        _write(outcome, settings)
        for outcome in parser.parse_tokens([_read(line, settings) for line in lines])
    ]


def stream_parses(
    lines: Iterable[str],
    load: Callable[[], Parser],
    *,
    settings: ParsingSettings,
    workers: int = 1,
) -> Iterator[ParsedLine]:
    """Parse any number of lines; only a few batches are in memory at a time.

    Args:
        lines: Sentences.
        load: Makes the parser; must be picklable if there are several workers, each of which
            loads its own.
        settings: How; a batch is sorted by length inside the parser.
        workers: Processes.

    Yields:
        As `parse_lines`, in the order of the lines.

    Raises:
        UsageError: `workers` is less than 1.
        ScpnError: A worker process died.
    """
    iterator = iter(lines)
    batches = iter(lambda: list(islice(iterator, settings.batch_size)), [])
    with Workers(load, partial(parse_lines, settings=settings), workers) as processes:
        for outcomes in processes.map(batches):
            yield from outcomes


def _read(line: str, settings: ParsingSettings) -> list[str]:
    """Tokens of a line."""
    words = line.split() if settings.tokenized else tokenize(line)
    return [word.lower() for word in words] if settings.lower else words


def _write(outcome: Tree | SentenceError, settings: ParsingSettings) -> ParsedLine:
    if isinstance(outcome, SentenceError):
        return outcome
    try:
        if settings.form == "drawing":
            return draw(outcome)
        return linearize(outcome, words=settings.form == "tree")
    except ScpnError as error:
        return SentenceError(f"its tree cannot be written: {error}")
