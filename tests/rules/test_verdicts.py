import pytest

from scpn.rules.verdicts import VERDICTS
from scpn.trees.reader import read_tree

PLACE = "(NP (NP (DT a) (JJ fine) (NN place)) (PP (IN for) (NP (NN lunch))) (. .))"
LITTLE = "(NP (JJ nice) (JJ little) (NN hotel) (. .))"
PHONE = "(VP (VBZ is) (NP (DT a) (ADJP (RB very) (JJ good)) (NN phone)))"
MOVES = [
    ("verdict-it-is", PLACE, "(S it is a fine place for lunch .)"),
    ("verdict-it-is", LITTLE, "(S it is a nice little hotel .)"),
    ("verdict-article", LITTLE, "(NP a nice little hotel .)"),
    ("verdict-exclaim", f"(S (NP (DT this)) {PHONE} (. .))", "(SBARQ what a good phone this is !)"),
    (
        "verdict-state",
        "(SBARQ (WHNP (WP what) (DT a) (JJ good) (NN phone)) (S (NP (DT this)) (VP (VBZ is))) "
        "(. !))",
        "(S this is a good phone !)",
    ),
    (
        "liked-count",
        "(S (NP (DT the) (NN boy)) (VP (VBZ fears) (NP (JJ many) (NNS animals))) (. .))",
        "(S there are many animals that the boy fears .)",
    ),
]
REFUSALS = {
    # It is one among other things that are listed.
    "verdict-it-is": "(NP (DT a) (JJ red) (NN phone) (. .))",
    "verdict-article": PLACE,
    # The exclamation would deny nothing.
    "verdict-exclaim": "(S (NP (DT this)) (VP (VBZ is) (RB not) (NP (DT a) (JJ good) (NN phone))) "
    "(. .))",
    # "there are the animals" says where they are.
    "liked-count": "(S (NP (DT the) (NN boy)) (VP (VBZ fears) (NP (DT the) (NNS animals))) (. .))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_verdicts(name: str, source: str, expected: str) -> None:
    (result,) = VERDICTS[name](read_tree(source))
    assert f"({result.label()} {' '.join(result.leaves())})" == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(VERDICTS[name](read_tree(REFUSALS[name]))) == []
