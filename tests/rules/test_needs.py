"""Rules for needs and wishes."""

import pytest

from scpn.rules.needs import NEEDS
from scpn.trees.reader import read_tree

YOU = "(NP (PRP you))"
WAIT = "(VP (VB wait) (PP (IN for) (NP (DT the) (NN bus))))"
TO_WAIT = f"(S (VP (TO to) {WAIT}))"
CALL = "(VP (VB call) (NP (PRP me)) (ADVP (RB later)))"

MOVES = [
    (
        "need-request",
        f"(S (NP (PRP i)) (VP (VBP need) (S {YOU} (VP (TO to) {CALL}))) (. .))",
        ["please call me later .", "could you call me later ?"],
    ),
    (
        "need-want",
        f"(S (NP (PRP i)) (VP (VBP want) {TO_WAIT}) (. .))",
        ["i would like to wait for the bus ."],
    ),
    (
        "need-want",
        f"(S (NP (PRP i)) (VP (MD would) (VP (VB like) {TO_WAIT})) (. .))",
        ["i want to wait for the bus ."],
    ),
    (
        "need-want",
        f"(S (NP (PRP i)) (VP (VBP need) {TO_WAIT}) (. .))",
        ["i have to wait for the bus ."],
    ),
    (
        "need-search",
        "(S (NP (PRP i)) (VP (VBP am) (VP (VBG looking) (PP (IN for) (NP (DT a) (NN lamp))))) "
        "(. .))",
        ["i am trying to find a lamp ."],
    ),
]
REFUSALS = [
    # No one is asked to act.
    (
        "need-request",
        f"(S (NP (PRP i)) (VP (VBP want) (S {YOU} (VP (TO to) (VP (VB be) (ADJP (JJ happy)))))) "
        "(. .))",
    ),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_needs(name: str, source: str, expected: list[str]) -> None:
    results = NEEDS[name](read_tree(source))
    assert [" ".join(str(leaf) for leaf in result.leaves()) for result in results] == expected


@pytest.mark.parametrize(("name", "source"), REFUSALS)
def test_refusals(name: str, source: str) -> None:
    assert list(NEEDS[name](read_tree(source))) == []
