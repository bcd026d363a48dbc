"""Asking for a difference, a meaning or a name in other words: "how do they differ"."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from nltk.tree import Tree

from scpn.rules.clauses import (
    PRONOUNS,
    first_tag,
    has_label,
    is_pronoun,
    shape,
    words,
)
from scpn.rules.frame import build, number_of
from scpn.rules.inversion import (
    Question,
    build_question,
    match_question,
)
from scpn.rules.leads import behind_lead
from scpn.rules.rule import Rewrite
from scpn.rules.small_phrases import noun_phrase, of_phrase, prepositional, word_phrase

IS = ("is", "'s", "are", "was", "were")
_HOW = word_phrase("WHADVP", "WRB", "how")


def ask_how_they_differ(tree: Tree) -> Iterator[Tree]:
    """ "what is the difference between a and b ?" -> "how do a and b differ ?", "in what way"."""
    question = match_asked(tree, "what")
    if question is None or question.subject is None or question.auxiliary is None:
        return
    verb = "did" if words(question.auxiliary) == ["was"] else "do"
    parts = [question.subject, *question.rest]
    if not question.rest and shape(question.subject)[-1:] == ["PP"] and len(question.subject) == 2:
        parts = list(question.subject)
    if len(parts) != 2 or words(parts[0]) not in (["the", "difference"], ["the", "differences"]):
        return
    between = parts[1]
    if between.label() != "PP" or len(between) != 2 or words(between)[0] != "between":
        return
    things = between[1]
    if "and" not in words(things) or things.label() != "NP" or len(words(things)) > 14:
        return
    differ = Tree("VP", [Tree("VB", ["differ"])])
    core = Tree("SQ", [Tree("VBD" if verb == "did" else "VBP", [verb]), things, differ])
    yield build([_HOW, core, *question.stop], "SBARQ")
    way = Tree("WHNP", [Tree("WDT", ["what"]), Tree("NN", ["way"])])
    yield build([prepositional("in", way, label="WHPP"), core, *question.stop], "SBARQ")


def ask_for_difference(tree: Tree) -> Iterator[Tree]:
    """ "how do a and b differ ?" -> "what is the difference between a and b ?"."""
    question = match_asked(tree, "how")
    if question is None or question.subject is None or len(question.rest) != 1:
        return
    act, subject = question.rest[0], question.subject
    if words(act)[0] != "differ" or words(question.auxiliary or tree)[0] not in ("do", "does"):
        return
    if shape(act)[1:] == ["PP"] and words(act)[1] == "from" and len(act[1]) == 2:
        things = Tree("NP", [subject, Tree("CC", ["and"]), act[1][1]])
    elif len(act) == 1 and "and" in words(subject):
        things = subject
    else:
        return
    difference = Tree("NP", [noun_phrase("the", "difference"), prepositional("between", things)])
    yield what_is(question, difference)


def ask_for_meaning(tree: Tree) -> Iterator[Tree]:
    """ "what does the word mean ?" -> "what is the meaning of the word ?", and back."""
    question = match_asked(tree, "what")
    if question is None or question.subject is None or question.auxiliary is None:
        return
    subject, rest = question.subject, [word for node in question.rest for word in words(node)]
    verb = words(question.auxiliary)[0]
    if verb in ("does", "do") and rest == ["mean"]:
        if not set(words(subject)) & PRONOUNS and len(words(subject)) <= 10:
            yield what_is(question, of_phrase("meaning", subject))
    elif verb in ("is", "'s") and words(subject)[:3] == ["the", "meaning", "of"] and not rest:
        meant, mean = subject[-1][-1], Tree("VP", [Tree("VB", ["mean"])])
        if shape(subject) == ["NP", "PP"]:
            yield build_question(
                replace(question, auxiliary=_do_for(meant), subject=meant, rest=(mean,))
            )


def ask_for_name(tree: Tree) -> Iterator[Tree]:
    """ "what is the river called ?" -> "what is the name of the river ?", and back."""
    question = match_asked(tree, "what")
    if question is None or question.subject is None or question.auxiliary is None:
        return
    subject, rest = question.subject, [word for node in question.rest for word in words(node)]
    verb = words(question.auxiliary)[0]
    if verb in IS and rest in (["called"], ["named"]) and not is_pronoun(subject):
        be = "was" if verb in ("was", "were") else "is"
        if len(words(subject)) <= 12 and "name" not in words(subject):
            yield what_is(question, of_phrase("name", subject), be=be)
    elif verb in IS and not rest and words(subject)[:3] == ["the", "name", "of"]:
        if shape(subject) != ["NP", "PP"] or len(subject[1]) != 2:
            return
        thing, called = subject[1][1], Tree("VP", [Tree("VBN", ["called"])])
        if len(words(thing)) <= 10 and number_of(thing) and not has_label(thing, "SBAR", ","):
            be = _be_for(thing, past=verb == "was")
            yield build_question(replace(question, auxiliary=be, subject=thing, rest=(called,)))


def ask_how_called(tree: Tree) -> Iterator[Tree]:
    """ "what do you call the boats ?" -> "what are the boats called ?"."""
    question = match_asked(tree, "what")
    if question is None or question.subject is None or len(question.rest) != 1:
        return
    act = question.rest[0]
    if question.written()[:3] != ["do", "you", "call"] or shape(act)[1:2] != ["NP"]:
        return
    thing = act[1]
    if is_pronoun(thing) or words(thing)[0] == "your" or has_label(act, "SBAR"):
        return
    if first_tag(thing) == "DT" and number_of(thing) and words(thing)[0] != "this":
        called = Tree("VP", [Tree("VBN", ["called"]), *list(act)[2:]])
        be = _be_for(thing, past=False)
        yield build_question(replace(question, auxiliary=be, subject=thing, rest=(called,)))


def match_asked(tree: Tree, word: str) -> Question | None:
    """A question with one question word and nothing before it."""
    question = match_question(tree)
    if question is None or question.wh is None or question.before or words(question.wh) != [word]:
        return None
    return question


def what_is(question: Question, phrase: Tree, *, be: str = "is") -> Tree:
    """The question what a phrase is, or was."""
    core = Tree("SQ", [Tree("VBD" if be == "was" else "VBZ", [be]), phrase])
    return build([word_phrase("WHNP", "WP", "what"), core, *question.stop], "SBARQ")


def _do_for(phrase: Tree) -> Tree:
    plural = number_of(phrase) == "plural"
    return Tree("VBP", ["do"]) if plural else Tree("VBZ", ["does"])


def _be_for(phrase: Tree, *, past: bool) -> Tree:
    if number_of(phrase) == "plural":
        return Tree("VBD", ["were"]) if past else Tree("VBP", ["are"])
    return Tree("VBD", ["was"]) if past else Tree("VBZ", ["is"])


QUESTION_NOUNS: Mapping[str, Rewrite] = {
    "ask-differ": behind_lead(ask_how_they_differ),
    "ask-difference": behind_lead(ask_for_difference),
    "ask-meaning": behind_lead(ask_for_meaning),
    "ask-called": behind_lead(ask_for_name),
    "ask-call": behind_lead(ask_how_called),
}
"""Loose rules of this module by their names."""
