"""Syntactic agreement of parses: template match and tree edit distance.

The edit distance compares labels as they stand: bring trees of different origin into the
project's conventions first (`scpn.trees.transform.normalize`). Name the parser in the signature.
"""

from collections.abc import Sequence
from statistics import fmean

from nltk.tree import Tree

from scpn.errors import UsageError
from scpn.metrics.score import Score, check_parallel
from scpn.metrics.signature import Signature
from scpn.templates.template import Template
from scpn.trees.edit_distance import tree_edit_distance

TOP_LEVELS = 3
"""Levels compared by the short form of the edit distance: root, its children, theirs.

Papers whose trees begin with ROOT count it as a level: their three are two here.
"""


def template_match(
    parses: Sequence[Tree],
    references: Sequence[Tree | Template],
    *,
    ignore_final_punctuation: bool = False,
    parser: str = "given",
) -> Score:
    """Share of parses whose top two levels are exactly those of the reference.

    The measure of control of Iyyer et al. 2018 and, with ROOT counted as a level, SynPG's
    "template matching accuracy". A parse that is a lone label matches nothing.

    Args:
        parses: Parses of the outputs.
        references: The parse or template that each output should have.
        ignore_final_punctuation: Do not let a missing or added full stop decide.
        parser: Name and version of what made the parses, for the signature.

    Raises:
        DataError: If the numbers of parses differ or are zero.
    """
    count = check_parallel("parses and references", parses, references)
    matches = sum(
        _matches(parse, reference, ignore_final_punctuation=ignore_final_punctuation)
        for parse, reference in zip(parses, references, strict=True)
    )
    kind = "exact-but-final-punctuation" if ignore_final_punctuation else "exact"
    signature = Signature.of(metric="template-match", template=kind, parser=parser)
    return Score("template_match", 100 * matches / count, "percent", count, signature)


def mean_tree_edit_distance(
    parses: Sequence[Tree],
    references: Sequence[Tree],
    *,
    depth: int | None = None,
    parser: str = "given",
) -> Score:
    """Mean number of node edits between each parse and its reference, lower is better.

    Args:
        parses: Parses of the outputs.
        references: One parse for each.
        depth: Levels compared from the root (1) down, `TOP_LEVELS` for the short form; None
            compares whole parses. Words never count.
        parser: Name and version of what made the parses, for the signature.

    Raises:
        DataError: If the numbers of parses differ or are zero.
    """
    count = check_parallel("parses and references", parses, references)
    value = fmean(
        tree_edit_distance(parse, reference, depth=depth)
        for parse, reference in zip(parses, references, strict=True)
    )
    levels = "all" if depth is None else depth
    signature = Signature.of(
        metric="tree-edit-distance", levels=levels, costs="unit", words="no", parser=parser
    )
    name = "tree_edit_distance" if depth is None else f"tree_edit_distance_top{depth}"
    return Score(name, value, "edits", count, signature)


def _matches(parse: Tree, reference: Tree | Template, *, ignore_final_punctuation: bool) -> bool:
    try:
        wanted = reference if isinstance(reference, Template) else Template.of(reference)
    except UsageError:  # a lone label
        return False
    return wanted.matches(parse, ignore_final_punctuation=ignore_final_punctuation)
