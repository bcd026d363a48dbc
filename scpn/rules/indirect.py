"""Questions put indirectly, and indirect ones put directly: "can you tell me", "do you know"."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import first_tag, has_label, head_noun, shape, word_set, words
from scpn.rules.frame import build
from scpn.rules.inversion import (
    MODALS,
    QUESTION_MARK,
    WH_LABELS,
    Question,
    as_statement,
    invert,
    match_question,
)
from scpn.rules.leads import behind_lead
from scpn.rules.pronouns import ME_AND_US, YOU
from scpn.rules.rule import Rewrite

_OFFERS = word_set("want like need know think mean mind prefer care ready okay sure")
_KINDS = word_set("kind type sort color colour genre size shape style language nationality")
_ASKED_FOR = word_set(
    "difference differences name meaning address number price status weather time deadline limit "
    "minimum maximum procedure process answer balance amount cost fee rate word term date"
)
# In the subject of "what is the ..." these are likely its predicate, wrongly parsed.
_LEFT_OVER = word_set("called like known named used made doing worth important able")


def ask_indirectly(tree: Tree) -> Iterator[Tree]:
    """ "where does she live ?" -> "can you tell me where she lives ?"."""
    question = match_question(tree)
    if question is None or question.before or _is_request(question) or len(words(tree)) > 28:
        return
    statement = as_statement(question)
    if statement is None or _is_personal(question) or has_label(tree, ":"):
        return
    if question.wh is not None and words(question.wh) == ["why"] and question.negation:
        return
    if question.wh is None:
        clause = Tree("SBAR", [Tree("IN", ["if"]), Tree("S", statement)])
    else:
        order = _order(question, statement)
        if order is None:
            return
        clause = Tree("SBAR", [question.wh, Tree("S", order)])
    yield _request_to_tell(clause)
    if question.wh is not None and not set(question.written()) & YOU:
        know = Tree("VP", [Tree("VB", ["know"]), clause])
        you = Tree("NP", [Tree("PRP", ["you"])])
        yield build([Tree("VBP", ["do"]), you, know, QUESTION_MARK], "SQ")


def ask_for_name(tree: Tree) -> Iterator[Tree]:
    """ "what is the capital of peru ?" -> "can you tell me the capital of peru ?"."""
    question = match_question(tree)
    if question is None or question.wh is None or words(question.wh) != ["what"]:
        return
    subject, verb = question.subject, question.auxiliary
    if question.before or subject is None or question.rest or verb is None:
        return
    if words(verb)[0] not in ("is", "are", "'s", "'re") or first_tag(subject) not in ("DT", "PRP$"):
        return
    if set(words(subject)) & _LEFT_OVER or words(subject)[-1] in ("for", "about", "of", "with"):
        return
    relational = "of" in words(subject) or has_label(subject, "JJS", "RBS", "POS", "PRP$")
    relational = relational or head_noun(subject)[0] in _ASKED_FOR
    if words(subject)[0] in ("the", "my") and len(words(subject)) > 2 and relational:
        yield _request_to_tell(subject)


def ask_directly(tree: Tree) -> Iterator[Tree]:
    """ "can you tell me where she lives ?" -> "where does she live ?"."""
    question = match_question(tree)
    if question is None or question.wh is not None or question.before or len(question.rest) != 1:
        return
    opening = question.written()
    clause = question.rest[0]
    while clause.label() == "VP" and clause[-1].label() in ("VP", "SBAR"):
        clause = clause[-1]
    if clause.label() != "SBAR" or len(clause) != 2 or has_label(tree, "CC", "``"):
        return
    lead = " ".join(word for word in opening[: -len(words(clause))] if word != "please")
    if lead not in _ASKING:
        return
    content = clause[1]
    if clause[0].label() in WH_LABELS and shape(content) == ["VP"] and first_tag(content) != "TO":
        yield build([clause[0], Tree("SQ", list(content)), QUESTION_MARK], "SBARQ")
    if shape(content) != ["NP", "VP"]:
        return
    core = invert(content[0], content[1])
    if core is None:
        return
    if clause[0].label() in WH_LABELS:
        yield build([clause[0], Tree("SQ", core), QUESTION_MARK], "SBARQ")
    elif words(clause[0]) in (["if"], ["whether"]):
        yield build([*core, QUESTION_MARK], "SQ")


_ASKING = frozenset(
    f"{modal} you {verb}" for modal in ("can", "could", "would", "will")
    for verb in ("tell me", "let me know", "explain", "explain to me")
) | {"do you know", "do you happen to know"}  # fmt: skip


def _request_to_tell(content: Tree) -> Tree:
    tell = Tree("VP", [Tree("VB", ["tell"]), Tree("NP", [Tree("PRP", ["me"])]), content])
    you = Tree("NP", [Tree("PRP", ["you"])])
    return build([Tree("MD", ["can"]), you, tell, QUESTION_MARK], "SQ")


def _is_request(question: Question) -> bool:
    """Whether a question asks for an act or offers one, not for an answer."""
    if question.wh is not None or question.auxiliary is None or question.negation:
        return question.negation != () or len(question.written()) < 2
    verb, subject = words(question.auxiliary)[0], words(question.subject or question.auxiliary)
    return (verb in MODALS and set(subject) & (YOU | ME_AND_US) != set()) or verb == "'d"


def _is_personal(question: Question) -> bool:
    """Whether a question is for the one who is asked alone, or offers something."""
    text = question.written()
    if not set(text) & YOU:
        return False
    if question.wh is None:
        return text[:3] != ["do", "you", "have"] or len(text) < 5
    modal = question.auxiliary is not None and question.auxiliary.label() == "MD"
    return modal or bool(set(text) & _OFFERS) or len(text) < 4


def _order(question: Question, statement: list[Tree]) -> list[Tree] | None:
    """The clause after "tell me": the verb last, or next to "which river"; None if it is clumsy."""
    if question.subject is None or question.wh is None:
        return None if question.wh is None or words(question.wh)[-1] == "how" else statement
    size, asked = len(words(question.subject)), words(question.wh)
    if question.rest or question.auxiliary is None:
        return statement if size <= 10 else None
    if size > 8 or has_label(question.subject, "SBAR", "VP", "S", ","):
        return _with_verb_inside(question, asked)
    if (
        words(question.subject)[-1] in ("about", "like", "for")
        or first_tag(question.subject) == "IN"
    ):
        return None
    if words(question.subject)[-1] in ("of", "in", "on", "from", "to", "by"):
        return None
    if set(words(question.subject)) & _LEFT_OVER or asked[0] == "how":
        return statement if asked[-1] != "how" and words(question.subject) == ["there"] else None
    if len(asked) == 1 or words(question.subject) == ["there"]:
        return statement if asked != ["why"] else None
    if set(asked) & _KINDS:
        return statement
    if words(question.subject)[0] == "the" and "of" in words(question.subject):
        return [Tree("VP", [question.auxiliary, question.subject])]
    return None


def _with_verb_inside(question: Question, asked: list[str]) -> list[Tree] | None:
    """ "what the price is of a ticket that ..." for a long subject: its head before the verb."""
    subject, verb = question.subject, question.auxiliary
    if subject is None or verb is None or asked not in (["what"], ["who"], ["where"]):
        return None
    if shape(subject) != ["NP", "PP"] or words(subject[0])[0] != "the" or len(words(subject)) > 16:
        return None
    if words(subject[1])[0] not in ("between", "for", "in", "on") or has_label(subject, ","):
        return None
    full = Tree(verb.label(), ["is" if words(verb) == ["'s"] else words(verb)[0]])
    return [subject[0], Tree("VP", [full, subject[1]])]


INDIRECT: Mapping[str, Rewrite] = {
    "ask-directly": behind_lead(ask_directly),
    "ask-for-name": behind_lead(ask_for_name),
    "ask-indirectly": behind_lead(ask_indirectly),
}
"""Loose rules of this module by their names."""
