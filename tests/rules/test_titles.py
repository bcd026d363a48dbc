"""Rules that make clipped titles whole."""

import pytest

from scpn.rules.titles import TITLES
from scpn.trees.reader import read_tree

WAIT = "(VP (VB wait) (PP (IN for) (NP (DT the) (NN bus))))"
TO_WAIT = f"(S (VP (TO to) {WAIT}))"
TWO = "(NP (NP (DT a) (NN crow)) (CC and) (NP (DT a) (NN rook)))"
BETWEEN = f"(PP (IN between) {TWO})"

MOVES = [
    (
        "title-should",
        f"(SBARQ (WHADVP (WRB when)) {TO_WAIT} (. ?))",
        ["when should i wait for the bus ?"],
    ),
    (
        "title-any",
        f"(NP (NP (DT any) (NN way)) (SBAR {TO_WAIT}) (. ?))",
        ["is there any way to wait for the bus ?"],
    ),
    (
        "title-what",
        f"(NP (NP (NN difference)) {BETWEEN} (. ?))",
        ["what is the difference between a crow and a rook ?"],
    ),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_titles(name: str, source: str, expected: list[str]) -> None:
    results = TITLES[name](read_tree(source))
    assert [" ".join(str(leaf) for leaf in result.leaves()) for result in results] == expected
