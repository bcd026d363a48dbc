"""Questions clipped to a title made whole: "when to use it ?", "any way to do it ?"."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import first_tag, has_label, shape, word_set, words
from scpn.rules.frame import build
from scpn.rules.inversion import QUESTION_MARK, WH_LABELS
from scpn.rules.pronouns import ANYONE_ELSE
from scpn.rules.rule import Rewrite
from scpn.rules.small_phrases import pronoun, word_phrase

_ASKED_FOR = word_set(
    "difference meaning definition name origin purpose limit price cost capital population "
    "deadline significance advantage relationship"
)


def ask_what_to_do(tree: Tree) -> Iterator[Tree]:
    """ "when to use a saw ?" -> "when should i use a saw ?"."""
    nodes = _without_stop(tree)
    if nodes is None:
        return
    if len(nodes) == 1 and nodes[0].label() == "SBAR":
        nodes = list(nodes[0])
    if len(nodes) != 2 or nodes[0].label() not in WH_LABELS or words(nodes[0])[0] == "how":
        return
    wh, clause = nodes
    while shape(clause) == ["VP"]:
        clause = clause[0]
    if shape(clause) != ["TO", "VP"] or set(words(clause)) & ANYONE_ELSE or len(words(clause)) < 3:
        return
    core = Tree("SQ", [Tree("MD", ["should"]), pronoun("i"), clause[1]])
    yield build([wh, core, QUESTION_MARK], "SBARQ")


def ask_if_any(tree: Tree) -> Iterator[Tree]:
    """ "any way to do it ?" -> "is there any way to do it ?"."""
    nodes = _without_stop(tree)
    if nodes is None or tree.label() not in ("NP", "FRAG") or words(tree)[-1] != "?":
        return
    text = words(tree)
    if text[0] == "any" and len(text) > 4 and not has_label(tree, ",", ":", ".."):
        phrase = nodes[0] if len(nodes) == 1 else Tree("NP", nodes)
        plural = text[1].endswith("s")
        be = Tree("VBP", ["are"]) if plural else Tree("VBZ", ["is"])
        yield build([be, pronoun("there"), phrase, QUESTION_MARK], "SQ")


def ask_what_it_is(tree: Tree) -> Iterator[Tree]:
    """ "difference between a and b ?" -> "what is the difference between a and b ?"."""
    nodes = _without_stop(tree)
    if nodes is None or tree.label() != "NP" or words(tree)[-1] != "?":
        return
    phrase = nodes[0] if len(nodes) == 1 else Tree("NP", nodes)
    if len(phrase) != 2 or phrase[0].label() != "NP" or len(words(phrase)) < 3:
        return
    head, more = phrase
    text, known = words(head), words(head)[-1] in _ASKED_FOR
    best = first_tag(head) in ("JJS", "RBS") or text[:1] == ["the"]
    if not (known or (best and text[-1] in ("way", "practice", "method"))):
        return
    if more.label() not in ("PP", "SBAR", "S", "VP") or has_label(tree, ":", *WH_LABELS):
        return
    if text[0] in ("a", "an", "any") or has_label(head, "PRP$", "POS", ","):
        return
    the = [] if text[0] == "the" else [Tree("DT", ["the"])]
    whole = Tree("NP", [Tree("NP", [*the, *head]), more])
    core = Tree("SQ", [Tree("VBZ", ["is"]), whole])
    yield build([word_phrase("WHNP", "WP", "what"), core, QUESTION_MARK], "SBARQ")


def _without_stop(tree: Tree) -> list[Tree] | None:
    """The children of a title without its stop."""
    if tree.label() not in ("NP", "FRAG", "SBARQ", "SBAR", "S"):
        return None
    if not all(isinstance(node, Tree) for node in tree):
        return None
    nodes = list(tree)
    return nodes[:-1] if nodes[-1].label() == "." else nodes


TITLES: Mapping[str, Rewrite] = {
    "title-should": ask_what_to_do,
    "title-any": ask_if_any,
    "title-what": ask_what_it_is,
}
"""Loose rules of this module by their names."""
