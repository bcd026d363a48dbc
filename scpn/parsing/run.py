"""Parse the sentences of a file; what `scpn parse` does."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from scpn.errors import SentenceError, UsageError
from scpn.fileio import open_bytes, read_lines, write_atomically
from scpn.parsing import ParserLoader
from scpn.parsing.streaming import LineFormat, stream_parses
from scpn.runs import OnProblem, OnProgress, Progress
from scpn.runtime import Device
from scpn.tables.formats import STANDARD_INPUT


@dataclass(frozen=True, slots=True)
class LineInput:
    """Where sentences come from, one a line.

    Attributes:
        sentences: The sentences themselves; used if there is no path.
        path: A file of text, plain or `.gz` or `.xz`, or `-` for standard input.

    Raises:
        UsageError: Both are given.
        DataError: The file cannot be read.
    """

    sentences: Sequence[str] = ()
    path: str | Path | None = None

    def __post_init__(self) -> None:
        if self.sentences and self.path is not None:
            raise UsageError("give sentences or --file, not both")
        if self.path is not None and str(self.path) != STANDARD_INPUT:
            open_bytes(self.path).close()

    def read(self) -> Iterator[str]:
        """Stream the sentences."""
        if self.path is None:
            return iter(self.sentences)
        return (text for _, text in read_lines(self.path))

    def place(self, number: int) -> str:
        """How to call sentence `number` in a message."""
        if self.path is None:
            return f"sentence {number}"
        is_piped = str(self.path) == STANDARD_INPUT
        return f"line {number}" if is_piped else f"{self.path}:{number}"

    def count(self) -> int | None:
        """Sentences there will be, or None if that cannot be known before."""
        if self.path is None:
            return len(self.sentences)
        if str(self.path) == STANDARD_INPUT:
            return None
        return sum(1 for _ in read_lines(self.path))


@dataclass(frozen=True, slots=True)
class ParseCounts:
    """Figures of a run.

    Attributes:
        sentences: All of them.
        failed: Those that could not be parsed.
    """

    sentences: int
    failed: int


def parse_file(
    source: LineInput | str | Path,
    output: Path | IO[str],
    *,
    format: LineFormat | None = None,
    parser: str | None = None,
    device: Device = None,
    batch_size: int = 1000,
    workers: int = 1,
    on_progress: OnProgress | None = None,
    on_problem: OnProblem | None = None,
) -> ParseCounts:
    """Write the tree of each sentence, one a line; an empty line where there is none.

    Args:
        source: Where sentences come from; a path is a file with one a line.
        output: A file that appears whole when all are done, or an open stream.
        format: See `LineFormat`.
        parser: Bundled name, folder or benepar model; None is the bundled one.
        device: Where to run.
        batch_size: Sentences read and parsed together.
        workers: Processes, which share the cores; each loads the parser.
        on_progress: Told how far the run is.
        on_problem: Told of each sentence that cannot be parsed: empty, or too long.

    Raises:
        UsageError: `batch_size` or `workers` is less than 1, or the device cannot be used.
        DataError: The input cannot be read, or the output cannot be written.
        ModelError: The parser cannot be loaded.
    """
    source = source if isinstance(source, LineInput) else LineInput(path=source)
    format = format or LineFormat()
    load = ParserLoader(parser, device, workers)
    total = None if on_progress is None else source.count()
    failed = number = 0
    end = "\n\n" if format.form == "drawing" else "\n"
    outcomes = stream_parses(
        source.read(), load, format=format, chunk_size=batch_size, workers=workers
    )
    with write_atomically(output) if isinstance(output, Path) else nullcontext(output) as stream:
        if on_progress is not None:
            on_progress(Progress("parsing", 0, total))
        for number, outcome in enumerate(outcomes, start=1):
            if isinstance(outcome, SentenceError):
                failed += 1
                stream.write("\n")
                if on_problem is not None:
                    on_problem(f"{source.place(number)}: {outcome}")
            else:
                stream.write(outcome + end)
            if on_progress is not None:
                on_progress(Progress("parsing", number, total))
    return ParseCounts(number, failed)
