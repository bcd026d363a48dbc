"""`scpn evaluate`: control and quality on labeled pairs, or on sentences times templates."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.cli import options
from scpn.cli.derived import skip, takes_settings
from scpn.cli.evaluate_proposers import proposers_command
from scpn.cli.evaluate_sts import sts_command
from scpn.cli.evaluate_tenths import tenths_command
from scpn.cli.options import new_app, option
from scpn.cli.progress import RunView
from scpn.cli.reports import Json, show_report
from scpn.data.sentences import SentenceInput
from scpn.errors import UsageError
from scpn.evaluation.settings import ROWS, EvaluationSettings
from scpn.paraphraser.settings import GenerationSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

app = new_app(
    no_args_is_help=True,
    help="Measure paraphrases and sentence encoders.",
)

_MAX_REPORTS = 20

Model = Annotated[str | None, options.model()]
ParserName = Annotated[
    str | None,
    typer.Option(help="Parser of references and outputs; by default that of the model."),
]
Device = Annotated[str | None, options.device()]
Limit = Annotated[
    int | None, typer.Option(min=1, help="Read at most this many pairs or sentences.")
]
Outputs = Annotated[
    Path | None,
    typer.Option(metavar="FILE.jsonl", help="File for every output with its parse."),
]


@app.command("pairs")
@takes_settings
def pairs_command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="TSV with a header: source, target[, source_parse, target_parse]; or "
            "labeled shards.",
        ),
    ],
    *,
    row: Annotated[
        list[str] | None,
        option(
            "Row to measure; repeatable. By default all rows.",
            metavar="|".join(ROWS),
            panel=EvaluationSettings.panel,
        ),
    ] = None,
    given_parses: Annotated[
        bool,
        option(
            "Compare with the parses in the file, or with those of the parser.",
            "--given-parses/--reparse",
            panel=EvaluationSettings.panel,
        ),
    ] = False,
    split: Annotated[
        str | None,
        typer.Option(metavar="train|dev|test", help="Split of the shards; by default dev."),
    ] = None,
    uncontrolled: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Paraphraser trained without control, for a row of its own."
        ),
    ] = None,
    settings: Annotated[EvaluationSettings, skip("rows", "reparse", "num_return", "tokenized")],
    limit: Limit = None,
    model: Model = None,
    parser: ParserName = None,
    device: Device = None,
    json_file: Json = None,
    outputs: Outputs = None,
) -> None:
    """Measure template match, similarity and variety of outputs on labeled pairs.

    Example: scpn evaluate pairs dev.tsv --json figures.json --outputs outputs.jsonl

    Example: scpn evaluate pairs labeled --split test --row gold --row generated --limit 500
    """
    rows = _choose_rows(row, has_uncontrolled=uncontrolled is not None)
    settings = settings.replace(rows=rows, reparse=not given_parses)
    from scpn.cli.evaluation_tables import pair_tables
    from scpn.evaluation.evaluation_run import evaluate_pair_file

    with RunView() as view:
        run = evaluate_pair_file(
            file,
            settings=settings,
            split=split,
            limit=limit,
            uncontrolled=uncontrolled,
            outputs=outputs,
            model=model,
            parser=parser,
            device=device,
            on_progress=view.on_progress,
        )
    _report_left_out(run.left_out)
    show_report(run.evaluation.to_dict(), json_file, lambda: pair_tables(run.evaluation))


@app.command("templates")
@takes_settings
def templates_command(
    *,
    sentences: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help=options.SENTENCE_FILE,
        ),
    ],
    templates: Annotated[
        str,
        typer.Option(
            metavar="SET|FILE", help="Template set, or a file with one template per line."
        ),
    ],
    column: Annotated[str | None, options.column()] = None,
    input_format: Annotated[str | None, options.input_format()] = None,
    generation: Annotated[GenerationSettings, skip("num_return")],
    limit: Limit = None,
    model: Model = None,
    parser: ParserName = None,
    device: Device = None,
    json_file: Json = None,
    outputs: Outputs = None,
) -> None:
    """Measure acceptance, similarity, variety and speed on every sentence with every template.

    Example: scpn evaluate templates --sentences dev.txt --templates scpn-2018 --limit 200
    """
    from scpn.cli.evaluation_tables import sweep_tables
    from scpn.evaluation.evaluation_run import evaluate_sentence_file

    source = SentenceInput(path=sentences, kind=input_format, column=column, limit=limit)
    with RunView() as view:
        run = evaluate_sentence_file(
            source,
            templates,
            settings=generation,
            outputs=outputs,
            model=model,
            parser=parser,
            device=device,
            on_progress=view.on_progress,
        )
    _report_left_out(run.left_out)
    show_report(run.evaluation.to_dict(), json_file, lambda: sweep_tables(run.evaluation))


def _choose_rows(rows: "Sequence[str] | None", *, has_uncontrolled: bool) -> tuple[str, ...]:
    """Return the rows to measure; complains before a model is loaded."""
    if not rows:
        return tuple(ROWS) if has_uncontrolled else EvaluationSettings.rows
    if "uncontrolled" in rows and not has_uncontrolled:
        raise UsageError(
            "--row uncontrolled needs a paraphraser without control; give --uncontrolled FOLDER"
        )
    return tuple(dict.fromkeys(rows))


def _report_left_out(left_out: "Sequence[tuple[str, str]]") -> None:
    """Name the records left out on standard error, the first ones in full."""
    for place, reason in left_out[:_MAX_REPORTS]:
        print(f"scpn: left out: {place}: {reason}", file=sys.stderr)
    if len(left_out) > _MAX_REPORTS:
        print(f"scpn: left out: {len(left_out) - _MAX_REPORTS:,} more", file=sys.stderr)


app.command("proposers")(proposers_command)
app.command("sts")(sts_command)
app.command("tenths")(tenths_command)
