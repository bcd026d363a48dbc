"""Questions with a tag, or behind "is it true that"."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import NEGATIONS, has_label, is_tag, shape, word_set, words
from scpn.rules.frame import build
from scpn.rules.inversion import (
    QUESTION_MARK,
    WH_LABELS,
    invert,
)
from scpn.rules.leads import behind_lead
from scpn.rules.rule import Rewrite

_TAGS = word_set("right huh correct no eh yes yeah")


def ask_outright(tree: Tree) -> Iterator[Tree]:
    """ "is it true that the shop sells tea ?" -> "does the shop sell tea ?"."""
    if tree.label() != "SQ" or words(tree)[:4] != ["is", "it", "true", "that"]:
        return
    clauses = [node for node in tree.subtrees() if node.label() == "SBAR"]
    if not clauses or words(clauses[0])[0] != "that" or words(clauses[0]) != words(tree)[3:-1]:
        return
    content = clauses[0][-1]
    if content.label() != "S" or shape(content) != ["NP", "VP"]:
        return
    core = invert(content[0], content[1])
    if core is not None and not set(words(tree)) & NEGATIONS:
        yield build([*core, QUESTION_MARK], "SQ")


def ask_with_not(tree: Tree) -> Iterator[Tree]:
    """ "the tea was cold , right ?" -> "was n't the tea cold ?"."""
    if tree.label() != "S" or shape(tree)[:2] != ["NP", "VP"] or words(tree)[-1] != "?":
        return
    subject, predicate = tree[0], Tree("VP", list(tree[1]))
    tag = list(tree)[2:-1]
    if not tag and len(predicate) > 3:
        tag = [predicate.pop(-2), predicate.pop(-1)]
    if [node.label() for node in tag][:1] != [","] or len(tag) != 2:
        return
    if words(tag[1])[0] not in _TAGS or len(words(tag[1])) != 1:
        return
    text = words(subject) + words(predicate)
    if "i" in words(subject) or set(text) & NEGATIONS or has_label(predicate, ",", *WH_LABELS):
        return
    core = invert(subject, predicate)
    if core is None or len(core) < 3 or not is_tag(core[0]) or words(core[0])[0] == "am":
        return
    full = {"can": "ca", "will": "wo"}.get(words(core[0])[0], words(core[0])[0])
    if full not in ("may", "might"):
        verb = Tree(core[0].label(), [full])
        yield build([verb, Tree("RB", ["n't"]), *core[1:], QUESTION_MARK], "SQ")


INQUIRIES: Mapping[str, Rewrite] = {
    "ask-outright": behind_lead(ask_outright),
    "ask-with-not": ask_with_not,
}
"""Loose rules of this module by their names."""
