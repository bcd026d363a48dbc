from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.tree import Tree

from scpn.errors import UsageError
from scpn.trees.edit_distance import tree_edit_distance
from scpn.trees.reader import read_parse, read_tree

Forest = tuple["Node", ...]
Node = tuple[str, "Forest"]


def reference_distance(a: Tree, b: Tree) -> int:
    """The recurrence over forests that defines the distance (Zhang and Shasha 1989, lemma 2)."""

    def freeze(tree: Tree) -> Node:
        return tree.label(), tuple(freeze(child) for child in tree if isinstance(child, Tree))

    def size(forest: Forest) -> int:
        return sum(1 + size(children) for _, children in forest)

    @cache
    def distance(left: Forest, right: Forest) -> int:
        if not left or not right:
            return size(left) + size(right)
        (label, children), (other, others) = left[-1], right[-1]
        return min(
            distance(left[:-1] + children, right) + 1,
            distance(left, right[:-1] + others) + 1,
            distance(left[:-1], right[:-1]) + distance(children, others) + (label != other),
        )

    return distance((freeze(a),), (freeze(b),))


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ("(S(NP)(VP))", "(S(NP)(VP))", 0),
        ("(S(NP)(VP))", "(S(NP)(VP)(.))", 1),
        ("(S(NP)(VP))", "(SQ(NP)(VP))", 1),
        ("(S(NP)(VP))", "(S(VP)(NP))", 2),
        ("(S(NP(DT)(NN))(VP))", "(S(DT)(NN)(VP))", 1),
        ("(S(NP(PRP))(VP(VBD)))", "(S(NP(DT)(NN))(VP(VBD)(NP(NN))))", 4),
        ("(NP)", "(VP)", 1),
        ("(S(NP(NN)))", "(S)", 2),
    ],
)
def test_tree_edit_distance_by_hand(a: str, b: str, distance: int) -> None:
    assert tree_edit_distance(read_parse(a), read_parse(b)) == distance


def test_tree_edit_distance_ignores_words() -> None:
    a = read_tree("(S (NP (PRP She)) (VP (VBD drove)))")
    assert tree_edit_distance(a, read_tree("(S (NP (PRP He)) (VP (VBD left)))")) == 0
    assert tree_edit_distance(a, read_parse("(S(NP(PRP))(VP(VBD)))")) == 0


def test_tree_edit_distance_of_the_top_levels() -> None:
    a, b = read_parse("(S(NP(PRP))(VP(VBD)))"), read_parse("(S(NP(DT)(NN))(VP(VBZ(X))))")
    assert tree_edit_distance(a, b, depth=1) == 0
    assert tree_edit_distance(a, b, depth=2) == 0
    assert tree_edit_distance(a, b, depth=3) == 3
    assert tree_edit_distance(a, b) == 4


# Few labels, so that many nodes match.
LABELS = st.sampled_from(["A", "B"])
SMALL = st.recursive(
    st.builds(Tree, LABELS, st.just([])),
    lambda children: st.builds(Tree, LABELS, st.lists(children, max_size=3)),
    max_leaves=8,
)


@settings(deadline=None, max_examples=60)
@given(SMALL, SMALL)
def test_tree_edit_distance_agrees_with_the_definition(a: Tree, b: Tree) -> None:
    assert tree_edit_distance(a, b) == reference_distance(a, b)


def test_tree_edit_distance_refuses_too_deep_trees() -> None:
    tree = Tree("NN", [])
    for _ in range(300):
        tree = Tree("NP", [tree])
    with pytest.raises(UsageError, match="more than 250 levels deep"):
        tree_edit_distance(tree, tree)
    assert tree_edit_distance(tree, Tree("NP", []), depth=3) == 2


def test_tree_edit_distance_takes_the_deepest_tree_that_is_read() -> None:
    tree = read_parse("(A" * 250 + ")" * 250)
    assert tree_edit_distance(tree, read_parse("(A)")) == 249
