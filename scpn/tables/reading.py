"""Reads tables row by row; a row that cannot be read becomes a `Problem`, and reading goes on.

Each comes with the number of the line where it begins (of the row, where there are no lines),
counted from 1. Blank lines are passed over.
"""

import csv
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Literal, TypeVar

from scpn.errors import DataError, UsageError
from scpn.fileio import read_lines, reading_error
from scpn.tables.formats import STANDARD_INPUT, WRITABLE, kind_of
from scpn.tables.hub import read_dataset

Row = dict[str, Any]
Errors = Literal["strict", "surrogateescape"]
"""What becomes of a byte that is not UTF-8: an error, or a lone surrogate."""

_T = TypeVar("_T")
_OPEN_QUOTE = ("unexpected end of data", "field larger than field limit")
_ROWS_AT_ONCE = 8192


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a row cannot be read.

    Attributes:
        message: What is wrong with it and what it must be.
        text: What could be read of it.
    """

    message: str
    text: str = ""

    def error(self, path: object, line: int) -> DataError:
        """The error for a reader that needs every row."""
        return DataError(self.message, path=path, line=line)


def _ignore(line: int) -> None:
    pass


def read_rows(
    where: str | Path,
    *,
    kind: str | None = None,
    columns: Sequence[str] = (),
    on_blank: Callable[[int], object] = _ignore,
) -> Iterator[tuple[int, Row | Problem]]:
    """Stream the rows of a table by the names of its columns.

    A file without a header line has columns called "1", "2", ...; written with a header line that
    says so, it is read again under the same names.

    Args:
        where: File, also .gz or .xz; "-" for standard input; or `hf:NAME[:SPLIT]`.
        kind: "tsv", "csv", "jsonl", "parquet" or "hub"; None goes by the name, where .txt is TSV.
        columns: Names that will be looked for. If they are all numbers and the first line of a CSV
            or TSV file does not have them all, it is a row and not a header.
        on_blank: Called with the number of each blank line.

    Raises:
        UsageError: The kind of file is unknown.
        DataError: The file cannot be read or is damaged.
    """
    kind = kind or kind_of(where)
    if kind == "hub":
        return read_dataset(str(where))
    if kind == "parquet":
        return read_parquet(where)
    if kind == "jsonl":
        return _read_objects(where, on_blank)
    if kind in ("csv", "tsv", "txt"):
        return _with_names(str(where), read_cells(where, kind, on_blank=on_blank), columns)
    raise UsageError(
        f"{str(where)!r} is of no known kind; known are {', '.join(WRITABLE)} (text also .gz, "
        ".xz) and hf:NAME[:SPLIT]"
    )


def read_cells(
    where: str | Path,
    kind: str,
    *,
    errors: Errors = "surrogateescape",
    on_blank: Callable[[int], object] = _ignore,
) -> Iterator[tuple[int, list[str] | Problem]]:
    """Stream the cells of each row of a TSV or CSV file, a header line included.

    Most TSV files are written without quoting, and a quotation mark is part of the text; some are
    written as CSV is. Only a cell that must be of the second kind (its inner quotes are all
    doubled) is unquoted. In CSV, quoted line breaks are part of the text.

    Args:
        where: File, also .gz or .xz; "-" for standard input.
        kind: "csv", or else it is TSV.
        errors: What becomes of a byte that is not UTF-8.
        on_blank: Called with the number of each row without text.

    Raises:
        DataError: The file cannot be read or is damaged; or a quote of a CSV file is never closed,
            so that what is a row and what is not cannot be told.
    """
    lines = read_lines(where, errors=errors)
    return _split_csv(lines, where, on_blank) if kind == "csv" else _split_tsv(lines, on_blank)


def read_cells_strictly(where: str | Path, kind: str = "tsv") -> Iterator[tuple[int, list[str]]]:
    """Stream the cells of each row of a TSV or CSV file whose rows must all be readable.

    Raises:
        DataError: The file cannot be read, or a line is not UTF-8 or no CSV.
    """
    return raise_problems(read_cells(where, kind, errors="strict"), where)


def check_width(
    rows: Iterator[tuple[int, list[str] | Problem]], width: int
) -> Iterator[tuple[int, list[str] | Problem]]:
    """Make a problem of each row that has not `width` cells, as many as the first one."""
    for number, row in rows:
        if not isinstance(row, Problem) and len(row) != width:
            message = f"{len(row)} columns where the first row has {width}"
            row = Problem(message, " ".join(row))
        yield number, row


def read_json(
    where: str | Path,
    *,
    errors: Errors = "surrogateescape",
    on_blank: Callable[[int], object] = _ignore,
) -> Iterator[tuple[int, Any | Problem]]:
    """Stream the values of a file of JSON lines.

    Args:
        where: File, also .gz or .xz; "-" for standard input.
        errors: What becomes of a byte that is not UTF-8.
        on_blank: Called with the number of each blank line.

    Raises:
        DataError: The file cannot be read or is damaged.
    """
    for number, line in read_lines(where, errors=errors):
        if not line.strip():
            on_blank(number)
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:  # no JSON, or a number of 5,000 digits
            reason = str(error).splitlines()[0]
            value = Problem(f"is no JSON ({reason}); each line must hold one JSON value", line)
        yield number, value


def read_json_strictly(where: str | Path) -> Iterator[tuple[int, Any]]:
    """Stream the values of a file of JSON lines that must all be readable.

    Raises:
        DataError: The file cannot be read, or a line is no JSON or not UTF-8.
    """
    return raise_problems(read_json(where, errors="strict"), where)


def read_parquet(
    where: str | Path, *, columns: Collection[str] | None = None
) -> Iterator[tuple[int, Row]]:
    """Stream the rows of a Parquet file.

    Args:
        where: The file.
        columns: Those to read, where they are there; None reads all.

    Raises:
        DataError: It cannot be read, is damaged or no Parquet file.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = _seekable(where)
    try:
        with pq.ParquetFile(path) as file:
            names = [n for n in file.schema_arrow.names if columns is None or n in columns]
            batches = file.iter_batches(_ROWS_AT_ONCE, columns=names)
            yield from enumerate(chain.from_iterable(b.to_pylist() for b in batches), start=1)
    except pa.ArrowInvalid as error:
        reason = str(error).splitlines()[0]
        raise DataError(f"is damaged or no Parquet file ({reason})", path=path) from error
    except OSError as error:
        raise reading_error(path, error) from error


def raise_problems(
    rows: Iterator[tuple[int, _T | Problem]], path: object
) -> Iterator[tuple[int, _T]]:
    """Stream rows for a reader that needs every one.

    Raises:
        DataError: A row cannot be read.
    """
    for number, row in rows:
        if isinstance(row, Problem):
            raise row.error(path, number)
        yield number, row


def count_rows(where: str | Path, kind: str) -> int | None:
    """About how many rows there are, for a progress bar; None if that takes reading them twice.

    Raises:
        DataError: The file cannot be read or is damaged.
    """
    if str(where) == STANDARD_INPUT or kind == "hub":
        return None
    if kind == "parquet":
        return sum(1 for _ in read_parquet(where, columns=()))
    return sum(1 for _ in read_lines(where, errors="surrogateescape"))


def _seekable(where: str | Path) -> Path:
    if str(where) == STANDARD_INPUT:
        raise UsageError("Parquet cannot be read from standard input; give the file")
    return Path(where)


def _with_names(
    name: str, rows: Iterator[tuple[int, list[str] | Problem]], columns: Sequence[str]
) -> Iterator[tuple[int, Row | Problem]]:
    number, first = next(rows, (None, Problem("is empty; give at least one row")))
    if isinstance(first, Problem):
        raise DataError(first.message, path=name, line=number)
    header = first
    is_by_number = bool(columns) and all(column.isdigit() for column in columns)
    if is_by_number and not set(columns) <= set(first):
        header = [str(place) for place in range(1, len(first) + 1)]
        rows = chain([(number or 1, first)], rows)
    if len(set(header)) < len(header):
        twice = next(cell for cell in header if header.count(cell) > 1)
        raise DataError(
            f"the header has {twice!r} twice; rename one, or if the file has no header line, name "
            "columns by number",
            path=name,
            line=number,
        )
    for number, row in check_width(rows, len(header)):
        yield number, row if isinstance(row, Problem) else dict(zip(header, row, strict=True))


def _read_objects(
    where: str | Path, on_blank: Callable[[int], object]
) -> Iterator[tuple[int, Row | Problem]]:
    for number, value in read_json(where, on_blank=on_blank):
        if not isinstance(value, dict | Problem):
            text = json.dumps(value, ensure_ascii=False)
            value = Problem(
                f"expected an object with a key for each column, found {text[:40]}", text
            )
        yield number, value


def _split_csv(
    lines: Iterator[tuple[int, str]], path: str | Path, on_blank: Callable[[int], object]
) -> Iterator[tuple[int, list[str] | Problem]]:
    reader = csv.reader((f"{line}\n" for _, line in lines), strict=True)
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
            yield start, Problem(f"is no CSV ({error}); inside of quotes, a quote is doubled")
        else:
            if any(map(str.strip, row)):
                yield start, row
            else:
                on_blank(start)


def _split_tsv(
    lines: Iterator[tuple[int, str]], on_blank: Callable[[int], object]
) -> Iterator[tuple[int, list[str] | Problem]]:
    for number, line in lines:
        if not line.strip():
            on_blank(number)
            continue
        cells = line.split("\t")
        yield number, [_unquote(cell) for cell in cells] if '""' in line else cells


def _unquote(cell: str) -> str:
    inner = cell[1:-1]
    is_quoted = len(cell) > 3 and cell[0] == cell[-1] == '"' and '""' in inner
    return inner.replace('""', '"') if is_quoted and '"' not in inner.replace('""', "") else cell
