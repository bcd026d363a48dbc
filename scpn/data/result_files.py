"""Files of results: records of any shape as JSON lines or TSV, by the suffix of the name."""

import csv
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Any

from scpn.errors import UsageError
from scpn.fileio import write_atomically

SUFFIXES = (".jsonl", ".tsv")
"""Kinds of output file."""

_BREAKS = re.compile(r"[\t\n\r]+")


def check_suffix(path: Path) -> None:
    """Check that `path` names a kind of file that can be written.

    Raises:
        UsageError: If it does not.
    """
    if path.suffix not in SUFFIXES:
        raise UsageError(
            f"--output {str(path)!r} must end in {' or '.join(SUFFIXES)}; without --output, JSON "
            "lines go into a pipe"
        )


def write_results(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write records into a file that appears whole or not at all.

    Raises:
        DataError: It cannot be written.
    """
    with write_atomically(path) as stream:
        (write_tsv if path.suffix == ".tsv" else write_jsonl)(records, stream)


def write_jsonl(records: Iterable[Mapping[str, Any]], stream: IO[str]) -> None:
    """Write records as JSON lines."""
    for record in records:
        stream.write(f"{to_json(record)}\n")


def write_tsv(records: Iterable[Mapping[str, Any]], stream: IO[str]) -> None:
    """Write records as TSV with a header line.

    Lists are joined with "; ", null is empty, tabs and line breaks become a space; a cell with a
    quotation mark is quoted as in CSV.
    """
    writer = csv.writer(stream, delimiter="\t", lineterminator="\n")
    names: list[str] | None = None
    for record in records:
        if names is None:
            names = list(record)
            writer.writerow(names)
        writer.writerow([_cell(record.get(name)) for name in names])


def to_json(record: Mapping[str, Any]) -> str:
    """Return a record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "; ".join(map(_cell, value))
    return _BREAKS.sub(" ", str(value))
