"""Fronting: an adjunct leaves the predicate and opens the sentence, "in 1945 , the war ended"."""

from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.adjunct_kinds import (
    conjunction_of,
    is_adverbial_clause,
    is_circumstance_phrase,
    is_duration,
    is_place_phrase,
    is_purpose,
    is_reduced_clause,
    is_scene_phrase,
    is_time_phrase,
    place_is_argument,
    time_is_argument,
)
from scpn.rules.clauses import (
    BE,
    NEGATIONS,
    THIRD_PERSON,
    first_tag,
    has_label,
    is_pronoun,
    is_tag,
    main_predicate,
    main_verb,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, Frame, build, match_frame, pronoun_of
from scpn.rules.rule import Rewrite

# A clause after these may be what is asked, known or liked, not when it happens.
_TAKES_CLAUSE = word_set(
    "ask asks asked asking wonder wonders wondered know knows knew known see sees saw seen seeing "
    "tell tells told say says said check checked decide decided doubt care cares cared matter "
    "matters mind remember remembers remembered find sure hate hates hated love loves loved like "
    "likes liked appreciate determine understand learn explain describe depend depends forget "
    "forgot guess wish imagine feel feels felt look looks looked think thought notice seem seems "
    "sound sounds sounded act acts glad happy sorry afraid"
)
_STAYS_BEFORE = word_set(
    "only even just especially particularly long shortly soon right so as than except not years "
    "year days day minutes months weeks hours hour minute month week moments immediately partly "
    "mainly simply exactly times time like perhaps probably maybe and or but sometime n't , :"
)
_COMPARES = word_set("as so such same just do does did be is are look looks looked much exactly")
_SAME = {
    "he": {"he", "him", "his"},
    "she": {"she", "her", "hers"},
    "it": {"it", "its"},
    "they": {"they", "them", "their", "theirs"},
}
_INDEFINITE = word_set("a an two three four five six several some many there")
_OBJECT_PRONOUNS = word_set("it them him her this that these those one")


def front_time(tree: Tree) -> Iterator[Tree]:
    """ "they met at the station in may ." -> "in may , they met at the station ."."""
    for rest, moved, verb, between in _adjuncts(tree):
        if rest.subject is None or time_is_argument(verb, between):
            continue
        if not is_time_phrase(moved) and not (between and is_duration(moved)):
            continue
        if "when" in rest.core_words()[1:]:
            continue
        if not set(rest.core_words()) & NEGATIONS and not _competes(rest.predicate, between):
            yield _front(rest, moved)


def front_place(tree: Tree) -> Iterator[Tree]:
    """ "she sold her car in denver ." -> "in denver , she sold her car ."."""
    for rest, moved, verb, between in _adjuncts(tree):
        if rest.subject is None or not _is_place(moved, rest.subject):
            continue
        if place_is_argument(verb, between, has_auxiliary="VP" in shape(rest.predicate)):
            continue
        if words(moved)[:2] == ["in", "vain"] or "over" in rest.core_words()[-1:]:
            continue
        if not _competes(rest.predicate, between) and not has_label(rest.predicate, "JJS", "RBS"):
            yield _front(rest, moved)


def front_circumstance(tree: Tree) -> Iterator[Tree]:
    """ "we left despite the rain ." -> "despite the rain , we left ."."""
    for rest, moved, verb, between in _adjuncts(tree):
        if not is_circumstance_phrase(moved) or (verb in BE and not between):
            continue
        if words(moved)[0] in ("because", "due") and set(rest.core_words()) & NEGATIONS:
            continue
        if not _competes(rest.predicate, between):
            yield _front(rest, moved)


def front_purpose(tree: Tree) -> Iterator[Tree]:
    """ "she took a taxi to save time ." -> "to save time , she took a taxi ."."""
    for rest, moved, verb, between in _adjuncts(tree):
        if rest.subject is None or not is_purpose(moved, verb, between):
            continue
        if set(words(moved)) & _OBJECT_PRONOUNS or set(rest.core_words()) & NEGATIONS:
            continue
        if not has_label(moved, ",", ":", "``") and words(rest.subject) not in (["there"], ["it"]):
            yield _front(rest, moved)


def front_reduced(tree: Tree) -> Iterator[Tree]:
    """ "he washed before eating lunch ." -> "before eating lunch , he washed ."."""
    for rest, moved, verb, between in _adjuncts(tree):
        if not is_reduced_clause(moved) or has_label(moved, ",", ":") or verb in BE:
            continue
        if set(words(moved)) & _OBJECT_PRONOUNS or set(rest.core_words()) & NEGATIONS:
            continue
        if len(between) and not _competes(rest.predicate, between):
            yield _front(rest, moved)


def front_adverbial_clause(tree: Tree) -> Iterator[Tree]:
    """ "people left when it rained ." -> "when it rained , people left ."."""
    for rest, moved, verb, between in _adjuncts(tree):
        if not is_adverbial_clause(moved) or not _clause_may_lead(moved, rest, verb, between):
            continue
        if has_label(rest.predicate, "SBAR"):
            continue  # "i know he left because it rained": the reason of what?
        yield _front(rest, moved)


def _adjuncts(tree: Tree) -> Iterator[tuple[Frame, Tree, str, list[Tree]]]:
    """Each phrase behind the main verb: the sentence without it, it, the verb, what is between."""
    frame = match_frame(tree)
    if frame is None or frame.before or has_label(frame.predicate, "``", "''", "PRN", "-LRB-"):
        return
    verb = main_verb(frame.predicate)
    size = len(main_predicate(frame.predicate))
    if _is_cleft(frame):
        return
    for index in range(size - 1, 0, -1):
        predicate = deepcopy(frame.predicate)
        holder = main_predicate(predicate)
        moved = holder[index]
        if is_tag(moved) or moved.label() in ("VP", "PRT", "ADJP"):
            continue
        between = [part for part in list(holder)[1:index] if part.label() != ","]
        last = words(holder[index - 1])[-1]
        if last == ",":
            closed = index + 1 < len(holder) and holder[index + 1].label() == ","
            del holder[index - 1 : index + (2 if closed else 1)]
            last = words(holder[-1])[-1]
        else:
            del holder[index]
        if last in _STAYS_BEFORE or holder[-1].label() in (",", ":") or len(words(predicate)) < 1:
            continue
        if "CC" in shape(holder) and "VP" not in shape(holder):
            continue
        rest = Frame(frame.lead, (), frame.subject, frame.between, predicate, frame.stop)
        if len(rest.core_words()) < 2:
            continue
        yield rest, moved, verb, between


def _front(rest: Frame, moved: Tree) -> Tree:
    lead = list(rest.lead)
    return build([*lead, moved, COMMA, *rest.core(), *rest.stop])


def _is_place(node: Tree, subject: Tree) -> bool:
    indefinite = words(subject)[0] in _INDEFINITE or first_tag(subject) == "NNS"
    return is_place_phrase(node) or (indefinite and is_scene_phrase(node))


def _is_cleft(frame: Frame) -> bool:
    """ "it was in may that they met", "it is a shame when it rains"."""
    if frame.subject is None or words(frame.subject) not in (["it"], ["that"], ["this"]):
        return False
    return words(frame.predicate)[0] in BE and has_label(frame.predicate, "SBAR")


def _competes(predicate: Tree, between: list[Tree]) -> bool:
    """Whether a clause before the adjunct could own it, as in "he said she left today"."""
    clausal = ("SBAR", "S", "SQ", "SINV")
    inner = any(part.label() in clausal or has_label(part, *clausal) for part in between)
    return inner or any(
        part.label() in ("VP", "S", "UCP") and "CC" in shape(part) for part in predicate.subtrees()
    )


def _clause_may_lead(moved: Tree, rest: Frame, verb: str, between: list[Tree]) -> bool:
    opening = conjunction_of(moved)
    core = rest.core_words()
    if opening in ("if", "when", "whenever", "before", "whether or not") and (
        verb in _TAKES_CLAUSE or set(core[-2:]) & _TAKES_CLAUSE
    ):
        return False
    if set(core) & NEGATIONS and opening in ("because", "until", "so that", "since", "before"):
        return False
    if opening == "as" and (not between or set(core) & _COMPARES or has_label(moved, ",")):
        return False
    if verb in BE and not between:
        return False  # "it was when he left"
    if core[0] == "there":
        return False
    robust = opening in ("if", "because", "although", "though", "even though", "unless", "even if")
    if _competes(rest.predicate, between) and (not robust or has_label(rest.predicate, "SBAR")):
        return False
    if has_label(moved, ",", "CC") and len(words(moved)) > 20:
        return False
    return not set(core) & THIRD_PERSON or _keeps_reference(moved, core)


def _keeps_reference(moved: Tree, core: list[str]) -> bool:
    """Whether the pronouns of the main clause mean what they did when the clause comes first."""
    subject = next((part for part in moved[-1] if part.label() == "NP"), None)
    if subject is None:
        return False
    if is_pronoun(subject):
        own = _SAME.get(pronoun_of(subject), set())
        rest = set(core) & THIRD_PERSON
        return not own or rest <= own or not rest & {"he", "she", "they"}
    return False


FRONTING: Mapping[str, Rewrite] = {
    "clause-front": front_adverbial_clause,
    "time-front": front_time,
    "place-front": front_place,
    "circumstance-front": front_circumstance,
    "purpose-front": front_purpose,
    "reduced-front": front_reduced,
}
"""Loose rules of this module by their names."""
