import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.tree import Tree
from tree_strategies import PARSES, TREES

from scpn.errors import DataError
from scpn.trees.linearize import linearize
from scpn.trees.reader import read_parse, read_tree
from scpn.trees.transform import (
    cut_to_depth,
    draw,
    give_words,
    normalize,
    pos_tags,
    remove_traces,
    remove_words,
    strip_functions,
)

# "What did she want to read?", as a treebank has it.
QUESTION = (
    "( (SBARQ (WHNP-1 (WP What)) (SQ (VBD did) (NP-SBJ-2 (PRP she)) (VP (VB want) "
    "(S (NP-SBJ (-NONE- *-2)) (VP (TO to) (VP (VB read) (NP (-NONE- *T*-1))))))) (. ?)))"
)


def test_normalize_a_treebank_tree() -> None:
    tree = read_tree(QUESTION, keep_root=True)
    before = linearize(tree[0], words=True)
    assert linearize(normalize(tree), words=True) == (
        "(SBARQ(WHNP(WP What))(SQ(VBD did)(NP(PRP she))(VP(VB want)"
        "(S(VP(TO to)(VP(VB read))))))(. ?))"
    )
    assert linearize(tree[0], words=True) == before


def test_strip_functions_leaves_words_and_structure() -> None:
    tree = read_tree("(S (NP-SBJ=1 (NN NP-SBJ)) (ADVP|PRT (RB up)))")
    assert linearize(strip_functions(tree), words=True) == "(S(NP(NN NP-SBJ))(ADVP(RB up)))"


def test_remove_traces_drops_emptied_parents_only() -> None:
    tree = read_tree("(S (NP (NP (-NONE- *)) (-NONE- *)) (VP (VB go) (NP (-NONE- *))))")
    assert linearize(remove_traces(tree), words=True) == "(S(VP(VB go)))"
    parse = read_parse("(S(NP(-NONE-))(VP(VB)(NP)))")
    assert linearize(remove_traces(parse)) == "(S(VP(VB)(NP)))"


def test_remove_traces_refuses_a_tree_of_traces() -> None:
    with pytest.raises(DataError, match="only empty elements"):
        remove_traces(read_tree("(S (NP (-NONE- *)) (VP (-NONE- *)))"))


def test_remove_words_gives_the_parse() -> None:
    tree = read_tree("(S (NP (PRP She)) (. .))")
    assert remove_words(tree) == read_parse("(S(NP(PRP))(.))")
    assert tree.leaves() == ["She", "."]


@pytest.mark.parametrize(
    ("depth", "text"),
    [
        (1, "(S)"),
        (2, "(S(NP)(VP)(.))"),
        (3, "(S(NP(PRP))(VP(VBD)(ADVP))(.))"),
        (4, "(S(NP(PRP))(VP(VBD)(ADVP(RB)))(.))"),
        (9, "(S(NP(PRP))(VP(VBD)(ADVP(RB)))(.))"),
    ],
)
def test_cut_to_depth(depth: int, text: str) -> None:
    tree = read_tree("(S (NP (PRP She)) (VP (VBD drove) (ADVP (RB home))) (. .))")
    assert linearize(cut_to_depth(tree, depth)) == text


def test_cut_to_depth_refuses_no_levels() -> None:
    with pytest.raises(ValueError, match="depth is 0, must be at least 1"):
        cut_to_depth(Tree("S", []), 0)


def test_pos_tags_in_order() -> None:
    assert pos_tags(read_parse("(S(NP(DT)(NN))(VP(VBZ))(.))")) == ["DT", "NN", "VBZ", "."]
    assert pos_tags(read_tree("(NP (DT the) (NN dog))")) == ["DT", "NN"]


@given(TREES)
def test_normalize_twice_is_once(tree: Tree) -> None:
    once = normalize(tree)
    assert normalize(once) == once


@given(PARSES, st.integers(1, 4), st.integers(1, 4))
def test_cutting_twice_is_cutting_to_the_smaller(parse: Tree, first: int, second: int) -> None:
    cut = cut_to_depth(cut_to_depth(parse, first), second)
    assert cut == cut_to_depth(parse, min(first, second))


@given(TREES)
def test_transformations_leave_their_argument_alone(tree: Tree) -> None:
    before = tree.copy(deep=True)
    for function in (strip_functions, remove_traces, remove_words, normalize, draw):
        function(tree)
    cut_to_depth(tree, 2)
    assert tree == before


@pytest.mark.parametrize("transform", [strip_functions, remove_traces, remove_words, normalize])
def test_transformations_do_not_recurse(transform: object) -> None:
    tree = Tree("NN", ["deep"])
    for _ in range(5_000):
        tree = Tree("NP", [tree])
    assert len(pos_tags(transform(tree))) == 1  # type: ignore[operator]


def test_draw_a_tree() -> None:
    drawing = draw(read_tree("(S (NP (PRP She)) (VP (VBD drove)))"))
    assert drawing.splitlines()[0].strip() == "S"
    assert drawing.splitlines()[-1].split() == ["She", "drove"]


def test_draw_a_parse_keeps_the_order_and_has_no_dots() -> None:
    drawing = draw(read_parse("(S(``)(NP(PRP))(VP(VBD))(.))"))
    assert "..." not in drawing
    columns = [line.split() for line in drawing.splitlines()]
    assert ["``", "PRP", "VBD", "."] in columns


def test_draw_a_lone_label() -> None:
    assert draw(Tree("S", [])) == "S"


def test_words_are_given_to_tags_in_order() -> None:
    parse = read_parse("(S(NP(PRP))(VP(VBD)))")
    assert give_words(parse, ["She", "left"]).leaves() == ["She", "left"]
    assert give_words(parse, ["She"]) == parse
    assert parse == read_parse("(S(NP(PRP))(VP(VBD)))")
