"""Results on standard output: JSON lines into a pipe, a table on a terminal."""

import os
import sys
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

from scpn.data.result_files import write_jsonl
from scpn.errors import DataError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


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
