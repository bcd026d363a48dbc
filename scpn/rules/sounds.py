"""Captions of sounds told another way: as clauses or as nouns, going on or not, in other order."""

from collections.abc import Iterator, Mapping, Sequence

from nltk.tree import Tree

from scpn.rules.clauses import has_label, word_set, words
from scpn.rules.frame import COMMA, build, split_stop
from scpn.rules.inflection import gerund, third_person
from scpn.rules.rule import Rewrite
from scpn.rules.sound_clauses import Heard, hear

_BY = Tree("IN", ["by"])
_AND = Tree("CC", ["and"])
_THEN = Tree("ADVP", [Tree("RB", ["then"])])
_SAME_TIME = ("and", ",", ", and", "while", ", while", "as", ", as")
_NEXT = ("then", ", then", "and then", ", and then", "followed by", ", followed by")
# Such a clause looks back on the one before it.
_LATER = word_set("another other others again too also its his her their return response")
_CLAUSES_ONLY = ("while", "as", ", while", ", as")


def tell_as_happening(tree: Tree) -> Iterator[Tree]:
    """ "a dog barking and a man talking" -> "a dog barks and a man talks"."""
    parts = _heard(tree)
    if parts is not None and parts[1] != "finite":
        yield _joined(parts[0], "finite", parts[2])


def tell_as_going_on(tree: Tree) -> Iterator[Tree]:
    """ "a dog barks and a man talks" -> "a dog is barking and a man is talking"."""
    parts = _heard(tree)
    if parts is None or any(each.verb == "occur" for each in parts[0]):
        return
    if parts[1] != "going" and words(tree)[0] != "the":  # "the movie opens" is no caption
        yield _joined(parts[0], "going", parts[2])


def tell_as_nouns(tree: Tree) -> Iterator[Tree]:
    """ "a dog barks , then a man talks" -> "a dog barking followed by a man talking"."""
    parts = _heard(tree)
    if parts is None or parts[1] == "noun":
        return
    heard, _, stop = parts
    children: list[Tree] = []
    for joint, group in _groups(heard):
        if joint in _CLAUSES_ONLY or any(each.joint in _NEXT for each in group[1:]):
            return
        phrase = _noun(group)
        if joint in _NEXT:
            children.append(Tree("VP", [Tree("VBN", ["followed"]), Tree("PP", [_BY, phrase])]))
        else:
            children += [*_marks(joint), phrase]
    yield build([*(children if len(children) > 1 else children[0]), *stop], "NP")


def swap_sounds(tree: Tree) -> Iterator[Tree]:
    """ "a dog barks and a man talks" -> "a man talks and a dog barks"; also with "while"."""
    parts = _heard(tree)
    if parts is None:
        return
    heard, way, stop = parts
    groups = _groups(heard)
    if len(groups) != 2 or groups[1][0] not in _SAME_TIME:
        return
    (_, first), (joint, second) = groups
    if _LATER & {
        word for each in second for tag in (*each.noun, *each.rest) for word in words(tag)
    }:
        return
    if joint in _CLAUSES_ONLY:
        if way != "noun":
            clause = Tree("SBAR", [Tree("IN", [joint.split()[-1]]), _clause(second, way)])
            yield build([clause, COMMA, *_clause(first, way), *stop])
    elif way == "noun":
        yield build([_noun(second), *(_marks(joint)), _noun(first), *stop], "NP")
    else:
        link = [_AND] if joint == "," else _marks(joint)
        yield build([_clause(second, way), *link, _clause(first, way), *stop])


def tell_after(tree: Tree) -> Iterator[Tree]:
    """ "a man speaks followed by a door closing" -> "after a man speaks , a door closes"."""
    parts = _heard(tree)
    if parts is None:
        return
    heard, way, stop = parts
    groups = _groups(heard)
    if len(groups) != 2 or groups[1][0] not in _NEXT:
        return
    after = Tree("SBAR", [Tree("IN", ["after"]), _clause(groups[0][1], "finite")])
    told = "going" if way == "going" else "finite"
    yield build([after, COMMA, *_clause(groups[1][1], told), *stop])


def _heard(tree: Tree) -> tuple[list[Heard], str, tuple[Tree, ...]] | None:
    cut, found = split_stop(tree), hear(tree)
    if cut is None or found is None or has_label(tree, "``", ":", "-LRB-", "MD", "VBD"):
        return None
    return found[0], found[1], cut[1]


def _groups(heard: Sequence[Heard]) -> list[tuple[str, list[Heard]]]:
    """The clauses, each with those that share its noun or stand under its "with"; and joints."""
    groups: list[tuple[str, list[Heard]]] = []
    for each in heard:
        if groups and (not each.noun or each.joint.endswith("with")):
            groups[-1][1].append(each)
        else:
            groups.append((each.joint, [each]))
    return groups


def _joined(heard: Sequence[Heard], way: str, stop: Sequence[Tree]) -> Tree:
    """The clauses in their order, each with its joint as clauses need it."""
    groups = _groups(heard)
    children: list[Tree] = []
    for joint, group in groups:
        clause = _clause(group, way)
        if joint in _CLAUSES_ONLY:
            children[-1][-1].append(Tree("SBAR", [Tree("IN", [joint.split()[-1]]), clause]))
        elif joint in _NEXT:
            children += [COMMA, _AND, Tree("S", [_THEN, *clause])]
        elif joint == "," and len(groups) == 2:
            children += [COMMA, _AND, clause]
        else:
            children += [*_marks(joint), clause]
    return build([*(children if len(children) > 1 else children[0]), *stop])


def _marks(joint: str) -> list[Tree]:
    return [COMMA if mark == "," else _AND for mark in joint.split()]


def _clause(group: Sequence[Heard], way: str) -> Tree:
    """The clause of what is heard and of what shares its noun."""
    first, *others = group
    predicate = _predicate(first, way)
    for each in others:
        _add(predicate, each, way)
    return Tree("S", [Tree("NP", list(first.noun)), predicate])


def _noun(group: Sequence[Heard]) -> Tree:
    """The same as a noun: "a dog barking and growling"."""
    return Tree("NP", list(_clause(group, "noun")))


def _add(predicate: Tree, each: Heard, way: str) -> None:
    """Add to a predicate what the same noun does, or what is heard with it."""
    if each.noun:
        phrase = Tree("NP", [Tree("NP", list(each.noun)), _predicate(each, "noun")])
        predicate.append(Tree("PP", [Tree("IN", ["with"]), phrase]))
    elif each.joint in _NEXT:
        told = "noun" if way == "going" else way
        predicate.extend([_AND, _THEN, _predicate(each, told)])
    else:
        told = "noun" if way == "going" else way
        predicate.extend([*_marks(each.joint), _predicate(each, told)])


def _predicate(heard: Heard, way: str) -> Tree:
    doing = Tree("VP", [*heard.adverbs, Tree("VBG", [gerund(heard.verb)]), *heard.rest])
    if way == "noun":
        return doing
    if way == "going":
        be = Tree("VBP", ["are"]) if heard.plural else Tree("VBZ", ["is"])
        return Tree("VP", [be, doing])
    form = heard.verb if heard.plural else third_person(heard.verb)
    verb = Tree("VBP" if heard.plural else "VBZ", [form])
    return Tree("VP", [*heard.adverbs, verb, *heard.rest])


SOUNDS: Mapping[str, Rewrite] = {
    "sound-swap": swap_sounds,
    "sound-after": tell_after,
    "sound-happens": tell_as_happening,
    "sound-goes-on": tell_as_going_on,
    "sound-nouns": tell_as_nouns,
}
"""Loose rules of this module by their names."""
