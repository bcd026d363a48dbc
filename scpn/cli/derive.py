"""`scpn derive`: parsed sentences in, pairs of a sentence with and without a move out."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.errors import DataError, UsageError

if TYPE_CHECKING:
    from nltk.tree import Tree

app = typer.Typer(add_completion=False)
_SECONDS_BETWEEN_LINES = 10.0


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
    from scpn.data.movement import derive_pairs, select_rules
    from scpn.fileio import write_atomically

    rules = select_rules(rule)
    if any(path != "-" and output.resolve() == Path(path).resolve() for path in trees):
        raise UsageError(f"--output {output} is also an input; name another file")
    counts: Counter[str] = Counter()
    read: Counter[str] = Counter()
    with write_atomically(output) as stream:
        stream.write("source\ttarget\trule\n")
        for pair in derive_pairs(
            _read(trees, read), rules=rules, limit_per_rule=limit_per_rule, seed=seed
        ):
            counts[pair.rule] += 1
            stream.write(f"{' '.join(pair.source)}\t{' '.join(pair.target)}\t{pair.rule}\n")
    for name in rules:
        print(f"{name:<24}{counts[name]:>9,}", file=sys.stderr)
    print(f"{counts.total():,} pairs from {read.total():,} trees in {output}", file=sys.stderr)


def _read(paths: list[str], read: Counter[str]) -> Iterator["Tree"]:
    """Yield the trees of all files, counting them and saying now and then how many."""
    from scpn.errors import TreeSyntaxError
    from scpn.fileio import read_lines
    from scpn.trees.reader import read_tree

    last = monotonic()
    for path in paths:
        for number, line in read_lines(path):
            if not line.strip():
                continue
            try:
                tree = read_tree(line)
            except TreeSyntaxError as error:
                raise DataError(str(error), path=path, line=number) from error
            read[path] += 1
            if monotonic() - last >= _SECONDS_BETWEEN_LINES:
                last = monotonic()
                print(f"deriving: {read.total():,} trees read", file=sys.stderr)
            yield tree
