"""Sentences of "be" turned round: "here is my book", "attached are the plans", "x is the best"."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    NEGATIONS,
    first_tag,
    has_label,
    is_pronoun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import build, match_statement, number_of, split_stop
from scpn.rules.rule import Rewrite

_EASY = word_set("easy hard difficult impossible fun simple pleasant expensive safe cheap")
_DEGREES = word_set("very really so extremely pretty quite fairly incredibly not all too also")
_STATES = word_set("attached enclosed gone included listed displayed pictured")
_ONLY = word_set("only first last best worst main")


def name_superlative_first(tree: Tree) -> Iterator[Tree]:
    """ "rugby is the best sport of all ." -> "the best sport of all is rugby ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.lead or frame.between:
        return
    predicate = frame.predicate
    if shape(predicate) not in (["VBZ", "NP"], ["VBD", "NP"]) or words(predicate)[0] == "'s":
        return
    be, title = predicate
    if words(be)[0] not in BE or is_pronoun(frame.subject) or has_label(tree, "SBAR", "CC", ","):
        return
    if first_tag(frame.subject) in ("EX", "WDT", "DT") and words(frame.subject)[0] != "the":
        return
    opening = words(title)[:2]
    if len(words(title)) < 3 or "same" in opening:
        return
    unique = opening[0] == "the" and (opening[1] in _ONLY or opening[1].endswith("est"))
    unique = unique or opening == ["the", "most"] or opening[1:] == ["favorite"]
    if unique and number_of(frame.subject) != "plural" and not set(words(tree)) & NEGATIONS:
        yield build([title, Tree("VP", [be, frame.subject]), *frame.stop])


def present(tree: Tree) -> Iterator[Tree]:
    """ "here is my book ." -> "this is my book ."."""
    cut = split_stop(tree)
    if tree.label() not in ("S", "SINV") or cut is None or len(cut[0]) != 3:
        return
    (here, verb, thing), stop = cut
    be = words(verb)
    if words(here) != ["here"] or be not in (["is"], ["are"], ["'s"]):
        return
    if thing.label() not in ("NP", "SBAR") or is_pronoun(thing) or len(words(thing)) < 2:
        return
    plural = be == ["are"]
    this = Tree("NP", [Tree("DT", ["these" if plural else "this"])])
    tag = Tree("VBP", ["are"]) if plural else Tree("VBZ", ["is"])
    yield build([this, Tree("VP", [tag, thing]), *stop])


def straighten(tree: Tree) -> Iterator[Tree]:
    """ "attached are the plans ." -> "the plans are attached ."."""
    cut = split_stop(tree)
    if tree.label() != "SINV" or cut is None or len(cut[0]) != 3:
        return
    (state, verb, thing), stop = cut
    if len(words(state)) != 1 or words(state)[0] not in _STATES or thing.label() != "NP":
        return
    if words(verb) in (["is"], ["are"], ["was"], ["were"]) and not has_label(thing, "SBAR", ","):
        be = verb if is_tag(verb) else verb[0]
        yield build([thing, Tree("VP", [be, state]), *stop])


def say_it_is_easy(tree: Tree) -> Iterator[Tree]:
    """ "the lamp is very easy to use ." -> "it is very easy to use the lamp ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return
    predicate, thing = frame.predicate, frame.subject
    if len(predicate) < 2 or words(predicate[0])[0] not in ("is", "are", "was", "were"):
        return
    if is_pronoun(thing) or has_label(thing, "SBAR", "EX", ",", "WP") or "CC" in shape(predicate):
        return
    text = words(predicate)
    place = next((i for i, word in enumerate(text) if word in _EASY), 0)
    if not place or not set(text[1:place]) <= _DEGREES - {"not", "too"}:
        return
    if text[place + 1 : place + 2] != ["to"] or len(text) not in (place + 3, place + 4):
        return
    tags = list(predicate.subtrees(is_tag))
    verb = tags[place + 2]
    if verb.label() != "VB" or (len(text) == place + 4 and tags[-1].label() not in ("RP", "IN")):
        return
    degree = [tag for tag in tags[1:place] if words(tag)[0] in _DEGREES - {"all"}]
    if "all" in text[1:place]:
        if words(thing)[0] != "the":
            return
        thing = Tree("NP", [Tree("PDT", ["all"]), *thing])
    then = words(predicate[0])[0] in ("was", "were")
    be = Tree("VBD", ["was"]) if then else Tree("VBZ", ["is"])
    act = Tree("VP", [Tree("TO", ["to"]), Tree("VP", [*tags[place + 2 :], thing])])
    easy = Tree("ADJP", [*degree, tags[place], Tree("S", [act])])
    yield build([Tree("NP", [Tree("PRP", ["it"])]), Tree("VP", [be, easy]), *frame.stop])


def furnish(tree: Tree) -> Iterator[Tree]:
    """ "a sink has soap on it ." -> "there is soap on a sink ."; "a room with ..." of "has"."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return
    thing, predicate = frame.subject, frame.predicate
    if words(thing)[0] not in ("a", "an") or words(predicate)[0] != "has" or len(predicate) < 2:
        return
    if has_label(tree, ",", ":") or has_label(thing, "SBAR", "VP", "CC"):
        return
    had = list(predicate)[1:]
    if had[0].label() != "NP" or words(had[0])[0] in ("to", "no", "been", "n't"):
        return
    text = words(predicate)
    if text[-1] == "it" and text[-2] in ("on", "in", "under", "inside", "behind"):
        owned = list(predicate.subtrees(is_tag))[1:-2]
        holds = Tree("NP", owned)
        plural = "and" in text or owned[-1].label() == "NNS"
        if not any(part.label().startswith(("VB", "PRP")) for part in owned):
            be = Tree("VBP", ["are"]) if plural else Tree("VBZ", ["is"])
            where = Tree("PP", [Tree("IN", [text[-2]]), thing])
            there = Tree("NP", [Tree("EX", ["there"])])
            yield build([there, Tree("VP", [be, holds, where]), *frame.stop])
    whole = Tree("PP", [Tree("IN", ["with"]), *had])
    if len(words(tree)) > 5 and not has_label(predicate, "SBAR"):
        yield build([thing, whole, *frame.stop], "NP")


EQUATIONS: Mapping[str, Rewrite] = {
    "superlative-first": name_superlative_first,
    "here-present": present,
    "state-straighten": straighten,
    "easy-it": say_it_is_easy,
    "has-there": furnish,
}
"""Loose rules of this module by their names."""
