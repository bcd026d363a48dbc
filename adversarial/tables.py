"""Rows of tables in and out with all their columns: CSV, TSV, JSON lines, Parquet, datasets.

Rows are streamed both ways. A file without a header line has columns called "1", "2", ...; written
with a header line that says so, it is read again under the same names.
"""

import csv
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any

from scpn.data.readers import load_dataset
from scpn.data.sentences import read_csv_rows, read_tsv_rows
from scpn.errors import DataError, UsageError
from scpn.fileio import read_lines, reading_error, write_atomically

Row = dict[str, Any]
WRITABLE = (".csv", ".tsv", ".jsonl", ".parquet")
"""Suffixes of files that `write_rows` writes."""

_COMPRESSED = (".gz", ".xz")
_SUFFIXES = {".tab": ".tsv", ".txt": ".tsv", ".ndjson": ".jsonl"}
_ROWS_OF_A_GROUP = 8192
_BREAKS = str.maketrans(dict.fromkeys("\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029", " "))


def read_rows(path: str | Path, *, columns: Sequence[str] = ()) -> Iterator[tuple[int, Row | str]]:
    """Stream the rows of a table.

    Args:
        path: File by suffix: .csv, .tsv, .jsonl, .parquet, text also with .gz or .xz; or
            `hf:NAME[:SPLIT]`, a Hugging Face dataset or a folder written by its `save_to_disk`.
        columns: Names that will be looked for. If they are all numbers and the first line of a CSV
            or TSV file does not have them all, it is a row and not a header.

    Yields:
        Number of the line where the row begins (of the row, where there are no lines), from 1; and
        the row, or what is wrong with it.

    Raises:
        UsageError: The kind of file is unknown.
        DataError: The file cannot be read or is damaged.
    """
    name = str(path)
    if name.startswith("hf:"):
        return _read_dataset(name)
    suffix = _suffix(Path(path))
    if suffix == ".jsonl":
        return _read_json(name)
    if suffix == ".parquet":
        return _read_parquet(Path(path))
    if suffix in (".csv", ".tsv"):
        rows = read_csv_rows(name) if suffix == ".csv" else read_tsv_rows(name)
        return _with_header(name, rows, columns)
    raise UsageError(
        f"{name!r} is of no known kind; known are {', '.join(WRITABLE)} (text also .gz, .xz) and "
        "hf:NAME[:SPLIT]"
    )


def check_writable(path: Path) -> None:
    """Check that `path` names a kind of file that can be written.

    Raises:
        UsageError: If it does not.
    """
    if path.suffix not in WRITABLE:
        raise UsageError(f"{str(path)!r} cannot be written; it must end in {', '.join(WRITABLE)}")


def write_rows(
    path: str | Path, rows: Iterable[Mapping[str, Any]], *, numbers: Collection[str] = ()
) -> int:
    """Write a table that appears whole or not at all; returns the number of rows.

    The columns are those of the first row, in its order; JSON lines may differ from row to row. In
    CSV and TSV null is empty and what is no text is JSON; in TSV, tabs and line breaks become a
    space.

    Args:
        path: File whose suffix is one of `WRITABLE`.
        rows: Streamed.
        numbers: Columns that hold numbers where they hold anything.

    Raises:
        UsageError: The suffix is unknown.
        DataError: A row has a column that the first one lacks, or a value of another type in
            Parquet; or the file cannot be written.
    """
    path = Path(path)
    check_writable(path)
    stream = iter(rows)
    with write_atomically(path, "wb" if path.suffix == ".parquet" else "w") as file:
        if path.suffix == ".jsonl":
            return _write_json(file, stream)
        if path.suffix == ".parquet":
            return _write_parquet(path, file, stream, numbers)
        return _write_lines(path, file, stream)


def _suffix(path: Path) -> str:
    bare = path.with_suffix("") if path.suffix in _COMPRESSED else path
    suffix = bare.suffix.lower()
    return _SUFFIXES.get(suffix, suffix)


def _with_header(
    name: str, rows: Iterator[tuple[int, list[str] | str]], columns: Sequence[str]
) -> Iterator[tuple[int, Row | str]]:
    number, first = next(rows, (0, ""))
    if isinstance(first, str):
        raise DataError(first or "is empty; give at least one row", path=name, line=number or None)
    header = first
    is_by_number = bool(columns) and all(column.isdigit() for column in columns)
    if is_by_number and not set(columns) <= set(first):
        header = [str(place) for place in range(1, len(first) + 1)]
        rows = chain([(number, first)], rows)
    if len(set(header)) < len(header):
        twice = next(cell for cell in header if header.count(cell) > 1)
        raise DataError(
            f"the header has {twice!r} twice; rename one, or if the file has no header line, name "
            "columns by number",
            path=name,
            line=number,
        )
    for number, row in rows:
        if isinstance(row, str):
            yield number, row
        elif not any(cell.strip() for cell in row):
            continue
        elif len(row) != len(header):
            yield number, f"{len(row)} columns where the first line has {len(header)}"
        else:
            yield number, dict(zip(header, row, strict=True))


def _read_json(name: str) -> Iterator[tuple[int, Row | str]]:
    for number, line in read_lines(name):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield number, f"is no JSON ({error}); each line must hold an object"
            continue
        if isinstance(value, dict):
            yield number, value
        else:
            yield number, f"expected an object with a key for each column, found {line[:40]!r}"


def _read_parquet(path: Path) -> Iterator[tuple[int, Row | str]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            batches = (batch.to_pylist() for batch in file.iter_batches(_ROWS_OF_A_GROUP))
            yield from enumerate(chain.from_iterable(batches), start=1)
    except pa.ArrowInvalid as error:
        reason = str(error).splitlines()[0]
        raise DataError(f"is damaged or no Parquet file ({reason})", path=path) from error
    except OSError as error:
        raise reading_error(path, error) from error


def _read_dataset(name: str) -> Iterator[tuple[int, Row | str]]:
    """Rows of a dataset; labels that it keeps as numbers with names get their names."""
    where, _, split = name.removeprefix("hf:").partition(":")
    dataset = load_dataset(where, split or "train")
    names = {
        column: list(feature.names)
        for column, feature in (getattr(dataset, "features", None) or {}).items()
        if getattr(feature, "names", None)
    }
    for number, record in enumerate(dataset, start=1):
        row = dict(record)
        for column, known in names.items():
            value = row.get(column)
            if isinstance(value, int) and 0 <= value < len(known):
                row[column] = known[value]
            elif value == -1:  # the hub's mark of a label that is kept secret
                row[column] = None
        yield number, row


def _write_json(file: IO[str], rows: Iterator[Mapping[str, Any]]) -> int:
    number = 0
    for row in rows:
        file.write(json.dumps(row, ensure_ascii=False, default=str) + "\n")
        number += 1
    return number


def _write_lines(path: Path, file: IO[str], rows: Iterator[Mapping[str, Any]]) -> int:
    writer = csv.writer(file, lineterminator="\n")
    columns: list[str] | None = None
    number = 0
    for number, row in enumerate(rows, start=1):
        if columns is None:
            columns = list(row)
        elif not set(row) <= set(columns):
            raise DataError(
                f"row {number} has {_list(set(row) - set(columns))}, which the first row lacks; "
                "write .jsonl, whose rows may differ",
                path=path,
            )
        lines = [columns, [_cell(row.get(column)) for column in columns]]
        for line in lines if number == 1 else lines[1:]:
            if path.suffix == ".csv":
                writer.writerow(line)
            else:
                file.write("\t".join(cell.translate(_BREAKS) for cell in line) + "\n")
    return number


def _write_parquet(
    path: Path, file: IO[bytes], rows: Iterator[Mapping[str, Any]], numbers: Collection[str]
) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    group = list(islice(rows, _ROWS_OF_A_GROUP))
    number = 0
    try:
        inferred = pa.Table.from_pylist([dict(row) for row in group]).schema
        # A column that is empty so far may hold text later, or numbers if it is of those.
        later = {name: pa.float64() if name in numbers else pa.string() for name in inferred.names}
        schema = pa.schema(
            [(f.name, later[f.name] if pa.types.is_null(f.type) else f.type) for f in inferred]
        )
        with pq.ParquetWriter(file, schema) as writer:
            while group:
                _check_columns(path, group, schema.names, first=number + 1)
                writer.write_table(pa.Table.from_pylist([dict(r) for r in group], schema=schema))
                number += len(group)
                group = list(islice(rows, _ROWS_OF_A_GROUP))
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        reason = str(error).splitlines()[0]
        raise DataError(
            f"after row {number}, a value is of another type than its column ({reason}); write "
            ".jsonl, whose rows may differ",
            path=path,
        ) from error
    return number


def _check_columns(
    path: Path, rows: Sequence[Mapping[str, Any]], columns: Sequence[str], *, first: int
) -> None:
    for number, row in enumerate(rows, start=first):
        if not set(row) <= set(columns):
            raise DataError(
                f"row {number} has {_list(set(row) - set(columns))}, which earlier rows lack; "
                "write .jsonl, whose rows may differ",
                path=path,
            )


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _list(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in sorted(names))
