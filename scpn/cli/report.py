"""`scpn report`: attacks in, a report of broken rates and validity out."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from scpn import __version__
from scpn.adversarial.settings import ExperimentSettings, ValidityRules
from scpn.cli.derived import takes_settings
from scpn.cli.rate import AttackFiles, split_name

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})


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
    judge: Annotated[
        Literal["bag-of-words", "bilstm"],
        typer.Option(help="Family of the judge of labels; use another one than the victim's."),
    ] = "bag-of-words",
    folds: Annotated[
        int, typer.Option(min=2, help="Folds of the judge of labels.")
    ] = ExperimentSettings.folds,
    rules: ValidityRules,
    title: Annotated[str, typer.Option(help="Title of the page.")] = "Robustness",
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
    from scpn.adversarial.outcomes import read_attacks
    from scpn.adversarial.report.building import report_attacks
    from scpn.adversarial.report.rendering import write_report
    from scpn.cli.example_options import read_data
    from scpn.cli.progress import RunView, report
    from scpn.fileio import make_folder
    from scpn.parsing import load_parser
    from scpn.runtime import prepare_training

    prepare_training()
    with RunView(problems="problems of examples") as view:
        data = None if train is None else read_data(train, text, text2, label)
        document = report_attacks(
            read_attacks(map(split_name, attacks)),
            more=[] if data is None else data.read_all(view.problems.add),
            judge_kind=judge,
            num_folds=folds,
            rules=rules,
            title=title,
            signature={
                "scpn": __version__,
                "attacks": ", ".join(Path(text).name for text in attacks),
                "train": "none" if train is None else Path(train).name,
                "folds": str(folds),
            },
            parser=None if parser == "none" else load_parser(parser),
            on_progress=view.on_progress,
        )
    files = write_report(document, make_folder(output))
    report(f"the report is in {', '.join(str(path) for path in files)}")
