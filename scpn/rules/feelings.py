"""Feelings: who feels something about a thing, or the thing that makes someone feel so."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import NEGATIONS, has_label, is_pronoun, is_tag, shape, words
from scpn.rules.frame import Frame, build, match_statement, number_of
from scpn.rules.inflection import base_form, past_tense, third_person
from scpn.rules.pronouns import OBJECT_FORMS, SUBJECT_FORMS
from scpn.rules.rule import Rewrite

# How one feels, the verb for what makes one feel so, and the prepositions between.
_TABLE = """
impressed impress with by, surprised surprise by at, disappointed disappoint with by in,
amazed amaze by at, shocked shock by at, annoyed annoy by with at, confused confuse by,
fascinated fascinate by with, interested interest in, scared scare of, worried worry about by,
bored bore by with, pleased please with by, disgusted disgust by with, moved move by,
frustrated frustrate with by, concerned concern about, intrigued intrigue by, amused amuse by,
excited excite about, horrified horrify by at, delighted delight with by, satisfied satisfy with,
puzzled puzzle by, overwhelmed overwhelm by, offended offend by, touched touch by,
terrified terrify of by
"""
_FEELINGS = {
    entry.split()[0]: (entry.split()[1], frozenset(entry.split()[2:]))
    for entry in _TABLE.split(",")
}
_BY_VERB = {verb: "by" if "by" in links else min(links) for verb, links in _FEELINGS.values()}
_BASES = {past_tense(verb): verb for verb in _BY_VERB} | {third_person(v): v for v in _BY_VERB}
_TENSES = {
    "am": "now", "'m": "now", "is": "now", "'s": "now", "are": "now", "'re": "now",
    "was": "then", "were": "then",
}  # fmt: skip
_STRONG = ("very", "really", "so", "quite")


def tell_what_moves(tree: Tree) -> Iterator[Tree]:
    """ "i was impressed by it ." -> "it impressed me .", "what impressed me was it ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.lead or frame.between:
        return
    parts = _feeling(frame)
    if parts is None:
        return
    verb, thing, then, strong = parts
    who = Tree("NP", [Tree("PRP", [OBJECT_FORMS[words(frame.subject)[0]]])])
    plural = number_of(thing) == "plural"
    if then:
        moves = Tree("VBD", [past_tense(verb)])
    else:
        moves = Tree("VBP", [verb]) if plural else Tree("VBZ", [third_person(verb)])
    really = [Tree("ADVP", [Tree("RB", ["really"])])] if strong else []
    yield build([thing, *really, Tree("VP", [moves, who]), *frame.stop])
    if not is_pronoun(thing):
        single = moves if then else Tree("VBZ", [third_person(verb)])
        inner = Tree("S", [*really, Tree("VP", [single, who])])
        what = Tree("SBAR", [Tree("WHNP", [Tree("WP", ["what"])]), inner])
        be = Tree("VBD", ["was"]) if then else Tree("VBZ", ["is"])
        yield build([what, Tree("VP", [be, thing]), *frame.stop])


def _feeling(frame: Frame) -> tuple[str, Tree, bool, bool] | None:
    """The verb, what moves one, whether it is past, and whether it moves one much."""
    subject, predicate = frame.subject, frame.predicate
    if subject is None or len(words(subject)) != 1 or words(subject)[0] not in OBJECT_FORMS:
        return None
    if len(predicate) < 2 or not is_tag(predicate[0]) or words(predicate[0])[0] not in _TENSES:
        return None
    inner = list(predicate)[1:]
    while len(inner) == 1 and inner[0].label() in ("ADJP", "VP"):
        inner = list(inner[0])
    text = [words(part) for part in inner]
    strong = bool(text) and text[0] in [[word] for word in _STRONG]
    inner = inner[1:] if strong else inner
    if len(inner) != 2 or words(inner[0])[0] not in _FEELINGS or len(words(inner[0])) != 1:
        return None
    verb, links = _FEELINGS[words(inner[0])[0]]
    cause = inner[1]
    if cause.label() != "PP" or shape(cause)[1:] != ["NP"] or words(cause)[0] not in links:
        return None
    thing = cause[1]
    if has_label(thing, "SBAR", "S", ",", "VP"):
        return None
    if is_pronoun(thing) and words(thing)[0] != "it":
        return None
    return verb, thing, _TENSES[words(predicate[0])[0]] == "then", strong


def tell_who_is_moved(tree: Tree) -> Iterator[Tree]:
    """ "the soup surprised me ." -> "i was surprised by the soup ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.lead or len(frame.between) > 1:
        return
    predicate = frame.predicate
    if shape(predicate)[1:] != ["NP"] or predicate[0].label() not in ("VBD", "VBZ", "VBP"):
        return
    verb = _BASES.get(words(predicate[0])[0]) or base_form(words(predicate[0])[0], "VB")
    who = words(predicate[1])
    if verb not in _BY_VERB or len(who) != 1 or who[0] not in SUBJECT_FORMS:
        return
    subject = frame.subject
    if set(words(tree)) & NEGATIONS or has_label(subject, "SBAR", "S", "EX", "WP"):
        return
    if is_pronoun(subject) and words(subject)[0] != "it":
        return
    between = [word for part in frame.between for word in words(part)]
    if between not in ([], ["really"]):
        return
    person = SUBJECT_FORMS[who[0]]
    be = _be(person, past=predicate[0].label() == "VBD")
    feels = next(feeling for feeling, (base, _) in _FEELINGS.items() if base == verb)
    cause = Tree("PP", [Tree("IN", [_BY_VERB[verb]]), subject])
    degree = [Tree("RB", between)] if between else []
    felt = Tree("ADJP", [*degree, Tree("JJ", [feels]), cause])
    yield build([Tree("NP", [Tree("PRP", [person])]), Tree("VP", [be, felt]), *frame.stop])


def _be(person: str, *, past: bool) -> Tree:
    if past:
        return Tree("VBD", ["was" if person in ("i", "he", "she") else "were"])
    if person == "i":
        return Tree("VBP", ["am"])
    return Tree("VBZ", ["is"]) if person in ("he", "she") else Tree("VBP", ["are"])


FEELINGS: Mapping[str, Rewrite] = {
    "feeling-cause": tell_what_moves,
    "feeling-person": tell_who_is_moved,
}
"""Loose rules of this module by their names."""
