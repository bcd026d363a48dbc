"""Results on their way out: records as JSON lines or TSV, a table on a terminal."""

import csv
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from scpn.errors import DataError, UsageError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from scpn.paraphraser import Paraphrase

SUFFIXES = (".jsonl", ".tsv")
"""Kinds of output file."""

_BREAKS = re.compile(r"[\t\n\r]+")


def choose(paraphrases: "Sequence[Paraphrase]") -> "list[Paraphrase]":
    """Return the accepted paraphrases of a sentence or, if there are none, the best rejected one.

    The best has the fewest reasons against it, then the template asked for, then the highest
    similarity, then the highest score.
    """
    accepted = [paraphrase for paraphrase in paraphrases if paraphrase.accepted]
    if accepted or not paraphrases:
        return accepted
    return [max(paraphrases, key=_standing)]


def _standing(paraphrase: "Paraphrase") -> tuple[int, bool, float, float]:
    reasons, similarity = paraphrase.rejected_because, paraphrase.similarity or 0.0
    return -len(reasons), paraphrase.template_match, similarity, paraphrase.score


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


class RecordStream:
    """JSON lines on standard output, each sentence's at once."""

    def __init__(self) -> None:
        if isinstance(sys.stdout, TextIOWrapper):  # JSON is UTF-8 whatever the locale
            sys.stdout.reconfigure(encoding="utf-8")

    def write(self, text: str, records: Sequence[Mapping[str, Any]]) -> None:
        """Write the records of a sentence.

        Raises:
            DataError: Standard output takes no more.
            BrokenPipeError: The reader has gone away.
        """
        try:
            write_jsonl(records, sys.stdout)
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            # What could not be written must not be tried again, with a traceback, at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            reason = error.strerror or error
            raise DataError(f"standard output: cannot be written ({reason})") from error


class ResultTable:
    """One small table a sentence, for people."""

    def __init__(self, console: "Console | None" = None) -> None:
        from rich.console import Console

        if isinstance(sys.stdout, TextIOWrapper):  # a terminal may lack characters
            sys.stdout.reconfigure(errors="replace")
        self._console = console or Console()

    def write(self, text: str, records: Sequence[Mapping[str, Any]]) -> None:
        """Print the paraphrases of a sentence below it."""
        from rich.padding import Padding
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("", width=1)
        table.add_column("paraphrase", ratio=3, overflow="fold")
        table.add_column("template", ratio=2, overflow="fold")
        table.add_column("similarity", justify="right")
        table.add_column("score", justify="right")
        for record in records:
            table.add_row(
                Text("✓", "green") if record["accepted"] else Text("✗", "red"),
                _paraphrase_cell(record),
                Text(str(record["template"]), "dim"),
                "" if record["similarity"] is None else f"{record['similarity']:.2f}",
                f"{record['score']:.2f}",
            )
        self._console.print(Text(text, "bold"))
        if records and not any(record["accepted"] for record in records):
            self._console.print("  no valid paraphrase; best rejected:", style="yellow")
        self._console.print(Padding(table, (0, 0, 1, 2)))


def _paraphrase_cell(record: Mapping[str, Any]) -> "RenderableType":
    from rich.text import Text

    cell = Text(str(record["paraphrase"]))
    if not record["accepted"]:
        cell.append(f"\nrejected: {'; '.join(record['rejected_because'])}", "yellow")
    return cell


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "; ".join(map(_cell, value))
    return _BREAKS.sub(" ", str(value))
