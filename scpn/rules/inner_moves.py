"""Changes of order inside the predicate of a sentence, which keep its template."""

from collections.abc import Iterator

from nltk.tree import Tree

from scpn.rules.clauses import is_pronoun, is_tag, shape, words
from scpn.rules.places import Movable, Site, find_movables, find_sites, find_spine


def find_inner_moves(tree: Tree) -> Iterator[tuple[Tree, float]]:
    """Yield changed copies of a tree, with their costs in moves: one change in each."""
    for movable in find_movables(tree):
        if movable.phrase.label() in ("PP", "ADVP", "SBAR", "NP"):
            for site in find_sites(tree, movable.phrase):
                yield _moved(tree, movable, site), movable.cost + site.cost - 0.5
    spine = find_spine(tree)
    for head in spine:
        kinds = shape(head)
        for index in range(1, len(kinds) - 1):
            if set(kinds[index : index + 2]) == {"NP", "PRT"} and not is_pronoun(head[index]):
                yield _with(tree, head, _swapped(head, index)), 0.8
        for index, child in enumerate(head):
            if child.label() == "SBAR" and index:
                yield from _that(tree, head, index)


def _that(tree: Tree, head: Tree, index: int) -> Iterator[tuple[Tree, float]]:
    """ "he said that she left" and "he said she left"."""
    clause = head[index]
    if shape(clause) == ["IN", "S"] and words(clause)[0] == "that":
        yield _with(tree, clause, Tree("SBAR", [clause[1]])), 1.0
    elif shape(clause) == ["S"]:
        yield _with(tree, clause, Tree("SBAR", [Tree("IN", ["that"]), clause[0]])), 1.0


def _swapped(head: Tree, index: int) -> Tree:
    children = list(head)
    children[index : index + 2] = reversed(children[index : index + 2])
    return Tree(head.label(), children)


def _with(tree: Tree, old: Tree, new: Tree) -> Tree:
    """A copy of a tree with another node for one of it."""
    if tree is old:
        return new.copy(deep=True)
    if is_tag(tree):
        return Tree(tree.label(), list(tree))
    return Tree(tree.label(), [_with(child, old, new) for child in tree])


def _moved(tree: Tree, movable: Movable, site: Site) -> Tree:
    """A copy of a tree with a constituent at another site."""
    if is_tag(tree):
        return Tree(tree.label(), list(tree))
    children: list[Tree] = []
    for index in range(len(tree) + 1):
        if site.parent is tree and site.index == index:
            children += [Tree(",", [","])] if site.comma else []
            children.append(movable.phrase.copy(deep=True))
        if index < len(tree) and tree[index] is not movable.node:
            child = _moved(tree[index], movable, site)
            children += [child] if len(child) else []
    return Tree(tree.label(), children)
