"""`scpn similarity`: pairs of sentences in, the cosine of their vectors out."""

import sys
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.cli import options
from scpn.cli.derived import takes_settings
from scpn.cli.options import new_app
from scpn.cli.progress import RunView, count_of, report
from scpn.embeddings.settings import EmbeddingSettings
from scpn.errors import UsageError

if TYPE_CHECKING:
    from scpn.runs import ItemResult

app = new_app()

_MODEL = EmbeddingSettings.panel


@app.command("similarity", no_args_is_help=True)
@takes_settings
def similarity_command(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="PAIRS",
            help="Pairs: .tsv (source, tab, target, or a header with these names), .csv, "
            ".jsonl, .parquet or hf:...; or two text files with parallel lines. Text "
            "also as .gz or .xz.",
            show_default=False,
        ),
    ],
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Output file (.tsv, .csv, .jsonl or .parquet), written only on success; by "
            "default lines on a terminal, JSON lines in a pipe.",
        ),
    ] = None,
    scores_only: Annotated[
        bool, typer.Option("--scores-only", help="Print only the scores, one per line.")
    ] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Read at most this many pairs.")] = None,
    model: Annotated[str | None, options.encoder(panel=_MODEL)] = None,
    device: Annotated[str | None, options.device(panel=_MODEL)] = None,
    settings: EmbeddingSettings,
    skip_unknown: Annotated[
        bool,
        typer.Option(
            "--skip-unknown",
            help="Give 0 to a pair with an empty or unknown sentence, instead of failing.",
        ),
    ] = False,
    resume: Annotated[bool, options.resume()] = False,
    overwrite: Annotated[bool, options.overwrite()] = False,
) -> None:
    """Score how similar in meaning the two sentences of each pair are, from -1 to 1.

    Example: scpn similarity english.txt paraphrases.txt --scores-only > scores.txt
    """
    from scpn.data.readers import PairInput
    from scpn.embeddings.similarity_run import compare_pairs

    if len(inputs) > 2:
        raise UsageError(f"got {len(inputs)} inputs; give one file of pairs or two parallel files")
    if scores_only and output is not None:
        raise UsageError("--scores-only goes to standard output; leave out --output")
    with RunView(shows_progress=output is not None, problems="sentences without a vector") as view:
        counts = compare_pairs(
            PairInput.parse("::".join(inputs)),
            output,
            limit=limit,
            model=model,
            device=device,
            batch_size=settings.batch_size,
            skip_unknown=skip_unknown,
            resume=resume,
            overwrite=overwrite,
            on_result=_printer(scores_only=scores_only) if output is None else None,
            on_progress=view.on_progress,
            on_problem=view.problems.add,
        )
    sys.stdout.flush()
    where = f" in {output}" if output else ""
    unknown = f"; {counts.unknown:,} sentences unknown" if counts.unknown else ""
    pairs = count_of(counts.pairs, "pair")
    report(f"{pairs}{where}, mean similarity {counts.mean:.4f}{unknown}")


def _printer(*, scores_only: bool) -> "Callable[[object, ItemResult], None]":
    """What writes the record of a pair to standard output."""
    from scpn.tables.writing import SCORES, json_line

    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    is_terminal = sys.stdout.isatty()

    def write(_: object, result: "ItemResult") -> None:
        (record,) = result.records
        if scores_only:
            line = f"{record['similarity']:.6f}\n"
        elif is_terminal:
            line = f"{record['similarity']:7.4f}  {record['source']}  |  {record['target']}\n"
        else:
            line = json_line(record, decimals=SCORES.decimals)
        sys.stdout.write(line)

    return write
