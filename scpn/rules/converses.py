"""Converses: who is older and who is younger, who is the author and who wrote."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    PRONOUNS,
    first_tag,
    has_label,
    head_noun,
    is_pronoun,
    is_tag,
    shape,
    words,
)
from scpn.rules.frame import Frame, build, match_statement, number_of
from scpn.rules.pronouns import as_object, as_subject
from scpn.rules.rule import Rewrite

_PAIRS = (
    "older younger,bigger smaller,larger smaller,longer shorter,taller shorter,higher lower,faster "
    "slower,stronger weaker,better worse,heavier lighter,warmer colder,hotter colder,richer poorer,"
    "earlier later,cheaper costlier,wider narrower,thicker thinner,easier harder,deeper shallower"
)
_OPPOSITES = {
    one: other for pair in _PAIRS.split(",") for one, other in (pair.split(), pair.split()[::-1])
}
_MUTUAL = frozenset([
    "similar to", "different from", "identical to", "related to", "equal to", "close to",
    "comparable to", "distinct from", "opposite to",
])  # fmt: skip
_ROLES = {
    "director": "directed", "founder": "founded", "composer": "composed", "producer": "produced",
    "author": "wrote", "writer": "wrote", "inventor": "invented", "designer": "designed",
    "creator": "created", "discoverer": "discovered", "owner": "owns",
}  # fmt: skip
_DEEDS = {deed: role for role, deed in _ROLES.items() if role not in ("writer", "discoverer")}


def turn_comparison(tree: Tree) -> Iterator[Tree]:
    """ "the mill is older than the inn ." -> "the inn is younger than the mill ."."""
    parts = _being(tree)
    if parts is None:
        return
    frame, subject, verb, said = parts
    flat = [node for node in said.subtrees() if node.label() == "PP" and words(node)[0] == "than"]
    if said.label() != "ADJP" or len(flat) != 1 or shape(flat[0]) != ["IN", "NP"]:
        return
    opening = words(said)[: len(words(said)) - len(words(flat[0]))]
    other = flat[0][1]
    if not _are_comparable(subject, other) or words(said)[-1] == "ever":
        return
    if opening[-1] in _OPPOSITES and opening[:-1] in ([], ["much"], ["far"], ["even"]):
        turned = [*opening[:-1], _OPPOSITES[opening[-1]]]
    elif len(opening) == 2 and opening[0] in ("more", "less"):
        turned = ["less" if opening[0] == "more" else "more", opening[1]]
    else:
        return
    quality = [Tree("RBR", [word]) for word in turned[:-1]] + [Tree("JJR", [turned[-1]])]
    than = Tree("PP", [flat[0][0], as_object(subject)])
    be = _agreeing(verb, other)
    if be is not None:
        predicate = Tree("VP", [be, Tree("ADJP", [*quality, than])])
        yield build([as_subject(other), predicate, *frame.stop])


def say_of_both(tree: Tree) -> Iterator[Tree]:
    """ "the mill is similar to the inn ." -> "the mill and the inn are similar ."."""
    parts = _being(tree)
    if parts is None:
        return
    frame, subject, verb, said = parts
    if said.label() != "ADJP" or said[-1].label() != "PP" or len(said[-1]) != 2:
        return
    quality, other = list(said)[:-1], said[-1][1]
    pair = f"{words(quality[-1])[0]} {words(said[-1])[0]}"
    if pair not in _MUTUAL or not _are_comparable(subject, other):
        return
    both = Tree("NP", [subject, Tree("CC", ["and"]), other])
    past = words(verb)[0] in ("was", "were")
    be = Tree("VBD", ["were"]) if past else Tree("VBP", ["are"])
    yield build([both, Tree("VP", [be, Tree("ADJP", quality)]), *frame.stop])


def name_deed(tree: Tree) -> Iterator[Tree]:
    """ "ann lee is the author of the play ." -> "ann lee wrote the play ."."""
    parts = _being(tree)
    if parts is None:
        return
    frame, subject, verb, said = parts
    if said.label() != "NP" or shape(said) != ["NP", "PP"] or words(verb)[0] not in ("is", "was"):
        return
    role = words(said[0])
    if len(role) != 2 or role[0] != "the" or role[1] not in _ROLES or words(said[1])[0] != "of":
        return
    work = said[1][-1]
    if is_pronoun(subject) and words(subject)[0] in ("it", "this", "that"):
        return
    if words(verb)[0] == "was" and role[1] == "owner":
        return
    deed = Tree("VBZ" if role[1] == "owner" else "VBD", [_ROLES[role[1]]])
    yield build([*frame.lead, subject, Tree("VP", [deed, work]), *frame.stop])


def name_role(tree: Tree) -> Iterator[Tree]:
    """ "the play was directed by ann lee ." -> "ann lee was the director of the play ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return
    predicate = frame.predicate
    if shape(predicate) != ["VBD", "VP"] or words(predicate[0])[0] not in ("was", "were"):
        return
    inner = predicate[1]
    past = "wrote" if words(inner)[0] == "written" else words(inner)[0]
    if past not in _DEEDS or shape(inner)[1:] != ["PP"] or words(inner[1])[0] != "by":
        return
    agent = inner[1][-1]
    if not first_tag(agent).startswith("NNP") or has_label(agent, "CC", ",", "S", "VP", "SBAR"):
        return
    if is_pronoun(frame.subject) and words(frame.subject) != ["it"]:
        return
    work = Tree("PP", [Tree("IN", ["of"]), frame.subject])
    if is_pronoun(frame.subject):
        role = Tree("NP", [Tree("PRP$", ["its"]), Tree("NN", [_DEEDS[past]])])
    else:
        role = Tree("NP", [Tree("NP", [Tree("DT", ["the"]), Tree("NN", [_DEEDS[past]])]), work])
    yield build([agent, Tree("VP", [Tree("VBD", ["was"]), role]), *frame.stop])


def _being(tree: Tree) -> tuple[Frame, Tree, Tree, Tree] | None:
    """Frame, subject, verb and complement of a sentence with "be"."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or len(frame.predicate) != 2:
        return None
    verb, said = frame.predicate
    if not is_tag(verb) or words(verb)[0] not in ("is", "are", "was", "were") or is_tag(said):
        return None
    if has_label(frame.subject, "EX", "SBAR"):
        return None
    return frame, frame.subject, verb, said


def _agreeing(verb: Tree, subject: Tree) -> Tree | None:
    number = number_of(subject)
    past = words(verb)[0] in ("was", "were")
    if not number or is_pronoun(subject):
        return None
    if number == "plural":
        return Tree("VBD", ["were"]) if past else Tree("VBP", ["are"])
    return Tree("VBD", ["was"]) if past else Tree("VBZ", ["is"])


def _are_comparable(one: Tree, other: Tree) -> bool:
    """Whether both are things one can speak of, and not what is usual or thought."""
    if has_label(other, "SBAR", ",", "S", "VP", "CD", "RB") or len(words(other)) > 7:
        return False
    text = set(words(one)) | set(words(other))
    if text & {"it", "this", "that", "these", "those", "usual", "average", "one", "ones", "other"}:
        return False
    nouns = head_noun(other)[1][:2] == "NN" and not has_label(one, ",", "CC", "S", "VP")
    return nouns and not set(words(other)) & PRONOUNS and not is_pronoun(one)


CONVERSES: Mapping[str, Rewrite] = {
    "comparison-turn": turn_comparison,
    "both-mutual": say_of_both,
    "role-deed": name_deed,
    "deed-role": name_role,
}
"""Loose rules of this module by their names."""
