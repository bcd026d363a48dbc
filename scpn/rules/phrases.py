"""Changing one phrase inside a sentence and leaving the rest as it is."""

from collections.abc import Callable, Iterator

from nltk.tree import Tree


def change_one(tree: Tree, label: str, change: Callable[[Tree], bool]) -> Iterator[Tree]:
    """A copy of a tree with the first phrase of a label that `change` can change, if there is one.

    Args:
        tree: A sentence.
        label: Of the phrases to try.
        change: Changes a phrase in place and says whether it did.
    """
    for place in tree.treepositions():
        node = tree[place]
        if not isinstance(node, Tree) or node.label() != label or len(place) == 0:
            continue
        phrase = node.copy(deep=True)
        if change(phrase):
            copy = tree.copy(deep=True)
            copy[place] = phrase
            yield copy
            return
