"""Giving and receiving: "the town gave ann a prize", "ann received a prize from the town"."""

from collections.abc import Iterator, Mapping

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
from scpn.rules.frame import Frame, build, match_statement, number_of
from scpn.rules.inflection import base_form, past_tense, third_person
from scpn.rules.pronouns import OBJECT_FORMS, SUBJECT_FORMS, as_object, as_subject
from scpn.rules.rule import Rewrite

_TAKES = {"receive": "give", "buy": "sell", "borrow": "lend", "learn": "teach"}
_GIVES = {"give": "receive", "sell": "buy", "lend": "borrow", "award": "receive", "send": "receive"}
_AWARDED = word_set("awarded given granted offered promised assigned shown sent")
_NO_GIFT = word_set(
    "look kiss smile hug push kick call try chance way rise birth hand break start reason idea "
    "sense feeling name attention thought pleasure life time boost lift lot trouble eye nod glance"
)


def give_instead(tree: Tree) -> Iterator[Tree]:
    """ "ann received a prize from the town ." -> "the town gave ann a prize ."."""
    parts = _active(tree)
    if parts is None:
        return
    frame, base, rest = parts
    if base not in _TAKES or [part.label() for part in rest[:2]] != ["NP", "PP"]:
        return
    thing, source, *others = rest
    if shape(source) != ["IN", "NP"] or words(source)[0] != "from" or not _may_change_hands(thing):
        return
    giver, receiver = source[1], frame.subject
    if receiver is None or not _is_party(giver) or not _is_party(receiver):
        return
    verb = _inflected(_TAKES[base], frame, giver)
    if verb is None or any(part.label() not in ("PP", "ADVP") for part in others):
        return
    whole = Tree("VP", [verb, as_object(receiver), thing, *others])
    yield build([*frame.lead, as_subject(giver), whole, *frame.stop])


def receive_instead(tree: Tree) -> Iterator[Tree]:
    """ "the town gave ann a prize ." -> "ann received a prize from the town ."."""
    parts = _active(tree)
    if parts is None:
        return
    frame, base, rest = parts
    if base not in _GIVES or frame.subject is None:
        return
    if [part.label() for part in rest[:2]] == ["NP", "NP"]:
        receiver, thing, *others = rest
    elif [part.label() for part in rest[:2]] == ["NP", "PP"] and words(rest[1])[0] == "to":
        thing, receiver, *others = rest[0], rest[1][-1], *rest[2:]
    else:
        return
    if not (_is_party(receiver) and _is_party(frame.subject) and _may_change_hands(thing)):
        return
    verb = _inflected(_GIVES[base], frame, receiver)
    if verb is None or any(part.label() not in ("PP", "ADVP") for part in others):
        return
    source = Tree("PP", [Tree("IN", ["from"]), as_object(frame.subject)])
    whole = Tree("VP", [verb, thing, source, *others])
    yield build([*frame.lead, as_subject(receiver), whole, *frame.stop])


def award_to(tree: Tree) -> Iterator[Tree]:
    """ "ann was awarded a prize ." -> "a prize was awarded to ann ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or len(frame.predicate) != 2:
        return
    be, inner = frame.predicate
    if words(be)[0] not in ("was", "were") or inner.label() != "VP" or not is_tag(inner[0]):
        return
    if words(inner)[0] not in _AWARDED or shape(inner)[1:2] != ["NP"]:
        return
    thing, rest = inner[1], list(inner)[2:]
    if any(part.label() != "PP" for part in rest) or not _may_change_hands(thing):
        return
    number = number_of(thing)
    if not number or words(thing)[0] in ("no", "any") or not _is_party(frame.subject):
        return
    receiver = Tree("PP", [Tree("TO", ["to"]), as_object(frame.subject)])
    whole = Tree("VP", [inner[0], receiver, *rest])
    verb = Tree("VBD", ["were" if number == "plural" else "was"])
    yield build([*frame.lead, thing, Tree("VP", [verb, whole]), *frame.stop])


def be_awarded(tree: Tree) -> Iterator[Tree]:
    """ "a prize was awarded to ann ." -> "ann was awarded a prize ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or len(frame.predicate) != 2:
        return
    be, inner = frame.predicate
    if words(be)[0] not in ("was", "were") or inner.label() != "VP" or not is_tag(inner[0]):
        return
    if words(inner)[0] not in _AWARDED or shape(inner)[1:2] != ["PP"] or words(inner[1])[0] != "to":
        return
    receiver, rest = inner[1][-1], list(inner)[2:]
    number = number_of(receiver)
    if not number or not _may_change_hands(frame.subject) or not _is_party(receiver):
        return
    if any(part.label() != "PP" for part in rest):
        return
    whole = Tree("VP", [inner[0], frame.subject, *rest])
    verb = Tree("VBD", ["were" if number == "plural" else "was"])
    yield build([*frame.lead, as_subject(receiver), Tree("VP", [verb, whole]), *frame.stop])


def _active(tree: Tree) -> tuple[Frame, str, list[Tree]] | None:
    """Frame, base of the finite verb and what follows it."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or set(words(tree)) & NEGATIONS:
        return None
    if not is_tag(frame.predicate[0]) or "CC" in shape(frame.predicate):
        return None
    verb, *rest = frame.predicate
    base = base_form(words(verb)[0], verb.label())
    return None if base is None or not rest else (frame, base, rest)


def _is_party(phrase: Tree) -> bool:
    """Whether an NP names somebody, or something with a will, that can give and get."""
    text = words(phrase)
    if is_pronoun(phrase):
        return text[0] in OBJECT_FORMS or text[0] in SUBJECT_FORMS
    if has_label(phrase, "SBAR", ",", "VP", "S", "EX") or set(text) & PRONOUNS or len(text) > 7:
        return False
    return head_noun(phrase)[1][:2] == "NN" and text[0] not in ("nobody", "everyone", "it")


def _may_change_hands(thing: Tree) -> bool:
    text = words(thing)
    if set(text) & PRONOUNS or has_label(thing, "SBAR", "S", "VP") or len(text) > 12:
        return False
    return head_noun(thing)[1][:2] == "NN" and head_noun(thing)[0] not in _NO_GIFT


def _inflected(base: str, frame: Frame, subject: Tree) -> Tree | None:
    """A verb in the tense of a frame, for a new subject."""
    tag = first_tag(frame.predicate)
    if tag == "VBD":
        return Tree("VBD", [past_tense(base)])
    number = "plural" if words(subject)[0] in ("i", "you", "we") else number_of(subject)
    if tag not in ("VBZ", "VBP") or not number:
        return None
    return Tree("VBP", [base]) if number == "plural" else Tree("VBZ", [third_person(base)])


GIVING: Mapping[str, Rewrite] = {
    "give-instead": give_instead,
    "receive-instead": receive_instead,
    "award-to": award_to,
    "be-awarded": be_awarded,
}
"""Loose rules of this module by their names."""
