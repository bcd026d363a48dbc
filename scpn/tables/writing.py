"""Writes tables, TSV, CSV, JSON lines or Parquet; a file appears whole or not at all.

Text may be compressed (.gz, .xz). In a cell of TSV or CSV, null is empty and what is no text
is JSON. In TSV, tabs and line breaks become a space, since they would break the row.
"""

import csv
import gzip
import json
import lzma
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, cast

from scpn.errors import DataError
from scpn.fileio import write_atomically
from scpn.tables.formats import writable_kind

Columns = Sequence[str] | Mapping[str, Any]
"""Names of the columns that are written, for Parquet with their types: str, int, float, or Arrow's.
"""

Write = Callable[[Iterable[Mapping[str, Any]]], None]

_BREAKS = re.compile(r"[\t\n\r]+")
_ROWS_AT_ONCE = 65_536
_LINES_AT_ONCE = 4096
_NO_COMMON_TYPE = (ValueError, TypeError, OverflowError)  # pyarrow's own errors are such


@dataclass(frozen=True, slots=True)
class Style:
    """How values become text.

    Attributes:
        decimals: Digits behind the point; None writes as many as there are.
        separator: What stands between the items of a list in a cell; None writes JSON.
        quotes: Quote cells of TSV as in CSV; else a quotation mark is a character as others are.
        for_spreadsheets: CSV begins with a byte-order mark, and its lines end in CR LF.
    """

    decimals: int | None = None
    separator: str | None = None
    quotes: bool = False
    for_spreadsheets: bool = False


PLAIN = Style()
RESULTS = Style(separator="; ", quotes=True)
"""For paraphrases."""
SCORES = Style(decimals=6)
"""For scores and similarities."""
SHEET = Style(separator="; ", for_spreadsheets=True)
"""For CSV that is opened in a spreadsheet, which reads a file without the mark as Latin-1."""


def write_rows(
    path: str | Path,
    rows: Iterable[Mapping[str, Any]],
    *,
    columns: Columns | None = None,
    numbers: Collection[str] = (),
    style: Style = PLAIN,
) -> int:
    """Write a table; returns the number of rows.

    Args:
        path: File; its suffix tells the kind.
        rows: Streamed.
        columns: See `open_table`.
        numbers: Columns that hold numbers where they hold anything, for Parquet.
        style: How values become text.

    Raises:
        UsageError: The suffix is that of no table.
        DataError: See `open_table`.
    """
    kind = writable_kind(path)
    count = 0

    def counted() -> Iterator[Mapping[str, Any]]:
        nonlocal count
        for row in rows:
            count += 1
            yield row

    with open_table(path, columns, kind=kind, numbers=numbers, style=style) as write:
        write(counted())
    return count


@contextmanager
def open_table(
    path: str | Path,
    columns: Columns | None = None,
    *,
    kind: str,
    numbers: Collection[str] = (),
    style: Style = PLAIN,
    compression: str = "snappy",
) -> Iterator[Write]:
    """Open a table for rows, as many at a time as one likes.

    Args:
        path: The file to appear.
        columns: What is written of each row; JSON lines hold all of it. None takes what the first
            row has.
        kind: "tsv", "csv", "jsonl", "parquet"; or "txt", the first column alone without a header.
        numbers: Columns that hold numbers where they hold anything, if types are not given.
        style: How values become text.
        compression: Of Parquet.

    Yields:
        A function that writes rows.

    Raises:
        DataError: A row has a column that the first one lacks and none are given, or a value of
            another type in Parquet; or the file cannot be written.
    """
    path = Path(path)
    with ExitStack() as stack:
        stream = stack.enter_context(open_output(path))
        if kind == "parquet":
            table = _ParquetTable(path, stream, columns, numbers, compression)
            yield stack.enter_context(table).write
            return
        lines = RowLines(kind, columns, style=style, path=path)
        # JSON can say what UTF-8 cannot, halves of surrogate pairs.
        errors = "backslashreplace" if kind == "jsonl" else "replace"
        stream.write(lines.head.encode("utf-8", errors))

        def write(rows: Iterable[Mapping[str, Any]]) -> None:
            texts = lines.of(rows)
            while text := "".join(islice(texts, _LINES_AT_ONCE)):
                stream.write(text.encode("utf-8", errors))

        yield write


@contextmanager
def open_output(path: Path) -> Iterator[IO[bytes]]:
    """Open a file that appears whole or not at all, compressed if its name says so.

    Raises:
        DataError: It cannot be written.
    """
    with write_atomically(path, "wb") as stream:
        if path.suffix == ".gz":
            # No time stamp: the same rows give the same bytes.
            with gzip.GzipFile(fileobj=stream, mode="wb", filename="", mtime=0) as packed:
                yield cast(IO[bytes], packed)
        elif path.suffix == ".xz":
            with lzma.LZMAFile(stream, "wb") as packed:
                yield cast(IO[bytes], packed)
        else:
            yield stream


def json_line(row: Any, *, decimals: int | None = None) -> str:
    """Return a row as a line of JSON, its numbers rounded to so many digits behind the point."""
    if decimals is not None:
        row = {k: round(v, decimals) if isinstance(v, float) else v for k, v in row.items()}
    return json.dumps(row, ensure_ascii=False, default=str) + "\n"


class RowLines:
    """Turns rows into lines of text.

    Args:
        kind: "tsv", "csv", "jsonl" or "txt".
        columns: Those that are written; None takes those of the first row.
        style: How values become text.
        path: For messages.

    Attributes:
        head: What comes before the first row, if it is known: a byte-order mark, a header line.
    """

    def __init__(
        self, kind: str, columns: Columns | None, *, style: Style = PLAIN, path: Path | None = None
    ) -> None:
        self._kind, self._style, self._path = kind, style, path
        self._columns = None if columns is None else list(columns)
        self._is_fixed = columns is not None
        self._count = 0
        dialect: Any = {"delimiter": "," if kind == "csv" else "\t", "lineterminator": "\n"}
        if style.for_spreadsheets:
            dialect["lineterminator"] = "\r\n"
        is_quoted = kind == "csv" or style.quotes
        self._join = csv.writer(_Echo(), **dialect).writerow if is_quoted else _join_cells
        mark = "\ufeff" if kind == "csv" and style.for_spreadsheets else ""
        names = self._columns if kind in ("tsv", "csv") else None
        self.head = mark if names is None else mark + self._join(names)

    def of(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
        """Yield the line of each row, and a header line before the first if `head` has none.

        Raises:
            DataError: A row has a column that the first one lacks, and none were given.
        """
        if self._kind == "jsonl":
            for row in rows:
                yield json_line(row, decimals=self._style.decimals)
            return
        for row in rows:
            if self._columns is None:
                self._columns = list(row)
                yield self._join(self._columns)
            self._count += 1
            if not self._is_fixed:
                _check_columns(row, self._columns, self._count, self._path)
            cells = [self._cell(row.get(name)) for name in self._columns]
            yield f"{cells[0]}\n" if self._kind == "txt" else self._join(cells)

    def _cell(self, value: Any) -> str:
        text = _as_text(value, self._style)
        return text if self._kind == "csv" else _BREAKS.sub(" ", text)


class _Echo:
    """A file whose `write` returns what it is given, so that `writerow` does."""

    write = staticmethod(str)


def _join_cells(cells: Iterable[str]) -> str:
    return "\t".join(cells) + "\n"


def _as_text(value: Any, style: Style = PLAIN) -> str:
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, float) and style.decimals is not None:
        return f"{value:.{style.decimals}f}"
    if isinstance(value, list | tuple) and style.separator is not None:
        return style.separator.join(_as_text(item, style) for item in value)
    return json.dumps(value, ensure_ascii=False, default=str)


def _check_columns(
    row: Mapping[str, Any], columns: Sequence[str], number: int, path: object
) -> None:
    if not row.keys() <= set(columns):
        new = ", ".join(repr(name) for name in sorted(row.keys() - set(columns)))
        raise DataError(
            f"row {number} has {new}, which the first row lacks; write .jsonl, whose rows may "
            "differ",
            path=path,
        )


class _ParquetTable:
    """Writes groups of rows; the types of columns are given, or found in the first group."""

    def __init__(
        self,
        path: Path,
        stream: IO[bytes],
        columns: Columns | None,
        numbers: Collection[str],
        compression: str,
    ) -> None:
        self._path, self._stream = path, stream
        self._columns, self._numbers, self._compression = columns, numbers, compression
        self._count = 0
        self._schema: Any = None
        self._writer: Any = None

    def write(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Write rows.

        Raises:
            DataError: A row has another column than earlier ones, or a value of another type.
        """
        stream = iter(rows)
        while group := list(islice(stream, _ROWS_AT_ONCE)):
            self._write_group(group)

    def __enter__(self) -> "_ParquetTable":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._writer is None and kind is None:  # no row
            self._open([])
        if self._writer is not None:
            self._writer.close()

    def _open(self, group: Sequence[Mapping[str, Any]]) -> None:
        import pyarrow.parquet as pq

        self._schema = self._find_schema(group)
        self._writer = pq.ParquetWriter(self._stream, self._schema, compression=self._compression)

    def _find_schema(self, group: Sequence[Mapping[str, Any]]) -> Any:
        import pyarrow as pa

        if isinstance(self._columns, Mapping):
            known = {str: pa.string(), int: pa.int64(), float: pa.float64()}
            types = {name: known.get(kind, kind) for name, kind in self._columns.items()}
        else:
            inferred = pa.Table.from_pylist([dict(row) for row in group]).schema
            types = {field.name: field.type for field in inferred}
        # A column that is empty so far may hold text later, or numbers if it is of those.
        later = {name: pa.float64() if name in self._numbers else pa.string() for name in types}
        found = {n: later[n] if pa.types.is_null(kind) else kind for n, kind in types.items()}
        return pa.schema(list(found.items()))

    def _write_group(self, group: Sequence[Mapping[str, Any]]) -> None:
        import pyarrow as pa

        try:
            if self._writer is None:
                self._open(group)
            texts = {f.name for f in self._schema if pa.types.is_string(f.type)}
            if self._columns is None:
                for number, row in enumerate(group, start=self._count + 1):
                    _check_columns(row, self._schema.names, number, self._path)
            fitted = [
                {
                    name: _as_text(value) if name in texts and value is not None else value
                    for name, value in row.items()
                }
                for row in group
            ]
            table = pa.Table.from_pylist(fitted, schema=self._schema)
        except _NO_COMMON_TYPE as error:
            reason = str(error).splitlines()[0]
            raise DataError(
                f"after row {self._count}, a value fits no Parquet column ({reason}); write "
                ".jsonl, whose rows may differ",
                path=self._path,
            ) from error
        self._writer.write_table(table)
        self._count += len(group)
