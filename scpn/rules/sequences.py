"""One thing after another: predicates that are joined, and participles before the subject."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    FINITE,
    NEGATIONS,
    first_tag,
    has_label,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.coordination import taking_up
from scpn.rules.frame import COMMA, Frame, build, match_frame, match_statement
from scpn.rules.inflection import base_form, base_of_gerund, gerund, past_tense, third_person
from scpn.rules.rule import Rewrite

_STATES = word_set(
    "be have know like love hate want need seem believe feel see hear live stay remain own think "
    "mean cost contain include work sit stand lie wear hold keep use sound wonder fear hope "
    "consider regard become begin start continue try go play serve get do wait sleep cry smile"
)
_NO_DEED = word_set(
    "starting beginning ending including according being having depending speaking using judging "
    "considering regarding concerning following owing excluding leading making causing featuring"
)
_BE = word_set("was were")
_REFERS = word_set("it them him her its their his")


def follow_up(tree: Tree) -> Iterator[Tree]:
    """ "lee locked the door and left ." -> "after locking the door , lee left ."."""
    parts = _joined_predicates(tree)
    if parts is None:
        return
    frame, first, second = parts
    if first_tag(first) != "VBD" or first_tag(second) != "VBD" or len(first) < 2:
        return
    bases = [base_form(words(each)[0], "VBD") for each in (first, second)]
    if not is_tag(first[0]) or None in bases or set(bases) & _STATES or bases[0] == bases[1]:
        return
    if (
        words(first)[0] in _BE | {"had"}
        or words(second)[0] in _BE | {"had"}
        or has_label(first, ":")
    ):
        return
    if (
        {"after", "before"} & set(words(first))
        or {"it", "them"} & set(words(second))
        or "also" in words(second)
    ):
        return
    done = Tree("VP", [Tree("VBG", [gerund(str(bases[0]))]), *list(first)[1:]])
    opening = Tree("PP", [Tree("IN", ["after"]), Tree("S", [done])])
    core = [*([] if frame.subject is None else [frame.subject]), *frame.between, second]
    yield build([*frame.lead, opening, COMMA, *core, *frame.stop])


def lead_with_result(tree: Tree) -> Iterator[Tree]:
    """ "the mill was built in 1850 and is now a home ." -> "built in 1850 , the mill is ..."."""
    parts = _joined_predicates(tree)
    if parts is None:
        return
    frame, first, second = parts
    if shape(first) != ["VBD", "VP"] or words(first[0])[0] not in _BE or len(words(first)) < 4:
        return
    done = first[1]
    if first_tag(done) not in ("VBN", "VBD") or not is_tag(done[0]) or second[0].label() == "VP":
        return
    if first_tag(second) not in ("VBD", "VBZ", "VBP") or set(words(second)) & {"also", "then"}:
        return
    core = [*([] if frame.subject is None else [frame.subject]), *frame.between, second]
    yield build([*frame.lead, Tree("S", [done]), COMMA, *core, *frame.stop])


def part_last(tree: Tree) -> Iterator[Tree]:
    """ "he rose , bowed and left ." -> "he rose and bowed , and he left ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or "CC" not in shape(frame.predicate):
        return
    verbs = [part for part in frame.predicate if part.label() == "VP"]
    joints = [words(part)[0] for part in frame.predicate if part.label() == "CC"]
    pronoun = taking_up(frame.subject)
    if len(verbs) < 3 or joints != ["and"] or not pronoun or len(verbs) + 1 > len(frame.predicate):
        return
    if any(first_tag(verb) not in FINITE for verb in verbs):
        return
    head: list[Tree] = []
    for verb in verbs[:-2]:
        head += [verb, COMMA]
    joined = Tree("VP", [*head[:-1], Tree("CC", ["and"]), verbs[-2]])
    left = Tree("S", [*frame.before, frame.subject, *frame.between, joined])
    right = Tree("S", [Tree("NP", [Tree("PRP", [pronoun])]), verbs[-1]])
    yield build([*frame.lead, left, COMMA, Tree("CC", ["and"]), right, *frame.stop])


def make_participle_verb(tree: Tree) -> Iterator[Tree]:
    """ "turning left , he saw us ." -> "he turned left and saw us ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.lead or len(frame.before) != 2:
        return
    opening, comma = frame.before
    tag = first_tag(frame.predicate)
    if opening.label() != "S" or shape(opening) != ["VP"] or comma.label() != ",":
        return
    first = opening[0]
    if not is_tag(first[0]) or has_label(first, ",", "CC") or has_label(frame.predicate, "CC"):
        return
    if set(words(first)) & _REFERS - {"his", "her", "its", "their"}:
        return
    head = words(first[0])[0]
    if first[0].label() == "VBG" and head not in _NO_DEED and tag in ("VBD", "VBZ", "VBP"):
        base = base_of_gerund(head)
        if base is None:
            return
        forms = {"VBD": past_tense(base), "VBZ": third_person(base), "VBP": base}
        verb = Tree("VP", [Tree(tag, [forms[tag]]), *list(first)[1:]])
    elif first[0].label() == "VBN" and tag == "VBD" and words(frame.predicate)[0] in _BE:
        verb = Tree("VP", [Tree("VBD", words(frame.predicate)[:1]), first])
    else:
        return
    both = Tree("VP", [verb, Tree("CC", ["and"]), Tree("VP", list(frame.predicate))])
    yield build([frame.subject, *frame.between, both, *frame.stop])


def _joined_predicates(tree: Tree) -> tuple[Frame, Tree, Tree] | None:
    """The frame of a sentence with two predicates joined by "and", and these."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or set(words(tree)) & NEGATIONS:
        return None
    parts = [part for part in frame.predicate if part.label() != ","]
    if len(parts) == 4 and words(parts[2]) == ["then"]:
        del parts[2]
    labels = [part.label() for part in parts]
    if labels not in (["VP", "CC", "VP"], ["VP", "ADVP", "VP"]):
        return None
    if words(parts[1]) not in (["and"], ["then"]):
        return None
    if len(words(parts[0])) > 12 or has_label(frame.subject, "EX", "SBAR"):
        return None
    return frame, parts[0], parts[2]


SEQUENCES: Mapping[str, Rewrite] = {
    "after-doing": follow_up,
    "result-lead": lead_with_result,
    "last-part": part_last,
    "participle-join": make_participle_verb,
}
"""Loose rules of this module by their names."""
