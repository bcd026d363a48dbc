import pytest

from scpn.rules.feelings import FEELINGS
from scpn.trees.reader import read_tree

SELF = "(NP (PRP i))"
SOUP = "(NP (DT the) (NN soup))"
MOVES = [
    (
        "feeling-cause",
        f"(S {SELF} (VP (VBD was) (ADJP (JJ surprised) (PP (IN by) {SOUP}))) (. .))",
        ["the soup surprised me .", "what surprised me was the soup ."],
    ),
    (
        "feeling-cause",
        f"(S {SELF} (VP (VBP am) (ADJP (RB very) (JJ scared) (PP (IN of) (NP (NNS dogs))))) (. .))",
        ["dogs really scare me .", "what really scares me is dogs ."],
    ),
    (
        "feeling-person",
        f"(S {SOUP} (VP (VBD surprised) {SELF.replace('i', 'me')}) (. .))",
        ["i was surprised by the soup ."],
    ),
]
REFUSALS = {
    # Not the man but what he did may have been the surprise.
    "feeling-cause": f"(S {SELF} (VP (VBD was) (ADJP (JJ surprised) (PP (IN by) (NP "
    "(PRP him))))) (. .))",
    # A denial.
    "feeling-person": f"(S {SOUP} (VP (VBD did) (RB n't) (VP (VB surprise) (NP (PRP me)))) (. .))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_feelings(name: str, source: str, expected: list[str]) -> None:
    results = FEELINGS[name](read_tree(source))
    assert [" ".join(result.leaves()) for result in results] == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(FEELINGS[name](read_tree(REFUSALS[name]))) == []
