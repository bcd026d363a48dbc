"""Rules behind an opening that is no part of the question: "well ,", "so", "by the way ,"."""

from collections.abc import Iterator

from nltk.tree import Tree

from scpn.rules.clauses import words
from scpn.rules.frame import build
from scpn.rules.rule import Rewrite

_LEADS = ("INTJ", "CC", "UH")
_WORDS = ("so", "now", "then", "okay", "ok", "well", "by the way", "also")
_KINDS = ("SQ", "SBARQ")


def behind_lead(rule: Rewrite) -> Rewrite:
    """A rule for questions that also takes one with an opening, which stays in front.

    What the rule writes behind an opening must be a question again.
    """

    def rewrite(tree: Tree) -> Iterator[Tree]:
        size = _size_of_lead(tree)
        if size == 0:
            yield from rule(tree)
            return
        lead = list(tree)[:size]
        for result in rule(Tree(tree.label(), list(tree)[size:])):
            if result.label() in _KINDS:
                yield build([*lead, *result], result.label())

    return rewrite


def _size_of_lead(tree: Tree) -> int:
    """How many children of a question are its opening, comma included."""
    size = 0
    if tree.label() not in _KINDS:
        return 0
    for node in tree:
        if not isinstance(node, Tree):
            return 0
        if words(node) == ["please"]:
            return 0  # it goes with a request, not with what a rule makes of one
        opening = node.label() in _LEADS or " ".join(words(node)) in _WORDS
        if not (opening or (size and node.label() == ",")):
            break
        size += 1
    return size if size < len(tree) - 1 else 0
