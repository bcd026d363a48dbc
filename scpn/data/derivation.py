"""Derives pairs from files of parsed sentences, as `scpn derive` does."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nltk.tree import Tree

from scpn.errors import UsageError
from scpn.fileio import read_lines
from scpn.rules.movement import derive_pairs, select_rules
from scpn.runs import OnProgress, Progress
from scpn.tables.writing import write_rows
from scpn.trees.reader import read_trees

COLUMNS = ("source", "target", "rule")


@dataclass(slots=True)
class DerivationCounts:
    """Figures of a run.

    Attributes:
        pairs: Rule -> pairs written, for every rule that was tried.
        trees: Trees read.
    """

    pairs: Counter[str] = field(default_factory=Counter)
    trees: int = 0


def derive_file(
    trees: Sequence[str],
    output: Path,
    *,
    rules: Sequence[str] | None = None,
    limit_per_rule: int | None = None,
    seed: int = 0,
    on_progress: OnProgress | None = None,
) -> DerivationCounts:
    """Write the pairs that rules make of parsed sentences.

    Args:
        trees: Files with one tree with words a line; `-` is standard input.
        output: A `.tsv`, `.csv`, `.jsonl` or `.parquet` file of derived sentence, sentence, rule.
        rules: Names of rules; None takes all.
        limit_per_rule: At most so many pairs of a rule, drawn at random; None keeps all.
        seed: Of the draw.
        on_progress: Told of each tree.

    Raises:
        UsageError: There is no such rule, or the output is also an input.
        DataError: A line is no tree, or a file cannot be read or written.
    """
    chosen = select_rules(rules)
    if any(path != "-" and output.resolve() == Path(path).resolve() for path in trees):
        raise UsageError(f"--output {output} is also an input; name another file")
    counts = DerivationCounts(Counter(dict.fromkeys(chosen, 0)))

    def read() -> Iterator[Tree]:
        for path in trees:
            for tree in read_trees((line for _, line in read_lines(path)), path=path):
                counts.trees += 1
                if on_progress is not None:
                    on_progress(Progress("deriving", counts.trees, unit="trees"))
                yield tree

    def rows() -> Iterator[dict[str, str]]:
        pairs = derive_pairs(read(), rules=chosen, limit_per_rule=limit_per_rule, seed=seed)
        for pair in pairs:
            counts.pairs[pair.rule] += 1
            yield dict(
                zip(COLUMNS, (" ".join(pair.source), " ".join(pair.target), pair.rule), strict=True)
            )

    write_rows(output, rows(), columns=COLUMNS)
    return counts
