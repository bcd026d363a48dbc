"""Constructions inside a sentence that say the same: they keep its form at the top."""

from collections.abc import Callable, Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    NEGATIONS,
    PLAIN_BE,
    PRONOUNS,
    first_tag,
    has_label,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.inflection import base_of_gerund, gerund
from scpn.rules.rule import Rewrite

_FIXED = word_set(
    "black white red blue green yellow brown gray grey pink rock roll back forth up down in out "
    "ladies gentlemen bread butter salt pepper bed breakfast law order pros cons ups downs peace "
    "war arts sciences science hands knees men women research development search rescue now then"
)
_PHASES = word_set("begin begins began begun start starts started continue continues continued")
_PHASES_BEFORE_TO = _PHASES | word_set("like likes liked love loves loved hate hates hated prefer")
_NO_PARTICIPLE = word_set("be have think say tell admit see know")
_COUNTRIES = {
    "american": "the united states", "english": "england", "canadian": "canada",
    "french": "france", "german": "germany", "japanese": "japan", "australian": "australia",
    "italian": "italy", "irish": "ireland", "indian": "india", "scottish": "scotland",
    "swedish": "sweden", "norwegian": "norway", "brazilian": "brazil", "polish": "poland",
}  # fmt: skip
_NATIVE = word_set("citizen state city town village territory colony word name language province")


def swap_conjuncts(tree: Tree) -> Iterator[Tree]:
    """ "they sell fresh fish and old books ." -> "they sell old books and fresh fish ."."""
    if words(tree).count("and") != 1 or has_label(tree, "EX"):
        return
    for place in tree.treepositions():
        phrase = tree[place]
        if isinstance(phrase, str) or not place or phrase.label() not in ("NP", "ADJP"):
            continue
        middle = shape(phrase).index("CC") if shape(phrase).count("CC") == 1 else 0
        if not 0 < middle == len(phrase) - 2 or words(phrase[middle]) != ["and"]:
            continue
        first, second = phrase[middle - 1], phrase[middle + 1]
        bare = is_tag(first) and set(shape(phrase)[: middle - 1]) <= {"DT", "PRP$", "RB"}
        if not (bare or middle == 1) or first.label() != second.label():
            continue
        alike = has_label(first, "DT") == has_label(second, "DT")
        if not (alike and _is_light(first) and _is_light(second)) or not _is_free(tree, place):
            continue
        copy = tree.copy(deep=True)
        copy[place][middle - 1], copy[place][middle + 1] = (
            second.copy(deep=True),
            first.copy(deep=True),
        )
        yield copy
        return


def _is_light(phrase: Tree) -> bool:
    """Whether a conjunct is short, names nothing and refers to nothing beside it."""
    text = words(phrase)
    if set(text) & (PRONOUNS | _FIXED | NEGATIONS) or len(text) > 3:
        return False
    tags = [str(tag.label()) for tag in phrase.subtrees(is_tag)]
    allowed = {"DT", "JJ", "NN", "NNS", "CD", "RB"}
    flat = is_tag(phrase) or all(is_tag(child) for child in phrase)
    return (
        flat
        and set(tags) <= allowed
        and tags[-1] in ("NN", "NNS", "JJ")
        and not text[-1].endswith("ing")
    )


def _is_free(tree: Tree, place: tuple[int, ...]) -> bool:
    """Whether a phrase is at the end or the subject: else what follows may belong to its end."""
    named = any(has_label(tree[place[:depth]], "NNP") for depth in range(1, len(place)))
    parent, last = tree[place[:-1]], tree[place].leaves()[-1]
    beside = parent[place[-1] + 1 :]
    if parent.label() == "S" and [node.label() for node in beside[:1]] == ["VP"]:
        return place[-1] == 0 and not named
    ends = [str(tag[0]) for tag in tree.subtrees(is_tag) if tag.label() != "."]
    return ends[-1] == last and not named


def complement_to_participle(tree: Tree) -> Iterator[Tree]:
    """ "it began to rain ." -> "it began raining ."; so with "like"."""

    def change(phrase: Tree) -> bool:
        if shape(phrase)[1:2] != ["S"] or words(phrase[0])[0] not in _PHASES_BEFORE_TO:
            return False
        inner = phrase[1]
        if shape(inner) != ["VP"] or shape(inner[0]) != ["TO", "VP"] or len(words(inner)) < 2:
            return False
        act = inner[0][1]
        if first_tag(act) != "VB" or not is_tag(act[0]) or words(act)[0] in _NO_PARTICIPLE:
            return False
        if has_label(act, "CC") or phrase[0].label() not in ("VBD", "VBP", "VBZ", "VBN"):
            return False
        act[0] = Tree("VBG", [gerund(words(act)[0])])
        inner[:] = [act]
        return True

    return _change_first(tree, change)


def complement_to_infinitive(tree: Tree) -> Iterator[Tree]:
    """ "it began raining ." -> "it began to rain ."."""

    def change(phrase: Tree) -> bool:
        if shape(phrase)[1:2] != ["S"] or words(phrase[0])[0] not in _PHASES:
            return False
        inner = phrase[1]
        if shape(inner) != ["VP"] or not is_tag(inner[0][0]) or first_tag(inner) != "VBG":
            return False
        base = base_of_gerund(words(inner)[0])
        if base is None or has_label(inner, "CC") or phrase[0].label() == "VBG":
            return False
        act = Tree("VP", [Tree("VB", [base]), *list(inner[0])[1:]])
        inner[:] = [Tree("VP", [Tree("TO", ["to"]), act])]
        return True

    return _change_first(tree, change)


def name_origin(tree: Tree) -> Iterator[Tree]:
    """ "she is a french singer ." -> "she is a singer from france ."."""

    def change(phrase: Tree) -> bool:
        if shape(phrase)[1:] != ["NP"] or words(phrase[0])[0] not in PLAIN_BE:
            return False
        noun = phrase[1]
        if shape(noun)[:2] != ["DT", "JJ"] or words(noun)[0] not in ("a", "an"):
            return False
        country = _COUNTRIES.get(words(noun)[1])
        if country is None or set(shape(noun)[2:]) - {"JJ", "NN"} or shape(noun)[-1] != "NN":
            return False
        if words(noun)[-1] in _NATIVE or len(noun) > 5:
            return False
        *article, name = country.split()
        tags = [*(Tree("DT", [word]) for word in article[:1]), Tree("NNP", [name])]
        if article[1:]:
            tags.insert(1, Tree("NNP", article[1:]))
        origin = Tree("PP", [Tree("IN", ["from"]), Tree("NP", tags)])
        article_word = "an" if words(noun)[2][0] in "aeio" else "a"
        thing = Tree("NP", [Tree("DT", [article_word]), *list(noun)[2:]])
        phrase[1] = Tree("NP", [thing, origin])
        return True

    return _change_first(tree, change)


def _change_first(tree: Tree, change: Callable[[Tree], bool]) -> Iterator[Tree]:
    """A copy of a tree with the first phrase below its top that `change` can change, if any."""
    copy = tree.copy(deep=True)
    for phrase in list(copy.subtrees(lambda node: node is not copy and not is_tag(node))):
        if change(phrase):
            yield copy
            return


CONSTRUCTIONS: Mapping[str, Rewrite] = {
    "origin": name_origin,
    "to-ing": complement_to_participle,
    "ing-to": complement_to_infinitive,
    "conjuncts-swap": swap_conjuncts,
}
"""Loose rules of this module by their names."""
