"""What stands in parentheses behind a name: what kind of thing it is, when somebody was born."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import is_tag, shape, words
from scpn.rules.frame import COMMA, build
from scpn.rules.nouns import NAMED_KINDS
from scpn.rules.rule import Rewrite


def open_parenthesis(tree: Tree) -> Iterator[Tree]:
    """ "orla ( album ) sold well ." -> "the album orla sold well ."."""
    found = _parenthesis(tree)
    if found is None:
        return
    rest, name, inside = found
    kind = words(inside)
    if kind[-1] in NAMED_KINDS and len(kind) <= 3 and words(name)[0] != "the":
        full = Tree("NP", [Tree("DT", ["the"]), *(Tree("NN", [word]) for word in kind), *name])
        yield build([full, *rest])


def lead_with_birth(tree: Tree) -> Iterator[Tree]:
    """ "lee ( born 4 may 1971 ) is a poet ." -> "born on 4 may 1971 , lee is a poet ."."""
    found = _parenthesis(tree)
    if found is None:
        return
    rest, name, inside = found
    if words(inside)[0] != "born" or len(words(inside)) > 12 or len(words(inside)) < 2:
        return
    node = inside if inside.label() == "VP" else Tree("VP", [inside])
    date = list(node[1:])
    first = words(date[0])[0] if date else ""
    on = [Tree("IN", ["on"])] if first not in ("on", "in", "at", "to", "c.") else []
    if first[:1].isdigit() and len(words(inside)) == 2:
        on = [Tree("IN", ["in"])]
    born = Tree("VP", [Tree("VBN", ["born"]), Tree("PP", [*on, *date])])
    yield build([Tree("S", [born]), COMMA, name, *rest])


def _parenthesis(tree: Tree) -> tuple[list[Tree], Tree, Tree] | None:
    """The sentence behind its subject, the name in front of a parenthesis, and what that holds."""
    if tree.label() != "S" or len(tree) < 2 or tree[0].label() != "NP":
        return None
    subject, *rest = tree
    if shape(subject) != ["NP", "PRN"] or shape(subject[1])[0] != "-LRB-":
        return None
    if len(subject[1]) != 3 or is_tag(subject[1][1]):
        return None
    return rest, subject[0], subject[1][1]


PARENTHESES: Mapping[str, Rewrite] = {
    "parenthesis-open": open_parenthesis,
    "birth-lead": lead_with_birth,
}
"""Loose rules of this module by their names."""
