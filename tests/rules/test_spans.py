from scpn.rules.spans import Span, replace, tokens_of
from scpn.trees.reader import read_tree

TREE = (
    "(S (NP (DT an) (NN oven)) (VP (VBD fell) (PP (IN in) (PP (IN front) (IN of) (NP (PRP us))))))"
)


def test_new_words_stand_where_the_first_old_one_stood() -> None:
    tree = read_tree(TREE)
    result = replace(tree, [Span(1, 2, (("NN", "lamp"),)), Span(3, 6, (("IN", "before"),))])
    assert result == read_tree(
        "(S (NP (DT a) (NN lamp)) (VP (VBD fell) (PP (IN before) (PP (NP (PRP us))))))"
    )
    assert tree == read_tree(TREE)


def test_articles_away_from_new_words_stay() -> None:
    tree = read_tree("(S (NP (DT an) (NNP x-ray)) (VP (VBZ shows) (NP (DT a) (JJ huge) (NN gap))))")
    result = replace(tree, [Span(4, 5, (("JJ", "enormous"),))])
    assert " ".join(result.leaves()) == "an x-ray shows an enormous gap"
    # A letter before a verb is a name: "group a".
    tree = read_tree("(S (NP (NN group) (DT a)) (VP (VBD left)))")
    assert replace(tree, [Span(2, 3, (("VBD", "arrived"),))])[0] == tree[0]


def test_tokens_know_their_places() -> None:
    tree = read_tree(TREE)
    assert [(token.word, token.tag) for token in tokens_of(tree)][:2] == [
        ("an", "DT"),
        ("oven", "NN"),
    ]
    assert all(tree[token.place][0] == token.word for token in tokens_of(tree))
