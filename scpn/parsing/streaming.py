"""Parsing a stream of lines, one sentence a line: in chunks, in order, in several processes."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from nltk import Tree

from scpn.errors import ScpnError, SentenceError, UsageError
from scpn.parsing.protocol import Parser
from scpn.tokenization.treebank import tokenize
from scpn.trees.linearize import linearize
from scpn.trees.transform import draw

Outcome = str | SentenceError


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


def parse_lines(parser: Parser, lines: Iterable[str], *, format: LineFormat) -> list[Outcome]:
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
) -> Iterator[Outcome]:
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
    for name, value in (("batch size", chunk_size), ("number of workers", workers)):
        if value < 1:
            raise UsageError(f"the {name} is {value}; it must be at least 1")
    iterator = iter(lines)
    chunks = iter(lambda: list(islice(iterator, chunk_size)), [])
    if workers == 1:
        parser = load()
        for chunk in chunks:
            yield from parse_lines(parser, chunk, format=format)
        return
    yield from _stream_from_pool(chunks, load, format=format, workers=workers)


def _stream_from_pool(
    chunks: Iterable[list[str]], load: Callable[[], Parser], *, format: LineFormat, workers: int
) -> Iterator[Outcome]:
    pool = ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_start_worker,
        initargs=(load, format),
    )
    waiting: deque[Future[list[Outcome]]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(_work, chunk))
            while len(waiting) > 3 * workers:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    except BrokenProcessPool as error:
        raise ScpnError(
            "a worker process died, perhaps for lack of memory; run again with fewer --workers"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


_setup: tuple[Callable[[], Parser], LineFormat] | None = None
_parser: Parser | None = None


def _start_worker(load: Callable[[], Parser], format: LineFormat) -> None:
    """Note what to load, leave Ctrl-C to the parent, and end when the parent is gone."""
    global _setup
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
    _setup = load, format


def _work(lines: list[str]) -> list[Outcome]:
    # The parser is loaded here and not at the start, so that its errors reach the parent.
    global _parser
    if _setup is None:
        raise RuntimeError("the worker process was not started by _start_worker")
    load, format = _setup
    if _parser is None:
        _parser = load()
    return parse_lines(_parser, lines, format=format)


def _write(outcome: Tree | SentenceError, format: LineFormat) -> Outcome:
    if isinstance(outcome, SentenceError):
        return outcome
    try:
        return format.write(outcome)
    except ScpnError as error:
        return SentenceError(f"its tree cannot be written: {error}")
