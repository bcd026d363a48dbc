"""`scpn derive`: parsed sentences in, pairs of a sentence with and without a move out."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from scpn.cli.progress import RunView

app = typer.Typer(add_completion=False)


@app.command("derive", no_args_is_help=True)
def derive_command(
    trees: Annotated[
        list[str],
        typer.Argument(
            metavar="TREES...",
            help="Files with one tree with words a line, as 'scpn parse' prints them; plain, .gz "
            "or .xz, '-' is standard input.",
            show_default=False,
        ),
    ],
    *,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", help="File of pairs: derived sentence, sentence, rule."),
    ],
    rule: Annotated[
        list[str] | None,
        typer.Option(help="Use this rule only; may be repeated. None: all.", show_default=False),
    ] = None,
    limit_per_rule: Annotated[
        int | None,
        typer.Option(min=1, help="At most so many pairs of a rule, drawn at random."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the draw.")] = 0,
) -> None:
    """Make paraphrase pairs by moving constituents of parsed sentences.

    A header, then on each line source, target and rule with tabs between, as `scpn label` reads
    them; tokens are joined by spaces. The target is the sentence as it was, the source the one
    derived from it.

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
