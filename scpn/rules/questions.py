"""Questions: adjuncts to the front and back, prepositions left behind or taken along, inversion.

What is asked, and of whom, stays; a question stays a question.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    THIRD_PERSON,
    first_tag,
    has_label,
    is_circumstance,
    is_place,
    is_pronoun,
    is_time,
    shape,
    subordinator,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, build
from scpn.rules.inversion import (
    QUESTION_MARK,
    WH_LABELS,
    Question,
    build_question,
    invert,
    match_question,
)
from scpn.rules.leads import behind_lead
from scpn.rules.pronouns import ANYONE_ELSE
from scpn.rules.rule import Rewrite

_STRANDED = word_set("in at on from with for to by about into of under through")
_PERIODS = {"year": "in", "month": "in", "decade": "in", "century": "in", "season": "in",
            "day": "on", "date": "on"}  # fmt: skip
# Prepositions with these nouns are fixed phrases: "to what extent", "in what way".
_FIXED = word_set(
    "extent way ways degree point age reason kind sort type respect sense case circumstances "
    "conditions order rate speed terms time times height mean means"
)
_CHOICES = word_set(
    "choose chose pick picked prefer like want need mean meant say said suggest recommend think "
    "mark marks celebrate celebrated spend spent call called"
)
_OPENS = word_set("if when while after before because although once unless until whenever since")
_ASKS_IF = word_set(
    "know remember see tell say ask wonder check mind care matter sure confirm hear heard verify "
    "find look show like feel think explain understand depend decide song book movie film"
)
# Verbs that a place completes, and what no place should be torn from.
_NEEDS_PLACE = word_set(
    "live lived lives living go goes went going come comes came put stay stayed located situated "
    "born die died stand found based lie lies put place placed buried set involved interested "
    "included used participate appear appeared specialize invest believe result mentioned named "
    "played play get fall begin start held headquartered part name difference engage "
    "attack effect impact influence information"
)
_TAG_ENDS = word_set("right called the a an of to is was known no yes ok okay")


def front_in_question(tree: Tree) -> Iterator[Tree]:
    """ "who won the cup in 1998 ?" -> "in 1998 , who won the cup ?"."""
    question = match_question(tree)
    if question is None or question.before:
        return
    core = deepcopy(question.inverted())
    holder: list[Tree] | Tree = core
    while len(holder) and _goes_on(holder[-1], question):
        holder = holder[-1]
    if len(holder) < 2 or any(node.label() == "CC" for node in holder):
        return
    moved = holder.pop()
    if _may_lead(moved, [word for node in core for word in words(node)], question):
        inner = core if question.wh is None else [question.wh, Tree("SQ", core)]
        yield build([moved, COMMA, *inner, *question.stop], tree.label())


def _goes_on(last: Tree, question: Question) -> bool:
    """Whether the end of a question is to be looked for inside its last phrase."""
    if last.label() == "NP":  # "what is [the longest river] [in asia]"
        plain = question.wh is not None and words(question.wh) in (["what"], ["who"])
        copula = question.auxiliary is not None and words(question.auxiliary)[0] in BE
        return plain and copula and shape(last) == ["NP", "PP"] and words(last[1])[0] == "in"
    return last.label() == "VP" and "CC" not in shape(last)


def _may_lead(moved: Tree, rest: list[str], question: Question) -> bool:
    asked = [] if question.wh is None else words(question.wh)
    if len(rest) < 2 or (not asked and len(rest) < 3) or rest[-1] in BE:
        return False
    if moved.label() == "SBAR":
        if subordinator(moved) not in _OPENS or len(words(moved)) < 4 or has_label(moved, ","):
            return False
        named = set(rest) & THIRD_PERSON and not is_pronoun(moved[-1][0])
        return not named and not set(rest) & _ASKS_IF and asked not in (["when"], ["why"])
    if moved.label() != "PP" or has_label(moved, ",", ":", *WH_LABELS) or asked == ["when"]:
        return False
    if is_place(moved):
        return asked != ["where"] and not set(rest) & (_NEEDS_PLACE | THIRD_PERSON) and bool(asked)
    return is_time(moved) or is_circumstance(moved)


def unfront_in_question(tree: Tree) -> Iterator[Tree]:
    """ "in 1998 , who won the cup ?" -> "who won the cup in 1998 ?"."""
    question = match_question(tree)
    if question is None or not 1 <= len(question.before) <= 2:
        return
    moved = question.before[0]
    if [node.label() for node in question.before][1:] not in ([], [","]):
        return
    adverbial = subordinator(moved) in _OPENS or is_time(moved) or is_place(moved)
    if not (adverbial or is_circumstance(moved)) or has_label(moved, ","):
        return
    text = question.written()
    clause = moved.label() == "SBAR"
    if any(has_label(node, "SBAR", ",", "CC") for node in question.inverted()):
        return
    if (
        set(text) & THIRD_PERSON
        and not is_time(moved)
        and not (clause and is_pronoun(moved[-1][0]))
    ):
        return
    if len(text) >= 2 and not (text[-1] in _STRANDED or set(text) & _ASKS_IF):
        yield build_question(replace(question, before=(), rest=(*question.rest, moved)))


def strand(tree: Tree) -> Iterator[Tree]:
    """ "in which year was he born ?" -> "which year was he born in ?"."""
    question = match_question(tree)
    if question is None or question.wh is None or question.wh.label() != "WHPP":
        return
    if question.before or question.auxiliary is None or shape(question.wh) != ["IN", "WHNP"]:
        return
    preposition, asked = question.wh
    noun = words(asked)[-1]
    if words(preposition)[0] not in _STRANDED or noun in _FIXED or has_label(asked, "SBAR", "VP"):
        return
    if noun == "whom":
        asked = Tree("WHNP", [Tree("WP", ["who"])])
    bare = replace(question, wh=asked)
    if noun in _PERIODS and question.rest:
        if words(preposition)[0] == "by" or noun == "season":
            return
        yield build_question(bare)
        return
    end = [node for node in question.rest if has_label(node, "SBAR", ",", "CC", "S")]
    if not end and not (question.rest and words(question.rest[-1])[-1] in _STRANDED):
        yield build_question(replace(bare, rest=_with_last(question.rest, preposition)))


def _with_last(rest: Sequence[Tree], preposition: Tree) -> tuple[Tree, ...]:
    """The rest of a question with a preposition at the end of its innermost VP."""
    phrase = Tree("PP", [preposition])
    copies = [deepcopy(node) for node in rest]
    if not copies or copies[-1].label() != "VP":
        return (*copies, phrase)
    holder = copies[-1]
    while holder[-1].label() == "VP":
        holder = holder[-1]
    holder.append(phrase)
    return tuple(copies)


def pied_pipe(tree: Tree) -> Iterator[Tree]:
    """ "which team did she play for ?" -> "for which team did she play ?"."""
    question = match_question(tree)
    if question is None or question.wh is None or question.wh.label() != "WHNP":
        return
    if question.before or question.auxiliary is None or has_label(question.wh, "PP", "SBAR", "VP"):
        return
    asked, found = question.wh, _pop_last_preposition(question.rest)
    if found is None:
        return
    preposition, rest = found
    if words(asked)[0] not in ("what", "which", "whose", "who", "whom") or not rest:
        return
    if len(words(asked)) == 1:
        if words(asked)[0] not in ("who", "whom"):
            return
        asked = Tree("WHNP", [Tree("WP", ["whom"])])
    if words(asked)[-1] in _FIXED or words(preposition)[0] not in _STRANDED:
        return
    clauses = [part for node in rest for part in node.subtrees() if part.label() == "S"]
    if any(has_label(node, "SBAR", "CC", ",", "PRT") for node in rest):
        return
    if any(first_tag(clause) != "TO" for clause in clauses):
        return
    yield build_question(replace(question, wh=Tree("WHPP", [preposition, asked]), rest=rest))


def _pop_last_preposition(rest: Sequence[Tree]) -> tuple[Tree, tuple[Tree, ...]] | None:
    """A preposition without an object at the end, and the rest without it."""
    top = Tree("X", [deepcopy(node) for node in rest])
    holder = top
    while holder and _may_end_stranded(holder[-1]):
        holder = holder[-1]
    if not holder:
        return None
    last = holder.pop()
    preposition = last[0] if shape(last) in (["IN"], ["TO"]) else last
    if preposition.label() not in ("IN", "TO"):
        return None
    return preposition, tuple(top)


def _may_end_stranded(phrase: Tree) -> bool:
    infinitive = phrase.label() == "S" and first_tag(phrase) == "TO" and shape(phrase) == ["VP"]
    return infinitive or (phrase.label() in ("VP", "ADJP") and len(phrase) > 1)


def put_in_period(tree: Tree) -> Iterator[Tree]:
    """ "what year was the bridge built ?" -> "in what year was the bridge built ?"."""
    question = match_question(tree)
    if question is None or question.wh is None or question.wh.label() != "WHNP" or question.before:
        return
    asked = question.wh
    if shape(asked) not in (["WDT", "NN"], ["WP", "NN"]) or question.auxiliary is None:
        return
    preposition = _PERIODS.get(words(asked)[-1])
    text = question.written()
    if preposition is None or shape(Tree("X", list(question.rest)))[-1:] != ["VP"]:
        return
    if text[-1] in _STRANDED or set(text) & _CHOICES:
        return
    wh = Tree("WHPP", [Tree("IN", [preposition]), asked])
    yield build_question(replace(question, wh=wh))


def front_question_word(tree: Tree) -> Iterator[Tree]:
    """ "the ship was named after which city ?" -> "which city was the ship named after ?"."""
    cut = _statement_with_question_mark(tree)
    if cut is None:
        return
    before, subject, predicate, stop = cut
    if has_label(subject, *WH_LABELS, ",") or any(has_label(node, *WH_LABELS) for node in before):
        return
    copy = deepcopy(predicate)
    wh = _pop_question_word(copy)
    if wh is None or has_label(copy, *WH_LABELS, "SBAR"):
        return
    core = invert(subject, copy)
    if wh.label() == "WHPP" and (words(wh)[-1] == "what" or words(wh)[1] == "the"):
        return
    if core is not None and not has_label(wh, "SBAR", "VP", "S") and "because" not in words(copy):
        yield build([*before, wh, Tree("SQ", core), stop], "SBARQ")


def _statement_with_question_mark(
    tree: Tree,
) -> tuple[list[Tree], Tree, Tree, Tree] | None:
    """What precedes, subject, predicate and question mark of a question in statement order."""
    if tree.label() != "S" or shape(tree)[-3:] != ["NP", "VP", "."] or words(tree)[-1] != "?":
        return None
    *before, subject, predicate, stop = tree
    if has_label(tree, "CC") and "CC" in [*shape(tree), *shape(predicate)]:
        return None
    if [node.label() for node in before] not in ([], ["PP", ","], ["SBAR", ","]):
        return None
    return before, subject, predicate, stop


def _pop_question_word(predicate: Tree) -> Tree | None:
    """Take the question phrase out of a predicate; of a PP only its object, if it comes last."""
    holder = predicate
    while shape(holder)[-1:] == ["VP"]:
        holder = holder[-1]
    if len(holder) < 2 or not isinstance(holder[-1], Tree):
        return None
    last = holder[-1]
    if shape(last) == ["IN", "WHNP"] and words(last[1]) == ["what"]:
        holder[-1] = Tree("PP", [last[0]])
        return last[1]
    if last.label() in WH_LABELS:
        return holder.pop()
    if last.label() == "PP" and len(last) == 2 and last[1].label() in WH_LABELS:
        return last.pop()
    return None


def invert_statement(tree: Tree) -> Iterator[Tree]:
    """ "you liked it ?" -> "did you like it ?"."""
    cut = _statement_with_question_mark(tree)
    if cut is None:
        return
    before, subject, predicate, stop = cut
    if has_label(tree, *WH_LABELS, ",", "CC", "``") or len(words(predicate)) < 3:
        return
    if not is_pronoun(subject) or words(subject) == ["i"] or words(predicate)[-1] in _TAG_ENDS:
        return
    core = invert(subject, predicate)
    if core is not None:
        yield build([*before, *core, stop], "SQ")


def move_negation(tree: Tree) -> Iterator[Tree]:
    """ "is n't it cold ?" -> "is it not cold ?", and back."""
    question = match_question(tree)
    if question is None or question.auxiliary is None or question.subject is None:
        return
    text = words(question.auxiliary)[0]
    if question.negation and words(question.negation[0]) == ["n't"]:
        full = {"ca": "can", "wo": "will"}.get(text, text)
        verb = Tree(question.auxiliary.label(), [full])
        rest = (Tree("RB", ["not"]), *question.rest)
        if len(words(question.subject)) <= 3 and full != "ai":
            yield build_question(replace(question, auxiliary=verb, negation=(), rest=rest))
    elif question.rest and words(question.rest[0]) == ["not"] and text not in ("am", "may", "'s"):
        short = {"can": "ca", "will": "wo"}.get(text, text)
        verb = Tree(question.auxiliary.label(), [short])
        negation = (Tree("RB", ["n't"]),)
        yield build_question(
            replace(question, auxiliary=verb, negation=negation, rest=question.rest[1:])
        )


def ask_how(tree: Tree) -> Iterator[Tree]:
    """ "how to fix a tap ?" -> "how can i fix a tap ?"."""
    stop = [tree[-1]] if shape(tree)[-1:] == ["."] else []
    nodes = list(tree)[: len(tree) - len(stop)]
    if len(nodes) == 1 and nodes[0].label() == "SBAR":
        nodes = list(nodes[0])
    if (
        tree.label() not in ("SBARQ", "SBAR", "FRAG")
        or len(nodes) != 2
        or words(tree)[:2] != ["how", "to"]
    ):
        return
    verb = nodes[1]
    while shape(verb) == ["VP"]:
        verb = verb[0]
    if shape(verb)[:2] == ["TO", "VP"] and not set(words(verb)) & ANYONE_ELSE:
        core = [Tree("MD", ["can"]), Tree("NP", [Tree("PRP", ["i"])]), verb[1]]
        yield build([nodes[0], Tree("SQ", core), QUESTION_MARK], "SBARQ")


QUESTIONS: Mapping[str, Rewrite] = {
    "question-front": behind_lead(front_in_question),
    "question-unfront": behind_lead(unfront_in_question),
    "question-strand": behind_lead(strand),
    "question-pied-pipe": behind_lead(pied_pipe),
    "question-period": behind_lead(put_in_period),
    "question-word-front": behind_lead(front_question_word),
    "question-invert": behind_lead(invert_statement),
    "question-negation": behind_lead(move_negation),
    "question-how-to": behind_lead(ask_how),
}
"""Loose rules of this module by their names."""
