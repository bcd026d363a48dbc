"""The shapes of trees that rules know, made of those that a parser gives."""

from nltk.tree import Tree

from scpn.rules.clauses import shape, words


def part_phrases(tree: Tree) -> Tree:
    """A copy of a tree in which phrases stand one by one: (VP ran (PP (PP in may) (PP at noon))).

    Parsers join two phrases with nothing between them under one. Here each is a child of the verb
    phrase; "from may to june" and "in front of it" stay one.
    """
    copy = tree.copy(deep=True)
    for node in list(copy.subtrees(lambda phrase: phrase.label() == "VP")):
        children: list[Tree | str] = []
        for child in node:
            children += list(child) if isinstance(child, Tree) and _are_two(child) else [child]
        node[:] = children
    return copy


def _are_two(phrase: Tree) -> bool:
    """Whether a phrase is two phrases and nothing else."""
    if phrase.label() != "PP" or len(phrase) != 2 or shape(phrase) != ["PP", "PP"]:
        return False
    opening, second = words(phrase)[0], words(phrase[1])[0]
    return second not in ("of", "to", "until", "than") and opening not in ("from", "between")
