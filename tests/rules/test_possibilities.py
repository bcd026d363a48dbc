"""Rules for what is possible, what there is and what will be."""

import pytest

from scpn.rules.possibilities import POSSIBILITIES
from scpn.trees.reader import read_tree

YOU = "(NP (PRP you))"
HE = "(NP (PRP he))"
WAIT = "(VP (VB wait) (PP (IN for) (NP (DT the) (NN bus))))"
TO_WAIT = f"(S (VP (TO to) {WAIT}))"
CALL = "(VP (VB call) (NP (PRP me)) (ADVP (RB later)))"
TWO = "(NP (NP (DT a) (NN crow)) (CC and) (NP (DT a) (NN rook)))"
BETWEEN = f"(PP (IN between) {TWO})"

MOVES = [
    (
        "ask-possible-for",
        "(SQ (MD can) (NP (NN fish)) (VP (VB sleep) (ADVP (RB well))) (. ?))",
        ["is it possible for fish to sleep well ?"],
    ),
    (
        "ask-can",
        f"(SQ (VBZ is) (NP (PRP it)) (ADJP (JJ possible)) {TO_WAIT} (. ?))",
        ["can i wait for the bus ?"],
    ),
    ("ask-going", f"(SQ (MD will) {HE} {WAIT} (. ?))", ["is he going to wait for the bus ?"]),
    (
        "ask-going",
        f"(SQ (VBZ is) {HE} (VP (VBG going) {TO_WAIT}) (. ?))",
        ["will he wait for the bus ?"],
    ),
    (
        "ask-any",
        "(SQ (VBZ is) (NP (EX there)) (NP (NP (DT a) (NN word)) (SBAR (WHNP (WDT that)) (S (VP "
        "(VBZ has) (NP (DT no) (NN vowel)))))) (. ?))",
        ["does any word have no vowel ?"],
    ),
    (
        "ask-has",
        "(SQ (VBZ is) (NP (EX there)) (NP (NP (DT a) (NN pool)) (PP (IN at) (NP (DT the) "
        "(NN hotel)))) (. ?))",
        ["does the hotel have a pool ?"],
    ),
    (
        "ask-act",
        "(SQ (VBZ is) (NP (PRP it)) (ADJP (JJ dangerous)) (S (VP (TO to) (VP (VB swim) "
        "(ADVP (RB here))))) (. ?))",
        ["is swimming here dangerous ?"],
    ),
    (
        "ask-prefer",
        f"(SQ (MD would) {YOU} (ADVP (RB rather)) {WAIT} (. ?))",
        ["would you prefer to wait for the bus ?"],
    ),
    (
        "ask-prefer",
        f"(SQ (MD would) {YOU} (VP (VB prefer) {TO_WAIT}) (. ?))",
        ["would you rather wait for the bus ?"],
    ),
    (
        "ask-if-differ",
        f"(SQ (VBZ is) (NP (EX there)) (NP (NP (DT a) (NN difference)) {BETWEEN}) (. ?))",
        ["do a crow and a rook differ ?"],
    ),
]
REFUSALS = [
    # Asks for a request, not for the future.
    ("ask-going", f"(SQ (MD will) {YOU} {CALL} (. ?))"),
    # A permission for the speaker is not a possibility of things.
    ("ask-possible-for", f"(SQ (MD can) (NP (PRP i)) {WAIT} (. ?))"),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_possibilities(name: str, source: str, expected: list[str]) -> None:
    results = POSSIBILITIES[name](read_tree(source))
    assert [" ".join(str(leaf) for leaf in result.leaves()) for result in results] == expected


@pytest.mark.parametrize(("name", "source"), REFUSALS)
def test_refusals(name: str, source: str) -> None:
    assert list(POSSIBILITIES[name](read_tree(source))) == []
