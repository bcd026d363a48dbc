"""Reads sentences one by one: from arguments, text files and tables.

A record that cannot be read becomes a `Sentence` with an error, so that the others are unharmed.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from scpn.errors import UsageError, nearest
from scpn.fileio import read_lines
from scpn.tables.columns import column_number, locate, shorten
from scpn.tables.formats import STANDARD_INPUT, kind_of
from scpn.tables.reading import Problem, check_width, count_rows, read_cells, read_rows

FORMATS = ("txt", "tsv", "csv", "jsonl", "parquet")
"""Kinds of input, by suffix."""

DEFAULT_COLUMNS = ("text", "sentence", "source")
"""Columns looked for, in this order, when none is named."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the input.

    Attributes:
        text: The sentence; what could be read of it if there is an error.
        where: Place for messages, such as `reviews.tsv:12`.
        error: Why it cannot be used, or None.
    """

    text: str
    where: str
    error: str | None = None

    @property
    def message(self) -> str:
        """The place and the error, in one line."""
        return f"{self.where}: {self.error}"


@dataclass(slots=True)
class SentenceInput:
    """Where sentences come from.

    Attributes:
        sentences: Sentences given as arguments; used if there is no path.
        path: File, `-` for standard input, or None.
        kind: One of `FORMATS`; None takes it from the suffix, `txt` for standard input.
        column: Name or number (from 1) of the column, or JSON key; None looks for
            `DEFAULT_COLUMNS`.
        limit: Sentences to read; None reads all.
        blank_lines: Filled while reading: numbers of lines passed over as blank (the first ones).
    """

    sentences: Sequence[str] = ()
    path: str | None = None
    kind: str | None = None
    column: str | None = None
    limit: int | None = None
    blank_lines: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.sentences and self.path is not None:
            raise UsageError("got sentences and --input; give one of the two")
        if not self.sentences and self.path is None:
            raise UsageError('give a sentence ("She left."), --input FILE, or - for standard input')
        if self.path is None and (self.kind or self.column):
            option = "--column" if self.column else "--input-format"
            raise UsageError(f"{option} is about a file; sentences as arguments have none")
        if self.path is not None:
            self.kind = self._find_kind(self.path)
        if self.kind == "txt" and self.column is not None:
            raise UsageError(
                f"--column {self.column!r} with plain text, which has no columns; leave it out, or "
                "say --input-format tsv, csv or jsonl"
            )
        if self.kind in ("tsv", "csv") and column_number(self.column) == 0:
            raise UsageError("--column 0: columns are counted from 1")

    @property
    def name(self) -> str:
        """Name of the input for messages."""
        if self.path is None:
            return "the arguments"
        return "standard input" if self.path == STANDARD_INPUT else self.path

    def read(self) -> Iterator[Sentence]:
        """Stream the sentences from the beginning.

        Raises:
            DataError: The file cannot be read, is damaged, or has no such column.
        """
        self.blank_lines.clear()
        return islice(map(_check, self._read()), self.limit)

    def count(self) -> int | None:
        """About how many sentences there are, for a progress bar; None for standard input."""
        if self.path is None:
            total: int | None = len(self.sentences)
        else:
            total = count_rows(self.path, self.kind or "txt")
        return total if self.limit is None or total is None else min(total, self.limit)

    def _find_kind(self, path: str) -> str:
        if self.kind is not None:
            if self.kind not in FORMATS:
                raise UsageError(
                    f"--input-format {self.kind!r} is unknown{nearest(self.kind, FORMATS)}; "
                    f"formats are {', '.join(FORMATS)}"
                )
            return self.kind
        if path == STANDARD_INPUT:
            return "txt"
        kind = kind_of(path)
        if kind not in FORMATS:
            raise UsageError(
                f"input {path!r} is of no known kind; known are .{', .'.join(FORMATS)} (text also "
                ".gz, .xz); say which with --input-format"
            )
        return kind

    def _read(self) -> Iterator[Sentence]:
        if self.path is None:
            for number, text in enumerate(self.sentences, start=1):
                yield Sentence(text, f"sentence {number}")
            return
        name = self.name
        readers = {"txt": self._read_text, "tsv": self._read_cells, "csv": self._read_cells}
        for line, found in readers.get(self.kind or "", self._read_records)(self.path):
            if isinstance(found, Problem):
                yield Sentence(found.text, f"{name}:{line}", found.message)
            else:
                yield Sentence(found, f"{name}:{line}")

    def _read_text(self, path: str) -> Iterator[tuple[int, str | Problem]]:
        # A byte that is not UTF-8 becomes a lone surrogate, see `_check`.
        for number, line in read_lines(path, errors="surrogateescape"):
            if line.strip():
                yield number, line
            else:
                self.blank_lines.append(number)

    def _read_cells(self, path: str) -> Iterator[tuple[int, str | Problem]]:
        rows = read_cells(path, self.kind or "", on_blank=self.blank_lines.append)
        for number, first in rows:
            if isinstance(first, Problem):
                yield number, first
                continue
            index, has_header = locate(
                first, self.column, DEFAULT_COLUMNS, path=self.name, line=number
            )
            if not has_header:
                yield number, first[index]
            for line, row in check_width(rows, len(first)):
                yield line, row if isinstance(row, Problem) else row[index]

    def _read_records(self, path: str) -> Iterator[tuple[int, str | Problem]]:
        keys = DEFAULT_COLUMNS if self.column is None else (self.column,)
        rows = read_rows(path, kind=self.kind, on_blank=self.blank_lines.append)
        for number, row in rows:
            if isinstance(row, Problem):
                yield number, row
                continue
            key = next((key for key in keys if key in row), None)
            if key is None:
                problem = (
                    f"has no key {' or '.join(map(repr, keys))}; its keys are "
                    f"{shorten(', '.join(row)) or 'none'}; name one with --column"
                )
                yield number, Problem(problem, str(row))
            elif not isinstance(row[key], str):
                shown = json.dumps(row[key], default=str)[:40]
                yield number, Problem(f"{key!r} must be text, found {shown}", str(row))
            else:
                yield number, row[key]


def _check(sentence: Sentence) -> Sentence:
    """Strip a sentence, and give it an error if it is empty or was not UTF-8."""
    if sentence.error is not None:
        return sentence
    try:
        sentence.text.encode("utf-8")
    except UnicodeEncodeError as error:
        code = ord(sentence.text[error.start])
        what = f"byte 0x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"U+{code:X}"
        return replace(
            sentence,
            text=sentence.text.encode("utf-8", "replace").decode("utf-8"),
            error=f"not UTF-8: {what} at character {error.start + 1}; convert the file, for "
            "instance with iconv -f LATIN1 -t UTF-8",
        )
    text = sentence.text.strip()
    problem = None if text else "the sentence is empty; give at least one word"
    return replace(sentence, text=text, error=problem)
