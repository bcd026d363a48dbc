"""Files that visitors send: what kind they are, their columns, their sentences."""

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from scpn.app.limits import MAX_SENTENCES, TABLE_SUFFIXES
from scpn.data.sentences import DEFAULT_COLUMNS, Sentence, SentenceInput
from scpn.errors import DataError, UsageError
from scpn.fileio import read_lines


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was sent. Its name is shown and tells the kind, and never becomes a path.

    Attributes:
        path: Where Gradio put it.
        kind: One of txt, csv, tsv, jsonl.
        columns: Names of its columns or keys; empty for plain text.
        column: The one that probably holds the sentences.
    """

    path: Path
    kind: str
    columns: list[str]
    column: str | None

    def read(self, column: str | None) -> Iterator[Sentence]:
        """Stream its sentences, `MAX_SENTENCES` at most.

        Raises:
            DataError: It cannot be read or has no such column.
        """
        source = SentenceInput(
            path=str(self.path),
            kind=self.kind,
            column=None if self.kind == "txt" else column,
            limit=MAX_SENTENCES,
        )
        yield from source.read()


def open_upload(path: str | Path) -> Upload:
    """Find the kind and the columns of a file that was sent.

    Raises:
        UsageError: The kind of file is not supported.
        DataError: It is empty, or its first line is not what its name says.
    """
    path = Path(path)
    kind = path.suffix.lower().removeprefix(".")
    if f".{kind}" not in TABLE_SUFFIXES:
        raise UsageError(
            f"the kind of {path.name!r} is not supported; send {', '.join(TABLE_SUFFIXES)}"
        )
    lines = (line for _, line in read_lines(path) if line.strip())
    first = next(lines, None)
    if first is None:
        raise DataError("the file is empty; send one with a sentence a line", path=path.name)
    if kind == "txt":
        return Upload(path, kind, [], None)
    columns = _keys(first, path) if kind == "jsonl" else _cells(first, kind)
    lower = [name.lower() for name in columns]
    known = next((lower.index(name) for name in DEFAULT_COLUMNS if name in lower), 0)
    return Upload(path, kind, columns, columns[known])


def preview(upload: Upload, column: str | None, *, rows: int) -> list[Sentence]:
    """Return the first sentences.

    Raises:
        DataError: The file cannot be read or has no such column.
    """
    return list(islice(upload.read(column), rows))


def explain(error: object, path: str | Path | None) -> str:
    """The message of an error, with the file's name instead of its place on this machine."""
    return str(error) if path is None else str(error).replace(str(path), Path(path).name)


def _cells(line: str, kind: str) -> list[str]:
    cells = next(csv.reader([line])) if kind == "csv" else line.split("\t")
    return [cell.strip() for cell in cells]


def _keys(line: str, path: Path) -> list[str]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = str(error).splitlines()[0]
        raise DataError(f"its first line is no JSON ({reason})", path=path.name, line=1) from error
    keys = (
        [key for key in record if isinstance(record[key], str)] if isinstance(record, dict) else []
    )
    if not keys:
        raise DataError(
            "its first line is no JSON object with a text; each line must be one",
            path=path.name,
            line=1,
        )
    return keys
