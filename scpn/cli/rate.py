"""`scpn rate`: a blind sheet for raters of adversarial examples, and their answers."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.adversarial.settings import SheetSettings
from scpn.cli.derived import takes_settings
from scpn.cli.options import new_app

if TYPE_CHECKING:
    from scpn.adversarial.rating import RatingReport

app = new_app(no_args_is_help=True, help="Let people rate adversarial examples.")

_LIST_WIDTH = 200  # of a table that goes into a file or a pipe

AttackFiles = Annotated[
    list[str],
    typer.Argument(
        metavar="ATTACK.jsonl",
        help="Files of 'scpn attack'; NAME=FILE names the system, otherwise the file name does.",
    ),
]
Key = Annotated[Path, typer.Option("--key", help="Key file that 'scpn rate export' wrote.")]


@app.command("export")
@takes_settings
def export_command(
    attacks: AttackFiles,
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="CSV sheet to write; give each rater a copy.")
    ],
    key: Annotated[
        Path | None, typer.Option("--key", help="File for the key; by default SHEET.key.json.")
    ] = None,
    settings: SheetSettings,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace files that exist.")
    ] = False,
) -> None:
    """Draw broken examples and write a sheet for raters that hides where they come from.

    scpn rate export scpn=broken.jsonl synonyms=other.jsonl -o sheet.csv

    Raters first choose the label of each text, then grade paraphrases: 0 is no paraphrase, 1 an
    ungrammatical paraphrase, 2 a paraphrase. Do not give them the key.
    """
    from scpn.adversarial.rating_drawing import draw_sheet, key_path
    from scpn.cli.progress import report

    path = key or key_path(output)
    written = draw_sheet(attacks, output, path, settings=settings, overwrite=overwrite)
    report(f"{len(written.rows):,} rows in {output}; the key, not for raters, is {path}")


@app.command("import")
def import_command(
    sheets: Annotated[
        list[Path], typer.Argument(metavar="SHEET", help="Sheets that raters filled in.")
    ],
    *,
    key: Key,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="File for all figures; '-' prints them.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Random seed of the bootstrap.")] = 0,
) -> None:
    """Compute validity, quality and agreement from the sheets that raters filled in.

    scpn rate import anna.csv ben.csv carla.csv --key sheet.key.json
    """
    from scpn.adversarial.rating import summarize_sheets
    from scpn.fileio import write_atomically

    result = summarize_sheets(sheets, key, seed=seed)
    text = json.dumps(result.to_dict(), ensure_ascii=False, indent=1)
    if str(json_file) == "-":
        typer.echo(text)
        return
    if json_file is not None:
        with write_atomically(json_file) as stream:
            stream.write(text + "\n")
    _show(result)


def _show(result: "RatingReport") -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from scpn.adversarial.report.rendering import describe_interval

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("system")
    names = ("validity", "votes for gold", "0", "1", "2", "kappa, labels", "kappa, grades")
    for name in names:
        table.add_column(name, justify="right")
    for system in result.systems:
        table.add_row(
            Text(system.system),
            describe_interval(system.validity),
            f"{100 * system.label_votes:.1f}",
            *(f"{100 * share:.1f}" for share in system.quality.values()),
            _kappa(system.label_kappa),
            _kappa(system.quality_kappa),
        )
    console = Console()
    if not console.is_terminal:
        console = Console(width=_LIST_WIDTH)
    console.print(table)
    for rater in result.raters:
        console.print(
            f"{rater.rater}: controls right, labels {_percent(rater.labels)}, "
            f"grades {_percent(rater.quality)}",
            style="dim",
            markup=False,
            highlight=False,
        )


def _kappa(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.0f}%"
