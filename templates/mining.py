"""Find the most frequent templates of a corpus."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from nltk.tree import Tree

from scpn.errors import DataError, TreeSyntaxError, UsageError
from scpn.fileio import read_lines
from scpn.templates.labeled import find_shards, read_template_pairs
from scpn.templates.statistics import TemplateStatistics
from scpn.templates.template import Template
from scpn.trees.reader import read_parse, read_tree


def count_templates(parses: Iterable[Tree | Template]) -> Counter[Template]:
    """Count the templates of parses, trees or templates; a lone label counts for nothing."""
    counts: Counter[Template] = Counter()
    for parse in parses:
        if isinstance(parse, Tree):
            try:
                parse = Template.of(parse)
            except UsageError:
                continue
        counts[parse] += 1
    return counts


def most_frequent(counts: Counter[Template], *, top: int) -> list[tuple[Template, int]]:
    """Return the `top` templates of a count; ties in the order of their text."""
    return sorted(counts.items(), key=lambda item: (-item[1], str(item[0])))[:top]


def count_files(
    paths: Iterable[str | Path], *, split: str | None = "train"
) -> tuple[Counter[Template], TemplateStatistics | None]:
    """Count the templates of labelled shards (both sides of each pair) and of tree files.

    Args:
        paths: `.parquet` files, folders of them, and files with one tree or parse a line.
        split: Rows of labelled files with this split only; None takes all.

    Returns:
        The counts, and what stands beside what in the labelled pairs; None if there were no
        labelled files.

    Raises:
        DataError: If a file is missing, damaged or of another kind.
    """
    counts: Counter[Template] = Counter()
    statistics: TemplateStatistics | None = None
    for path in find_shards(paths):
        if path.suffix != ".parquet":
            counts.update(count_templates(read_tree_file(path)))
            continue
        statistics = statistics or TemplateStatistics()
        for pairs in read_template_pairs(path, split=split):
            counts.update(template for pair in pairs for template in (pair.source, pair.target))
            statistics.add_pairs(pairs)
    return counts, statistics


def read_tree_file(path: str | Path) -> Iterator[Tree]:
    """Stream the trees or parses of a file with one a line, plain or `.gz` or `.xz`.

    The first line decides whether the file has words.

    Raises:
        DataError: If the file cannot be read, or for the first line that is no tree.
    """
    read = None
    for number, line in read_lines(path):
        if not line.strip():
            continue
        read = read or (read_parse if _is_parse(line) else read_tree)
        try:
            yield read(line)
        except TreeSyntaxError as error:
            raise DataError(str(error), path=path, line=number) from error


def _is_parse(line: str) -> bool:
    try:
        read_parse(line)
    except TreeSyntaxError:
        return False
    return True
