"""What there is: "many people think so" and "there are many people who think so", and so on."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.adjunct_kinds import is_place_phrase
from scpn.rules.clauses import (
    FINITE,
    NEGATIONS,
    PLAIN_BE,
    first_tag,
    has_label,
    head_noun,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, build, match_statement, number_of
from scpn.rules.nouns import is_person
from scpn.rules.rule import Rewrite
from scpn.rules.small_phrases import pronoun

_COUNTS = word_set("many several some few numerous two three four five six seven eight nine ten")
# What has rooms, parts or people in it.
_HOLDERS = word_set(
    "room house home kitchen building school church hotel town city village country island park "
    "garden museum book film movie story article list box bag shop store street station campus "
    "hall library castle palace region district county state area lake valley song album series "
    "season seasons"
)
_ABSTRACT = word_set(
    "history name reputation effect impact influence role problem right meaning size length "
    "population area height age capacity budget value idea access look feel place time tendency"
)


def say_there_are(tree: Tree) -> Iterator[Tree]:
    """ "some nurses write songs ." -> "there are some nurses who write songs ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.lead or "CC" in shape(frame.predicate):
        return
    subject, predicate = frame.subject, frame.predicate
    text = words(subject)
    if text[0] not in _COUNTS or len(text) < 2:
        return
    if has_label(subject, "SBAR", ",", "VP", "CC", "``") or text[1] in ("of", "other"):
        return
    tag = first_tag(predicate)
    if tag not in ("VBD", "VBP") or set(words(predicate)) & NEGATIONS:
        return
    if head_noun(subject)[1] != "NNS" or words(predicate)[0] in ("are", "were"):
        return
    if has_label(predicate, "SBAR") or len(words(predicate)) > 12:
        return
    relative = Tree("WP", ["who"]) if is_person(subject) else Tree("WDT", ["that"])
    clause = Tree("SBAR", [Tree("WHNP", [relative]), Tree("S", [*frame.between, predicate])])
    be = Tree("VBD", ["were"]) if tag == "VBD" else Tree("VBP", ["are"])
    yield build([pronoun("there"), Tree("VP", [be, Tree("NP", [subject, clause])]), *frame.stop])


def leave_out_there(tree: Tree) -> Iterator[Tree]:
    """ "there are some nurses who write songs ." -> "some nurses write songs ."; also "killed"."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or words(frame.subject) != ["there"]:
        return
    predicate = frame.predicate
    if frame.between or len(predicate) != 2 or words(predicate[0])[0] not in PLAIN_BE | {"'s"}:
        return
    said = predicate[1]
    if said.label() != "NP" or len(said) != 2 or words(said)[0] in ("no", "nothing", "any"):
        return
    thing, rest = said
    if shape(rest) == ["WHNP", "S"] and rest.label() == "SBAR":
        if words(rest[0])[0] not in ("who", "that", "which") or shape(rest[1])[-1:] != ["VP"]:
            return
        core = list(rest[1])
        if any(part.label() not in ("ADVP", "RB", "VP") for part in core):
            return
        if first_tag(core[-1]) not in FINITE:
            return
        yield build([*frame.lead, thing, *core, *frame.stop])
    elif rest.label() == "VP" and first_tag(rest) == "VBN" and len(words(rest)) > 1:
        if words(rest)[0] in ("called", "named", "known") or words(predicate[0]) == ["'s"]:
            return
        whole = Tree("VP", [predicate[0], rest])
        yield build([*frame.lead, thing, whole, *frame.stop])


def find_inside(tree: Tree) -> Iterator[Tree]:
    """ "the room has two windows ." -> "in the room , there are two windows ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between:
        return
    predicate, holder = frame.predicate, frame.subject
    if shape(predicate) not in (["VBZ", "NP"], ["VBD", "NP"], ["VBP", "NP"]):
        return
    if words(predicate[0])[0] not in ("has", "had", "have", "contains", "contained"):
        return
    thing = predicate[1]
    word, tag = head_noun(thing)
    if head_noun(holder)[0].removesuffix("s") not in _HOLDERS or word in _ABSTRACT:
        return
    if set(words(thing)) & {"its", "their", "the", "his", "her", "it"} or not tag.startswith("NN"):
        return
    number = "plural" if tag == "NNS" else number_of(thing)
    if not number or has_label(thing, "SBAR") or words(holder)[0] in ("no", "each", "every"):
        return
    past = first_tag(predicate) == "VBD"
    form = {"plural": "were" if past else "are"}.get(number, "was" if past else "is")
    inside = Tree("PP", [Tree("IN", ["in"]), holder])
    there = Tree("VP", [Tree("VBD" if past else "VBZ", [form]), thing])
    yield build([*frame.lead, inside, COMMA, pronoun("there"), there, *frame.stop])


def give_place_its_thing(tree: Tree) -> Iterator[Tree]:
    """ "there are two windows in the room ." -> "the room has two windows ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or words(frame.subject) != ["there"]:
        return
    parts = list(frame.predicate)
    if len(parts) == 2 and shape(parts[1]) == ["NP", "PP"]:
        parts = [parts[0], *parts[1]]
    if [part.label() for part in parts][1:] != ["NP", "PP"] or frame.between:
        return
    verb, thing, place = parts
    if words(verb)[0] not in PLAIN_BE or not is_place_phrase(place) or words(place)[0] != "in":
        return
    holder = place[1]
    if head_noun(holder)[0].removesuffix("s") not in _HOLDERS or words(thing)[0] == "nothing":
        return
    if has_label(thing, "SBAR", "VP") or head_noun(thing)[0] in ("need", "reason", "time", "doubt"):
        return
    number = number_of(holder)
    if not number or is_person(thing):
        return
    past = words(verb)[0] in ("was", "were")
    have = "had" if past else {"plural": "have"}.get(number, "has")
    owned = Tree("VP", [Tree("VBD" if past else "VBZ", [have]), thing])
    yield build([*frame.lead, holder, owned, *frame.stop])


def list_among(tree: Tree) -> Iterator[Tree]:
    """ "the guests included two poets ." -> "among the guests were two poets ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return
    group, predicate = frame.subject, frame.predicate
    if shape(predicate) not in (["VBD", "NP"], ["VBP", "NP"]) or number_of(group) != "plural":
        return
    if words(predicate[0])[0] not in ("include", "included") or words(group)[0] in (
        "they",
        "these",
    ):
        return
    if has_label(group, "SBAR", ",", "PRP"):
        return
    among = Tree("PP", [Tree("IN", ["among"]), group])
    past = first_tag(predicate) == "VBD"
    many = has_label(predicate[1], "CC") or number_of(predicate[1]) == "plural"
    forms = ("were", "was") if past else ("are", "is")
    be = Tree("VP", [Tree("VBD" if past else "VBP", [forms[0 if many else 1]])])
    yield build([among, be, predicate[1], *frame.stop], "SINV")


EXISTENCE: Mapping[str, Rewrite] = {
    "there-who": say_there_are,
    "there-drop": leave_out_there,
    "there-inside": find_inside,
    "there-has": give_place_its_thing,
    "among-list": list_among,
}
"""Loose rules of this module by their names."""
