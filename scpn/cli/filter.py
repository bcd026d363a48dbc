"""`scpn filter`: pairs of sentences in, those that are good paraphrases out."""

from typing import TYPE_CHECKING, Annotated

import typer

from scpn.cli import options
from scpn.cli.derived import takes_settings
from scpn.cli.options import new_app
from scpn.cli.progress import RunView, report
from scpn.cli.reports import Json, show_report
from scpn.embeddings.settings import EmbeddingSettings
from scpn.errors import UsageError
from scpn.filters.settings import FilterOptions

if TYPE_CHECKING:
    from rich.table import Table

    from scpn.filters.filter_report import FilterReport

app = new_app()

_BAR_WIDTH = 40
_MODEL = EmbeddingSettings.panel
_TITLES = {
    "encoding": "control characters, or wrongly decoded",
    "empty": "a side is empty",
    "too_short": "a side has fewer tokens than --min-tokens",
    "too_long": "a side has more tokens than --max-tokens",
    "noise": "markup, endless words, few letters, other scripts",
    "copy": "both sides have the same letters and digits",
    "length_ratio": "lengths differ more than --max-length-ratio",
    "trigram_overlap": "trigrams in common above --max-trigram-overlap",
    "unigram_overlap": "words in common below --min-unigram-f1",
    "several_sentences": "a side has several sentences",
    "language": "few ASCII letters or English function words",
    "unknown": "the encoder knows no word of a side",
    "low_score": "score below --min-score",
    "high_score": "score above --max-score",
}


@app.command("filter", no_args_is_help=True)
@takes_settings
def filter_command(
    inputs: options.PairInputs,
    *,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="Output: FILE.tsv | .jsonl (also .xz, .gz) | .parquet, A.txt::B.txt, hf:FOLDER.",
        ),
    ],
    encoder: Annotated[str | None, options.pair_judge(panel=_MODEL)] = None,
    score: Annotated[
        bool, typer.Option("--score/--no-score", help="Score the pairs that pass the other rules.")
    ] = True,
    settings: FilterOptions,
    embedding: EmbeddingSettings,
    device: Annotated[str | None, options.device(panel=_MODEL)] = None,
    resume: Annotated[bool, options.resume()] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the output if it exists.")
    ] = False,
    json_file: Json = None,
) -> None:
    """Keep the pairs that are good paraphrases, and say what each rule removed.

    Example: scpn filter pairs.tsv.xz -o good.tsv --min-score 0.6 --max-trigram-overlap 0.5

    Other columns are kept, and paraphrase_score, the cosine of the encoder, is added. Rules apply
    in the order in which they are listed at the end; a pair counts for the first that removes it.
    A run that was killed continues with --resume.
    """
    from scpn.data.readers import PairInput
    from scpn.filters.pairs import filter_pairs

    if encoder is not None and not score:
        raise UsageError("--encoder with --no-score: leave one of them out")
    from scpn.embeddings.encoders import load_encoder

    with RunView() as view:
        result = filter_pairs(
            [PairInput.parse(text) for text in inputs],
            output,
            encoder=load_encoder(encoder, device=device) if score else None,
            options=settings,
            batch_size=embedding.batch_size,
            resume=resume,
            overwrite=overwrite,
            on_progress=view.on_progress,
        )
    if result.unwritten:
        report(f"parallel text holds no columns: {', '.join(result.unwritten)} not written")
    show_report(result.to_dict(), json_file, lambda: _tables(result))


def _tables(result: "FilterReport") -> "list[Table]":
    tables = [_rules_table(result)]
    if result.histogram.any():
        tables.append(_histogram(result))
    return tables


def _rules_table(result: "FilterReport") -> "Table":
    from rich.table import Table

    from scpn.filters.pair_rules import KEPT, RULES

    table = Table(
        title=f"{result.num_kept:,} of {result.num_read:,} pairs kept", title_justify="left"
    )
    names = list(result.inputs)
    table.add_column("rule", no_wrap=True)
    table.add_column("removes a pair if")
    for name in [*(names if len(names) > 1 else []), "pairs", "%"]:
        table.add_column(name, justify="right")
    for rule in [*(name for name in RULES if name != KEPT and result.totals[name]), KEPT]:
        count = result.totals[rule]
        by_input = [f"{result.inputs[name][rule]:,}" for name in names] if len(names) > 1 else []
        share = f"{100 * count / result.num_read:.1f}"
        table.add_row(rule, _TITLES.get(rule, ""), *by_input, f"{count:,}", share)
        table.rows[-1].end_section = rule != KEPT and rule == _last_rule(result)
    return table


def _last_rule(result: "FilterReport") -> str | None:
    return next((name for name in reversed(_TITLES) if result.totals[name]), None)


def _histogram(result: "FilterReport") -> "Table":
    from rich.table import Table

    from scpn.filters.filter_report import EDGES

    table = Table(title=f"paraphrase score by {result.encoder}", title_justify="left", box=None)
    table.add_column("from", justify="right")
    table.add_column("to", justify="right")
    table.add_column("pairs", justify="right")
    table.add_column("", no_wrap=True)
    filled = result.histogram.nonzero()[0]
    largest = int(result.histogram.max())
    for step in range(int(filled[0]), int(filled[-1]) + 1):
        count = int(result.histogram[step])
        bar = "#" * round(_BAR_WIDTH * count / largest)
        table.add_row(f"{EDGES[step]:.1f}", f"{EDGES[step + 1]:.1f}", f"{count:,}", bar)
    return table
