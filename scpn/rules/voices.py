"""Active and passive of more verbs than the strict rules know: any tense, any regular verb."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    NEGATIONS,
    PRONOUNS,
    TIME_NOUNS,
    first_tag,
    has_label,
    has_time_head,
    head_noun,
    is_pronoun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import build, match_frame, number_of
from scpn.rules.inflection import (
    base_form,
    base_of_gerund,
    gerund,
    participle_of_past,
    past_participle,
    past_tense,
    third_person,
)
from scpn.rules.pronouns import SUBJECT_FORMS, as_subject
from scpn.rules.rule import Rewrite

# Verbs that name a state, a measure or a move: their passive is odd or means another thing.
_NO_PASSIVE = word_set(
    "have be become seem look resemble weigh fit love like hate need want lack cost last equal "
    "mean contain include involve comprise feature enjoy go come get turn walk run stand sit lie "
    "stay remain live die miss join enter leave reach marry take make keep hold let help start "
    "begin continue stop finish try mind wish hope care smell taste sound feel see hear watch "
    "know think believe say tell ask call consider find name think spend suit possess belong "
    "play star require represent constitute mark total number average span gain earn lose win "
    "attend visit pass cross follow learn remember forget understand regret expect face appear "
    "do has says goes does suffer undergo experience owe bid grow work serve receive obtain"
)
_STATES = word_set("know bear base name call mean concern characterize mark go do measure increase")
_AGENT_STOPS = word_set("it this that there who which what everyone nobody someone something one")
_FOLLOWS = word_set("in on at during after before for from to with into as because when")
_HELPERS = word_set("is are was were be been being")
_NO_AGENT = TIME_NOUNS | word_set(
    "river road window side sea lake door hand hands car train bus plane foot mail name names age "
    "way means accident mistake default law force number percent half line ship air boat far now "
    "then phone email post nature definition design chance itself themselves himself herself "
    "liter litre pound kilo gallon dozen meter unit piece "
    "surprise example extension virtue lunchtime storm night day noon proxy vote"
)


def active_to_passive(tree: Tree) -> Iterator[Tree]:
    """ "the dog carries a stick ." -> "a stick is carried by the dog ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.between or not _is_agent(frame.subject):
        return
    if any(part.label() == "S" for part in frame.before):
        return  # its participle would hang in the air
    head, verb_phrase = _auxiliary(frame.predicate)
    if verb_phrase is None or shape(verb_phrase)[1:2] != ["NP"] or len(verb_phrase) > 3:
        return
    if has_label(verb_phrase, "SBAR"):
        return
    verb, patient, *rest = verb_phrase
    base = _base_of(verb)
    if (
        base is None
        or base in _NO_PASSIVE
        or words(verb)[0] in BE
        or not _is_patient(patient, frame.subject)
    ):
        return
    if any(part.label() not in ("PP", "ADVP") or words(part)[0] not in _FOLLOWS for part in rest):
        return
    plural = number_of(patient) == "plural"
    helper = {
        "VBD": Tree("VBD", ["were" if plural else "was"]),
        "VBZ": Tree("VBZ", ["are" if plural else "is"]),
        "VBP": Tree("VBZ", ["are" if plural else "is"]),
        "VB": Tree("VB", ["be"]),
        "VBG": Tree("VBG", ["being"]),
        "VBN": Tree("VBN", ["been"]),
    }.get(verb.label())
    if helper is None:
        return
    agent = Tree("PP", [Tree("IN", ["by"]), frame.subject])
    inner = Tree("VP", [Tree("VBN", [past_participle(base)]), agent, *rest])
    passive = Tree("VP", [helper, inner])
    if head is not None:
        head = [_agreeing(head[0], plural=plural)]
    predicate = passive if head is None else Tree("VP", [*head, passive])
    yield build([*frame.lead, *frame.before, patient, predicate, *frame.stop])


def passive_to_active(tree: Tree) -> Iterator[Tree]:
    """ "a stick is carried by the dog ." -> "the dog carries a stick ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.between or is_pronoun(frame.subject):
        return
    if any(part.label() in ("S", "ADVP") and len(words(part)) > 2 for part in frame.before):
        return
    if has_label(frame.subject, ",", "SBAR", "EX") or set(words(tree)) & NEGATIONS:
        return
    head, verb_phrase = _auxiliary(frame.predicate)
    if verb_phrase is None or shape(verb_phrase)[1:] != ["VP"] or not is_tag(verb_phrase[1][0]):
        return
    helper, inner = words(verb_phrase[0])[0], verb_phrase[1]
    if helper not in _HELPERS or inner[0].label() not in ("VBN", "VBD"):
        return
    agents = [part for part in inner[1:] if part.label() == "PP" and words(part)[0] == "by"]
    rest = [part for part in inner[1:] if part not in agents]
    if len(agents) != 1 or not _acts(agents[0]):
        return
    if any(part.label() not in ("PP", "ADVP") or words(part)[0] not in _FOLLOWS for part in rest):
        return
    verb = _active_form(words(inner[0])[0], helper, agents[0][1])
    if verb is None:
        return
    active = Tree("VP", [verb, frame.subject, *rest])
    if head is not None:
        head = [_agreeing(head[0], plural=number_of(agents[0][1]) == "plural")]
    predicate = active if head is None else Tree("VP", [*head, active])
    agent = as_subject(agents[0][1])
    yield build([*frame.lead, *frame.before, agent, predicate, *frame.stop])


def _auxiliary(predicate: Tree) -> tuple[list[Tree] | None, Tree | None]:
    """What is before the verb phrase proper ("will"), if anything, and the verb phrase."""
    first = words(predicate[0])[0]
    if shape(predicate) in (["VBZ", "VP"], ["VBP", "VP"], ["VBD", "VP"]):
        inner = first_tag(predicate[1])
        progressive = first in ("is", "are", "was", "were") and inner == "VBG"
        if progressive or (first in ("has", "have", "had") and inner == "VBN"):
            return list(predicate)[:1], predicate[1]
    if first_tag(predicate) == "MD":
        plain = shape(predicate) == ["MD", "VP"] and words(predicate[0])[0] != "'d"
        return (list(predicate)[:1], predicate[1]) if plain else (None, None)
    if not is_tag(predicate[0]) or has_label(predicate, "CC", ",", "``", ":"):
        return None, None
    return None, predicate


def _agreeing(auxiliary: Tree, *, plural: bool) -> Tree:
    """An auxiliary in the number of a new subject."""
    forms = {"is": "are", "was": "were", "has": "have"}
    word = words(auxiliary)[0]
    if not plural:
        forms = {form: singular for singular, form in forms.items()}
    return Tree(auxiliary.label(), [forms.get(word, word)])


def _base_of(verb: Tree) -> str | None:
    word = words(verb)[0]
    if verb.label() == "VBG":
        return base_of_gerund(word)
    if verb.label() == "VBN":
        return _base_of_participle(word)
    return base_form(word, verb.label()) if is_tag(verb) else None


def _is_agent(subject: Tree) -> bool:
    """Whether a subject is light and acts, so that "by" can take it."""
    text = words(subject)
    if is_pronoun(subject) or text[0] in _AGENT_STOPS or has_label(subject, "SBAR", ",", "EX"):
        return False
    if has_time_head(subject) or has_label(subject, "S", "VP", "``") or len(text) > 8:
        return False
    return head_noun(subject)[1][:2] == "NN"


def _is_patient(patient: Tree, agent: Tree) -> bool:
    """Whether an object can be a subject: a thing with a number that refers to nothing before."""
    text = set(words(patient))
    if has_label(patient, "SBAR", "VP", "S", ",", "``") or has_time_head(patient):
        return False
    if any(words(part)[0] != "of" for part in patient.subtrees() if part.label() == "PP"):
        return False  # it may belong to the verb
    if text & PRONOUNS or not number_of(patient) or words(patient) == words(agent):
        return False
    if text & {"other", "own", "same", "no", "any", "another", "each"}:
        return False
    tag = head_noun(patient)[1]
    counted = first_tag(patient) in ("DT", "NNP", "CD") or tag == "NNS"
    return tag in ("NN", "NNS", "NNP") and counted and len(text) <= 10


def _acts(phrase: Tree) -> bool:
    """Whether "by ..." names who does it."""
    if shape(phrase) != ["IN", "NP"]:
        return False
    text = words(phrase[1])
    if is_pronoun(phrase[1]):
        return text[0] in SUBJECT_FORMS
    word, tag = head_noun(phrase[1])
    if word in _NO_AGENT or tag not in ("NN", "NNS", "NNP", "NNPS") or set(text) & PRONOUNS:
        return False
    if has_label(phrase, ",", "``", ":", "RB") or has_time_head(phrase[1]) or len(text) > 16:
        return False
    return first_tag(phrase[1]) in ("DT", "NNP", "JJ", "NNS", "NNPS")


def _active_form(participle: str, helper: str, agent: Tree) -> Tree | None:
    """The finite verb for a participle, in the tense of "be" and the number of the agent."""
    base = _base_of_participle(participle)
    if base is None and participle.endswith("ed") and helper in ("was", "were"):
        return Tree("VBD", [participle])
    if base is None or base in _STATES:
        return None
    if helper in ("been", "being"):
        if not number_of(agent):
            return None
        been = helper == "been"
        return Tree("VBN", [participle]) if been else Tree("VBG", [gerund(base)])
    if helper in ("was", "were"):
        return Tree("VBD", [past_tense(base)])
    if helper == "be":
        return Tree("VB", [base])
    plural = number_of(agent)
    if not plural or is_pronoun(agent):
        return None
    return Tree("VBP", [base]) if plural == "plural" else Tree("VBZ", [third_person(base)])


def _base_of_participle(participle: str) -> str | None:
    base = base_form(participle, "VBD")
    if base is not None and participle_of_past(past_tense(base)) == participle:
        return base
    return _BASES.get(participle)


_BASES = {
    past_participle(base): base
    for base in sorted(
        word_set(
            "write give take see draw choose break steal drive eat throw wear know show speak hide "
            "bite shake sing drink begin forget tear beat blow grow ride wake"
        )
    )
}

VOICES: Mapping[str, Rewrite] = {
    "passive": active_to_passive,
    "active": passive_to_active,
}
"""Loose rules of this module by their names."""
