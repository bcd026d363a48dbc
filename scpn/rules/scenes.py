"""Scenes: where something is comes first, with the verb before what is there."""

from collections.abc import Iterator, Mapping, Sequence

from nltk.tree import Tree

from scpn.rules.adjunct_kinds import is_place_phrase, is_scene_phrase
from scpn.rules.clauses import (
    NEGATIONS,
    PLAIN_BE,
    first_tag,
    has_label,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, build, match_statement
from scpn.rules.rule import Rewrite

_SPATIAL = word_set(
    "in on at near under behind inside outside above beside beneath below atop against along "
    "around between"
)
_INDEFINITE = word_set(
    "a an two three four five six seven eight nine ten some several many another numerous"
)
_POSTURES = word_set("stands stand stood sits sit sat lies lie lay hangs hang hung")
_POSTURE_PARTICIPLES = word_set(
    "sitting standing lying hanging parked perched displayed mounted resting floating"
)
_MOTIONS = word_set(
    "came went ran walked rolled flew fell rose climbed rushed trickled flowed poured marched rode "
    "swam crept drifted drove galloped hurried jumped leaped plunged raced sailed slid stepped "
    "strode stumbled tumbled wandered throbbed clung hung stood sat lay shone blew swept emerged"
)
_WAYS = word_set("into down up over through across along toward towards behind onto from past out")
# With these a place is no place: "in love", "on time".
_NO_SCENE = word_set(
    "love time fact trouble danger sight mood hurry order addition general way ways case point "
    "fire duty sale vacation business foot war strike cost stock use business control love "
    "kind sense terms color shape size front top side years days minutes hours form"
)


def invert_place(tree: Tree) -> Iterator[Tree]:
    """ "a lamp stands in the corner ." -> "in the corner stands a lamp ."; so with "is"."""
    parts = _bare_sentence(tree)
    if parts is None:
        return
    subject, predicate, stop = parts
    if shape(predicate) not in (["VBZ", "PP"], ["VBD", "PP"], ["VBP", "PP"]):
        return
    verb, place = predicate
    if words(verb)[0] in _POSTURES | PLAIN_BE and _is_scene(place):
        yield build([place, Tree("VP", [verb]), subject, *stop], "SINV")


def invert_posture(tree: Tree) -> Iterator[Tree]:
    """ "a man is sitting on a bench ." -> "sitting on a bench is a man ."."""
    parts = _bare_sentence(tree)
    if parts is None:
        return
    subject, predicate, stop = parts
    if shape(predicate)[1:] != ["VP"] or words(predicate[0])[0] not in PLAIN_BE:
        return
    posture = predicate[1]
    if words(posture)[0] not in _POSTURE_PARTICIPLES or shape(posture)[1:] != ["PP"]:
        return
    if _is_scene(posture[1]):
        yield build([posture, predicate[0], subject, *stop], "SINV")


def invert_direction(tree: Tree) -> Iterator[Tree]:
    """ "the carts rolled down the hill ." -> "down the hill rolled the carts ."."""
    if tree.label() != "S" or shape(tree) != ["NP", "VP", "."] or words(tree)[-1] == "?":
        return
    subject, predicate, stop = tree
    if shape(predicate) != ["VBD", "PP"] or first_tag(subject) == "PRP":
        return
    verb, way = predicate
    if words(verb)[0] not in _MOTIONS or words(way)[0] not in _WAYS or len(words(way)) < 2:
        return
    if has_label(way, "PRP", "PRP$", "SBAR", ",", "CC", "CD") or words(way)[-1] in _NO_SCENE:
        return
    if has_label(way, "DT", "NNP") and not has_label(subject, "SBAR", ",", "EX"):
        yield build([way, Tree("VP", [verb]), subject, stop], "SINV")


def _bare_sentence(tree: Tree) -> tuple[Tree, Tree, Sequence[Tree]] | None:
    """An indefinite subject, its predicate and the period, if there is nothing else."""
    if tree.label() != "S" or shape(tree) not in (["NP", "VP"], ["NP", "VP", "."]):
        return None
    subject, predicate, *stop = tree
    if words(tree)[-1] == "?" or not is_tag(predicate[0]):
        return None
    known = words(subject)[0] in _INDEFINITE or shape(subject)[-1:] == ["NNS"]
    definite = first_tag(subject) in ("PRP$", "NNP") or words(subject)[0] in ("the", "these", "all")
    if not known or definite or has_label(subject, "SBAR", ",", "VP", "S"):
        return None
    return subject, predicate, stop


def _is_scene(place: Tree) -> bool:
    if place.label() != "PP" or shape(place) != ["IN", "NP"] or words(place)[0] not in _SPATIAL:
        return False
    if has_label(place, "SBAR", ",", "S", "VP", "PRP$", "PRP", ":"):
        return False
    return len(words(place)) > 2 and words(place)[-1] not in _NO_SCENE


def front_place_of_there(tree: Tree) -> Iterator[Tree]:
    """ "there is a stove in the corner ." -> "in the corner , there is a stove ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or words(frame.subject) != ["there"]:
        return
    predicate = frame.predicate
    if frame.lead or frame.between or len(predicate) < 2 or not is_tag(predicate[0]):
        return
    holder, rest = predicate, list(predicate)
    last = rest[-1]
    if last.label() == "NP" and len(rest) == 2 and shape(last) == ["NP", "PP"]:
        thing, place = last
        rest = [rest[0], thing]
    elif last.label() == "PP" and len(rest) > 2:
        place, rest = last, rest[:-1]
    else:
        return
    if words(holder[0])[0] not in PLAIN_BE | {"'s"} or not _is_scene(place):
        return
    if not (is_scene_phrase(place) or is_place_phrase(place) or words(place)[0] == "in"):
        return
    if not any(has_label(node, "SBAR", ",", ":") for node in rest):
        yield build([place, COMMA, frame.subject, Tree("VP", rest), *frame.stop])


def front_place_of_subject(tree: Tree) -> Iterator[Tree]:
    """ "the clock in the hall has stopped ." -> "in the hall , the clock has stopped ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.lead:
        return
    subject = frame.subject
    if shape(subject) != ["NP", "PP"] or words(subject)[0] not in ("the", "most", "many", "all"):
        return
    thing, place = subject
    if not is_place_phrase(place) or words(place)[0] != "in" or len(words(thing)) > 4:
        return
    if set(words(frame.predicate)) & NEGATIONS or has_label(thing, "JJS", "RBS", "JJR"):
        return
    if not has_label(frame.predicate, "SBAR", ",", ":"):
        yield build([place, COMMA, thing, *frame.between, frame.predicate, *frame.stop])


SCENES: Mapping[str, Rewrite] = {
    "place-invert": invert_place,
    "posture-invert": invert_posture,
    "direction-invert": invert_direction,
    "there-place-front": front_place_of_there,
    "subject-place-front": front_place_of_subject,
}
"""Loose rules of this module by their names."""
