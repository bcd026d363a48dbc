"""Commands with a condition, a purpose or an opening word, and small turns of other sentences."""

from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.adjunct_kinds import conjunction_of, is_adverbial_clause
from scpn.rules.clauses import (
    BE,
    NEGATIONS,
    first_tag,
    has_coordinated_verbs,
    has_label,
    is_pronoun,
    is_tag,
    main_predicate,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, build, is_clause, match_statement, split_stop
from scpn.rules.rule import Rewrite

_LEADS = ("ADVP", "INTJ", "RB", "UH")
_CONDITIONS = ("if", "when", "whenever", "before", "once", "unless", "after")
_TO_END = word_set("now today tomorrow tonight then")
_ASKS = word_set("ask see check know tell say find wonder guess decide imagine remember forget")


def end_condition(tree: Tree) -> Iterator[Tree]:
    """ "if it rains , please wait ." -> "please wait if it rains ."; also "to win , run"."""
    parts = _command(tree)
    if parts is None or not parts[0]:
        return
    opening, lead, act, stop = parts
    clause = opening[0]
    purpose = clause.label() == "S" and first_tag(clause) == "TO"
    if len(opening) > 1 or not (purpose or _is_condition(clause)) or has_label(act, "SBAR", "S"):
        return
    lead = [part for part in lead if words(part) != ["then"]]
    if not has_coordinated_verbs(act) and not has_label(act, ","):
        yield build([*lead, Tree("VP", [*act, clause]), *stop])


def front_condition(tree: Tree) -> Iterator[Tree]:
    """ "do n't run if it rains ." -> "if it rains , do n't run ."."""
    parts = _command(tree)
    if parts is None or parts[0]:
        return
    _, lead, act, stop = parts
    act = deepcopy(act)
    holder = main_predicate(act)
    clause = holder[-1]
    if len(holder) < 2 or words(holder[0])[0] in _ASKS or not _is_condition(clause):
        return
    if conjunction_of(clause) in ("before", "after") and set(words(tree)) & NEGATIONS:
        return
    holder.pop()
    if holder[-1].label() == ",":
        holder.pop()
    if words(holder)[-1] in ("only", "even", "and", "or", "just", "not") or len(words(act)) < 2:
        return
    yield build([clause, COMMA, *lead, act, *stop])


def drop_opening(tree: Tree) -> Iterator[Tree]:
    """ "and give it to me ." -> "give it to me ."; "now let us go ." -> "let us go now ."."""
    cut = split_stop(tree)
    if tree.label() != "S" or cut is None or len(cut[0]) != 2:
        return
    (opening, act), stop = cut
    if act.label() != "VP" or first_tag(act) != "VB" or len(words(act)) < 3:
        return
    word = " ".join(words(opening))
    if opening.label() == "CC" and word in ("and", "so"):
        yield build([act, *stop])
    elif opening.label() == "CC" and word == "but" and not has_label(act, ",", "SBAR"):
        though = Tree("ADVP", [Tree("RB", ["though"])])
        yield build([act, COMMA, though, *stop])
    elif word in _TO_END and not has_coordinated_verbs(act) and not has_label(act, "SBAR"):
        yield build([Tree("VP", [*act, opening]), *stop])


def give_reason(tree: Tree) -> Iterator[Tree]:
    """ "that 's why we left ." -> "for that reason , we left ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return
    if words(frame.subject) not in (["that"], ["this"]) or shape(frame.predicate)[1:] != ["SBAR"]:
        return
    be, clause = frame.predicate
    if words(be)[0] not in ("is", "'s", "was") or words(clause)[0] != "why":
        return
    content = clause[-1]
    if content.label() != "S" or not is_clause(content):
        return
    reason = Tree("NP", [Tree("DT", words(frame.subject)), Tree("NN", ["reason"])])
    yield build([Tree("PP", [Tree("IN", ["for"]), reason]), COMMA, *content, *frame.stop])


def front_judge(tree: Tree) -> Iterator[Tree]:
    """ "this lamp is a gem to me ." -> "to me , this lamp is a gem ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or set(words(tree)) & NEGATIONS:
        return
    predicate = deepcopy(frame.predicate)
    holder = main_predicate(predicate)
    if words(holder)[0] not in BE | {"seems", "looks", "sounds"} or len(holder) < 2:
        return
    node = holder if holder[-1].label() == "PP" else holder[-1]
    if is_tag(node) or len(node) < 2 or not _is_judge(node[-1]):
        return
    judge = node.pop()
    last = holder[-1]
    if last.label() not in ("ADJP", "NP") or has_label(predicate, ",", "SBAR", "S"):
        return
    if words(holder)[-1] in ("close", "similar", "next", "nice", "related", "rude", "kind", "new"):
        return
    yield build([*frame.lead, judge, COMMA, frame.subject, *frame.between, predicate, *frame.stop])


def ask_of_there(tree: Tree) -> Iterator[Tree]:
    """ "is there a show you want to see ?" -> "do you want to see a show ?"."""
    if tree.label() != "SQ" or shape(tree)[:1] not in (["VBZ"], ["VBP"]) or len(tree) != 4:
        return
    _, there, thing, mark = tree
    if words(there) != ["there"] or thing.label() != "NP" or shape(thing) != ["NP", "SBAR"]:
        return
    noun, clause = thing
    content = clause[-1]
    if len(clause) == 2 and words(clause[0]) not in (["that"], ["which"]):
        return
    if content.label() != "S" or shape(content) != ["NP", "VP"] or words(content)[0] != "you":
        return
    predicate = deepcopy(content[1])
    verb = words(predicate)[0]
    holder = predicate
    while not is_tag(holder[-1]) and holder[-1].label() in ("VP", "S", "ADJP", "PP"):
        holder = holder[-1]
    if holder.label() not in ("VP", "PP") or has_label(predicate, "NP", "SBAR"):
        return
    holder.append(noun)
    you = content[0]
    if verb in ("are", "'re") and len(predicate) > 1:
        rest = list(predicate)[1:]
        yield build([Tree("VBP", ["are"]), you, *rest, mark], "SQ")
    elif verb in ("want", "need", "like", "prefer", "love", "know"):
        yield build([Tree("VBP", ["do"]), you, predicate, mark], "SQ")


def _command(
    tree: Tree,
) -> tuple[list[Tree], list[Tree], Tree, tuple[Tree, ...]] | None:
    """Openings, "please" or "just", the VP and the stop of a command."""
    cut = split_stop(tree)
    if tree.label() != "S" or cut is None or not cut[0]:
        return None
    children, stop = cut
    act = children[-1]
    if act.label() != "VP" or first_tag(act) != "VB" or has_label(tree, "``", "PRN", ":"):
        return None
    lead: list[Tree] = []
    rest = children[:-1]
    while rest and rest[-1].label() in _LEADS and words(rest[-1]) in (
        ["just"], ["please"], ["then"]
    ):  # fmt: skip
        lead.insert(0, rest.pop())
    if rest and rest[-1].label() == ",":
        rest.pop()
    if any(part.label() not in ("SBAR", "S") for part in rest):
        return None
    return rest, lead, act, stop


def _is_condition(node: Tree) -> bool:
    return is_adverbial_clause(node) and conjunction_of(node) in _CONDITIONS


def _is_judge(node: Tree) -> bool:
    """ "to me", "for us"."""
    known = node.label() == "PP" and len(node) == 2 and words(node)[0] in ("to", "for")
    return known and is_pronoun(node[-1]) and words(node)[1] in ("me", "us", "him", "her", "them")


COMMANDS: Mapping[str, Rewrite] = {
    "command-condition-end": end_condition,
    "command-condition-front": front_condition,
    "command-opening": drop_opening,
    "reason-phrase": give_reason,
    "judge-front": front_judge,
    "there-question": ask_of_there,
}
"""Loose rules of this module by their names."""
