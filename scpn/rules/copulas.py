"""What somebody or something is or is called, said the other way round."""

from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.clauses import (
    NEGATIONS,
    PRONOUNS,
    first_tag,
    has_label,
    head_noun,
    is_pronoun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import Frame, build, match_statement
from scpn.rules.nouns import NAMED_KINDS, is_person, pronoun_for
from scpn.rules.rule import Rewrite

_BE = word_set("is are was were 's 're")
_PARTS = frozenset(["one of", "some of", "two of", "among the", "an example of", "part of"])
_OWNERS = {
    "my": "i", "your": "you", "his": "he", "her": "she", "its": "it", "our": "we", "their": "they",
}  # fmt: skip
_MINE = {"my": "mine", "your": "yours", "our": "ours", "their": "theirs", "her": "hers"}
_GOODS = word_set(
    "camera book car house bag pen pencil phone bike bicycle umbrella dog cat room seat computer "
    "key coat hat dictionary desk guitar watch knife cup glass ball boat truck farm shop wallet"
)
_STATES = word_set("friend member part fan result lot bit kind sort type minority majority matter")


def put_part_first(tree: Tree) -> Iterator[Tree]:
    """ "lee is one of the two owners ." -> "one of the two owners is lee ."."""
    parts = _copular(tree)
    if parts is None:
        return
    frame, subject, verb, said = parts
    opening = " ".join(words(said)[:2])
    opens = opening in _PARTS - {"part of"} or " ".join(words(said)[:3]) in _PARTS
    if not opens or said.label() not in ("NP", "PP"):
        return
    if is_pronoun(subject) or words(subject)[0] in ("this", "that", "these", "there"):
        if opening == "one of" and words(said)[2] in ("the", "his", "her", "their", "my", "our"):
            among = Tree("PP", [Tree("IN", ["among"]), *_without_one_of(said)])
            yield build([*frame.lead, subject, Tree("VP", [verb, among]), *frame.stop])
        return
    if set(words(said)) & {"it", "them", "its", "his", "her"} or words(verb)[0][0] == "'":
        return
    if said.label() == "PP":
        yield build([said, Tree("VP", [verb]), subject, *frame.stop], "SINV")
    else:
        yield build([said, Tree("VP", [verb, subject]), *frame.stop])


def _without_one_of(phrase: Tree) -> list[Tree]:
    """ "one of the owners" -> "the owners"."""
    copy = deepcopy(phrase)
    node = copy
    while node[0].label() == "NP" and shape(node[0]) != ["CD"]:
        node = node[0]
    group = node[1] if len(node) > 1 and node[1].label() == "PP" else None
    if group is None or words(node[0]) != ["one"] or len(group) != 2:
        return [copy]
    node[:] = [group[1], *node[2:]]
    return [copy]


def swap_name_and_role(tree: Tree) -> Iterator[Tree]:
    """ "the owner of the mill is ann lee ." -> "ann lee is the owner of the mill ." and back."""
    parts = _copular(tree)
    if parts is None:
        return
    frame, subject, verb, said = parts
    if frame.lead or said.label() != "NP" or words(verb)[0] not in ("is", "was"):
        return
    for name, role in ((subject, said), (said, subject)):
        leading = name is subject
        if not _is_name(name) or _is_name(role) or words(role)[0] != "the" or len(words(role)) < 3:
            continue
        fixed = has_label(role, "PP", "SBAR", "JJS", "VP") and not set(words(role)) & PRONOUNS
        loose = has_label(role, ",", ":", "``", "S", "CC")
        if not fixed or (loose and not leading and role[-1].label() != ",") or (leading and loose):
            continue
        yield build([said, Tree("VP", [verb, _closed(subject)]), *frame.stop])
        return


def _closed(phrase: Tree) -> Tree:
    """An NP without the comma it ends with."""
    return Tree(phrase.label(), list(phrase)[:-1]) if phrase[-1].label() == "," else phrase


def name_kind(tree: Tree) -> Iterator[Tree]:
    """ "orla is a town in peru ." -> "there is a town in peru called orla ."."""
    parts = _copular(tree)
    if parts is None:
        return
    frame, name, verb, kind = parts
    if frame.lead or words(verb)[0] not in ("is", "was") or kind.label() != "NP":
        return
    if words(kind)[0] not in ("a", "an") or len(words(kind)) > 9:
        return
    if not _is_name(name) and not (_may_be_name(name) and head_noun(kind)[0] in NAMED_KINDS):
        return  # parsers do not know all names
    if len(words(name)) == 1 and pronoun_for(name) in ("he", "she"):
        return  # "there is a hero called tom"
    if has_label(kind, "CC", ",", "SBAR", ":", "VP", "POS", "``", "S", "JJR"):
        return
    if set(words(kind)) & (PRONOUNS | _STATES) or head_noun(kind)[1] != "NN":
        return
    there = Tree("NP", [Tree("EX", ["there"])])
    called = Tree("VP", [Tree("VBN", ["called"]), Tree("S", [name])])
    yield build([there, Tree("VP", [verb, Tree("NP", [kind, called])]), *frame.stop])


def say_called(tree: Tree) -> Iterator[Tree]:
    """ "her name is ann ." -> "she is called ann ."; "it is called ann" -> "its name is ann"."""
    parts = _copular(tree)
    if parts is None:
        return
    frame, subject, verb, said = parts
    form = {"'s": "is"}.get(words(verb)[0], words(verb)[0])
    if words(subject)[1:] == ["name"] and words(subject)[0] in _OWNERS:
        owner = _OWNERS[words(subject)[0]]
        if owner not in ("he", "she", "it") or said.label() != "NP" or len(words(said)) > 4:
            return
        called = Tree("VP", [Tree("VBN", ["called"]), said])
        be = Tree("VP", [Tree(verb.label(), [form]), called])
        yield build([*frame.lead, Tree("NP", [Tree("PRP", [owner])]), be, *frame.stop])
    elif said.label() == "VP" and words(said)[0] in ("called", "named") and len(said) == 2:
        determiner = {"he": "his", "she": "her", "it": "its"}.get(" ".join(words(subject)))
        if determiner is None or not first_tag(said[1]).startswith("NNP"):
            return
        name = Tree("NP", [Tree("PRP$", [determiner]), Tree("NN", ["name"])])
        be = Tree("VP", [Tree(verb.label(), [form]), said[1]])
        yield build([*frame.lead, name, be, *frame.stop])


def locate(tree: Tree) -> Iterator[Tree]:
    """ "orla is in peru ." -> "orla is located in peru ."; "is located in" -> "lies in"."""
    parts = _copular(tree)
    if parts is None:
        return
    frame, subject, verb, said = parts
    if words(verb)[0] not in ("is", "are") or is_pronoun(subject) or _is_person(subject):
        return
    if said.label() == "PP" and _is_region(said) and first_tag(subject) in ("NNP", "NN", "DT"):
        located = Tree("VP", [Tree("VBN", ["located"]), said])
        yield build([*frame.lead, subject, Tree("VP", [verb, located]), *frame.stop])
    elif said.label() == "VP" and words(said)[0] in ("located", "situated") and len(said) == 2:
        if said[1].label() != "PP" or words(said[1])[0] not in ("in", "on", "near", "between"):
            return
        form = {"is": "lies"}.get(words(verb)[0], "lie")
        lies = Tree("VP", [Tree(verb.label(), [form]), said[1]])
        yield build([*frame.lead, subject, lies, *frame.stop])


def _is_region(place: Tree) -> bool:
    """Whether "in ..." names a part of the world."""
    if shape(place) != ["IN", "NP"] or words(place)[0] != "in" or has_label(place, "SBAR", ","):
        return False
    word, tag = head_noun(place[1])
    return tag == "NNP" or word in ("hemisphere", "middle", "north", "south", "east", "west")


def _is_person(phrase: Tree) -> bool:
    return is_person(phrase) or pronoun_for(phrase) in ("he", "she")


def say_whose(tree: Tree) -> Iterator[Tree]:
    """ "that is my sister 's camera ." -> "that camera belongs to my sister ."."""
    parts = _copular(tree)
    if parts is None:
        return
    frame, subject, verb, said = parts
    if words(subject)[0] not in ("this", "that") or len(words(subject)) > 1 or frame.lead:
        return
    if words(verb)[0] not in ("is", "'s") or said.label() != "NP" or words(said)[-1] not in _GOODS:
        return
    if len(said) == 2 and said[0].label() == "NP" and said[0][-1].label() == "POS":
        to = Tree("PP", [Tree("TO", ["to"]), Tree("NP", list(said[0])[:-1])])
        whose = Tree("VP", [Tree("VBZ", ["belongs"]), to])
    elif shape(said) == ["PRP$", "NN"] and words(said)[0] in _MINE:
        owner = Tree("NP", [Tree("PRP", [_MINE[words(said)[0]]])])
        whose = Tree("VP", [Tree("VBZ", ["is"]), owner])
    else:
        return
    yield build([Tree("NP", [Tree("DT", words(subject)), said[-1]]), whose, *frame.stop])


def join_both(tree: Tree) -> Iterator[Tree]:
    """ "lee is a poet and a nurse ." -> "lee is both a poet and a nurse ."."""
    parts = _copular(tree)
    if parts is None:
        return
    frame, subject, verb, said = parts
    labels = shape(said)
    if labels not in (["NP", "CC", "NP"], ["ADJP", "CC", "ADJP"], ["JJ", "CC", "JJ"]):
        return
    if words(said[1]) != ["and"] or set(words(tree)) & (NEGATIONS | {"both"}):
        return
    if labels[0] == "NP" and not all(words(part)[0] in ("a", "an", "the") for part in said[::2]):
        return
    if has_label(said, "CC") and [part.label() for part in said.subtrees()].count("CC") > 1:
        return
    if not 3 <= len(words(said)) <= 14 or head_noun(subject)[1] in ("NNS", "NNPS"):
        return
    both = Tree(said.label(), [Tree("DT", ["both"]), *said])
    yield build([*frame.lead, subject, Tree("VP", [verb, both]), *frame.stop])


def join_predicates(tree: Tree) -> Iterator[Tree]:
    """ "lee is a poet and a nurse ." -> "lee is not only a poet but also a nurse ."."""
    parts = _copular(tree)
    if parts is None:
        return
    frame, subject, verb, said = parts
    if shape(said) != ["NP", "CC", "NP"] or words(said[1]) != ["and"] or words(tree)[-2] == "both":
        return
    if set(words(tree)) & (NEGATIONS | {"both", "only", "also"}):
        return
    if not all(words(part)[0] in ("a", "an", "the") for part in said[::2]):
        return
    second = [Tree("RB", ["but"]), Tree("RB", ["also"]), said[2]]
    only = [Tree("RB", ["not"]), Tree("RB", ["only"]), said[0]]
    yield build(
        [*frame.lead, subject, Tree("VP", [verb, Tree("NP", [*only, *second])]), *frame.stop]
    )


def _copular(tree: Tree) -> tuple[Frame, Tree, Tree, Tree] | None:
    """Frame, subject, verb and complement of a sentence with "be" and nothing else."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or len(frame.predicate) != 2:
        return None
    verb, said = frame.predicate
    if not is_tag(verb) or words(verb)[0] not in _BE or has_label(frame.subject, "EX", "SBAR"):
        return None
    return None if is_tag(said) else (frame, frame.subject, verb, said)


def _may_be_name(phrase: Tree) -> bool:
    """Whether an NP is nothing but nouns and adjectives, such as an unknown name."""
    flat = all(is_tag(node) for node in phrase)
    return flat and {node.label() for node in phrase} <= {"NN", "NNP", "JJ", "VBN", "NNS", "IN"}


def _is_name(phrase: Tree) -> bool:
    """Whether an NP is a name and nothing else, "the" and a place behind a comma apart."""
    tags = {part.label() for part in phrase.subtrees(is_tag)}
    return (
        bool(tags & {"NNP", "NNPS"})
        and tags <= {"NNP", "NNPS", "DT", ",", "CD", "IN"}
        and (first_tag(phrase) != "DT" or words(phrase)[0] == "the")
    )


COPULAS: Mapping[str, Rewrite] = {
    "part-first": put_part_first,
    "name-role": swap_name_and_role,
    "name-kind": name_kind,
    "say-called": say_called,
    "locate": locate,
    "whose": say_whose,
    "both": join_both,
    "not-only": join_predicates,
}
"""Loose rules of this module by their names."""
