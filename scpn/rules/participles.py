"""Participles: to the front of a sentence, out of a predicate, and into a second verb."""

from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    THIRD_PERSON,
    first_tag,
    has_coordinated_verbs,
    has_label,
    is_tag,
    main_predicate,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, build, match_frame
from scpn.rules.inflection import base_of_gerund, past_tense, third_person
from scpn.rules.rule import Rewrite

# What goes on while the main verb happens, so that it can be said first.
_MEANWHILE = word_set(
    "watching holding wearing carrying looking trying hoping attempting waiting enjoying chasing "
    "using working knowing thinking believing fearing wanting hearing seeing laughing smiling "
    "crying singing shouting banging cursing playing talking riding gripping clutching wondering "
    "hiding feeling pretending pushing pulling swinging dancing standing sitting searching "
    "listening reading hugging celebrating preparing struggling following whistling walking "
    "running flying balancing leaning picking savoring practicing racing competing waving"
)
_PURPOSES = word_set("attempting trying hoping wishing pretending")
# What follows from the main clause as a whole: it has no subject there.
_OF_CLAUSE = word_set(
    "suggesting meaning making causing resulting leading allowing showing proving indicating "
    "implying ensuring including according being having using depending regarding concerning "
    "considering showing hiding picking following enabling forcing leaving giving bringing helping "
    "starting beginning ending citing assuming ranging averaging"
)
_TAKES_GERUND = word_set(
    "start starts started keep keeps kept stop stops stopped begin begins began like likes love "
    "loves enjoy enjoys enjoyed hate hates spend spends spent consider considered considering try "
    "tried avoid go goes went going come comes came continue remember remembered mind finish "
    "finished involve involves includes quit resume done busy see sees saw seeing hear heard "
    "find finds found catch caught feel felt watch watches have has had get gets got is are was "
    "were be been 's 're 'm call called"
)
_DESCRIPTIONS = word_set(
    "located situated based built written directed produced published released founded designed "
    "held formed composed established developed owned set recorded created performed organized "
    "launched constructed hosted invented starring featuring"
)
_FINITE = ("VBD", "VBZ", "VBP")


def lead_with_participle(tree: Tree) -> Iterator[Tree]:
    """ "he sat there , watching us ." -> "watching us , he sat there ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.before:
        return
    predicate = deepcopy(frame.predicate)
    holder = main_predicate(predicate)
    tail = holder[-1]
    if tail.label() != "S" or shape(tail) != ["VP"] or first_tag(tail) != "VBG" or len(holder) < 2:
        return
    verb = words(tail)[0]
    comma = holder[-2].label() == ","
    if verb not in (_MEANWHILE if comma else _PURPOSES) or has_label(tail, ":", "``"):
        return
    if not comma and words(holder[0])[0] in _TAKES_GERUND:
        return
    del holder[-2 if comma else -1 :]
    if has_coordinated_verbs(predicate) or has_label(predicate, ",", "``") or len(holder) < 2:
        return
    if set(words(tail)) & {"it", "them", "him", "her"} or first_tag(frame.subject) == "EX":
        return
    core = [frame.subject, *frame.between, predicate]
    yield build([*frame.lead, tail, COMMA, *core, *frame.stop])


def lead_with_description(tree: Tree) -> Iterator[Tree]:
    """ "it is a hut built in 1850 ." -> "built in 1850 , it is a hut ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.before or frame.lead:
        return
    predicate = frame.predicate
    if shape(predicate)[1:] != ["NP"] or words(predicate[0])[0] not in BE or frame.between:
        return
    nominal = predicate[1]
    if shape(nominal) != ["NP", "VP"] or words(nominal[1])[0] not in _DESCRIPTIONS:
        return
    if words(nominal)[0] not in ("a", "an", "the") or words(frame.subject)[0] in ("this", "there"):
        return
    participle = Tree("S", [nominal[1]])
    if has_label(nominal[0], ",", "CC") or set(words(participle)) & THIRD_PERSON:
        return
    core = [frame.subject, Tree("VP", [predicate[0], nominal[0]])]
    yield build([participle, COMMA, *core, *frame.stop])


def participle_to_verb(tree: Tree) -> Iterator[Tree]:
    """ "he sat there , watching us ." -> "he sat there and watched us ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or first_tag(frame.predicate) not in _FINITE:
        return
    predicate = deepcopy(frame.predicate)
    tag, tail = first_tag(predicate), predicate[-1]
    progressive = shape(predicate) == ["VBZ", "VP"] or shape(predicate) == ["VBP", "VP"]
    holder = predicate[-1] if progressive and first_tag(predicate[-1]) == "VBG" else predicate
    tail = holder[-1]
    if tail.label() != "S" or shape(tail) != ["VP"] or len(holder) < 3:
        return
    verb = tail[0][0]
    if not is_tag(verb) or verb.label() != "VBG" or holder[-2].label() != ",":
        return
    base = base_of_gerund(words(verb)[0])
    if base is None or words(verb)[0] in _OF_CLAUSE or words(predicate[0])[0] in BE - {"is", "are"}:
        return
    del holder[-2:]
    if has_label(predicate, ",", "SBAR") or has_coordinated_verbs(predicate):
        return
    form = {"VBD": past_tense(base), "VBZ": third_person(base), "VBP": base}[tag]
    finite = verb if holder is not predicate else Tree(tag, [form])
    second = Tree("VP", [finite, *list(tail[0])[1:]])
    if has_coordinated_verbs(second):
        return
    joined = Tree("VP", [Tree("VP", list(holder)), Tree("CC", ["and"]), second])
    whole = joined if holder is predicate else Tree("VP", [predicate[0], joined])
    core = [frame.subject, *frame.between, whole]
    yield build([*frame.lead, *frame.before, *core, *frame.stop])


PARTICIPLES: Mapping[str, Rewrite] = {
    "participle-lead": lead_with_participle,
    "description-lead": lead_with_description,
    "participle-verb": participle_to_verb,
}
"""Loose rules of this module by their names."""
