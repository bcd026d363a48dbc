"""`scpn lexicon`: paraphrase pairs in, words that replace each other out."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scpn.cli import options
from scpn.cli.derived import takes_settings
from scpn.embeddings.settings import CountingOptions
from scpn.errors import UsageError, nearest

if TYPE_CHECKING:
    from scpn.data.pairs import ParaphrasePair
    from scpn.data.readers import PairInput
    from scpn.evaluation.lexicon_ranking import LexiconResult

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})

_COLUMNS: dict[str, type[str] | type[int] | type[float]] = {
    "left": str,
    "right": str,
    "count": int,
    "cross_pmi": float,
    "adjusted_pmi": float,
}


@app.command("lexicon", no_args_is_help=True)
@takes_settings
def lexicon_command(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="PAIRS...",
            help="Paraphrase pairs: .tsv (source, tab, target), .csv, .jsonl (also .gz, .xz) "
            "or .parquet; A.txt::B.txt; hf:DATASET[:SPLIT]:SOURCE_COLUMN:TARGET_COLUMN.",
            show_default=False,
        ),
    ],
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help=".tsv, .csv, .jsonl or .parquet.")
    ] = None,
    measure: Annotated[
        str,
        typer.Option(
            metavar="adjusted|cross",
            help="Measure that sorts the entries and that --min-score applies to.",
        ),
    ] = "adjusted",
    min_count: Annotated[
        int, typer.Option(min=1, help="Fewest sentence pairs in which an entry occurs.")
    ] = 10,
    min_score: Annotated[float | None, typer.Option(help="Smallest value of the measure.")] = None,
    top: Annotated[
        int | None, typer.Option(min=1, help="Keep only this many of the best entries.")
    ] = None,
    evaluate: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Word pairs scored by people (score, tab, word, tab, word), for Spearman's "
            "rho; repeatable.",
        ),
    ] = None,
    settings: CountingOptions,
    smoothing: Annotated[
        float,
        typer.Option(help="Added to observed and expected counts within a sentence; above 0."),
    ] = 0.5,
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
    from dataclasses import asdict

    from scpn.cli.progress import ProgressView, count_of, report
    from scpn.data.readers import PairInput
    from scpn.embeddings.paraphrase_lexicon import (
        MEASURES,
        count_pairs,
        list_entries,
    )
    from scpn.evaluation.lexicon_ranking import evaluate_lexicon
    from scpn.evaluation.scored_pairs import read_scored_pairs
    from scpn.runs.partial import refuse_existing
    from scpn.runs.progress import Progress
    from scpn.tables.formats import writable_kind
    from scpn.tables.writing import SCORES, json_line, write_rows

    if measure not in MEASURES:
        raise UsageError(
            f"--measure {measure!r} is unknown{nearest(measure, MEASURES)}; it must be one of "
            f"{', '.join(MEASURES)}"
        )
    if smoothing <= 0:
        raise UsageError(f"--smoothing {smoothing:g} must be above 0: log 0 is no number")
    if output is not None:
        writable_kind(output)
        refuse_existing(output, overwrite=overwrite)
    sources = [PairInput.parse(text) for text in inputs]
    for source in sources:
        _ = source.size  # a missing file is found before the first one is counted
    for path in evaluate or []:
        read_scored_pairs(path)
    with ProgressView() as view:

        def show(done: int) -> None:
            view(Progress("counting", done, unit="pairs"))

        show(0)
        counts = count_pairs(_read(sources, limit), settings, on_progress=show)
    report(
        f"{count_of(counts.num_pairs, 'pair')} counted, {counts.num_dropped:,} dropped, "
        f"{count_of(len(counts.words), 'word')}"
    )
    for path in evaluate or []:
        for result in evaluate_lexicon(counts, path, smoothing=smoothing):
            report(_describe(result))
    if output is None and evaluate:
        return
    entries = list_entries(
        counts,
        measure=measure,
        min_count=min_count,
        min_score=min_score,
        top=top,
        smoothing=smoothing,
    )
    records: Iterator[dict[str, Any]] = map(asdict, entries)
    if output is None:
        sys.stdout.writelines(json_line(r, decimals=SCORES.decimals) for r in records)
        return
    write_rows(output, records, columns=_COLUMNS, style=SCORES)
    report(f"{len(entries):,} {'entry' if len(entries) == 1 else 'entries'} in {output}")


def _read(sources: "list[PairInput]", limit: int | None) -> "Iterator[ParaphrasePair]":
    from scpn.data.readers import read_pairs_from

    for source in sources:
        yield from read_pairs_from(source, limit=limit)


def _describe(result: "LexiconResult") -> str:
    every, covered = (
        "undefined" if score is None else f"{score.value:.1f}"
        for score in (result.every, result.covered)
    )
    return (
        f"{result.name}, {result.measure} PMI: Spearman {covered} on {result.num_covered:,} of "
        f"{result.num_pairs:,} pairs that were seen, {every} on all"
    )
