"""Subjects that are left out, and what stands between a verb and what is said."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import first_tag, has_label, shape, words
from scpn.rules.frame import build, match_frame, split_stop
from scpn.rules.rule import Rewrite


def supply_subject(tree: Tree) -> Iterator[Tree]:
    """ "makes a fine gift ." -> "it makes a fine gift ."."""
    cut = split_stop(tree)
    if tree.label() != "S" or cut is None or len(words(tree)) < 4:
        return
    children, stop = cut
    if [child.label() for child in children] != ["VP"] or first_tag(children[0][-1]) == "VBG":
        return
    if first_tag(children[0]) == "VBZ" and not has_label(tree, "``", "''", "SQ", "WHNP"):
        yield build([Tree("NP", [Tree("PRP", ["it"])]), *children, *stop])


def move_before_what_is_said(tree: Tree) -> Iterator[Tree]:
    """ "in may , he said that it works ." -> "he said in may that it works ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or len(frame.before) != 2:
        return
    opening, comma = frame.before
    if opening.label() != "PP" or comma.label() != "," or len(words(opening)) > 9:
        return
    if has_label(opening, ",", ":", "SBAR", "S", "PRP") or not has_label(opening, "NP"):
        return
    if words(opening)[0] not in ("in", "on", "at", "during", "after", "before", "by"):
        return
    predicate = frame.predicate
    if shape(predicate)[1:] != ["SBAR"] or words(predicate[-1])[0] != "that":
        return
    if words(opening)[:2] in (["in", "fact"], ["in", "addition"], ["in", "particular"]):
        return
    moved = Tree("VP", [predicate[0], opening, predicate[-1]])
    yield build([*frame.lead, frame.subject, *frame.between, moved, *frame.stop])


SUBJECTS: Mapping[str, Rewrite] = {
    "subject-supply": supply_subject,
    "opening-report": move_before_what_is_said,
}
"""Loose rules of this module by their names."""
