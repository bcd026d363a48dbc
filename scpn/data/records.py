"""Files of records with fixed columns: TSV, JSON lines or Parquet, by the suffix of the name."""

import json
from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import IO, Any

from scpn.errors import UsageError
from scpn.fileio import write_atomically
from scpn.runs.partial import refuse_existing

RECORD_SUFFIXES = (".tsv", ".jsonl", ".parquet")
Columns = Mapping[str, type[str] | type[int] | type[float]]
"""Name of each column and its type."""

DECIMALS = 6
_ROWS_OF_A_GROUP = 65_536


def check_output(path: Path, *, overwrite: bool) -> None:
    """Check, before any work, that a file of records can be written as `path`.

    Raises:
        UsageError: The suffix is unknown, or something of that name is there.
    """
    if path.suffix not in RECORD_SUFFIXES:
        raise UsageError(
            f"--output {str(path)!r} must end in {', '.join(RECORD_SUFFIXES[:-1])} or "
            f"{RECORD_SUFFIXES[-1]}; without --output, JSON lines go into a pipe"
        )
    refuse_existing(path, overwrite=overwrite)


def write_record_file(path: Path, records: Iterable[Mapping[str, Any]], columns: Columns) -> None:
    """Write records into a file that appears whole or not at all.

    Raises:
        DataError: It cannot be written.
    """
    if path.suffix == ".parquet":
        _write_parquet(path, records, columns)
        return
    with write_atomically(path) as stream:
        if path.suffix == ".tsv":
            write_plain_tsv(records, stream, columns)
        else:
            for record in records:
                stream.write(to_line(record))


def write_plain_tsv(
    records: Iterable[Mapping[str, Any]], stream: IO[str], columns: Iterable[str]
) -> None:
    """Write records as TSV with a header line and no quoting, as `scpn label` reads it.

    Tabs and line breaks in a text become a space.
    """
    names = list(columns)
    stream.write("\t".join(names) + "\n")
    for record in records:
        stream.write("\t".join(_cell(record[name]) for name in names) + "\n")


def to_line(record: Mapping[str, Any]) -> str:
    """Return a record as a line of JSON."""
    plain = {
        name: round(value, DECIMALS) if isinstance(value, float) else value
        for name, value in record.items()
    }
    return json.dumps(plain, ensure_ascii=False) + "\n"


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.{DECIMALS}f}"
    return " ".join(value.splitlines()).replace("\t", " ") if isinstance(value, str) else str(value)


def _write_parquet(path: Path, records: Iterable[Mapping[str, Any]], columns: Columns) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {str: pa.string(), int: pa.int64(), float: pa.float64()}
    schema = pa.schema([(name, types[kind]) for name, kind in columns.items()])
    stream = iter(records)
    with write_atomically(path, "wb") as file, pq.ParquetWriter(file, schema) as writer:
        while rows := list(islice(stream, _ROWS_OF_A_GROUP)):
            writer.write_table(pa.Table.from_pylist(rows, schema=schema))
