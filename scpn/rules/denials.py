"""Denials and wishes in another place: "i don't think it works" is "i think it doesn't work"."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import BE, NEGATIONS, first_tag, has_label, is_tag, shape, word_set, words
from scpn.rules.frame import COMMA, build, is_clause, match_frame, match_statement, pronoun_of
from scpn.rules.inflection import base_form
from scpn.rules.rule import Rewrite

_THINK = word_set("think believe suppose guess expect")
_HELPERS = word_set("is are was were can could will would should has have had does do did")
_SHORT_FORMS = {"'s": "is", "'re": "are", "'ll": "will", "'ve": "have", "'m": "am"}
_ODD = word_set("must may might ought shall 'd too some someone something already still so just")
_NOT = Tree("RB", ["n't"])


def deny_what_is_thought(tree: Tree) -> Iterator[Tree]:
    """ "i do n't think it works ." -> "i think it does n't work .", "it does n't , i think"."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between:
        return
    predicate = frame.predicate
    if shape(predicate) != ["VBP", "RB", "VP"] or words(predicate[0]) != ["do"]:
        return
    think = predicate[2]
    if shape(think) != ["VB", "SBAR"] or words(think[0])[0] not in _THINK - {"expect"}:
        return
    content = think[1][-1]
    if shape(think[1]) not in (["S"], ["IN", "S"]) or not is_clause(content):
        return
    if len(think[1]) == 2 and words(think[1][0]) != ["that"]:
        return
    if pronoun_of(frame.subject) not in ("i", "we", "they"):
        return
    denied = _denied(content)
    if denied is None:
        return
    thinks = Tree("VBP", words(think[0]))
    clause = Tree("SBAR", [*list(think[1])[:-1], denied])
    yield build([*frame.lead, frame.subject, Tree("VP", [thinks, clause]), *frame.stop])
    if pronoun_of(frame.subject) == "i" and len(words(tree)) < 18:
        aside = Tree("S", [frame.subject, Tree("VP", [thinks])])
        yield build([*frame.lead, denied, COMMA, aside, *frame.stop])


def deny_thinking(tree: Tree) -> Iterator[Tree]:
    """ "i think it is n't true ." -> "i do n't think it is true ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between:
        return
    if pronoun_of(frame.subject) not in ("i", "we") or shape(frame.predicate) != ["VBP", "SBAR"]:
        return
    verb, clause = frame.predicate
    content = clause[-1]
    if words(verb)[0] not in ("think", "believe") or not is_clause(content):
        return
    inner = content[-1]
    helped = shape(inner)[:2] in (["VBZ", "RB"], ["VBP", "RB"], ["VBD", "RB"], ["MD", "RB"])
    if not helped or words(inner[1])[0] not in ("n't", "not") or len(inner) < 3:
        return
    helper = {"ca": "can", "wo": "will"}.get(words(inner[0])[0], words(inner[0])[0])
    if helper not in _HELPERS - {"does", "do", "did"} or set(words(inner)[2:]) & NEGATIONS:
        return
    if has_label(inner, "SBAR", "CC", ","):
        return
    plain = Tree("VP", [Tree(inner[0].label(), [helper]), *list(inner)[2:]])
    believed = Tree("SBAR", [*list(clause)[:-1], Tree("S", [*list(content)[:-1], plain])])
    think = Tree("VP", [Tree("VB", words(verb)), believed])
    denial = Tree("VP", [Tree("VBP", ["do"]), _NOT, think])
    yield build([*frame.lead, frame.subject, denial, *frame.stop])


def never_again(tree: Tree) -> Iterator[Tree]:
    """ "i will not eat there again ." -> "never again will i eat there ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.lead or frame.between:
        return
    predicate = frame.predicate
    if len(predicate) != 3 or predicate[0].label() != "MD" or predicate[2].label() != "VP":
        return
    if words(predicate[0])[0] not in ("will", "wo", "would") or has_label(tree, ",", "SBAR", "CC"):
        return
    if words(predicate[1])[0] not in ("not", "n't", "never") or words(predicate)[-1] != "again":
        return
    act = predicate[2].copy(deep=True)
    holder = act
    while len(holder) and not is_tag(holder[-1]) and words(holder[-1]) != ["again"]:
        holder = holder[-1]
    if holder is act and len(act) < 2:
        return
    holder.pop()
    if not holder or not words(act) or len(words(frame.subject)) > 3:
        return
    never = Tree("ADVP", [Tree("RB", ["never"]), Tree("RB", ["again"])])
    will = Tree("MD", [{"wo": "will"}.get(words(predicate[0])[0], words(predicate[0])[0])])
    yield build([never, will, frame.subject, act, *frame.stop], "SINV")


def advise(tree: Tree) -> Iterator[Tree]:
    """ "i would not recommend buying one ." -> "i would advise against buying one ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between:
        return
    predicate = frame.predicate
    if shape(predicate) != ["MD", "RB", "VP"] or words(predicate[0])[0] != "would":
        return
    act = predicate[2]
    if words(act)[0] != "recommend" or len(act) != 2 or words(act[1])[0] == "it":
        return
    if act[1].label() != "S" or first_tag(act[1]) != "VBG":
        return
    against = Tree("PP", [Tree("IN", ["against"]), act[1]])
    inner = Tree("VP", [Tree("VB", ["advise"]), against])
    yield build(
        [*frame.lead, frame.subject, Tree("VP", [predicate[0], inner]), *frame.stop],
    )


def wish(tree: Tree) -> Iterator[Tree]:
    """ "i wish i knew why ." -> "if only i knew why ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or words(frame.subject) != ["i"] or frame.lead:
        return
    predicate = frame.predicate
    if frame.before or frame.between or shape(predicate) != ["VBP", "SBAR"]:
        return
    clause = predicate[1]
    if words(predicate[0]) != ["wish"] or not is_clause(clause[-1]):
        return
    if first_tag(clause[-1][-1]) not in ("VBD", "MD") or len(words(tree)) > 16:
        return
    only = [Tree("IN", ["if"]), Tree("RB", ["only"]), clause[-1]]
    yield build([Tree("SBAR", only), *frame.stop], "FRAG")


def _denied(clause: Tree) -> Tree | None:
    """A clause with "not": "it works" -> "it does n't work"; None where it is unclear."""
    predicate = clause[-1]
    text = words(predicate)
    verb = predicate[0]
    if not is_tag(verb) or set(text) & (NEGATIONS | _ODD) or has_label(clause, "CC", ",", "SBAR"):
        return None
    if words(clause)[0] in ("there", "everyone", "everything", "all", "some") or len(text) < 2:
        return None
    rest = list(predicate)[1:]
    word = _SHORT_FORMS.get(text[0], text[0])
    helps = word in BE or (word in _HELPERS and rest[0].label() in ("VP", "ADVP", "RB"))
    if helps and word != "am" and (word in BE or any(part.label() == "VP" for part in rest)):
        short = {"can": "ca", "will": "wo"}.get(word, word)
        denied = Tree("VP", [Tree(verb.label(), [short]), _NOT, *rest])
    else:
        base = base_form(word, verb.label())
        do = {"VBZ": "does", "VBP": "do", "VBD": "did"}.get(verb.label())
        if base is None or do is None or word in BE:
            return None
        inner = Tree("VP", [Tree("VB", [base]), *rest])
        denied = Tree("VP", [Tree(verb.label(), [do]), _NOT, inner])
    return Tree("S", [*list(clause)[:-1], denied])


DENIALS: Mapping[str, Rewrite] = {
    "denial-down": deny_what_is_thought,
    "denial-up": deny_thinking,
    "never-again": never_again,
    "advise-doing": advise,
    "wish-only": wish,
}
"""Loose rules of this module by their names."""
