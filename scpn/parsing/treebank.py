"""Treebank files as parser training examples."""

import random
from collections.abc import Sequence
from pathlib import Path

from nltk import Tree

from scpn.errors import DataError
from scpn.fileio import read_lines
from scpn.trees.reader import read_trees
from scpn.trees.transform import normalize

FINAL_PUNCTUATION = frozenset({".", ":", ","})


def load_treebank(paths: Sequence[Path | str], *, max_words: int) -> list[Tree]:
    """Read every tree of some one-tree-a-line files, in the form the parser trains on.

    Function tags, traces and root wrappers are removed and quotes become `"`, which is how
    text reaches the parser.

    Args:
        paths: Files, `.xz` and `.gz` included.
        max_words: Longer sentences are left out.

    Returns:
        Trees with words and without a root wrapper.

    Raises:
        DataError: A file cannot be read, holds a broken tree, or no tree is left.
    """
    trees = []
    for path in paths:
        for tree in read_trees((text for _, text in read_lines(path)), path=path):
            tree = plain_quotes(normalize(tree))
            if 1 <= len(tree.leaves()) <= max_words:
                trees.append(tree)
    if not trees:
        raise DataError(f"no tree of at most {max_words} words in {len(paths)} files")
    return trees


def plain_quotes(tree: Tree) -> Tree:
    """Copy of `tree` in which the treebank's `` and '' are the character `"`."""
    tree = tree.copy(deep=True)
    for position in tree.treepositions("leaves"):
        if tree[position] in ("``", "''"):
            tree[position] = '"'
    return tree


def with_top(tree: Tree) -> Tree:
    """The tree under a TOP node, as benepar expects training trees."""
    return Tree("TOP", [tree])


def vary(tree: Tree, rng: random.Random, *, lower: float, unpunctuated: float) -> Tree:
    """Copy of `tree` that looks like text the treebanks hold little of.

    Args:
        tree: A tree with words.
        rng: Source of the two decisions.
        lower: Probability that all words are lower-cased.
        unpunctuated: Probability that a final punctuation mark under the root is dropped.
    """
    is_lower, is_unpunctuated = rng.random() < lower, rng.random() < unpunctuated
    tree = tree.copy(deep=True)
    if is_unpunctuated and len(tree) > 1 and tree[-1].label() in FINAL_PUNCTUATION:
        tree.pop()
    if is_lower:
        for position in tree.treepositions("leaves"):
            tree[position] = tree[position].lower()
    return tree
