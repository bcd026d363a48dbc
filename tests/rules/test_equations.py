import pytest

from scpn.rules.equations import EQUATIONS
from scpn.trees.reader import read_tree

BOOK = "(NP (PRP$ my) (NN book))"
MOVES = [
    (
        "superlative-first",
        "(S (NP (NN chess)) (VP (VBZ is) (NP (DT the) (JJS best) (NN game))) (. .))",
        ["the best game is chess ."],
    ),
    ("here-present", f"(S (ADVP (RB here)) (VP (VBZ is)) {BOOK} (. .))", ["this is my book ."]),
    (
        "state-straighten",
        f"(SINV (VP (VBN attached)) (VP (VBZ is)) {BOOK} (. .))",
        ["my book is attached ."],
    ),
    (
        "easy-it",
        f"(S {BOOK} (VP (VBZ is) (ADJP (RB very) (JJ easy) (S (VP (TO to) (VP "
        "(VB read)))))) (. .))",
        ["it is very easy to read my book ."],
    ),
    (
        "has-there",
        "(S (NP (DT a) (NN sink)) (VP (VBZ has) (NP (NN soap)) (PP (IN on) (NP (PRP it)))) (. .))",
        ["there is soap on a sink .", "a sink with soap on it ."],
    ),
]
REFUSALS = {
    # One of many.
    "superlative-first": "(S (NP (NN chess)) (VP (VBZ is) (NP (DT a) (JJ good) (NN game))) (. .))",
    # He comes, he is not shown.
    "here-present": "(S (ADVP (RB here)) (NP (PRP he)) (VP (VBZ is)) (. .))",
    # Who reads, the book?
    "easy-it": f"(S {BOOK} (VP (VBZ is) (ADJP (JJ ready) (S (VP (TO to) (VP (VB read)))))) (. .))",
    # Only of what is indefinite.
    "has-there": "(S (NP (PRP she)) (VP (VBZ has) (NP (NN soap)) (PP (IN on) (NP "
    "(PRP it)))) (. .))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_equations(name: str, source: str, expected: list[str]) -> None:
    results = EQUATIONS[name](read_tree(source))
    assert [" ".join(result.leaves()) for result in results] == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(EQUATIONS[name](read_tree(REFUSALS[name]))) == []
