"""It-clefts: "it was in 1890 that the mill closed", and the plain sentence again."""

from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.adjunct_kinds import is_place_phrase, is_time_phrase
from scpn.rules.clauses import (
    BE,
    HAVE,
    NEGATIONS,
    first_tag,
    has_label,
    head_noun,
    main_predicate,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, Frame, build, match_frame, match_statement
from scpn.rules.nouns import is_person
from scpn.rules.rule import Rewrite
from scpn.rules.timings import is_time_widely

_BE = {"VBD": "was", "VBZ": "is", "VBP": "is"}
# What is singled out says when or where and nothing more: not "since then", "at once".
_POINTS = word_set("in on at during after before near under")
_VAGUE = word_set("it there this that who which what one some no each every many")
_STATES = word_set("is are was were has had have 's 're seems seemed looked felt")
_MOVES = word_set(
    "went came go goes come comes moved put puts looked believed resulted arrived got located "
    "situated based"
)
_LONGEST = 22


def single_out_opening(tree: Tree) -> Iterator[Tree]:
    """ "in 1890 , the mill closed ." -> "it was in 1890 that the mill closed ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or not frame.before or not _may_be_cleft(tree, frame):
        return
    opening, *comma = frame.before
    if [node.label() for node in comma] not in ([], [","]) or opening.label() != "PP":
        return
    point = words(opening)[0] in _POINTS and not has_label(opening, "SBAR", "S", "PRP", "PRP$")
    where = is_place_phrase(opening) and len(words(opening)) <= 6
    if not point or not (where or is_time_phrase(opening) or is_time_widely(opening)):
        return
    said = Tree("SBAR", [Tree("IN", ["that"]), Tree("S", frame.core())])
    yield _cleft(frame, opening, said)


def single_out_place(tree: Tree) -> Iterator[Tree]:
    """ "lee grew up in the suburbs ." -> "it was in the suburbs that lee grew up ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or not _may_be_cleft(tree, frame):
        return
    predicate = deepcopy(frame.predicate)
    holder = main_predicate(predicate)
    verb = words(holder[0])[0]
    if len(holder) < 2 or verb in BE | HAVE or holder[-1].label() != "PP" or verb in _MOVES:
        return
    place = holder.pop()
    if not is_place_phrase(place) or words(frame.predicate)[0] in HAVE:
        return
    if (
        first_tag(place[1]) not in ("NNP", "DT")
        or words(predicate)[-1] in BE
        or holder[-1].label() == ","
    ):
        return
    said = Tree("S", [frame.subject, *frame.between, predicate])
    yield _cleft(frame, place, Tree("SBAR", [Tree("IN", ["that"]), said]))


def single_out_subject(tree: Tree) -> Iterator[Tree]:
    """ "ann lee found the coin ." -> "it was ann lee who found the coin ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or not _may_be_cleft(tree, frame):
        return
    subject, predicate = frame.subject, frame.predicate
    if first_tag(predicate) != "VBD" or words(predicate)[0] in _STATES or len(predicate) < 2:
        return
    named = first_tag(subject) == "NNP" or (words(subject)[0] == "the" and is_person(subject))
    if not named or "NP" not in shape(predicate) or has_label(tree, "NNPS", ",", "PRN"):
        return
    if len(words(subject)) > 5 or len(words(predicate)) < 4 or head_noun(subject)[1] == "NNS":
        return
    pronoun = Tree("WP", ["who"]) if is_person(subject) else Tree("WDT", ["that"])
    said = Tree("SBAR", [Tree("WHNP", [pronoun]), Tree("S", [*frame.between, predicate])])
    yield _cleft(frame, subject, said)


def undo_cleft(tree: Tree) -> Iterator[Tree]:
    """ "it was in 1890 that the mill closed ." -> "in 1890 , the mill closed ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or words(frame.subject) != ["it"] or frame.between:
        return
    parts = list(frame.predicate)
    if [part.label() for part in parts][1:] != ["PP", "SBAR"] or words(parts[0])[0] not in (
        "is",
        "was",
        "'s",
    ):
        return
    point, clause = parts[1], parts[2]
    if words(clause)[0] != "that" or shape(clause)[-1] != "S" or words(point)[0] in ("for", "of"):
        return
    if shape(clause[-1])[:1] == ["NP"] and shape(clause[-1])[-1] == "VP":
        yield build([*frame.lead, point, COMMA, *clause[-1], *frame.stop])


def _may_be_cleft(tree: Tree, frame: Frame) -> bool:
    text = words(tree)
    if frame.subject is None or words(frame.subject)[0] in _VAGUE or len(text) > _LONGEST:
        return False
    if has_label(tree, "``", "''", ":", "CC") or set(text) & NEGATIONS or frame.lead:
        return False
    return first_tag(frame.predicate) in _BE and not has_label(frame.predicate, "SBAR")


def _cleft(frame: Frame, point: Tree, said: Tree) -> Tree:
    tag = first_tag(frame.predicate)
    it = Tree("NP", [Tree("PRP", ["it"])])
    be = Tree("VBD" if tag == "VBD" else "VBZ", [_BE[tag]])
    return build([it, Tree("VP", [be, point, said]), *frame.stop])


IT_CLEFTS: Mapping[str, Rewrite] = {
    "it-cleft": single_out_opening,
    "it-cleft-place": single_out_place,
    "it-cleft-subject": single_out_subject,
    "it-cleft-undo": undo_cleft,
}
"""Loose rules of this module by their names."""
