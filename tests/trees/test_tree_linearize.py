import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.tree import Tree
from tree_strategies import PARSES, TREES, WORDS

from scpn.errors import TreeSyntaxError, UsageError
from scpn.trees.escaping import escape_word, unescape_word
from scpn.trees.linearize import control_tokens, from_control_tokens, linearize
from scpn.trees.reader import read_parse, read_tree
from scpn.trees.transform import remove_words

SHE_DROVE = "(S (NP (PRP She)) (VP (VBD drove) (ADVP (RB home))) (. .))"


def test_linearize_without_words() -> None:
    assert linearize(read_tree(SHE_DROVE)) == "(S(NP(PRP))(VP(VBD)(ADVP(RB)))(.))"


def test_linearize_with_words() -> None:
    expected = "(S(NP(PRP She))(VP(VBD drove)(ADVP(RB home)))(. .))"
    assert linearize(read_tree(SHE_DROVE), words=True) == expected


def test_control_tokens_of_a_parse() -> None:
    tokens = control_tokens(read_tree(SHE_DROVE))
    assert " ".join(tokens) == "(S (NP PRP ) (VP VBD (ADVP RB ) ) . )"


def test_control_tokens_of_a_template_and_of_a_lone_tag() -> None:
    assert control_tokens(read_parse("(S(NP)(VP))")) == ["(S", "NP", "VP", ")"]
    assert control_tokens(Tree("NN", [])) == ["NN"]
    assert from_control_tokens(["NN"]) == Tree("NN", [])


@given(PARSES)
def test_parse_survives_writing_and_reading(parse: Tree) -> None:
    assert read_parse(linearize(parse)) == parse


@given(PARSES)
def test_parse_survives_spaced_writing(parse: Tree) -> None:
    spaced = linearize(parse).replace("(", " ( ").replace(")", " ) ")
    assert read_parse(spaced) == parse


@given(TREES)
def test_tree_survives_writing_and_reading(tree: Tree) -> None:
    text = linearize(tree, words=True)
    assert read_tree(text) == tree
    assert linearize(read_tree(text), words=True) == text


@given(TREES)
def test_linearize_ignores_words_without_words(tree: Tree) -> None:
    assert linearize(tree) == linearize(remove_words(tree))
    assert control_tokens(tree) == control_tokens(remove_words(tree))


@given(PARSES)
def test_parse_survives_control_tokens(parse: Tree) -> None:
    assert from_control_tokens(control_tokens(parse)) == parse


@given(st.text(alphabet="()SN P\\-LRB\n", max_size=60))
def test_reading_anything_raises_only_tree_syntax_errors(text: str) -> None:
    for read in (read_parse, read_tree):
        try:
            tree = read(text, keep_root=True)
        except TreeSyntaxError as error:
            position = error.position
        else:
            position = len(linearize(tree[0])) if tree.label() == "" else len(linearize(tree))
        assert 0 <= position <= len(text)


@given(st.lists(st.sampled_from(["(S", "(NP", "NN", ")", ".", "(", "a b", ""]), max_size=12))
def test_from_control_tokens_inverts_or_raises(tokens: list[str]) -> None:
    try:
        tree = from_control_tokens(tokens)
    except TreeSyntaxError:
        return
    assert control_tokens(tree) == tokens


@given(WORDS)
def test_word_survives_escaping(word: str) -> None:
    escaped = escape_word(word)
    assert not set(escaped) & set("()[]{}")
    assert unescape_word(escaped) == word


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("(", "-LRB-"),
        ("]", "-RSB-"),
        ("{x}", "-LCB-x-RCB-"),
        (":-)", ":--RRB-"),
        ("-LRB-", "\\-LRB-"),
        ("\\(", "\\\\-LRB-"),
        ("-LRB(", "\\-LRB-LRB-"),
        ("a\\b", "a\\b"),
        ("-RRC-", "-RRC-"),
    ],
)
def test_escape_word_by_hand(word: str, written: str) -> None:
    assert escape_word(word) == written
    assert unescape_word(written) == word


# tokens, offset in the tokens joined by spaces, part of the message
TOKEN_ERRORS: list[tuple[list[str], int, str]] = [
    ([], 0, "no control tokens"),
    ([")"], 0, "no phrase is open"),
    (["(S", "NN"], 5, "1 phrases are still open at the end, the innermost is '(S'"),
    (["(S", ")"], 3, "phrase '(S' is closed before it has a child"),
    (["NN", "NN"], 3, "trailing token 'NN'"),
    (["(S", "NN", ")", ")"], 8, "trailing token ')'"),
    (["(S", "(", ")"], 3, "token '(' has no label"),
    (["(S", "", ")"], 3, "has no label"),
    (["(S", "N(N", ")"], 3, "neither '(LABEL' nor ')' nor a tag"),
    (["(S", "N N", ")"], 3, "neither '(LABEL' nor ')' nor a tag"),
    (["((S", "NN", ")"], 0, "neither '(LABEL' nor ')' nor a tag"),
    (["(S"] * 10_000, 750, "nested more than 250 deep"),
]


@pytest.mark.parametrize(("tokens", "position", "message"), TOKEN_ERRORS)
def test_from_control_tokens_error(tokens: list[str], position: int, message: str) -> None:
    with pytest.raises(TreeSyntaxError) as caught:
        from_control_tokens(tokens)
    assert message in str(caught.value)
    assert caught.value.position == position


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        (Tree("(", ["("]), "label '\\(' cannot be written"),
        (Tree("", ["x"]), "label '' cannot be written"),
        (Tree("N P", ["x"]), "label 'N P' cannot be written"),
        (Tree("NP", ["the", "dog"]), "tag 'NP' holds 2 words, expected exactly one"),
        (Tree("NP", []), "tag 'NP' holds 0 words"),
        (Tree("NP", [Tree("DT", ["the"]), "dog"]), "holds the word 'dog' beside phrases"),
        (Tree("NN", [""]), "word '' under 'NN' cannot be written"),
        (Tree("CD", ["1 1/2"]), "word '1 1/2' under 'CD' cannot be written"),
    ],
)
def test_linearize_refuses_what_cannot_be_read_back(tree: Tree, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        linearize(tree, words=True)


def test_linearize_does_not_recurse() -> None:
    tree = Tree("NN", ["deep"])
    for _ in range(10_000):
        tree = Tree("NP", [tree])
    assert linearize(tree, words=True).startswith("(NP(NP(NP")
    assert len(control_tokens(tree)) == 20_001
