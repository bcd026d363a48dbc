"""Parse the sentences of a file; what `scpn parse` does."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from scpn.errors import SentenceError
from scpn.fileio import open_bytes, read_lines, write_atomically
from scpn.parsing import ParserLoader
from scpn.parsing.settings import ParsingSettings
from scpn.parsing.streaming import stream_parses
from scpn.runs import OnProblem, OnProgress, Progress
from scpn.runtime import Device
from scpn.tables.formats import STANDARD_INPUT


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
    source: Sequence[str] | str | Path,
    output: Path | IO[str],
    *,
    settings: ParsingSettings | None = None,
    parser: str | None = None,
    device: Device = None,
    workers: int = 1,
    on_progress: OnProgress | None = None,
    on_problem: OnProblem | None = None,
) -> ParseCounts:
    """Write the tree of each sentence, one a line; an empty line where there is none.

    Args:
        source: Sentences; or the path of a file with one a line, plain or `.gz` or `.xz`, `-` for
            standard input.
        output: A file that appears whole when all are done, or an open stream.
        settings: None for the defaults.
        parser: Bundled name, folder or benepar model; None is the bundled one.
        device: Where to run.
        workers: Processes, which share the cores; each loads the parser.
        on_progress: Told how far the run is.
        on_problem: Told of each sentence that cannot be parsed: empty, or too long.

    Raises:
        UsageError: `workers` is less than 1, or the device cannot be used.
        DataError: The input cannot be read, or the output cannot be written.
        ModelError: The parser cannot be loaded.
    """
    lines = _Lines.of(source)
    settings = settings or ParsingSettings()
    load = ParserLoader(parser, device, workers)
    total = None if on_progress is None else lines.count()
    failed = number = 0
    end = "\n\n" if settings.form == "drawing" else "\n"
    outcomes = stream_parses(lines.read(), load, settings=settings, workers=workers)
    with write_atomically(output) if isinstance(output, Path) else nullcontext(output) as stream:
        if on_progress is not None:
            on_progress(Progress("parsing", 0, total))
        for number, outcome in enumerate(outcomes, start=1):
            if isinstance(outcome, SentenceError):
                failed += 1
                stream.write("\n")
                if on_problem is not None:
                    on_problem(f"{lines.place(number)}: {outcome}")
            else:
                stream.write(outcome + end)
            if on_progress is not None:
                on_progress(Progress("parsing", number, total))
    return ParseCounts(number, failed)


@dataclass(frozen=True, slots=True)
class _Lines:
    """The sentences of a list, or the lines of a file; a blank one counts, to keep its place."""

    sentences: Sequence[str] = ()
    path: str | None = None

    @classmethod
    def of(cls, source: Sequence[str] | str | Path) -> "_Lines":
        """Take a list, or a path; a file that is missing is found now.

        Raises:
            DataError: The file cannot be read.
        """
        if not isinstance(source, str | Path):
            return cls(source)
        if str(source) != STANDARD_INPUT:
            open_bytes(source).close()
        return cls(path=str(source))

    def read(self) -> Iterator[str]:
        """Stream the sentences."""
        if self.path is None:
            return iter(self.sentences)
        return (text for _, text in read_lines(self.path))

    def place(self, number: int) -> str:
        """How to call sentence `number` in a message."""
        if self.path is None:
            return f"sentence {number}"
        return f"line {number}" if self.path == STANDARD_INPUT else f"{self.path}:{number}"

    def count(self) -> int | None:
        """Sentences there will be, or None if that cannot be known before."""
        if self.path is None:
            return len(self.sentences)
        if self.path == STANDARD_INPUT:
            return None
        return sum(1 for _ in read_lines(self.path))
