"""How something is done, and how long it takes: "with a smile", "without a word", "three days"."""

from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    NEGATIONS,
    THIRD_PERSON,
    has_label,
    is_tag,
    main_predicate,
    main_verb,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, build, match_frame, match_statement
from scpn.rules.inflection import base_of_gerund, gerund
from scpn.rules.rule import Rewrite

_OPENERS = word_set("with without under throughout during through among like")
# Verbs and nouns that make one phrase with what follows.
_TAKES_WITH = word_set(
    "provide provides supply supplied fill filled replace replaced compare compared "
    "associate associated combine combined deal deals dealt agree agreed meet met work worked "
    "live lives lived play played charge charged present presented equip equipped covered "
    "share shared have has had do did leave left confuse begin began start started end ended go "
    "goes went come came get got put puts stay stayed sleep be is are was were talk talked speak "
    "spoke fight fought fall fell look looks looked pass passed run ran see sees saw think feel "
    "felt act sound seem mix mixed marry marries coincide cope struggle interfere comply contend "
    "dealing walk walked break broke bring brought take took give gave hold held keep kept help "
    "helped experiment made make makes dance sign signed endow concerned"
)
_BOUND = word_set("problem trouble relationship contact link contract deal war affair connection "
    "conversation relations man woman boy girl one house room place thing someone")  # fmt: skip
_TOO_MUCH = word_set("it them him her this that which")


def front_manner(tree: Tree) -> Iterator[Tree]:
    """ "she opened the door with a small key ." -> "with a small key , she opened the door ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.before or set(words(tree)) & NEGATIONS:
        return
    if has_label(frame.predicate, "``", "''", ":", "PRN", "SBAR") or words(frame.subject)[0] in (
        "it",
        "there",
    ):
        return
    predicate = deepcopy(frame.predicate)
    holder = main_predicate(predicate)
    verb = main_verb(predicate)
    if len(holder) < 3 or holder[-1].label() != "PP" or verb in _TAKES_WITH | BE:
        return
    manner = holder.pop()
    opening = words(manner)[0]
    between = [part for part in list(holder)[1:] if not is_tag(part)]
    if opening not in _OPENERS or shape(manner)[-1] not in ("NP", "S") or not between:
        return
    if any(part.label() not in ("NP", "PP", "PRT", "ADVP") for part in between):
        return
    if holder[-1].label() == "," or words(holder)[-1] in _BOUND or "CC" in shape(holder):
        return
    if set(words(manner)) & (_TOO_MUCH | {"me", "us", "you"}) or not 2 < len(words(manner)) < 12:
        return
    if set(words(manner)) & THIRD_PERSON and not set(words(frame.subject)) & THIRD_PERSON:
        return  # "with his key , ann 's father"
    core = [frame.subject, *frame.between, predicate]
    yield build([*frame.lead, manner, COMMA, *core, *frame.stop])


def take_time(tree: Tree) -> Iterator[Tree]:
    """ "it took an hour to clean the room ." -> "cleaning the room took an hour ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or words(frame.subject) != ["it"] or frame.between:
        return
    predicate = frame.predicate
    if words(predicate)[0] not in ("took", "takes", "take", "cost", "costs") or len(predicate) < 3:
        return
    act, amount = predicate[-1], list(predicate)[1:-1]
    if act.label() != "S" or shape(act) != ["VP"] or shape(act[0]) != ["TO", "VP"]:
        return
    if any(part.label() != "NP" for part in amount) or has_label(act, "CC", ","):
        return
    inner = act[0][1]
    if not is_tag(inner[0]) or len(words(inner)) < 2 or words(inner)[0] == "be":
        return
    doing = Tree("VP", [Tree("VBG", [gerund(words(inner)[0])]), *list(inner)[1:]])
    verb = Tree("VP", [predicate[0], *amount])
    yield build([*frame.lead, Tree("S", [doing]), verb, *frame.stop])


def take_time_back(tree: Tree) -> Iterator[Tree]:
    """ "cleaning the room took an hour ." -> "it took an hour to clean the room ."."""
    if tree.label() != "S" or shape(tree) not in (["S", "VP", "."], ["S", "VP"]):
        return
    doing, predicate, *stop = tree
    if shape(doing) != ["VP"] or words(predicate)[0] not in ("took", "takes", "cost", "costs"):
        return
    act = doing[0]
    if not is_tag(act[0]) or act[0].label() != "VBG" or "CC" in shape(act):
        return
    base = base_of_gerund(words(act)[0])
    if base is None or any(part.label() != "NP" for part in list(predicate)[1:]):
        return
    inner = Tree("VP", [Tree("VB", [base]), *list(act)[1:]])
    infinitive = Tree("S", [Tree("VP", [Tree("TO", ["to"]), inner])])
    it = Tree("NP", [Tree("PRP", ["it"])])
    yield build([it, Tree("VP", [*predicate, infinitive]), *stop])


MANNERS: Mapping[str, Rewrite] = {
    "manner-front": front_manner,
    "time-taken": take_time,
    "time-taken-back": take_time_back,
}
"""Loose rules of this module by their names."""
