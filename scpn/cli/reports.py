"""Where reports of evaluations go: JSON for programs, tables for people."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scpn.fileio import write_atomically

if TYPE_CHECKING:
    from rich.console import RenderableType

STANDARD_OUTPUT = "-"
_LIST_WIDTH = 140

Json = Annotated[
    Path | None,
    typer.Option(
        "--json",
        metavar="FILE",
        help="File for all figures with signatures; '-' prints them instead of the table.",
    ),
]
"""The option of a command that names the file of its report."""


def show_report(
    report: Mapping[str, Any],
    path: Path | None,
    tables: "Callable[[], Sequence[RenderableType]]",
) -> None:
    """Write the report for programs, and print the tables for people."""
    text = json.dumps(report, ensure_ascii=False, indent=1)
    if path is not None and str(path) == STANDARD_OUTPUT:
        print(text)
        return
    if path is not None:
        with write_atomically(path) as stream:
            stream.write(text + "\n")
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console = Console(width=_LIST_WIDTH)
    for table in tables():
        console.print(table)
    console.print(report["signature"], style="dim", highlight=False, soft_wrap=True, markup=False)
