"""Questions of what another knows, has heard or done, likes and thinks."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from nltk.tree import Tree

from scpn.rules.clauses import (
    PRONOUNS,
    first_tag,
    has_label,
    head_noun,
    is_tag,
    is_time,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, build
from scpn.rules.inflection import base_of_participle, past_participle
from scpn.rules.inversion import Question, build_question, invert, match_question
from scpn.rules.leads import behind_lead
from scpn.rules.rule import Rewrite
from scpn.rules.small_phrases import noun_phrase, prepositional, pronoun, word_phrase

_SENSES = word_set("see hear smell remember recall")
_THINK = word_set("think believe feel suppose")
# "do you know the way" asks for the way.
_TOLD = word_set("time way answer reason name number difference date address cause price rules")
_KNOWING = {("did", "know"): "were", ("do", "know"): "are"}
_AWARE = {"were": ("VBD", "did"), "are": ("VBP", "do")}


def ask_if_aware(tree: Tree) -> Iterator[Tree]:
    """ "did you know that tea is old ?" -> "were you aware that tea is old ?", and back."""
    question = _question_to_you(tree)
    if question is None or question.auxiliary is None or len(question.rest) != 1:
        return
    auxiliary, rest = words(question.auxiliary)[0], question.rest[0]
    clause = rest[-1]
    if len(rest) != 2 or not is_tag(rest[0]) or clause.label() != "SBAR":
        return
    told = words(clause)[0] == "that" or (shape(clause) == ["S"] and first_tag(clause) != "TO")
    be = _KNOWING.get((auxiliary, words(rest)[0]))
    if not told:
        return
    if be is not None and rest.label() == "VP":
        if words(clause)[0] != "that":
            clause = Tree("SBAR", [Tree("IN", ["that"]), *clause])
        aware = Tree("ADJP", [Tree("JJ", ["aware"]), clause])
        tag = "VBD" if be == "were" else "VBP"
        yield build_question(replace(question, auxiliary=Tree(tag, [be]), rest=(aware,)))
    elif auxiliary in _AWARE and rest.label() == "ADJP" and words(rest)[0] == "aware":
        tag, do = _AWARE[auxiliary]
        know = Tree("VP", [Tree("VB", ["know"]), clause])
        yield build_question(replace(question, auxiliary=Tree(tag, [do]), rest=(know,)))


def ask_if_familiar(tree: Tree) -> Iterator[Tree]:
    """ "do you know the song ?" -> "are you familiar with the song ?", and back."""
    question = _question_to_you(tree)
    if question is None or len(question.rest) != 1 or question.auxiliary is None:
        return
    rest, auxiliary = question.rest[0], words(question.auxiliary)[0]
    if rest.label() == "VP" and auxiliary == "do" and shape(rest) == ["VB", "NP"]:
        known = rest[1]
        if words(rest)[0] != "know" or set(words(known)) & (PRONOUNS | _TOLD):
            return
        if first_tag(known) in ("DT", "NNP", "NNPS") and words(known)[0] not in ("any", "a", "an"):
            familiar = Tree("ADJP", [Tree("JJ", ["familiar"]), prepositional("with", known)])
            are = Tree("VBP", ["are"])
            yield build_question(replace(question, auxiliary=are, rest=(familiar,)))
    elif auxiliary == "are" and shape(rest) == ["JJ", "PP"] and words(rest)[0] == "familiar":
        know = Tree("VP", [Tree("VB", ["know"]), rest[1][-1]])
        yield build_question(replace(question, auxiliary=Tree("VBP", ["do"]), rest=(know,)))


def ask_of_past(tree: Tree) -> Iterator[Tree]:
    """ "did you ever own a boat ?" -> "have you ever owned a boat ?"; "have you heard" and back."""
    question = _question_to_you(tree)
    if question is None or question.auxiliary is None or not 1 <= len(question.rest) <= 2:
        return
    *adverbs, act = question.rest
    if act.label() != "VP" or not is_tag(act[0]) or [words(node) for node in adverbs] not in (
        [], [["ever"]]
    ):  # fmt: skip
        return
    if any(is_time(node) or node.label() == "SBAR" for node in list(act)[1:]) and adverbs:
        return
    verb, auxiliary = words(act)[0], words(question.auxiliary)[0]
    if auxiliary == "did" and act[0].label() == "VB" and (adverbs or verb == "hear"):
        done = Tree("VP", [Tree("VBN", [past_participle(verb)]), *list(act)[1:]])
        have = Tree("VBP", ["have"])
        if verb != "be" and not any(is_time(node) for node in act if not is_tag(node)):
            yield build_question(replace(question, auxiliary=have, rest=(*adverbs, done)))
    elif auxiliary == "have" and (adverbs or verb == "heard") and act[0].label() == "VBN":
        base = base_of_participle(verb)
        of = len(act) > 1 and words(act[1])[0] == "of"
        if base is not None and not (of and not adverbs):
            bare = Tree("VP", [Tree("VB", [base]), *list(act)[1:]])
            did = Tree("VBD", ["did"])
            yield build_question(replace(question, auxiliary=did, rest=(*adverbs, bare)))


def ask_if_before(tree: Tree) -> Iterator[Tree]:
    """ "have you ever been to rome ?" -> "have you been to rome before ?"."""
    question = _question_to_you(tree)
    if question is None or len(question.rest) != 2 or words(question.rest[0]) != ["ever"]:
        return
    act = question.rest[1]
    if words(question.auxiliary or act)[0] != "have" or act.label() != "VP" or len(act) < 2:
        return
    if has_label(act, "SBAR", "S", ",", "CC", "JJS", "ADVP") or len(words(act)) > 9:
        return
    if words(act)[0] not in ("thought", "wanted", "wished", "considered"):
        before = word_phrase("ADVP", "RB", "before")
        yield build_question(replace(question, rest=(Tree("VP", [*act, before]),)))


def ask_if_able(tree: Tree) -> Iterator[Tree]:
    """ "do you remember the name ?" -> "can you remember the name ?", and back."""
    question = _question_to_you(tree)
    if question is None or question.auxiliary is None or len(question.rest) != 1:
        return
    act, auxiliary = question.rest[0], words(question.auxiliary)[0]
    if act.label() != "VP" or words(act)[0] not in _SENSES or len(act) < 2:
        return
    if auxiliary == "do" and first_tag(act) == "VB":
        yield build_question(replace(question, auxiliary=Tree("MD", ["can"])))
    elif auxiliary == "can" and shape(act)[1] != "SBAR" and words(act)[0] != "see":
        yield build_question(replace(question, auxiliary=Tree("VBP", ["do"])))


def ask_in_opinion(tree: Tree) -> Iterator[Tree]:
    """ "do you think the tea is cold ?" -> "in your opinion , is the tea cold ?"."""
    question = _question_to_you(tree)
    if question is None or question.auxiliary is None or len(question.rest) != 1:
        return
    act = question.rest[0]
    if words(question.auxiliary) != ["do"] or shape(act) != ["VB", "SBAR"]:
        return
    clause = act[1]
    if words(act)[0] not in _THINK or words(clause[0])[0] not in ("that", words(clause[-1])[0]):
        return
    content = clause[-1]
    if content.label() != "S" or shape(content) != ["NP", "VP"] or words(content)[0] == "you":
        return
    core = invert(content[0], content[1])
    if core is not None and not has_label(content, ","):
        opinion = prepositional("in", noun_phrase("your", "opinion"))
        yield build([opinion, COMMA, *core, *question.stop], "SQ")


def ask_for_opinion(tree: Tree) -> Iterator[Tree]:
    """ "what do you think of it ?" -> "how do you feel about it ?", "what is your opinion"."""
    question = match_question(tree)
    if question is None or question.wh is None or question.before or question.negation:
        return
    if question.written()[:2] != ["do", "you"] or len(question.rest) != 1:
        return
    act, asked = question.rest[0], words(question.wh)
    if act.label() != "VP" or shape(act)[1:] != ["PP"] or len(act[1]) != 2:
        return
    known = (asked, words(act)[0]) in ((["what"], "think"), (["how"], "feel"))
    if not known or words(act)[1] not in ("of", "about") or act[1][1].label() != "NP":
        return
    about = act[1][1]
    if asked == ["what"]:
        feel = Tree("VP", [Tree("VB", ["feel"]), prepositional("about", about)])
        how = word_phrase("WHADVP", "WRB", "how")
        yield build_question(replace(question, wh=how, rest=(feel,)))
    opinion = Tree("NP", [noun_phrase("your", "opinion"), prepositional("of", about)])
    core = Tree("SQ", [Tree("VBZ", ["is"]), opinion])
    yield build([word_phrase("WHNP", "WP", "what"), core, *question.stop], "SBARQ")


def ask_for_favorite(tree: Tree) -> Iterator[Tree]:
    """ "what is your favorite song ?" -> "which song do you like best ?"."""
    question = match_question(tree)
    if question is None or question.wh is None or question.before or question.subject is None:
        return
    thing = question.subject
    if words(question.wh) not in (["what"], ["who"], ["which"]) or question.rest:
        return
    if words(thing)[0] != "your" or words(thing)[1:2] not in (["favorite"], ["favourite"]):
        return
    if shape(thing)[:2] != ["PRP$", "JJ"] or not 3 <= len(thing) <= 5 or has_label(thing, "CC"):
        return
    if all(is_tag(node) for node in thing) and words(thing)[-1] not in ("thing", "part", "one"):
        which = Tree("WHNP", [Tree("WDT", ["which"]), *list(thing)[2:]])
        like = Tree("VP", [Tree("VB", ["like"]), word_phrase("ADVP", "RBS", "best")])
        core = Tree("SQ", [Tree("VBP", ["do"]), pronoun("you"), like])
        yield build([which, core, *question.stop], "SBARQ")


def ask_if_fan(tree: Tree) -> Iterator[Tree]:
    """ "do you like chess ?" -> "are you a fan of chess ?", "do you enjoy chess ?", and back."""
    question = _question_to_you(tree)
    if question is None or question.auxiliary is None or len(question.rest) != 1:
        return
    rest, auxiliary = question.rest[0], words(question.auxiliary)[0]
    if rest.label() == "VP" and auxiliary == "do" and words(rest)[0] == "like" and len(rest) == 2:
        liked = rest[1]
        if _is_general(liked):
            fan = Tree("NP", [noun_phrase("a", "fan"), prepositional("of", liked)])
            yield build_question(replace(question, auxiliary=Tree("VBP", ["are"]), rest=(fan,)))
        if _is_general(liked) or (liked.label() == "S" and first_tag(liked) == "VBG"):
            enjoy = Tree("VP", [Tree("VB", ["enjoy"]), liked])
            yield build_question(replace(question, rest=(enjoy,)))
    elif auxiliary == "are" and words(rest)[:3] == ["a", "fan", "of"] and len(rest) == 2:
        like = Tree("VP", [Tree("VB", ["like"]), rest[1][-1]])
        yield build_question(replace(question, auxiliary=Tree("VBP", ["do"]), rest=(like,)))


def _is_general(phrase: Tree) -> bool:
    """Whether an NP names a kind or a work, not a thing at hand."""
    if phrase.label() != "NP" or set(words(phrase)) & PRONOUNS or has_label(phrase, "POS", "SBAR"):
        return False
    noun = head_noun(phrase)[1]
    return noun[:2] == "NN" and first_tag(phrase) in ("NN", "NNS", "NNP", "NNPS", "JJ")


def ask_if_got(tree: Tree) -> Iterator[Tree]:
    """ "do you have a pen ?" -> "have you got a pen ?"; this and "have you a pen ?" back."""
    question = _question_to_you(tree)
    if question is None or question.auxiliary is None or len(question.rest) != 1:
        return
    rest, auxiliary = question.rest[0], words(question.auxiliary)[0]
    if auxiliary == "do" and shape(rest)[:2] == ["VB", "NP"] and words(rest)[0] == "have":
        if rest.label() == "VP" and not has_label(rest, "SBAR", "S", "VP"):
            got = Tree("VP", [Tree("VBN", ["got"]), *list(rest)[1:]])
            yield build_question(replace(question, auxiliary=Tree("VBP", ["have"]), rest=(got,)))
    elif auxiliary == "have" and (rest.label() == "NP" or words(rest)[0] == "got"):
        if rest.label() == "VP" and shape(rest)[1:2] != ["NP"]:
            return
        owned = [rest] if rest.label() == "NP" else list(rest)[1:]
        have = Tree("VP", [Tree("VB", ["have"]), *owned])
        yield build_question(replace(question, auxiliary=Tree("VBP", ["do"]), rest=(have,)))


def _question_to_you(tree: Tree) -> Question | None:
    """A plain question for yes or no whose subject is "you"."""
    question = match_question(tree)
    if question is None or question.wh is not None or question.before or question.negation:
        return None
    asked = question.subject is not None and words(question.subject) == ["you"]
    return question if asked else None


ACQUAINTANCE: Mapping[str, Rewrite] = {
    "ask-aware": behind_lead(ask_if_aware),
    "ask-familiar": behind_lead(ask_if_familiar),
    "ask-past": behind_lead(ask_of_past),
    "ask-before": behind_lead(ask_if_before),
    "ask-able": behind_lead(ask_if_able),
    "ask-in-opinion": behind_lead(ask_in_opinion),
    "ask-opinion": behind_lead(ask_for_opinion),
    "ask-favorite": behind_lead(ask_for_favorite),
    "ask-fan": behind_lead(ask_if_fan),
    "ask-got": behind_lead(ask_if_got),
}
"""Loose rules of this module by their names."""
