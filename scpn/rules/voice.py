"""Active and passive: the two rules, and the forms and verbs they know."""

from nltk.tree import Tree

from scpn.rules.clauses import (
    EVENTS,
    TIME_NOUNS,
    Clause,
    first_tag,
    has_coordinated_verbs,
    has_label,
    has_time_head,
    head_noun,
    is_pronoun,
    is_tag,
    match_clause,
    sentence,
    shape,
    word_set,
    words,
)
from scpn.rules.pronouns import as_object, as_subject

# Past -> participle, for verbs whose passive is common; other verbs must end in "ed" in both.
_PARTICIPLES: dict[str, str] = {
    **{form: form for form in sorted(word_set(
    "made built found held won led brought bought caught taught sold sent lost shot hit "
    "kept left met heard told struck fought"
))},
    "wrote": "written", "took": "taken", "saw": "seen", "drew": "drawn", "chose": "chosen",
    "broke": "broken", "stole": "stolen", "drove": "driven", "ate": "eaten", "threw": "thrown",
    "wore": "worn", "gave": "given",
}  # fmt: skip
_PASTS = {participle: past for past, participle in _PARTICIPLES.items()}
# Verbs with an NP that is no object, or whose passive is odd.
_NO_PASSIVE = word_set(
    "stared gazed peered glanced "
    "showed smiled crowded called named considered wanted resembled weighed fitted loved "
    "liked hated needed looked turned walked "
    "lived died missed remained seemed appeared entered joined enjoyed lasted numbered "
    "totaled totalled measured married lacked decided hoped tried managed agreed "
    "refused reached returned arrived escaped stayed waited happened followed preferred "
    "wished smelled tasted finished continued started stopped learned served left met "
    "told kept held lost took gave made involved featured suffered matched included "
    "contained received required acquired collared had represented earned ended began"
)
_NO_AGENT = (
    TIME_NOUNS
    | EVENTS
    | word_set(
        "river road window side sea lake door hand hands car train bus plane foot mail name "
        "names age time way means accident mistake default law force number percent half % "
        "line ship air boat liter litre pound kilo gallon dozen meter unit piece"
    )
)
_UNCLEAR_NUMBER = word_set("little few number lot couple majority people police half rest most")
_FOLLOWS_AGENT = word_set("in on at during as after before")


def passive_to_active(tree: Tree) -> Tree | None:
    """ "the book was written by the king ." -> "the king wrote the book ."."""
    clause = _plain_clause(tree)
    if clause is None or clause.subject is None or len(clause.predicate) != 2:
        return None
    be, inner = clause.predicate
    if words(be)[0] not in ("was", "were") or inner.label() != "VP" or not is_tag(inner[0]):
        return None
    participle = words(inner[0])[0]
    past = _PASTS.get(participle, participle if participle.endswith("ed") else None)
    agents = [child for child in inner[1:] if child.label() == "PP" and words(child)[0] == "by"]
    if past is None or len(agents) != 1 or not _is_agent(agents[0]):
        return None
    rest = [child for child in inner[1:] if child is not agents[0]]
    if any(child.label() not in ("PP", "PRT", "ADVP") for child in rest):
        return None
    agent, patient = as_subject(agents[0][1]), as_object(clause.subject)
    particle = [child for child in rest if child.label() == "PRT"]
    others = [child for child in rest if child.label() != "PRT"]
    verb = Tree("VP", [Tree("VBD", [past]), *particle, patient, *others])
    return sentence([agent, verb, clause.stop])


def active_to_passive(tree: Tree) -> Tree | None:
    """ "the king wrote the book ." -> "the book was written by the king ."."""
    clause = _plain_clause(tree)
    if clause is None or clause.subject is None or first_tag(clause.predicate) != "VBD":
        return None
    verb, *rest = clause.predicate
    past = words(verb)[0]
    participle = _PARTICIPLES.get(past, past if past.endswith("ed") else None)
    if participle is None or past in _NO_PASSIVE or not rest:
        return None
    particle = [rest.pop(0)] if rest[0].label() == "PRT" else []
    if not rest or any(child.label() not in ("PP", "ADVP") for child in rest[1:]):
        return None
    patient = rest.pop(0)
    number = _number(patient)
    if not is_pronoun(clause.subject) and head_noun(clause.subject)[1][:2] != "NN":
        return None
    if patient.label() != "NP" or number is None or not _is_affected(patient, clause.subject):
        return None
    if any(words(child)[0] not in _FOLLOWS_AGENT for child in rest):
        return None
    agent = Tree("PP", [Tree("IN", ["by"]), as_object(clause.subject)])
    inner = Tree("VP", [Tree("VBN", [participle]), *particle, agent, *rest])
    predicate = Tree("VP", [Tree("VBD", ["were" if number == "plural" else "was"]), inner])
    return sentence([as_subject(patient), predicate, clause.stop])


def _plain_clause(tree: Tree) -> Clause | None:
    clause = match_clause(tree)
    if clause is None or clause.subject is None or clause.before or clause.between:
        return None
    if has_coordinated_verbs(clause.predicate) or has_label(
        clause.predicate, ",", ":", "S", "SBAR"
    ):
        return None
    if has_label(clause.subject, ",", "SBAR", "S") or words(clause.subject)[0] in (
        "there",
        "it",
        "this",
        "that",
    ):
        return None
    return clause


def _is_agent(phrase: Tree) -> bool:
    if shape(phrase) != ["IN", "NP"]:
        return False
    word, tag = head_noun(phrase[1])
    if word in _NO_AGENT or has_time_head(phrase[1]) or has_label(phrase, "SBAR", "VP", "S", ","):
        return False
    if has_label(phrase[1], "RB", "ADVP", "CD") or "by" in words(phrase[1]):
        return False
    text = words(phrase[1])
    known = first_tag(phrase[1]) in ("DT", "NNP", "PRP", "PRP$") or tag == "NNS"
    if word in ("himself", "herself", "itself", "themselves", "it", "this", "that"):
        return False
    return known and tag != "CD" and not set(text) & {"his", "her", "their", "its"}


def _is_affected(patient: Tree, agent: Tree) -> bool:
    """A definite or counted object that does not refer back to the subject."""
    text = set(words(patient))
    if has_label(patient, "SBAR", "VP", "S", ",") or has_time_head(patient) or has_time_head(agent):
        return False
    if text & {"himself", "herself", "itself", "themselves", "myself", "ourselves", "yourself"}:
        return False
    if text & {"his", "her", "their", "its", "my", "our", "your", "other", "own"} and len(text) > 1:
        return False
    if has_label(patient, "``", "''") or words(patient) == words(agent):
        return False
    if is_pronoun(patient):
        return words(patient)[0] in ("me", "him", "us", "them", "her")
    if has_label(patient, "RB", "ADVP", "CC") or any(
        words(part)[0] != "of" for part in patient.subtrees() if part.label() == "PP"
    ):
        return False  # what follows the noun may belong to the verb: "invited the monkey for lunch"
    return words(patient)[0] in ("the", "a", "an") or first_tag(patient) == "NNP"


def _number(phrase: Tree) -> str | None:
    if is_pronoun(phrase):
        return "plural" if words(phrase)[0] in ("us", "them", "you") else "singular"
    if has_label(phrase, "CC"):
        return None
    word, tag = head_noun(phrase)
    if word in _UNCLEAR_NUMBER:
        return None
    if tag == "NN" and word.endswith("s") and not word.endswith("ss"):
        return None  # likely a plural with a wrong tag
    return {"NNS": "plural", "NN": "singular", "NNP": "singular"}.get(tag)
