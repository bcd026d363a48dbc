"""Who says, knows or has found something goes to the end, where `reports` is too strict.

The speaker's name changes place with the pronoun for it: "the lady said she was late" becomes
"the lady was late , she said".
"""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    FINITE,
    NEGATIONS,
    THIRD_PERSON,
    first_tag,
    has_label,
    is_pronoun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import (
    COMMA,
    build,
    is_statement,
    match_frame,
    number_of,
    pronoun_of,
    split_stop,
)
from scpn.rules.nouns import pronoun_for
from scpn.rules.rule import Rewrite

_TELLS = word_set(
    "say says said saying think thinks thought believe believes believed know knew heard hear "
    "guess suppose hope hopes hoped hoping find found show shows showed shown reveal revealed "
    "reveals suggest suggests suggested confirm confirmed confirms argue argues argued claim "
    "claims claimed report reports reported note noted notes realize realized learned noticed "
    "remember discovered see add added adds explain explained feel felt insist insisted insists "
    "tell bet admit admitted predict predicts predicted warn warned warns estimate estimates "
    "estimated state stated announce announced assume imagine understand fear feared decided "
    "agree agreed agrees conclude concluded remembered complained complains promised assured "
    "rediscovered"
)
_AUXILIARIES = word_set("have has had 've 's could can would 'd am 'm are is must")
_LONGEST = 26


def put_teller_last(tree: Tree) -> Iterator[Tree]:
    """ "farmers have found that it pays ." -> "it pays , farmers have found ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.between or frame.before:
        return
    if has_label(tree, "``", "''", "PRN", ":") or set(words(frame.predicate)[:3]) & NEGATIONS:
        return
    verb, clause = _cut_verb(frame.predicate)
    if clause is None or len(words(frame.subject)) > 14:
        return
    content = clause[-1]
    if shape(clause) not in (["IN", "S"], ["S"]) or not _can_lead(content):
        return
    if len(clause) == 2 and words(clause[0]) != ["that"]:
        return
    if frame.lead and words(frame.lead[0])[0] not in ("and", "but", "so"):
        return
    ordered = _ordered(frame.subject, content)
    if ordered is None or first_tag(frame.subject) in ("EX", "WDT", "WP"):
        return
    speaker, said = ordered
    short = len(words(speaker)) + len(words(verb)) <= 3
    if words(frame.subject) == ["i"] and words(verb)[-1] in ("hoping", "see"):
        return
    tail = [Tree("S", [speaker, verb])] if short else [speaker, verb]
    yield build([*frame.lead, said, COMMA, *tail, *frame.stop])


def put_teller_first(tree: Tree) -> Iterator[Tree]:
    """ "it pays , say experts ." -> "experts say that it pays ."; "it pays , he could tell ."."""
    cut = split_stop(tree)
    if cut is None or has_label(tree, "``", "''") or len(cut[0]) < 3:
        return
    children, stop = cut
    content = children[0]
    if content.label() != "S" or children[1].label() != "," or not _can_lead(content):
        return
    rest = children[2:]
    if len(rest) == 1 and rest[0].label() in ("S", "SINV", "VP"):
        rest = list(rest[0])
    labels = [part.label() for part in rest]
    if len(rest) != 2 or "NP" not in labels:
        return
    speaker = rest[labels.index("NP")]
    verb = rest[1 - labels.index("NP")]
    if verb.label() not in ("VP", *FINITE, "VB") or words(verb)[-1] not in _TELLS:
        return
    if len(words(verb)) > 2 or set(words(verb)) & NEGATIONS or pronoun_of(speaker) in ("i", "you"):
        return
    if set(words(content)) & {"he", "she", "they"} and not is_pronoun(speaker):
        return
    parts = [verb] if is_tag(verb) else list(verb)
    clause = Tree("SBAR", [Tree("IN", ["that"]), content])
    yield build([speaker, Tree("VP", [*parts, clause]), *stop])


def _cut_verb(predicate: Tree) -> tuple[Tree, Tree | None]:
    """The verbs of "have found that ...", and the clause; None if there is none."""
    if len(predicate) != 2 or not is_tag(predicate[0]):
        return predicate, None
    head, last = predicate
    if last.label() == "SBAR" and words(head)[0] in _TELLS:
        return Tree("VP", [head]), last
    if last.label() == "VP" and words(head)[0] in _AUXILIARIES:
        inner, clause = _cut_verb(last)
        return Tree("VP", [head, inner]), clause
    return predicate, None


def _can_lead(content: Tree) -> bool:
    """Whether what is told can open the sentence."""
    if not is_statement(content) or not 4 <= len(words(content)) <= _LONGEST:
        return False
    return " and that " not in " ".join(words(content)) and "CC" not in shape(content[-1])


def _ordered(speaker: Tree, content: Tree) -> tuple[Tree, Tree] | None:
    """Speaker and content in their new order, the name first; None if unclear who is meant."""
    others = set(words(content)) & (THIRD_PERSON - {"this", "that", "these", "those", "such"})
    if is_pronoun(speaker) or not others:
        return speaker, content
    subject = next((part for part in content if part.label() == "NP"), content)
    pronoun = pronoun_of(subject)
    if not pronoun or pronoun not in ("he", "she", "they", "it") or has_label(speaker, ",", "SBAR"):
        return (speaker, content) if others <= {"it", "its", "one", "both"} else None
    plural = number_of(speaker) == "plural"
    fits = pronoun_for(speaker) == pronoun or (plural and pronoun == "they")
    if pronoun in ("he", "she") and first_tag(speaker) == "NNP" and not pronoun_for(speaker):
        fits = len(words(speaker)) <= 3 and not plural
    if not fits or shape(content)[0] != "NP":
        return None
    return subject, Tree("S", [speaker, *list(content)[1:]])


TELLINGS: Mapping[str, Rewrite] = {
    "teller-last": put_teller_last,
    "teller-first": put_teller_first,
}
"""Loose rules of this module by their names."""
