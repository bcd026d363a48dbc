"""Questions with a question word in other words: "when did you last", "what does it cost"."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
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
from scpn.rules.frame import build
from scpn.rules.inversion import (
    Question,
    as_statement,
    build_question,
    invert,
    match_question,
)
from scpn.rules.leads import behind_lead
from scpn.rules.question_nouns import IS, match_asked, what_is
from scpn.rules.rule import Rewrite
from scpn.rules.small_phrases import of_phrase, prepositional, pronoun, word_phrase

_SORTS = {"kind": "type", "kinds": "types", "type": "kind", "types": "kinds", "sort": "kind",
          "sorts": "kinds"}  # fmt: skip
_MEASURES = word_set("cost weigh")
_SUMS = word_set("salary fee rent fare price cost charge deposit tax interest balance tuition")
_OPENING = word_set("open close leave arrive depart board")
_COMING = word_set("come arrive leave call meet visit go check")
_SUGGESTED = word_set("try come go ask take use call sit wait stay tell join")
_NO_NOUNS = word_set("one ones of person people")  # not after "what"
_WHAT = word_phrase("WHNP", "WP", "what")
_WHY = word_phrase("WHADVP", "WRB", "why")
_WHEN = word_phrase("WHADVP", "WRB", "when")


def ask_when_last(tree: Tree) -> Iterator[Tree]:
    """ "when was the last time you ate ?" -> "when did you last eat ?", and back."""
    question = match_asked(tree, "when")
    if question is None or question.subject is None or question.auxiliary is None:
        return
    subject = question.subject
    if not question.rest and shape(subject) == ["NP", "SBAR"]:
        time, clause = words(subject[0]), subject[1][-1]
        if time not in (["the", "last", "time"], ["the", "first", "time"]):
            return
        if clause.label() != "S" or shape(clause) != ["NP", "VP"] or has_label(clause, ","):
            return
        core = invert(clause[0], clause[1])
        if core is not None and words(core[0])[0] != "'s" and core[1].label() == "NP":
            ordinal = word_phrase("ADVP", "RB", time[1])
            inner = Tree("SQ", [*core[:2], ordinal, *core[2:]])
            yield build([_WHEN, inner, *question.stop], "SBARQ")
    elif len(question.rest) == 2 and words(question.rest[0]) in (["last"], ["first"]):
        statement = as_statement(replace(question, rest=question.rest[1:]))
        if statement is None or words(question.auxiliary)[0] not in ("did", "was", "were"):
            return
        ordinal = Tree("JJ", words(question.rest[0]))
        time_phrase = Tree("NP", [Tree("DT", ["the"]), ordinal, Tree("NN", ["time"])])
        phrase = Tree("NP", [time_phrase, Tree("SBAR", [Tree("S", statement)])])
        core_tree = Tree("SQ", [Tree("VBD", ["was"]), phrase])
        yield build([_WHEN, core_tree, *question.stop], "SBARQ")


def change_sort(tree: Tree) -> Iterator[Tree]:
    """ "what kind of tea is it ?" -> "what type of tea is it ?", and back."""
    if tree.label() not in ("SBARQ", "SQ", "S"):
        return
    text = words(tree)
    for place, word in enumerate(text[1:-1], start=1):
        if word in _SORTS and text[place - 1] in ("what", "which") and text[place + 1] == "of":
            copy = deepcopy(tree)
            copy[copy.leaf_treeposition(place)] = _SORTS[word]
            yield copy
            return


def change_which(tree: Tree) -> Iterator[Tree]:
    """ "which river is it ?" -> "what river is it ?"; a noun must follow."""
    question = match_question(tree)
    if question is None or question.wh is None or question.before:
        return
    asked = words(question.wh)
    place = asked.index("which") if "which" in asked else -1
    if 0 <= place < len(asked) - 1 and asked[place + 1] not in _NO_NOUNS:
        copy = deepcopy(question.wh)
        copy[copy.leaf_treeposition(place)] = "what"
        if not has_label(copy, "SBAR", ","):
            yield build_question(replace(question, wh=copy))


def ask_how_come(tree: Tree) -> Iterator[Tree]:
    """ "how come it is late ?" -> "why is it late ?"."""
    text = words(tree)
    if tree.label() not in ("SBARQ", "S", "SBAR") or text[:2] != ["how", "come"] or text[-1] != "?":
        return
    clauses = [node for node in tree.subtrees() if shape(node) == ["NP", "VP"]]
    if clauses and words(clauses[0]) == text[2:-1]:
        core = invert(clauses[0][0], clauses[0][1])
        if core is not None and not has_label(tree, ",", "CC"):
            yield build([_WHY, Tree("SQ", core), tree[-1]], "SBARQ")


def ask_what_makes(tree: Tree) -> Iterator[Tree]:
    """ "what makes you think it is late ?" -> "why do you think it is late ?", and back."""
    question = match_question(tree)
    if question is None or question.wh is None or question.before or question.negation:
        return
    text = words(tree)
    if text[:4] == ["what", "makes", "you", "think"]:
        thinking = [node for node in tree.subtrees() if words(node) == text[3 : len(text) - 1]]
        acts = [node for node in thinking if node.label() == "VP"]
        if acts and not is_tag(acts[0][0]):
            acts = [acts[0][0]]
        if acts:
            core = Tree("SQ", [Tree("VBP", ["do"]), pronoun("you"), acts[0]])
            yield build([_WHY, core, *question.stop], "SBARQ")
    elif text[:4] == ["why", "do", "you", "think"] and shape(question.rest[-1]) == ["VB", "SBAR"]:
        small = Tree("S", [pronoun("you"), question.rest[-1]])
        makes = Tree("VP", [Tree("VBZ", ["makes"]), small])
        yield build([_WHAT, Tree("SQ", [makes]), *question.stop], "SBARQ")


def ask_for_price(tree: Tree) -> Iterator[Tree]:
    """ "how much is the lamp ?", "how much does it cost ?" -> "what does it cost ?", the price."""
    question = match_question(tree)
    if question is None or question.wh is None or words(question.wh) != ["how", "much"]:
        return
    if question.before or question.subject is None or question.auxiliary is None:
        return
    verb, subject = words(question.auxiliary)[0], question.subject
    measured = len(question.rest) == 1 and words(question.rest[0])[0] in _MEASURES
    if measured and not question.negation:
        yield build_question(replace(question, wh=_WHAT))
        return
    plain = first_tag(subject) in ("DT", "PRP$") and not has_label(subject, "CC", "SBAR")
    if question.rest or verb not in ("is", "are", "was", "'s") or not plain:
        return
    if words(subject)[-1] in _SUMS or head_noun(subject)[0] in _SUMS:
        yield build_question(replace(question, wh=_WHAT))
    elif head_noun(subject)[1] in ("NN", "NNS") and len(words(subject)) > 1:
        be = "was" if verb == "was" else "is"
        yield what_is(question, of_phrase("price", subject), be=be)


def ask_why_not(tree: Tree) -> Iterator[Tree]:
    """ "why not wait here ?" -> "why do n't you wait here ?", and back."""
    if tree.label() != "SBARQ" or words(tree)[-1] != "?":
        return
    text, stop = words(tree), tree[-1]
    if text[:2] == ["why", "not"]:
        if shape(tree) == ["WHADVP", "RB", "VP", "."] and first_tag(tree[2]) == "VB":
            do, not_ = Tree("VBP", ["do"]), Tree("RB", ["n't"])
            yield build([_WHY, Tree("SQ", [do, not_, pronoun("you"), tree[2]]), stop], "SBARQ")
        return
    question = match_question(tree)
    if question is None or text[:4] != ["why", "do", "n't", "you"] or len(question.rest) != 1:
        return
    if words(question.rest[0])[0] in _SUGGESTED:
        yield build([_WHY, Tree("RB", ["not"]), question.rest[0], stop], "SBARQ")


def ask_for_clock(tree: Tree) -> Iterator[Tree]:
    """ "what time does it open ?" -> "at what time does it open ?", "when", and back."""
    question = match_question(tree)
    if question is None or question.wh is None or question.before or question.auxiliary is None:
        return
    asked, text = words(question.wh), question.written()
    time = Tree("WHNP", [Tree("WDT", ["what"]), Tree("NN", ["time"])])
    at_time = prepositional("at", time, label="WHPP")
    when = replace(question, wh=_WHEN)
    if asked == ["what", "time"] and text[-1] != "it" and "in" not in text[-1:]:
        yield build_question(replace(question, wh=at_time))
        if "zone" not in text and text[:2] != ["is", "it"]:
            yield build_question(when)
    elif asked == ["at", "what", "time"]:
        yield build_question(replace(question, wh=time))
        yield build_question(when)
    elif asked == ["when"] and len(question.rest) == 1 and _is_by_the_clock(question):
        yield build_question(replace(question, wh=at_time))
        yield build_question(replace(question, wh=time))


def _is_by_the_clock(question: Question) -> bool:
    act, subject = question.rest[0], words(question.subject or question.rest[0])
    if question.negation or len(act) > 2 or has_label(act, "SBAR", "S"):
        return False
    if words(question.auxiliary or act)[0] in ("do", "does"):
        return words(act)[0] in _OPENING
    should = words(question.auxiliary or act)[0] in ("should", "can", "shall", "could")
    return should and subject in (["i"], ["we"]) and words(act)[0] in _COMING


def ask_for_location(tree: Tree) -> Iterator[Tree]:
    """ "where is the mill located ?" -> "what is the location of the mill ?", "where is it"."""
    question = match_asked(tree, "where")
    if question is None or question.subject is None or question.auxiliary is None:
        return
    rest = [word for node in question.rest for word in words(node)]
    verb = words(question.auxiliary)[0]
    if verb not in IS or question.negation or is_pronoun(question.subject):
        return
    if rest in (["located"], ["situated"]):
        be = "was" if verb in ("was", "were") else "is"
        yield what_is(question, of_phrase("location", question.subject), be=be)
        yield build_question(replace(question, rest=()))
    elif not rest and verb in ("is", "'s", "are") and _is_findable(question.subject):
        found = Tree("VP", [Tree("VB", ["find"]), question.subject])
        can = Tree("MD", ["can"])
        i = pronoun("i")
        yield build_question(replace(question, auxiliary=can, subject=i, rest=(found,)))


def _is_findable(phrase: Tree) -> bool:
    place = words(phrase)[0] == "the" and head_noun(phrase)[1] in ("NN", "NNS")
    return place and len(words(phrase)) <= 6 and not has_label(phrase, "SBAR", "VP", ",", "PRP$")


def ask_who_it_is(tree: Tree) -> Iterator[Tree]:
    """ "who wrote the book ?" -> "who was it that wrote the book ?"."""
    question = match_asked(tree, "who")
    if question is None or question.subject is not None or len(question.rest) != 1:
        return
    act = question.rest[0]
    tag = first_tag(act)
    if tag not in ("VBD", "VBZ") or len(words(act)) < 3 or has_label(act, "CC", ","):
        return
    if words(act)[0] in ("is", "was", "'s", "are", "were", "wants", "knows", "cares", "thinks"):
        return
    be = Tree("VBZ" if tag == "VBZ" else "VBD", ["is" if tag == "VBZ" else "was"])
    that = word_phrase("WHNP", "WDT", "that")
    clause = Tree("SBAR", [that, Tree("S", [act])])
    who = word_phrase("WHNP", "WP", "who")
    yield build([who, Tree("SQ", [be, pronoun("it"), clause]), *question.stop], "SBARQ")


def ask_how_can(tree: Tree) -> Iterator[Tree]:
    """ "how do i sign in ?" -> "how can i sign in ?"."""
    question = match_asked(tree, "how")
    if question is None or question.auxiliary is None or question.negation:
        return
    subject = words(question.subject or question.auxiliary)
    verb = words(question.auxiliary)[0]
    if subject not in (["i"], ["we"]) or len(question.rest) != 1:
        return
    act = question.rest[0]
    if act.label() != "VP" or words(act)[0] in ("know", "feel", "look", "get", "help", "think"):
        return
    if verb == "do" and len(words(act)) > 1:
        yield build_question(replace(question, auxiliary=Tree("MD", ["can"])))


QUESTION_WORDING: Mapping[str, Rewrite] = {
    "ask-when-last": behind_lead(ask_when_last),
    "ask-sort": behind_lead(change_sort),
    "ask-what-for-which": behind_lead(change_which),
    "ask-how-come": behind_lead(ask_how_come),
    "ask-what-makes": behind_lead(ask_what_makes),
    "ask-price": behind_lead(ask_for_price),
    "ask-why-not": behind_lead(ask_why_not),
    "ask-clock": behind_lead(ask_for_clock),
    "ask-location": behind_lead(ask_for_location),
    "ask-who-it-is": behind_lead(ask_who_it_is),
    "ask-how-can": behind_lead(ask_how_can),
}
"""Loose rules of this module by their names."""
