"""Transformations of trees; each returns a new tree and leaves its argument alone."""

from collections.abc import Callable, Iterator, Sequence

from nltk.tree import Tree
from nltk.tree.prettyprinter import TreePrettyPrinter

from scpn.errors import DataError
from scpn.trees.labels import TRACE_TAG, normalize_label
from scpn.trees.reader import drop_root


def strip_functions(tree: Tree) -> Tree:
    """Return a copy with plain labels (`NP-SBJ-1` -> `NP`; see `labels.normalize_label`)."""
    return _rebuild(tree, relabel=normalize_label)


def remove_traces(tree: Tree) -> Tree:
    """Return a copy without empty elements (`-NONE-`) and without the phrases they leave empty.

    Raises:
        DataError: If the tree has nothing but empty elements.
    """
    doomed = _trace_nodes(tree)
    if id(tree) in doomed:
        raise DataError(
            "tree has only empty elements (-NONE-), nothing is left of it; leave it out"
        )
    return _rebuild(tree, keep=lambda child, _: id(child) not in doomed)


def remove_words(tree: Tree) -> Tree:
    """Return the parse of a tree: the same without words."""
    return _rebuild(tree, keep=lambda child, _: isinstance(child, Tree))


def give_words(tree: Tree, words: Sequence[str]) -> Tree:
    """Return the tree or parse with these words at its tags; as it is if their numbers differ."""
    copy = tree.copy(deep=True)
    tags = [node for node in copy.subtrees() if not any(isinstance(child, Tree) for child in node)]
    if len(tags) != len(words):
        return copy
    for tag, word in zip(tags, words, strict=True):
        tag[:] = [word]
    return copy


def cut_to_depth(tree: Tree, depth: int) -> Tree:
    """Return the top levels of a tree, as a parse: what lies deeper is gone, and so are words.

    Args:
        tree: A parse or a tree.
        depth: Levels to keep; 1 keeps the root alone, 2 is the template.

    Raises:
        ValueError: If `depth` is less than 1.
    """
    if depth < 1:
        raise ValueError(f"depth is {depth}, must be at least 1, the root")
    return _rebuild(tree, keep=lambda child, level: isinstance(child, Tree) and level <= depth)


def normalize(tree: Tree) -> Tree:
    """Return the tree in this project's conventions; words, if any, stay as they are.

    In this order: empty elements removed, labels made plain, the wrapper dropped. Idempotent.

    Raises:
        DataError: If the tree has nothing but empty elements.
    """
    return drop_root(strip_functions(remove_traces(tree)))


def pos_tags(tree: Tree) -> list[str]:
    """Return the tags of a parse or a tree, left to right: one for each token of the sentence."""
    tags: list[str] = []
    stack = [tree]
    while stack:
        node = stack.pop()
        children = [child for child in node if isinstance(child, Tree)]
        stack.extend(reversed(children))
        if not children:
            tags.append(node.label())
    return tags


def draw(tree: Tree) -> str:
    """Return a drawing of the tree in plain characters, several lines, for `--pretty`."""
    # nltk draws "..." below childless nodes and orders mixed leaves wrongly, so every leaf becomes
    # the index of its text.
    texts: list[str] = []
    root = Tree(tree.label(), [])
    stack: list[tuple[Tree, Iterator[Tree | str]]] = [(root, iter(tree))]
    while stack:
        copy, children = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
        elif isinstance(child, Tree) and len(child):
            copy.append(Tree(child.label(), []))
            stack.append((copy[-1], iter(child)))
        else:
            copy.append(len(texts))
            texts.append(str(child.label() if isinstance(child, Tree) else child))
    if not texts:
        return str(tree.label())
    drawing: str = TreePrettyPrinter(root, texts).text()
    return "\n".join(line.rstrip() for line in drawing.rstrip().splitlines())


def _keep_all(child: Tree | str, level: int) -> bool:
    return True


def _rebuild(
    tree: Tree,
    *,
    relabel: Callable[[str], str] = str,
    keep: Callable[[Tree | str, int], bool] = _keep_all,
) -> Tree:
    """Copy a tree without recursion, relabeled, with only the children `keep(child, level)`."""
    root = Tree(relabel(tree.label()), [])
    stack = [(tree, root, 2)]
    while stack:
        node, copy, level = stack.pop()
        for child in node:
            if not keep(child, level):
                continue
            if isinstance(child, Tree):
                copy.append(Tree(relabel(child.label()), []))
                stack.append((child, copy[-1], level + 1))
            else:
                copy.append(child)
    return root


def _trace_nodes(tree: Tree) -> set[int]:
    """Identities of the nodes that are empty elements or hold nothing else."""
    order: list[Tree] = [tree]
    for node in order:  # grows while it is read: parents before children
        order.extend(child for child in node if isinstance(child, Tree))
    doomed: set[int] = set()
    for node in reversed(order):
        only_traces = len(node) > 0 and all(id(child) in doomed for child in node)
        if node.label() == TRACE_TAG or only_traces:
            doomed.add(id(node))
    return doomed
