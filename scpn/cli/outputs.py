"""What a run over sentences shows: JSON lines into a pipe, a table on a terminal, a last line."""

import os
import sys
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from scpn.cli.progress import RunView, count_of, report
from scpn.data.sentences import Sentence, SentenceInput
from scpn.errors import DataError
from scpn.runs import ItemResult
from scpn.tables.writing import json_line

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from scpn.data.sentence_run import SentenceCounts

_FIGURES = ("similarity", "quality", "score")


class SentenceView(RunView):
    """Shows a run over sentences; records go to standard output if there is no file for them.

    Args:
        source: Where sentences come from.
        output: The file, or None.
        nothing: What a sentence has that has no record, or none that is accepted.
        has_table: Records are those of paraphrases, which a terminal gets as a table.
    """

    def __init__(
        self, source: SentenceInput, output: Path | None, *, nothing: str, has_table: bool
    ) -> None:
        # What goes to a terminal needs no bar, and would be torn by one.
        is_read = source.path is not None and not sys.stdout.isatty()
        super().__init__(shows_progress=output is not None or is_read, decimals=1)
        self._source, self._output, self._nothing = source, output, nothing
        self._stream: ResultTable | RecordStream | None = None
        if output is None:
            self._stream = ResultTable() if has_table and sys.stdout.isatty() else RecordStream()

    def on_result(self, sentence: Sentence, result: ItemResult) -> None:
        """Show the records of a sentence, if there is no file for them."""
        if self._stream is not None and result.records:
            self._stream.write(sentence.text, result.records)

    def conclude(self, counts: "SentenceCounts") -> None:
        """Say what was done.

        Raises:
            typer.Exit: Some sentences failed; the status is 1.
        """
        sentences = count_of(counts.sentences, "sentence")
        if self._output is not None:
            report(
                f"{count_of(counts.records, 'paraphrase')} of {sentences} in {self._output}; "
                f"{counts.unaccepted:,} with {self._nothing}"
            )
        if blank := counts.blank_lines:
            report(f"{self._source.name}:{blank[0]}: {count_of(len(blank), 'blank line')} skipped")
        if counts.failed and counts.sentences > 1:
            report(f"{counts.failed:,} of {sentences} failed")
        if counts.failed:
            raise typer.Exit(1)


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
            sys.stdout.writelines(map(json_line, records))
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
        figures = [name for name in _FIGURES if any(r.get(name) is not None for r in records)]
        for name in figures:
            table.add_column(name, justify="right")
        table.add_column("by", style="dim", overflow="fold")
        for record in records:
            table.add_row(
                Text("✓", "green") if record["accepted"] else Text("✗", "red"),
                _paraphrase_cell(record),
                Text(str(record["template"]), "dim"),
                *("" if record[name] is None else f"{record[name]:.2f}" for name in figures),
                record["by"],
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
