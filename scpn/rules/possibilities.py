"""Questions for yes or no put another way: what is possible, what there is, what will be."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from nltk.tree import Tree

from scpn.rules.clauses import (
    first_tag,
    has_label,
    head_noun,
    is_pronoun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import number_of
from scpn.rules.inflection import base_form, gerund
from scpn.rules.inversion import Question, build_question, match_question
from scpn.rules.leads import behind_lead
from scpn.rules.nouns import is_person
from scpn.rules.rule import Rewrite
from scpn.rules.small_phrases import infinitive, noun_phrase, prepositional, pronoun

_YOU = word_set("you i we one someone somebody anyone anybody")
_REQUESTS = word_set("help please lend give open close pass tell let marry")
_JUDGED = word_set(
    "dangerous hard easy difficult safe okay ok legal illegal wrong normal bad good healthy "
    "expensive worth cheaper better necessary rude important common typical acceptable"
)


def ask_if_possible_for(tree: Tree) -> Iterator[Tree]:
    """ "can fish sleep ?" -> "is it possible for fish to sleep ?"."""
    question = _plain(tree)
    if question is None or words(question.auxiliary or tree)[0] not in ("can", "could"):
        return
    subject = question.subject
    if subject is None or set(words(subject)) & _YOU or "please" in words(tree):
        return
    if len(question.rest) != 1 or first_tag(question.rest[0]) != "VB" or len(words(subject)) > 6:
        return
    if has_label(tree, "CC", ",", "``") or has_label(subject, "PRP") or len(words(tree)) < 5:
        return
    clause = Tree("S", [subject, infinitive(question.rest[0])])
    rest = (_adjective("possible"), Tree("SBAR", [Tree("IN", ["for"]), clause]))
    is_ = Tree("VBZ", ["is"])
    if words(question.auxiliary or tree)[0] == "can":
        yield build_question(replace(question, auxiliary=is_, subject=pronoun("it"), rest=rest))


def ask_if_one_can(tree: Tree) -> Iterator[Tree]:
    """ "is it possible to pay by card ?" -> "can i pay by card ?"."""
    question = _plain(tree)
    if question is None or words(question.subject or tree) != ["it"]:
        return
    parts = [node for part in question.rest for node in ([part] if is_tag(part) else part)]
    if words(question.auxiliary or tree) != ["is"] or len(words(tree)) < 6:
        return
    text = [word for node in question.rest for word in words(node)]
    if text[:2] != ["possible", "to"] or parts[-1].label() not in ("S", "VP"):
        return
    act = parts[-1][0] if parts[-1].label() == "S" else parts[-1]
    if shape(act)[:2] != ["TO", "VP"] or "you" in text or "your" in text:
        return
    can = Tree("MD", ["can"])
    yield build_question(replace(question, auxiliary=can, subject=pronoun("i"), rest=(act[1],)))


def ask_if_going_to(tree: Tree) -> Iterator[Tree]:
    """ "will he stay ?" -> "is he going to stay ?", and back."""
    question = match_question(tree)
    if question is None or question.auxiliary is None or question.subject is None:
        return
    if question.before or question.negation or not 1 <= len(question.rest) <= 2:
        return
    *adverbs, act = question.rest
    verb, subject = words(question.auxiliary)[0], question.subject
    if act.label() != "VP" or any(node.label() != "ADVP" for node in adverbs):
        return
    polite = "please" in words(tree)
    if verb == "will" and first_tag(act) == "VB" and not (polite or has_label(tree, "SBAR")):
        for_me = bool(set(words(act)) & (_REQUESTS | {"me", "us", "my"}))
        requested = words(subject) == ["you"] and question.wh is None and for_me
        be = _be_of(subject)
        if be is None or requested or words(subject) == ["i"] or len(words(subject)) > 6:
            return
        going = Tree("VP", [Tree("VBG", ["going"]), infinitive(act)])
        yield build_question(replace(question, auxiliary=be, rest=(*adverbs, going)))
    elif verb in ("is", "are") and shape(act)[:2] == ["VBG", "S"] and words(act)[0] == "going":
        aim = act[1]
        plain = shape(aim) == ["VP"] and len(aim[0]) == 2 and len(act) == 2
        requested = words(subject) == ["you"] and question.wh is None
        if words(aim)[0] == "to" and plain and not requested:
            will = Tree("MD", ["will"])
            yield build_question(replace(question, auxiliary=will, rest=(*adverbs, aim[0][1])))


def ask_if_any_does(tree: Tree) -> Iterator[Tree]:
    """ "is there a word that has no vowel ?" -> "does any word have no vowel ?"."""
    question = _plain(tree)
    if question is None or words(question.subject or tree) != ["there"] or len(question.rest) != 1:
        return
    thing = question.rest[0]
    if shape(thing) != ["NP", "SBAR"] or words(question.auxiliary or tree)[0] not in ("is", "are"):
        return
    noun, clause = thing
    if words(noun)[0] not in ("a", "an", "any") or len(words(noun)) < 2 or has_label(noun, "PP"):
        return
    if shape(clause) != ["WHNP", "S"] or shape(clause[1]) != ["VP"] or has_label(clause, ",", "CC"):
        return
    act = clause[1][0]
    any_noun = Tree("NP", [Tree("DT", ["any"]), *list(noun)[1:]])
    if words(act)[0] in ("is", "are", "can", "will"):
        tag = Tree(first_tag(act), [words(act)[0]])
        rest = tuple(list(act)[1:])
    else:
        base = base_form(words(act)[0], first_tag(act)) if is_tag(act[0]) else None
        if base is None or first_tag(act) not in ("VBZ", "VBP"):
            return
        tag = Tree("VBZ", ["does"]) if first_tag(act) == "VBZ" else Tree("VBP", ["do"])
        rest = (Tree("VP", [Tree("VB", [base]), *list(act)[1:]]),)
    if rest:
        yield build_question(replace(question, auxiliary=tag, subject=any_noun, rest=rest))


def ask_if_it_has(tree: Tree) -> Iterator[Tree]:
    """ "is there a pool at the hotel ?" -> "does the hotel have a pool ?"; also "a name for"."""
    question = _plain(tree)
    if question is None or words(question.subject or tree) != ["there"] or not question.rest:
        return
    parts = list(question.rest)
    if len(parts) == 1 and shape(parts[0]) == ["NP", "PP"]:
        parts = list(parts[0])
    if len(parts) != 2 or parts[0].label() != "NP" or parts[1].label() != "PP":
        return
    thing, place = parts
    if len(place) != 2 or place[1].label() != "NP":
        return
    if has_label(place, "SBAR", ",", "CC", "VP", "``"):
        return
    owner, named = place[1], words(thing)[-1] in ("name", "word", "term")
    if words(place)[0] not in (("for",) if named else ("at", "in", "on")) or is_pronoun(owner):
        return
    if words(thing)[0] not in ("a", "an", "any") or has_label(thing, "PP", "SBAR"):
        return
    number = number_of(owner)
    definite = first_tag(owner) == "DT" and not is_person(owner) and head_noun(owner)[1][:2] == "NN"
    if not number or not definite or words(owner)[-1] in ("area", "moment", "time", "world", "way"):
        return
    do = Tree("VBZ", ["does"]) if number == "singular" else Tree("VBP", ["do"])
    if words(question.auxiliary or tree)[0] in ("is", "are") and words(thing)[-1] != "word":
        have = Tree("VP", [Tree("VB", ["have"]), thing])
        yield build_question(replace(question, auxiliary=do, subject=owner, rest=(have,)))


def ask_of_act(tree: Tree) -> Iterator[Tree]:
    """ "is it dangerous to swim here ?" -> "is swimming here dangerous ?"."""
    question = _plain(tree)
    if question is None or words(question.subject or tree) != ["it"]:
        return
    parts = list(question.rest)
    if len(parts) == 1 and shape(parts[0]) in (["JJ", "S"], ["JJR", "S"]):
        parts = list(parts[0])
    if len(parts) != 2 or parts[1].label() != "S" or shape(parts[1]) != ["VP"]:
        return
    judged, act = parts[0], parts[1][0]
    known = words(judged)[-1] in _JUDGED and len(words(judged)) <= 2
    if not known or shape(act) != ["TO", "VP"] or first_tag(act[1]) != "VB":
        return
    if not 2 <= len(words(act[1])) <= 5 or has_label(act, "CC", "SBAR", "S") or len(act[1]) < 2:
        return
    base, *others = act[1]
    doing = Tree("S", [Tree("VP", [Tree("VBG", [gerund(words(base)[0])]), *others])])
    judgement = judged if not is_tag(judged) else Tree("ADJP", [judged])
    yield build_question(replace(question, subject=doing, rest=(judgement,)))


def ask_for_preference(tree: Tree) -> Iterator[Tree]:
    """ "would you rather walk ?" -> "would you prefer to walk ?", and back."""
    question = match_question(tree)
    if question is None or question.before or question.negation:
        return
    if words(question.auxiliary or tree)[0] != "would" or not question.rest:
        return
    act = question.rest[-1]
    if len(question.rest) == 2 and words(question.rest[0]) == ["rather"]:
        if act.label() == "VP" and "CC" not in shape(act) and "than" not in words(act):
            prefer = Tree("VP", [Tree("VB", ["prefer"]), infinitive(act)])
            yield build_question(replace(question, rest=(prefer,)))
    elif len(question.rest) == 1 and shape(act) == ["VB", "S"]:
        aim = act[1]
        if words(act)[:2] == ["prefer", "to"] and shape(aim) == ["VP"] and len(aim[0]) == 2:
            rather = Tree("ADVP", [Tree("RB", ["rather"])])
            yield build_question(replace(question, rest=(rather, aim[0][1])))


def ask_whether_they_differ(tree: Tree) -> Iterator[Tree]:
    """ "is there a difference between a and b ?" -> "do a and b differ ?", and back."""
    question = _plain(tree)
    if question is None or question.subject is None or len(question.rest) != 1:
        return
    rest = question.rest[0]
    if words(question.subject) == ["there"] and shape(rest) == ["NP", "PP"]:
        between = rest[1]
        if words(rest[0])[1:] != ["difference"] or words(between)[0] != "between":
            return
        if words(rest[0])[0] in ("a", "any") and "and" in words(between) and len(between) == 2:
            do, differ = Tree("VBP", ["do"]), Tree("VP", [Tree("VB", ["differ"])])
            yield build_question(
                replace(question, auxiliary=do, subject=between[1], rest=(differ,))
            )
    elif words(rest) == ["differ"] and "and" in words(question.subject):
        between = prepositional("between", question.subject)
        thing = Tree("NP", [noun_phrase("a", "difference"), between])
        is_ = Tree("VBZ", ["is"])
        yield build_question(
            replace(question, auxiliary=is_, subject=pronoun("there"), rest=(thing,))
        )


def _plain(tree: Tree) -> Question | None:
    """A question for yes or no that nothing precedes or denies."""
    question = match_question(tree)
    if question is None or question.wh is not None or question.before or question.negation:
        return None
    return None if question.subject is None or question.auxiliary is None else question


def _adjective(word: str) -> Tree:
    return Tree("ADJP", [Tree("JJ", [word])])


def _be_of(subject: Tree) -> Tree | None:
    """ "is" or "are" for a subject, None where its number is unclear."""
    number = "plural" if words(subject) == ["you"] else number_of(subject)
    if not number:
        return None
    return Tree("VBP", ["are"]) if number == "plural" else Tree("VBZ", ["is"])


POSSIBILITIES: Mapping[str, Rewrite] = {
    "ask-possible-for": behind_lead(ask_if_possible_for),
    "ask-can": behind_lead(ask_if_one_can),
    "ask-going": behind_lead(ask_if_going_to),
    "ask-any": behind_lead(ask_if_any_does),
    "ask-has": behind_lead(ask_if_it_has),
    "ask-act": behind_lead(ask_of_act),
    "ask-prefer": behind_lead(ask_for_preference),
    "ask-if-differ": behind_lead(ask_whether_they_differ),
}
"""Loose rules of this module by their names."""
