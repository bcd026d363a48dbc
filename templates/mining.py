"""Find the most frequent templates of a corpus; what `scpn templates mine` does."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from nltk.tree import Tree

from scpn.errors import DataError, TreeSyntaxError, UsageError
from scpn.fileio import read_lines
from scpn.templates.labeled import find_shards, read_template_pairs
from scpn.templates.sets import TemplateSet
from scpn.templates.settings import TemplateMiningSettings
from scpn.templates.statistics import TemplateStatistics
from scpn.templates.template import Template
from scpn.trees.reader import read_parse, read_tree


@dataclass(frozen=True, slots=True)
class MinedTemplates:
    """The most frequent templates of a corpus.

    Attributes:
        ranked: Templates and how often each was seen, the most frequent first.
        total: How often any template was seen.
    """

    ranked: list[tuple[Template, int]]
    total: int

    def to_set(self, name: str) -> TemplateSet:
        """The templates as a set, which says where they come from."""
        covered = sum(count for _, count in self.ranked) / self.total
        origin = (
            f"The {len(self.ranked)} most frequent templates of {self.total} parses, "
            f"of which they cover {covered:.1%}."
        )
        return TemplateSet(name, "1", origin, "", tuple(template for template, _ in self.ranked))


def mine_templates(
    files: Sequence[str | Path],
    *,
    statistics: str | Path | None = None,
    settings: TemplateMiningSettings | None = None,
) -> MinedTemplates:
    """Find the most frequent templates of labeled pairs, both sides of each, or of trees.

    Args:
        files: `.parquet` files, folders of them, and files with one tree or parse a line.
        statistics: File to write of what stands beside what in labeled pairs; None writes none.
        settings: None for the defaults.

    Raises:
        UsageError: There is no template, or statistics are asked for and no file is labeled.
        DataError: A file is missing, damaged or of another kind, or cannot be written.
    """
    settings = settings or TemplateMiningSettings()
    counts, pairs = count_files(files, split=None if settings.split == "all" else settings.split)
    if not counts:
        raise UsageError(
            f"no templates found in {', '.join(map(str, files))}; check the files and --split"
        )
    if statistics is not None:
        if pairs is None:
            raise UsageError("--statistics needs labeled .parquet files; 'scpn label' makes them")
        pairs.pruned(min_count=settings.min_count).save(statistics)
    return MinedTemplates(most_frequent(counts, top=settings.top), counts.total())


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
    paths: Iterable[str | Path], *, split: str | None = TemplateMiningSettings.split
) -> tuple[Counter[Template], TemplateStatistics | None]:
    """Count the templates of labeled shards (both sides of each pair) and of tree files.

    Args:
        paths: `.parquet` files, folders of them, and files with one tree or parse a line.
        split: Rows of labeled files with this split only; None takes all.

    Returns:
        The counts, and what stands beside what in the labeled pairs; None if there were no
        labeled files.

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
