import time

import pytest
from nltk.tree import Tree

from scpn.errors import DataError, TreeSyntaxError
from scpn.trees.linearize import linearize
from scpn.trees.reader import MAX_DEPTH, drop_root, read_parse, read_tree, read_trees


def test_read_tree_gives_labels_and_words() -> None:
    tree = read_tree("(S (NP (PRP She))\n  (VP (VBD drove)) (. .))")
    expected = Tree(
        "S",
        [
            Tree("NP", [Tree("PRP", ["She"])]),
            Tree("VP", [Tree("VBD", ["drove"])]),
            Tree(".", ["."]),
        ],
    )
    assert tree == expected


@pytest.mark.parametrize(
    "text", ["(S(NP(PRP))(.))", "( S ( NP ( PRP ) ) ( . ) )", "\t(S (NP\n(PRP))( .)) "]
)
def test_read_parse_takes_any_spacing(text: str) -> None:
    assert read_parse(text) == Tree("S", [Tree("NP", [Tree("PRP", [])]), Tree(".", [])])


def test_read_tree_reads_bracket_codes() -> None:
    tree = read_tree("(PRN (-LRB- -LRB-) (NN x-RRB-) (-RRB- -RSB-) (NN -lrb-))")
    assert tree.leaves() == ["(", "x)", "]", "-lrb-"]
    assert [child.label() for child in tree] == ["-LRB-", "NN", "-RRB-", "NN"]


# text, offset of the error, part of the message
PARSE_ERRORS = [
    ("", 0, "empty text"),
    (" \n ", 0, "empty text"),
    ("(S(NP)", 6, "missing ')': 1 open at the end, the innermost is '(S' at character 1"),
    ("(S(NP", 5, "missing '))': 2 open at the end, the innermost is '(NP' at character 3"),
    ("(", 1, "expected a label"),
    ("(S(", 3, "expected a label"),
    (")", 0, "unexpected ')': no bracket is open"),
    ("(S))", 3, "unexpected ')': every bracket is closed already"),
    ("()", 1, "empty label"),
    ("(S())", 3, "empty label: expected a label after '(' but found ')'"),
    ("(S((NP)))", 3, "empty label: expected a label after '(' but found '('"),
    ("( ( (S)))", 4, "empty label"),
    ("S", 0, "expected '(' but found 'S'"),
    ("(S (NP She))", 7, "found the word 'She' where only labels belong"),
    ("(S NP)", 3, "found the word 'NP' where only labels belong"),
    ("(S) (S)", 4, "trailing text '(S)'"),
    ("(S) and more", 4, "trailing text 'and more'"),
]


@pytest.mark.parametrize(("text", "position", "message"), PARSE_ERRORS)
def test_read_parse_error_says_where_and_what(text: str, position: int, message: str) -> None:
    with pytest.raises(TreeSyntaxError) as caught:
        read_parse(text)
    assert message in str(caught.value)
    assert caught.value.position == position
    assert f"(at character {position + 1})" in str(caught.value)


TREE_ERRORS = [
    ("(S(NP))", 5, "label 'NP' has no word: expected a word or a phrase"),
    ("(S (NP (PRP She)) (VP))", 21, "label 'VP' has no word"),
    ("(NP the dog)", 8, "found the word 'dog' beside other parts of 'NP'"),
    ("(NP (DT the) dog)", 13, "found the word 'dog' beside other parts of 'NP'"),
    ("(NP the (NN dog))", 8, "'NP' has the word 'the' and now a phrase"),
    ("((PRP she) it)", 11, "found the word 'it' beside"),
    ("(S (NP (PRP She))", 17, "missing ')'"),
    ("(X y) z", 6, "trailing text 'z'"),
    ("she drove", 0, "expected '(' but found 'she'"),
]


@pytest.mark.parametrize(("text", "position", "message"), TREE_ERRORS)
def test_read_tree_error_says_where_and_what(text: str, position: int, message: str) -> None:
    with pytest.raises(TreeSyntaxError) as caught:
        read_tree(text)
    assert message in str(caught.value)
    assert caught.value.position == position


def test_read_error_does_not_repeat_a_huge_word() -> None:
    with pytest.raises(TreeSyntaxError) as caught:
        read_parse("(S " + "x" * 100_000)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("read", [read_tree, read_parse])
def test_read_refuses_ten_thousand_levels(read: object) -> None:
    for text in ("(A" * 10_000 + ")" * 10_000, "(A" * 10_000, "(" * 10_000):
        with pytest.raises(TreeSyntaxError, match=r"nested more than|empty label"):
            read(text)  # type: ignore[operator]


def test_read_takes_the_deepest_allowed_nesting() -> None:
    text = "(A" * MAX_DEPTH + ")" * MAX_DEPTH
    assert linearize(read_parse(text)) == text
    with pytest.raises(TreeSyntaxError) as caught:
        read_parse(f"(B{text})")
    assert caught.value.position == 2 * MAX_DEPTH


def test_read_takes_linear_time() -> None:
    def seconds(size: int) -> float:
        text = "(S" + "(NP(DT)(NN))" * size + ")"
        start = time.process_time()
        read_parse(text)
        return time.process_time() - start

    seconds(1000)
    small = min(seconds(2_000) for _ in range(3))
    large = min(seconds(20_000) for _ in range(3))
    assert large < 40 * small + 0.05  # ten times the text; quadratic would be a hundred times


@pytest.mark.parametrize(
    "wrapped",
    [
        "(TOP (S (UH yes) (. .)))",
        "(ROOT (S (UH yes) (. .)))",
        "( (S (UH yes) (. .)) )",
        "(S1 (TOP (S (UH yes) (. .))))",
        "(S (UH yes) (. .))",
    ],
)
def test_read_tree_drops_wrappers(wrapped: str) -> None:
    assert linearize(read_tree(wrapped), words=True) == "(S(UH yes)(. .))"


def test_read_keeps_the_wrapper_on_request() -> None:
    assert read_tree("(TOP (UH yes))", keep_root=True).label() == "TOP"
    assert read_parse("((S))", keep_root=True).label() == ""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(TOP(S(NP))(S(VP)))", "(S(S(NP))(S(VP)))"),
        ("(TOP(S(NP))(.))", "(FRAG(S(NP))(.))"),
        ("(TOP(UH))", "(FRAG(UH))"),
        ("(TOP(NP))", "(NP)"),
        ("(TOP)", "(TOP)"),
        ("(NP(TOP(NN)))", "(NP(TOP(NN)))"),
    ],
)
def test_drop_root_always_leaves_a_phrase(before: str, after: str) -> None:
    tree = read_parse(before, keep_root=True)
    assert linearize(drop_root(tree)) == after
    assert linearize(tree) == before


def test_read_trees_skips_blank_lines() -> None:
    lines = ["(TOP (UH yes))\n", "\n", "(S (UH no) (. .))\n"]
    assert [tree.leaves() for tree in read_trees(lines)] == [["yes"], ["no", "."]]


def test_read_trees_reads_parses() -> None:
    assert list(read_trees(["(S(NP))"], words=False)) == [Tree("S", [Tree("NP", [])])]


def test_read_trees_error_names_file_and_line() -> None:
    with pytest.raises(
        DataError, match=r"^dev\.txt:3: missing '\)\)'.*\(at character 10\)"
    ) as caught:
        list(read_trees(["(UH yes)", "", "(S (UH no"], path="dev.txt"))
    assert (caught.value.path, caught.value.line) == ("dev.txt", 3)
