"""Sentences of people: arguments, or a stream of .txt, .tsv, .csv or .jsonl, never held whole.

A record that cannot be read becomes a `Sentence` with an error, so that the others are unharmed.
"""

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from scpn.errors import DataError, UsageError, nearest
from scpn.fileio import read_lines

FORMATS = ("txt", "tsv", "csv", "jsonl")
"""Kinds of input, by suffix."""

STANDARD_INPUT = "-"
DEFAULT_COLUMNS = ("text", "sentence", "source")
"""Columns looked for, in this order, when none is named."""

_COMPRESSED = (".gz", ".xz")
_OPEN_QUOTE = ("unexpected end of data", "field larger than field limit")


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
        if self.kind in ("tsv", "csv") and _number(self.column) == 0:
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
            total = len(self.sentences)
        elif self.path == STANDARD_INPUT:
            return None
        else:
            total = sum(1 for _ in _read_lines(self.path))
        return total if self.limit is None else min(total, self.limit)

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
        bare = Path(path).with_suffix("") if Path(path).suffix in _COMPRESSED else Path(path)
        suffix = bare.suffix.removeprefix(".").lower()
        suffix = {"tab": "tsv", "ndjson": "jsonl"}.get(suffix, suffix)
        if suffix not in FORMATS:
            raise UsageError(
                f"input {path!r} is of no known kind; known are .{', .'.join(FORMATS)} (also .gz, "
                ".xz); say which with --input-format"
            )
        return suffix

    def _read(self) -> Iterator[Sentence]:
        if self.path is None:
            for number, text in enumerate(self.sentences, start=1):
                yield Sentence(text, f"sentence {number}")
        elif self.kind == "txt":
            for number, line in _read_lines(self.path):
                if line.strip():
                    yield Sentence(line, self._place(number))
                else:
                    self.blank_lines.append(number)
        elif self.kind == "jsonl":
            yield from self._read_json(self.path)
        else:
            yield from self._read_table(self.path)

    def _place(self, line: int) -> str:
        return f"{self.name}:{line}"

    def _read_json(self, path: str) -> Iterator[Sentence]:
        keys = DEFAULT_COLUMNS if self.column is None else (self.column,)
        for number, line in _read_lines(path):
            where = self._place(number)
            if not line.strip():
                self.blank_lines.append(number)
                continue
            try:
                record = json.loads(line)
            except (ValueError, RecursionError) as error:
                reason = str(error).splitlines()[0]
                yield Sentence(line, where, f"is no JSON ({reason}); each line must hold an object")
                continue
            if not isinstance(record, dict):
                shown = line.strip()[:40]
                yield Sentence(line, where, f"expected an object with a key for the text: {shown}")
                continue
            key = next((key for key in keys if key in record), None)
            if key is None:
                problem = (
                    f"has no key {' or '.join(map(repr, keys))}; its keys are "
                    f"{_shorten(', '.join(record)) or 'none'}; name one with --column"
                )
                yield Sentence(line, where, problem)
            elif not isinstance(record[key], str):
                shown = json.dumps(record[key])[:40]
                yield Sentence(line, where, f"{key!r} must be text, found {shown}")
            else:
                yield Sentence(record[key], where)

    def _read_table(self, path: str) -> Iterator[Sentence]:
        rows = read_csv_rows(path) if self.kind == "csv" else read_tsv_rows(path)
        index: int | None = None
        width = 0
        for number, row in rows:
            where = self._place(number)
            if isinstance(row, str):
                yield Sentence("", where, row)
            elif not any(cell.strip() for cell in row):
                self.blank_lines.append(number)
            elif index is None:
                index, has_header = self._find_column(row, line=number)
                width = len(row)
                if not has_header:
                    yield Sentence(row[index], where)
            elif len(row) != width:
                problem = f"{len(row)} columns where the first row has {width}"
                yield Sentence(" ".join(row), where, problem)
            else:
                yield Sentence(row[index], where)

    def _find_column(self, first: list[str], *, line: int) -> tuple[int, bool]:
        """Return the index of the column, and whether the first row is a header.

        Raises:
            DataError: There is no such column.
            UsageError: No column is named and none can be told to be the right one.
        """
        names = [cell.strip() for cell in first]
        number = _number(self.column)
        shown = f"its first row is {_shorten(', '.join(names))}"
        if number is not None:
            if number > len(names):
                raise DataError(
                    f"has no column {number}; the first row has {len(names)}; {shown}",
                    path=self.name,
                    line=line,
                )
            return number - 1, names[number - 1].lower() in DEFAULT_COLUMNS
        if self.column is not None:
            if self.column not in names:
                raise DataError(
                    f"has no column {self.column!r}{nearest(self.column, names)}; {shown}; give a "
                    "name in the header line, or a number",
                    path=self.name,
                    line=line,
                )
            return names.index(self.column), True
        lower = [name.lower() for name in names]
        for name in DEFAULT_COLUMNS:
            if name in lower:
                return lower.index(name), True
        if len(names) == 1:
            return 0, False
        raise UsageError(
            f"{self.name} has {len(names)} columns, none called {', '.join(DEFAULT_COLUMNS)}; say "
            f"which with --column NAME or NUMBER; {shown}"
        )


def _read_lines(path: str) -> Iterator[tuple[int, str]]:
    """Stream numbered lines; a byte that is not UTF-8 becomes a lone surrogate, see `_check`."""
    return read_lines(path, errors="surrogateescape")


def read_csv_rows(path: str) -> Iterator[tuple[int, list[str] | str]]:
    """Stream the rows of a CSV file, quoted line breaks included; a broken row is its error.

    Raises:
        DataError: A quote is never closed: what is a row and what is not cannot be told.
    """
    reader = csv.reader((f"{line}\n" for _, line in _read_lines(path)), strict=True)
    while True:
        start = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            if any(reason in str(error) for reason in _OPEN_QUOTE):
                raise DataError(
                    "a quote is opened in this row and never closed; close it, or double it "
                    "inside of quotes",
                    path=path,
                    line=start,
                ) from error
            yield start, f"is no CSV ({error}); inside of quotes, a quote is doubled"
        else:
            yield start, row


def read_tsv_rows(path: str) -> Iterator[tuple[int, list[str] | str]]:
    """Stream the rows of a TSV file.

    Most are written without quoting, and a quotation mark is part of the text; some as CSV is.
    Only a cell that must be of the second kind (its inner quotes are all doubled) is unquoted.
    """
    for number, line in _read_lines(path):
        yield number, [_unquote(cell) for cell in line.split("\t")]


def _unquote(cell: str) -> str:
    inner = cell[1:-1]
    is_quoted = len(cell) > 3 and cell[0] == cell[-1] == '"' and '""' in inner
    return inner.replace('""', '"') if is_quoted and '"' not in inner.replace('""', "") else cell


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


def _number(column: str | None) -> int | None:
    return int(column) if column is not None and column.isascii() and column.isdigit() else None


def _shorten(text: str) -> str:
    text = " ".join(text.encode("utf-8", "replace").decode("utf-8").split())
    return text if len(text) <= 80 else f"{text[:77]}..."
