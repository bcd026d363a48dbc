"""Times and dates of any form, wherever they stand: "she was born on may 9th , 1977"."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    EVENTS,
    NEGATIONS,
    PRONOUNS,
    TIME_NOUNS,
    has_label,
    head_noun,
    is_tag,
    main_predicate,
    main_verb,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, build, match_frame
from scpn.rules.rule import Rewrite

_MONTH = (
    "january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan.|feb.|aug.|sept.|oct.|nov.|dec."
)
_DAY = r"\d{1,2}(st|nd|rd|th)?"
_YEAR = r"(1\d|20)\d\d"
_DATE = re.compile(
    rf"(on |around |about )?((the )?{_DAY} (of )?({_MONTH})( ,? ?{_YEAR})?"
    rf"|({_MONTH}) (the )?{_DAY}( ,? ?{_YEAR})?)"
    r"|(in|during|since|before|after|around|by) (early |late |mid |mid- ?)?"
    rf"(({_MONTH}) ?,? ?(of )?)?{_YEAR}s?"
    rf"|(between|from) {_YEAR} (and|to|until) {_YEAR}|in or (before|after) {_YEAR}"
    r"|at (about |around )?\w+(:\d\d)? ?(p\.m\.|a\.m\.|pm|am|o'clock)"
    r"|at (\d{1,2}:\d\d|noon|midnight)"
)
_SPAN = re.compile(
    r"for (about |almost |nearly |over |more than |at least )?"
    r"(an?|one|two|three|four|five|six|seven|ten|several|many|a few|some|a couple( of)?|\d+) "
    r"(consecutive |straight |full |whole |long )?"
    r"(years?|months?|weeks?|days?|hours?|minutes?|decades?|seasons?|centuries|nights?|while)"
)
_EACH = re.compile(
    r"(every|each|once a|twice a|three times a) (single |other )?"
    r"(day|week|month|year|night|morning|evening|season|summer|winter|sunday|saturday|friday|monday)"
    r"|(right now|these days|this time|so far|all the time|later that (day|night|year|week|month)|"
    r"the (next|following|same|other|previous) (day|week|month|year|morning|night|time)|"
    r"earlier this (year|week|month)|later this (year|week|month)|most of the time|"
    r"the day before yesterday|the day after tomorrow|back then|last time|in recent years)"
)
_AFTER = re.compile(
    "(after|before|during|since|until|throughout|following) "
    "(the|his|her|their|its|this|that|a|my|our) "
)
_HAPPENINGS = EVENTS | word_set(
    "divorce arrival visit departure construction fight speech discovery surgery operation "
    "treatment vote reign period century era festival tournament cup campaign series tour "
    "negotiations talks winter summer night day week month year afternoon evening meal process "
    "conflict invasion raid strike break holiday holidays vacation premiere opening debate "
    "movie film rain flood fire marriage pregnancy presidency career visit mission"
)
_TIED = word_set(
    "last lasts lasted date dates dated schedule scheduled wait waits waited waiting remain "
    "extend spend spent spends set move moved postpone postponed book booked reserve arrive "
    "leaves stay continue want say said says think thought know knew ask asked asks tell told add "
    "start starts begin begins ends end leave recommend please be is are was were been being"
)
_WISHES = word_set("want wants wanted recommend book need needs like reserve please schedule")
_STAYS_BEFORE = word_set("only even just especially not until as than and or but since from like")


def front_time_widely(tree: Tree) -> Iterator[Tree]:
    """ "she was born on may 9th , 1977 ." -> "on may 9th , 1977 , she was born ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.before:
        return
    if has_label(frame.predicate, "``", "''", "PRN", "SBAR") or set(words(tree)) & NEGATIONS:
        return
    if words(frame.subject)[0] in ("that", "which", "who") or "CC" in shape(frame.predicate):
        return
    verb = main_verb(frame.predicate)
    if verb in _WISHES:
        return
    num_after = len(main_predicate(frame.predicate)) - 1
    for path in _edge_paths(frame.predicate):
        predicate = deepcopy(frame.predicate)
        holder: Tree = predicate
        for step in path[:-1]:
            holder = holder[step]
        moved = holder.pop(path[-1])
        if not is_time_widely(moved):
            continue
        if holder.label() == "VP" and num_after < 2 and (verb in _TIED or verb in BE):
            continue
        if holder[path[-1] - 1].label() == ",":
            del holder[path[-1] - 1]
        if words(predicate)[-1] in _STAYS_BEFORE:
            continue
        if moved.label() == "NP" and re.match(_MONTH, " ".join(words(moved))):
            moved = Tree("PP", [Tree("IN", ["on"]), moved])
        core = [frame.subject, *frame.between, predicate]
        yield build([*frame.lead, moved, COMMA, *core, *frame.stop])


def end_with_time(tree: Tree) -> Iterator[Tree]:
    """ "on may 9 , 1977 , she was born ." -> "she was born on may 9 , 1977 ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or not frame.before:
        return
    openings = [part for part in frame.before if part.label() != ","]
    if not 1 <= len(openings) <= 2 or not all(is_time_widely(part) for part in openings):
        return
    predicate = frame.predicate
    text = words(tree)
    unclear = has_label(predicate, "``", "''", ":", "SBAR") or "CC" in shape(predicate)
    if unclear or set(text) & (NEGATIONS - {"few"}) or len(words(predicate)) > 16:
        return
    holder = main_predicate(predicate)
    inner = [part for part in list(holder)[1:] if part.label() in ("S", "VP")]
    if inner or any(is_time_widely(part) for part in holder if not is_tag(part)):
        return
    tail = [openings[0], COMMA, openings[1]] if len(openings) == 2 else openings
    core = [frame.subject, *frame.between, Tree("VP", [*predicate, *tail])]
    yield build([*frame.lead, *core, *frame.stop])


def front_again(tree: Tree) -> Iterator[Tree]:
    """ "he waved it again ." -> "once again , he waved it ."; "too" -> "also ,"."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.before or set(words(tree)) & NEGATIONS:
        return
    holder = main_predicate(frame.predicate)
    last = holder[-1]
    if len(holder) < 2 or is_tag(last) or "CC" in shape(holder) or has_label(holder, "SBAR"):
        return
    word = " ".join(words(last))
    opening = {"again": "once again", "once again": "once again"}.get(word)
    if opening is None or words(frame.subject)[0] in ("there", "it") or frame.lead:
        return
    if holder[-2].label() == ",":
        return
    predicate = deepcopy(frame.predicate)
    main_predicate(predicate).pop()
    adverb = Tree("ADVP", [Tree("RB", [part]) for part in opening.split()])
    yield build([adverb, COMMA, frame.subject, *frame.between, predicate, *frame.stop])


def is_time_widely(node: Tree) -> bool:
    """Whether a phrase surely says when, how long or how often, dates with commas included."""
    if is_tag(node) or node.label() not in ("PP", "NP", "ADVP", "NP-TMP"):
        return False
    text = " ".join(words(node))
    if _DATE.fullmatch(text) or _SPAN.fullmatch(text) or _EACH.fullmatch(text):
        return True
    if node.label() == "ADVP" or node.label() == "NP":
        later = text.endswith((" later", " ago", " earlier")) and len(text.split()) <= 5
        return later and text.split()[-2] in TIME_NOUNS
    if _AFTER.match(text) is None or has_label(node, "SBAR", "S", "VP", ",", "CC"):
        return False
    if set(text.split()) & (PRONOUNS - {"this", "that", "his", "her", "their", "its", "my", "our"}):
        return False
    return shape(node)[-1] == "NP" and head_noun(node[-1])[0] in _HAPPENINGS


def _edge_paths(predicate: Tree) -> Iterator[list[int]]:
    """Paths to the phrases at the right edge of a predicate, and to the main verb's children."""
    path: list[int] = []
    node = predicate
    while not is_tag(node):
        if node.label() == "VP" or node.label() == "NP":
            for index in range(len(node) - 1, 0, -1):
                yield [*path, index]
        if node.label() not in ("VP", "NP") or len(node) < 2 or "CC" in shape(node):
            return
        if node.label() == "NP" and node[-1].label() == "VP":
            return  # "a train leaving at noon"
        path.append(len(node) - 1)
        node = node[-1]


TIMINGS: Mapping[str, Rewrite] = {
    "timing-front": front_time_widely,
    "timing-end": end_with_time,
    "again-front": front_again,
}
"""Loose rules of this module by their names."""
