"""Runs of words in a tree: where they stand, and putting other words there.

Most alternations of wording do not care how a parser brackets them ("because of" may be one PP or
two), so they are told by words and tags, and what replaces them takes the place of the first word.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from nltk.tree import Tree

from scpn.rules.clauses import FINITE, is_tag

_VOWEL = re.compile(r"(?!one\b|once|uni|eu|us[aeiu]|ut[ie]|u\b)[aeiou]|hour|honest|honor|heir")


@dataclass(frozen=True)
class Token:
    """A word of a sentence.

    Attributes:
        word: Lower-case.
        tag: Its tag.
        place: Position of the tag in the tree.
    """

    word: str
    tag: str
    place: tuple[int, ...]


@dataclass(frozen=True)
class Span:
    """Words to be replaced.

    Attributes:
        start: Number of the first word.
        stop: Number after the last word.
        tags: What replaces them: tags over words.
        weight: How much this changes a sentence; below 1 it is a trifle.
    """

    start: int
    stop: int
    tags: tuple[tuple[str, str], ...]
    weight: float = 1.0


def tokens_of(tree: Tree) -> list[Token]:
    """The words of a tree, with their tags and places."""
    return [
        Token(str(tree[place][0]).lower(), str(tree[place].label()), place)
        for place in tree.treepositions()
        if isinstance(tree[place], Tree) and is_tag(tree[place])
    ]


def replace(tree: Tree, spans: Iterable[Span]) -> Tree:
    """A copy of a tree with other words for some that do not overlap.

    New words stand where the first of the old ones stood; a phrase left without words goes. "a" and
    "an" are put right beside them.
    """
    copy = tree.copy(deep=True)
    written: list[Tree] = []
    places = [token.place for token in tokens_of(tree)]
    for span in sorted(spans, key=lambda each: -each.start):
        for place in reversed(places[span.start + 1 : span.stop]):
            _remove(copy, place)
        first = places[span.start]
        parent = copy[first[:-1]]
        new = [Tree(tag, [word]) for tag, word in span.tags]
        parent[first[-1] : first[-1] + 1] = new
        written += new
    _agree_articles(copy, written)
    return copy


def _remove(tree: Tree, place: Sequence[int]) -> None:
    """Take a tag out of a tree, and the phrases that it leaves empty."""
    while len(place) > 1 and len(tree[tuple(place[:-1])]) == 1:
        place = place[:-1]
    del tree[tuple(place)]


def _agree_articles(tree: Tree, written: Sequence[Tree]) -> None:
    """Put right the articles that are new or stand before a new word, but not in "group a is"."""
    new = {id(tag) for tag in written}
    for article, following in pairwise(tree.subtrees(is_tag)):
        if not {id(article), id(following)} & new or following.label() in FINITE:
            continue
        if article[0] in ("a", "an") and article.label() == "DT":
            article[0] = "an" if _VOWEL.match(str(following[0])) else "a"
