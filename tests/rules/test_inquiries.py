"""Rules for questions tagged, or put behind "is it true that"."""

import pytest

from scpn.rules.inquiries import INQUIRIES
from scpn.trees.reader import read_tree

TEA = "(NP (DT the) (NN tea))"
COLD = f"(S {TEA} (VP (VBZ is) (ADJP (JJ cold))))"

MOVES = [
    (
        "ask-outright",
        f"(SQ (VBZ is) (NP (PRP it)) (ADJP (ADJP (JJ true)) (SBAR (IN that) {COLD})) (. ?))",
        ["is the tea cold ?"],
    ),
    (
        "ask-with-not",
        f"(S {TEA} (VP (VBD was) (ADJP (JJ cold)) (, ,) (INTJ (UH huh))) (. ?))",
        ["was n't the tea cold ?"],
    ),
]
REFUSALS = [
    # What the speaker says of oneself is no question to another.
    (
        "ask-with-not",
        "(S (NP (PRP i)) (VP (VBP think) (SBAR (S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ cold))))) "
        "(, ,) (INTJ (UH no))) (. ?))",
    ),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_inquiries(name: str, source: str, expected: list[str]) -> None:
    results = INQUIRIES[name](read_tree(source))
    assert [" ".join(str(leaf) for leaf in result.leaves()) for result in results] == expected


@pytest.mark.parametrize(("name", "source"), REFUSALS)
def test_refusals(name: str, source: str) -> None:
    assert list(INQUIRIES[name](read_tree(source))) == []
