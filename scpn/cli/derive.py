"""`scpn derive`: parsed sentences in, pairs that differ by a moved constituent out."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from scpn.cli.options import new_app
from scpn.cli.progress import RunView

app = new_app()


@app.command("derive", no_args_is_help=True)
def derive_command(
    trees: Annotated[
        list[str],
        typer.Argument(
            metavar="TREES",
            help="Files with one tree per line, as 'scpn parse' prints them, plain, .gz or "
            ".xz; '-' reads standard input.",
            show_default=False,
        ),
    ],
    *,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="File of pairs, .tsv, .csv, .jsonl or .parquet."),
    ],
    rule: Annotated[
        list[str] | None,
        typer.Option(
            help="Use only this rule; repeatable. By default all rules.", show_default=False
        ),
    ] = None,
    limit_per_rule: Annotated[
        int | None,
        typer.Option(min=1, help="Keep at most this many pairs per rule, drawn at random."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Random seed of the draw.")] = 0,
) -> None:
    """Make paraphrase pairs by moving constituents of parsed sentences.

    The output has the columns source, target and rule, and `scpn label` reads it. The target is the
    original sentence, the source is derived from it. Tokens are joined by spaces.

    Example: scpn derive trees.txt.xz -o moved.tsv --limit-per-rule 5000
    """
    from scpn.data.derivation import derive_file

    with RunView() as view:
        counts = derive_file(
            trees,
            output,
            rules=rule,
            limit_per_rule=limit_per_rule,
            seed=seed,
            on_progress=view.on_progress,
        )
    for name, number in counts.pairs.items():
        print(f"{name:<24}{number:>9,}", file=sys.stderr)
    print(
        f"{counts.pairs.total():,} pairs from {counts.trees:,} trees in {output}", file=sys.stderr
    )
