"""Other ways to ask the same: by a noun ("what is the reason"), by whom, with another verb."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    FINITE,
    PRONOUNS,
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
from scpn.rules.inflection import participle_of_past
from scpn.rules.inversion import (
    Question,
    as_statement,
    build_question,
    invert,
    match_question,
)
from scpn.rules.leads import behind_lead
from scpn.rules.pronouns import YOU
from scpn.rules.rule import Rewrite

# How much of a quality: what is asked for as a noun.
_QUALITIES = {
    "old": "age", "tall": "height", "high": "height", "long": "length", "deep": "depth",
    "wide": "width", "heavy": "weight",
}  # fmt: skip
# Subject questions whose verb has a good passive.
_NO_PASSIVE = word_set(
    "has had have is was got gets did does went goes came comes became becomes left lost lacked "
    "wanted wants needed needs liked likes loved loves knew knows resembled married sang thought "
    "thinks said says held lived lives won joined entered died starred stars happened looks "
    "looked makes sounds represents means includes contains costs hosts fits let "
    "featured"
)
_NAMING = word_set("made named called elected appointed")
_PLAIN_ACTS = word_set(
    "know think feel spell pronounce say like mean compare differ define want look call get"
)
# "is it possible to sleep here" asks for leave, not for a way.
_ALLOWED = word_set("get have sleep sit stay park see hear order keep borrow take come go be wait")
# "what is the fee that i paid" asks what for, not which one.
_NOT_CHOSEN = word_set("thing way reason name fee charge extra difference problem")


def ask_for_reason(tree: Tree) -> Iterator[Tree]:
    """ "why is it late ?" -> "what is the reason it is late ?", "for what reason is it late ?"."""
    question = match_question(tree)
    if question is None or question.wh is None or words(question.wh) != ["why"] or question.before:
        return
    if question.auxiliary is None or question.negation or _is_suggestion(question):
        return
    statement = as_statement(question)
    if statement is None or has_label(tree, "``", ":") or not question.rest:
        return
    if len(question.written()) < 4 or words(question.auxiliary)[0] in ("would", "should"):
        return
    clause = Tree("SBAR", [Tree("WHADVP", [Tree("WRB", ["why"])]), Tree("S", statement)])
    reason = Tree("NP", [_noun_phrase("the", "reason"), clause])
    core = Tree("SQ", [Tree("VBZ", ["is"]), reason])
    yield build([_word("WHNP", "WP", "what"), core, *question.stop], "SBARQ")
    asked = Tree("WHNP", [Tree("WDT", ["what"]), Tree("NN", ["reason"])])
    wh = Tree("WHPP", [Tree("IN", ["for"]), asked])
    if len(words(tree)) <= 14:
        yield build_question(replace(question, wh=wh))


def ask_why(tree: Tree) -> Iterator[Tree]:
    """ "what is the reason that it is late ?" -> "why is it late ?"."""
    question = match_question(tree)
    if question is None or question.wh is None or words(question.wh) != ["what"]:
        return
    if question.before or question.rest or question.subject is None:
        return
    subject = question.subject
    if shape(subject) != ["NP", "SBAR"] or words(subject)[:2] != ["the", "reason"]:
        return
    clause = subject[1][-1]
    if len(words(subject[0])) != 2 or shape(clause) != ["NP", "VP"]:
        return
    core = invert(clause[0], clause[1])
    if core is not None:
        yield build([_word("WHADVP", "WRB", "why"), Tree("SQ", core), *question.stop], "SBARQ")


def ask_for_quality(tree: Tree) -> Iterator[Tree]:
    """ "how old is the queen ?" -> "what is the age of the queen ?"."""
    question = match_question(tree)
    if question is None or question.wh is None or question.before or question.subject is None:
        return
    asked = words(question.wh)
    if len(asked) != 2 or asked[0] != "how" or asked[1] not in _QUALITIES or question.rest:
        return
    verb, subject = question.auxiliary, question.subject
    if verb is None or words(verb)[0] not in ("is", "was") or is_pronoun(subject):
        return
    if first_tag(subject) not in ("DT", "NNP", "PRP$") or has_label(subject, "VP", "SBAR", "CC"):
        return
    noun = _QUALITIES[asked[1]]
    phrase = Tree("NP", [_noun_phrase("the", noun), Tree("PP", [Tree("IN", ["of"]), subject])])
    yield _copular_question(question, verb, phrase)


def ask_by_noun(tree: Tree) -> Iterator[Tree]:
    """ "how can i renew my pass ?" -> "what can i do to renew my pass ?"."""
    question = match_question(tree)
    if question is None or question.wh is None or words(question.wh) != ["how"]:
        return
    if question.before or question.auxiliary is None or question.subject is None:
        return
    auxiliary = words(question.auxiliary)[0]
    if auxiliary not in ("do", "can", "should") or words(question.subject) not in (["i"], ["we"]):
        return
    if len(question.rest) != 1 or question.rest[0].label() != "VP" or question.negation:
        return
    verb_phrase = question.rest[0]
    if words(verb_phrase)[0] in _PLAIN_ACTS or "CC" in shape(verb_phrase) or len(verb_phrase) < 2:
        return
    if set(words(verb_phrase)) & YOU:
        return
    purpose = Tree("S", [Tree("VP", [Tree("TO", ["to"]), verb_phrase])])
    need = auxiliary == "do"
    act = Tree("VP", [Tree("VB", ["do"]), purpose])
    if need:
        act = Tree("VP", [Tree("VB", ["need"]), Tree("S", [Tree("VP", [Tree("TO", ["to"]), act])])])
    wh = _word("WHNP", "WP", "what")
    yield build_question(replace(question, wh=wh, rest=(act,)))


def ask_by_whom(tree: Tree) -> Iterator[Tree]:
    """ "who built the mill ?" -> "by whom was the mill built ?"."""
    question = match_question(tree)
    if question is None or question.wh is None or question.wh.label() != "WHNP":
        return
    if question.subject is not None or question.before or len(question.rest) != 1:
        return
    verb_phrase = question.rest[0]
    if shape(verb_phrase)[:2] not in (["VBD", "NP"], ["VBD", "PRT"]) or len(verb_phrase) < 2:
        return
    verb, *others = verb_phrase
    past = words(verb)[0]
    particle = [others.pop(0)] if others[0].label() == "PRT" else []
    if not others or past in _NO_PASSIVE or not _is_patient(others[0]):
        return
    patient, *others = others
    if "with" in words(patient) or (past in _NAMING and first_tag(patient) != "DT"):
        return
    if any(node.label() not in ("PP", "ADVP") for node in others):
        return
    asked = question.wh
    if words(asked) == ["who"]:
        asked = _word("WHNP", "WP", "whom")
    elif words(asked)[0] not in ("which", "what", "whose") or len(words(asked)) == 1:
        return
    be = "were" if _is_plural(patient) else "was"
    participle = Tree("VP", [Tree("VBN", [participle_of_past(past)]), *particle, *others])
    core = Tree("SQ", [Tree("VBD", [be]), patient, participle])
    wh = Tree("WHPP", [Tree("IN", ["by"]), asked])
    yield build([wh, core, *question.stop], "SBARQ")


def _is_patient(phrase: Tree) -> bool:
    if phrase.label() != "NP" or has_label(phrase, "SBAR", "CC", ",", "S", "CD"):
        return False
    if set(words(phrase)) & PRONOUNS or head_noun(phrase)[1][:2] != "NN":
        return False
    return first_tag(phrase) in ("DT", "NNP")


def _is_plural(phrase: Tree) -> bool:
    return head_noun(phrase)[1] in ("NNS", "NNPS")


def ask_which(tree: Tree) -> Iterator[Tree]:
    """ "who is the artist that painted it ?" -> "which artist painted it ?"."""
    question = match_question(tree)
    if question is None or question.wh is None or question.before or question.rest:
        return
    if words(question.wh) not in (["who"], ["what"]) or question.subject is None:
        return
    verb, subject = question.auxiliary, question.subject
    if verb is None or words(verb)[0] not in BE or shape(subject) != ["NP", "SBAR"]:
        return
    thing, clause = subject
    if words(thing)[0] not in ("the", "a", "an") or not 2 <= len(words(thing)) <= 4:
        return
    noun = list(thing)[1:]
    if not all(is_tag(node) for node in noun) or noun[-1].label() not in ("NN", "NNS"):
        return
    if has_label(thing, "JJS", "RBS") or set(words(thing)) & _NOT_CHOSEN:
        return
    if shape(clause) != ["WHNP", "S"] or has_label(clause, ",", ":"):
        return
    which = Tree("WHNP", [Tree("WDT", ["which"]), *noun])
    core = _core_of_relative(clause)
    if core is not None:
        yield build([which, Tree("SQ", core), *question.stop], "SBARQ")


def _core_of_relative(clause: Tree) -> list[Tree] | None:
    """A relative clause in the order of a question about what it belongs to."""
    relative, content = clause
    if words(relative) not in (["that"], ["who"], ["which"]):
        return None
    if shape(content) == ["VP"] and first_tag(content) in FINITE:
        return list(content)
    return invert(content[0], content[1]) if shape(content) == ["NP", "VP"] else None


def ask_if_possible(tree: Tree) -> Iterator[Tree]:
    """ "can i pay by card ?" -> "is it possible to pay by card ?"."""
    question = match_question(tree)
    if question is None or question.wh is not None or question.before or question.negation:
        return
    if question.auxiliary is None or words(question.auxiliary)[0] not in ("can", "could"):
        return
    subject = question.subject
    if subject is None or words(subject) not in (["i"], ["we"], ["one"]):
        return
    if len(question.rest) != 1 or question.rest[0].label() != "VP":
        return
    verb_phrase = question.rest[0]
    if words(verb_phrase)[0] in ("ask", "help", "be") or "please" in words(tree):
        return
    if len(verb_phrase) < 2 or "CC" in shape(verb_phrase) or has_label(tree, "``"):
        return
    if words(verb_phrase)[:2] in (["get", "you"], ["have", "you"]):
        return  # a request
    infinitive = Tree("S", [Tree("VP", [Tree("TO", ["to"]), verb_phrase])])
    verb, it = Tree("VBZ", ["is"]), Tree("NP", [Tree("PRP", ["it"])])
    if words(question.auxiliary)[0] == "could":
        verb = Tree("MD", ["would"])
        possible = [Tree("VP", [Tree("VB", ["be"]), _adjective("possible", infinitive)])]
    else:
        possible = [Tree("ADJP", [Tree("JJ", ["possible"])]), infinitive]
    yield build([verb, it, *possible, *question.stop], "SQ")


def ask_if_way(tree: Tree) -> Iterator[Tree]:
    """ "is there a way to pay by card ?" -> "is it possible to pay by card ?", and back."""
    question = match_question(tree)
    if question is None or question.wh is not None or question.subject is None:
        return
    if question.before or question.auxiliary is None or question.negation:
        return
    if words(question.auxiliary)[0] not in ("is", "was") or not 1 <= len(question.rest) <= 2:
        return
    rest = question.rest[0]
    if len(question.rest) == 2:  # "possible" and its infinitive side by side
        if shape(Tree("X", list(question.rest))) != ["ADJP", "S"] or len(rest) != 1:
            return
        rest = Tree("ADJP", [rest[0], question.rest[1]])
    if words(question.subject) == ["there"] and rest.label() == "NP":
        infinitive = rest[-1]
        way = [word for node in list(rest)[:-1] for word in words(node)]
        if way in (["a", "way"], ["any", "way"]) and words(infinitive)[0] == "to":
            it = Tree("NP", [Tree("PRP", ["it"])])
            possible = Tree("ADJP", [Tree("JJ", ["possible"])])
            yield build_question(replace(question, subject=it, rest=(possible, infinitive)))
    elif words(question.subject) == ["it"] and rest.label() == "ADJP":
        if shape(rest) != ["JJ", "S"] or words(rest)[:2] != ["possible", "to"]:
            return
        if words(rest)[2] in _ALLOWED:
            return
        way = Tree("NP", [_noun_phrase("a", "way"), rest[1]])
        there = Tree("NP", [Tree("EX", ["there"])])
        yield build_question(replace(question, subject=there, rest=(way,)))


def ask_for_wish(tree: Tree) -> Iterator[Tree]:
    """ "would you like to stay ?" -> "do you want to stay ?", and back."""
    question = match_question(tree)
    if question is None or question.auxiliary is None or question.negation or question.before:
        return
    if question.subject is None or words(question.subject) != ["you"] or len(question.rest) != 1:
        return
    verb_phrase, auxiliary = question.rest[0], words(question.auxiliary)[0]
    if verb_phrase.label() != "VP" or len(verb_phrase) + (question.wh is not None) < 2:
        return
    pair = {("would", "like"): ("VBP", "do", "want"), ("do", "want"): ("MD", "would", "like")}
    new = pair.get((auxiliary, words(verb_phrase)[0]))
    if new is None or not is_tag(verb_phrase[0]):
        return
    tag, helper, verb = new
    changed = Tree("VP", [Tree("VB", [verb]), *list(verb_phrase)[1:]])
    yield build_question(replace(question, auxiliary=Tree(tag, [helper]), rest=(changed,)))


def _is_suggestion(question: Question) -> bool:
    """ "why do n't we go", "how about"."""
    text = question.written()
    return len(text) < 3 or text[0] == "not" or text[:2] == ["about", "a"] or "bother" in text


def _copular_question(question: Question, verb: Tree, phrase: Tree) -> Tree:
    core = Tree("SQ", [deepcopy(verb), phrase])
    return build([_word("WHNP", "WP", "what"), core, *question.stop], "SBARQ")


def _adjective(word: str, complement: Tree) -> Tree:
    return Tree("ADJP", [Tree("JJ", [word]), complement])


def _noun_phrase(determiner: str, noun: str) -> Tree:
    return Tree("NP", [Tree("DT", [determiner]), Tree("NN", [noun])])


def _word(label: str, tag: str, word: str) -> Tree:
    return Tree(label, [Tree(tag, [word])])


ASKINGS: Mapping[str, Rewrite] = {
    "ask-reason": behind_lead(ask_for_reason),
    "ask-why": behind_lead(ask_why),
    "ask-quality": behind_lead(ask_for_quality),
    "ask-what-to-do": behind_lead(ask_by_noun),
    "ask-by-whom": behind_lead(ask_by_whom),
    "ask-which": behind_lead(ask_which),
    "ask-possible": behind_lead(ask_if_possible),
    "ask-way": behind_lead(ask_if_way),
    "ask-wish": behind_lead(ask_for_wish),
}
"""Loose rules of this module by their names."""
