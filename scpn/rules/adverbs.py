"""Adverbs: before or behind the auxiliary, in front, at the end; "also" and "as well"."""

from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    NEGATIONS,
    first_tag,
    has_coordinated_verbs,
    has_label,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, Frame, build, match_statement
from scpn.rules.rule import Rewrite

# Adverbs that stand before an auxiliary as well as behind it.
_FLOATING = word_set(
    "also always often usually generally normally typically frequently probably certainly clearly "
    "obviously apparently actually really already currently recently originally initially "
    "previously finally eventually subsequently still definitely soon officially never rarely "
    "sometimes traditionally commonly formerly surely truly undoubtedly reportedly allegedly "
    "presumably successfully briefly quickly largely mainly mostly primarily"
)
# Of these, which may also stand before "is" with a noun or adjective.
_BEFORE_COPULA = word_set(
    "also really certainly clearly definitely probably usually generally actually often still "
    "obviously apparently typically normally originally truly surely undoubtedly sometimes "
    "initially presumably reportedly"
)
# These would be stressed before an auxiliary: "it always is".
_MARKED = word_set("always never still")
_FRONTED = word_set(
    "currently originally initially recently previously eventually finally usually generally "
    "typically sometimes occasionally apparently clearly obviously actually certainly "
    "traditionally historically ultimately subsequently suddenly gradually nowadays presumably "
    "reportedly allegedly undoubtedly normally surely"
)
_COMMENTS = word_set(
    "however unfortunately fortunately luckily sadly apparently obviously thankfully surprisingly "
    "though honestly"
) | {"of course", "in fact", "for example", "for instance", "in my opinion", "after all"}
_AUXILIARIES = BE | word_set("has have had will would can could should may might must does do did")
_CONTRACTED = word_set("'s 're 'm 've 'd 'll ca wo")
_NO_ANAPHOR = word_set("there here this that")


def move_before_auxiliary(tree: Tree) -> Iterator[Tree]:
    """ "she has already left ." -> "she already has left ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between:
        return
    place = _place_of_adverb(frame)
    if place is None or words(frame.predicate[0])[0] in _CONTRACTED:
        return
    if words(frame.predicate[place])[0] in _MARKED:
        return
    predicate = deepcopy(frame.predicate)
    adverb = predicate.pop(place)
    copular = "VP" not in shape(predicate) and words(predicate[0])[0] in BE
    if words(adverb)[0] not in (_BEFORE_COPULA if copular else _FLOATING):
        return
    if set(words(predicate)[:2]) & NEGATIONS or words(frame.subject)[0] in _NO_ANAPHOR:
        return
    if not (copular and has_label(predicate, "WHNP") and len(words(predicate)) < 4):
        yield build([*frame.lead, frame.subject, adverb, predicate, *frame.stop])


def move_behind_auxiliary(tree: Tree) -> Iterator[Tree]:
    """ "she already has left ." -> "she has already left ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or len(frame.between) != 1:
        return
    (adverb,) = frame.between
    predicate = deepcopy(frame.predicate)
    if words(adverb)[0] not in _FLOATING or len(words(adverb)) != 1 or not is_tag(predicate[0]):
        return
    verb = words(predicate[0])[0]
    helps = "VP" in shape(predicate) or verb in BE
    if verb not in _AUXILIARIES or not helps or len(predicate) < 2:
        return
    if words(predicate[1])[0] in ("n't", "not", "t"):
        return
    predicate.insert(1, adverb)
    yield build([*frame.lead, frame.subject, predicate, *frame.stop])


def move_to_front(tree: Tree) -> Iterator[Tree]:
    """ "it is currently a lake ." -> "currently , it is a lake ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.lead:
        return
    predicate, between = deepcopy(frame.predicate), list(frame.between)
    if len(between) == 1:
        adverb = between.pop()
    else:
        place = _place_of_adverb(frame)
        if place is None or between:
            return
        adverb = predicate.pop(place)
    if words(adverb)[0] not in _FRONTED or len(words(adverb)) != 1:
        return
    if has_coordinated_verbs(predicate) or set(words(predicate)) & NEGATIONS:
        return
    yield build([_as_phrase(adverb), COMMA, frame.subject, predicate, *frame.stop])


def move_comment_to_end(tree: Tree) -> Iterator[Tree]:
    """ "however , the soup was cold ." -> "the soup was cold , however ."."""
    labels = shape(tree)
    if tree.label() != "S" or labels[1:2] != [","] or labels[-1:] != ["."]:
        return
    comment, _, *clause, stop = tree
    if " ".join(words(comment)) not in _COMMENTS or len(words(tree)) > 16:
        return
    if [node.label() for node in clause] not in (["NP", "VP"], ["NP", "ADVP", "VP"]):
        return
    if has_label(clause[-1], ",", "SBAR", ":") or words(stop)[0] not in (".", "!"):
        return
    yield build([*clause, COMMA, comment, stop])


def say_as_well(tree: Tree) -> Iterator[Tree]:
    """ "she also sings ." -> "she sings as well .", "in addition , she sings ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None:
        return
    predicate, between = deepcopy(frame.predicate), list(frame.between)
    if len(between) == 1 and words(between[0]) == ["also"]:
        between.pop()
    else:
        place = _place_of_adverb(frame)
        if place is None or between or words(predicate[place]) != ["also"]:
            return
        predicate.pop(place)
    if has_coordinated_verbs(predicate) or set(words(predicate)) & (NEGATIONS | {"but", "too"}):
        return
    simple = not has_label(predicate, "SBAR", ",", ":", "S") and len(words(predicate)) <= 10
    if simple and words(frame.subject)[0] != "there":
        as_well = Tree("ADVP", [Tree("RB", ["as"]), Tree("RB", ["well"])])
        longer = Tree("VP", [*predicate, as_well])
        yield build([*frame.lead, frame.subject, longer, *frame.stop])
    if not frame.lead:
        addition = Tree("PP", [Tree("IN", ["in"]), Tree("NP", [Tree("NN", ["addition"])])])
        yield build([addition, COMMA, frame.subject, predicate, *frame.stop])


def say_also(tree: Tree) -> Iterator[Tree]:
    """ "she sings , too ." -> "she also sings ."; so does "as well"."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between:
        return
    predicate = deepcopy(frame.predicate)
    if predicate[-1].label() != "ADVP" or words(predicate[-1]) not in (["too"], ["as", "well"]):
        return
    predicate.pop()
    if len(predicate) > 1 and predicate[-1].label() == ",":
        predicate.pop()
    if has_coordinated_verbs(predicate) or set(words(predicate)) & NEGATIONS:
        return
    also = Tree("ADVP", [Tree("RB", ["also"])])
    if {"all", "bet", "nice"} & {*words(frame.subject), *words(predicate)[:2]}:
        return
    helps = "VP" in shape(predicate) or words(predicate[0])[0] in BE
    if helps and words(predicate[0])[0] in _AUXILIARIES | _CONTRACTED and len(predicate) > 1:
        predicate.insert(1, also)
        yield build([*frame.lead, frame.subject, predicate, *frame.stop])
    elif first_tag(predicate) in ("VBD", "VBZ", "VBP") and is_tag(predicate[0]):
        yield build([*frame.lead, frame.subject, also, predicate, *frame.stop])


def _place_of_adverb(frame: Frame) -> int | None:
    """Where in the predicate one adverb stands right behind an auxiliary or "be"."""
    predicate = frame.predicate
    if len(predicate) < 3 or not is_tag(predicate[0]):
        return None
    if words(predicate[0])[0] not in _AUXILIARIES | _CONTRACTED:
        return None
    single = predicate[1].label() in ("ADVP", "RB") and len(words(predicate[1])) == 1
    return 1 if single and words(predicate[1])[0] not in ("n't", "not") else None


def _as_phrase(adverb: Tree) -> Tree:
    return Tree("ADVP", [adverb]) if is_tag(adverb) else adverb


ADVERBS: Mapping[str, Rewrite] = {
    "adverb-before-auxiliary": move_before_auxiliary,
    "adverb-behind-auxiliary": move_behind_auxiliary,
    "adverb-front": move_to_front,
    "comment-end": move_comment_to_end,
    "also-as-well": say_as_well,
    "also": say_also,
}
"""Loose rules of this module by their names."""
