"""`scpn lexicon`: paraphrase pairs in, words that replace each other out."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.cli import options
from scpn.cli.derived import takes_settings
from scpn.cli.options import new_app
from scpn.cli.progress import RunView, count_of, report
from scpn.embeddings.settings import LexiconSettings

if TYPE_CHECKING:
    from scpn.embeddings.lexicon_run import Lexicon
    from scpn.evaluation.lexicon_ranking import LexiconResult

app = new_app()


@app.command("lexicon", no_args_is_help=True)
@takes_settings
def lexicon_command(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="PAIRS",
            help="Paraphrase pairs: .tsv (source, tab, target), .csv, .jsonl (also .gz, .xz) "
            "or .parquet; A.txt::B.txt; hf:DATASET[:SPLIT]:SOURCE_COLUMN:TARGET_COLUMN.",
            show_default=False,
        ),
    ],
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Output file (.tsv, .csv, .jsonl or .parquet); by default JSON lines.",
        ),
    ] = None,
    evaluate: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Word pairs scored by people (score, tab, word, tab, word), for Spearman's "
            "rho; repeatable.",
        ),
    ] = None,
    settings: LexiconSettings,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Read at most this many pairs of each input.")
    ] = None,
    overwrite: Annotated[bool, options.overwrite()] = False,
) -> None:
    """Find words that replace each other in paraphrases, by pointwise mutual information.

    Example: scpn lexicon pairs.tsv.xz -o lexicon.tsv --evaluate simlex.tsv

    cross_pmi counts one word in a sentence and the other in its paraphrase; adjusted_pmi subtracts
    how much the two go together within one sentence. Both are in nats.
    """
    from scpn.data.readers import PairInput
    from scpn.embeddings.lexicon_run import build_lexicon
    from scpn.evaluation.lexicon_ranking import evaluate_lexicon
    from scpn.evaluation.scored_pairs import read_scored_pairs

    for path in evaluate or []:
        read_scored_pairs(path)  # a bad line is found before pairs are counted
    with RunView() as view:
        lexicon = build_lexicon(
            [PairInput.parse(text) for text in inputs],
            output,
            settings=settings,
            limit=limit,
            overwrite=overwrite,
            on_progress=view.on_progress,
        )
    counts = lexicon.counts
    report(
        f"{count_of(counts.num_pairs, 'pair')} counted, {counts.num_dropped:,} dropped, "
        f"{count_of(len(counts.words), 'word')}"
    )
    for path in evaluate or []:
        for result in evaluate_lexicon(counts, path, smoothing=settings.smoothing):
            report(_describe(result))
    if output is not None:
        number = len(lexicon.entries)
        report(f"{number:,} {'entry' if number == 1 else 'entries'} in {output}")
    elif not evaluate:
        _print(lexicon)


def _print(lexicon: "Lexicon") -> None:
    from scpn.tables.writing import SCORES, json_line

    sys.stdout.writelines(json_line(r, decimals=SCORES.decimals) for r in lexicon.records())


def _describe(result: "LexiconResult") -> str:
    every, covered = (
        "undefined" if score is None else f"{score.value:.1f}"
        for score in (result.every, result.covered)
    )
    return (
        f"{result.name}, {result.measure} PMI: Spearman {covered} on {result.num_covered:,} of "
        f"{result.num_pairs:,} pairs that were seen, {every} on all"
    )
