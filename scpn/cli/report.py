"""`scpn report`: attacks in, a report of broken rates and validity out."""

from pathlib import Path
from typing import Annotated

import typer

from scpn.adversarial.settings import ReportSettings
from scpn.cli.derived import takes_settings
from scpn.cli.options import new_app
from scpn.cli.rate import AttackFiles

app = new_app()


@app.command("report")
@takes_settings
def report_command(
    attacks: AttackFiles,
    *,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="Folder for report.html, report.md and report.json."),
    ],
    train: Annotated[
        str | None,
        typer.Option(help="Labeled examples; the judge of labels is also trained on them."),
    ] = None,
    text: Annotated[str | None, typer.Option(help="Column of the text in --train.")] = None,
    text2: Annotated[str | None, typer.Option(help="Column of the second text in --train.")] = None,
    label: Annotated[str | None, typer.Option(help="Column of the label in --train.")] = None,
    settings: ReportSettings,
    parser: Annotated[
        str | None,
        typer.Option(
            help="Parser for drawing trees; by default the bundled one, 'none' draws none."
        ),
    ] = None,
) -> None:
    """Summarize attacks: accuracy, broken rate, automatic validity; by template, label and length.

    scpn report scpn=broken.jsonl --train train.tsv --text text --label label -o report

    The judge is cross-fitted: no example is judged by a classifier that was trained on it.
    """
    from scpn.adversarial.report.building import report_files
    from scpn.cli.example_options import read_data
    from scpn.cli.progress import RunView, report
    from scpn.runtime import prepare_training

    prepare_training()
    with RunView(problems="problems of examples") as view:
        files = report_files(
            attacks,
            output,
            train=None if train is None else read_data(train, text, text2, label),
            settings=settings,
            parser=parser,
            on_progress=view.on_progress,
            on_problem=view.problems.add,
        )
    report(f"the report is in {', '.join(str(path) for path in files)}")
