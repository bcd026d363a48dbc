"""Tree edit distance between parses."""

from apted import APTED
from nltk.tree import Tree

from scpn.errors import UsageError
from scpn.trees.reader import MAX_DEPTH
from scpn.trees.transform import cut_to_depth


class _Node:
    """A node as `apted` wants it; an `nltk.Tree` without children would be false to it."""

    __slots__ = ("children", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.children: list[_Node] = []


def tree_edit_distance(a: Tree, b: Tree, *, depth: int | None = None) -> int:
    """Fewest insertions, deletions and relabelings of nodes that turn one parse into the other.

    Ordered trees, unit costs (Zhang and Shasha 1989), computed with APTED (Pawlik and Augsten
    2016). Words do not count; labels are compared as they stand, so `normalize` trees of different
    origin first.

    Args:
        a: A parse or a tree.
        b: Another.
        depth: Compare only this many top levels (root = 1); None compares all.

    Raises:
        UsageError: If a tree is deeper than any sentence's parse (`reader.MAX_DEPTH`).
    """
    return int(APTED(_nodes(a, depth), _nodes(b, depth)).compute_edit_distance())


def _nodes(tree: Tree, depth: int | None) -> _Node:
    parse = tree if depth is None else cut_to_depth(tree, depth)
    root = _Node(parse.label())
    stack = [(parse, root, 1)]
    while stack:
        node, copy, level = stack.pop()
        if level > MAX_DEPTH:
            raise UsageError(
                f"tree is more than {MAX_DEPTH} levels deep, too deep for the edit distance; "
                "give depth= to compare the top levels"
            )
        for child in node:
            if isinstance(child, Tree):
                copy.children.append(_Node(child.label()))
                stack.append((child, copy.children[-1], level + 1))
    return root
