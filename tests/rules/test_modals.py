import pytest

from scpn.rules.modals import MODALS
from scpn.trees.reader import read_tree

WAIT = "(VP (VB wait) (ADVP (RB here)))"
TO_WAIT = f"(S (VP (TO to) {WAIT}))"
WE = "(NP (PRP we))"
COLD = "(NP (DT a) (NN cold))"
WHERE = "(SBAR (WHADVP (WRB where)) (S (NP (PRP he)) (VP (VBZ is))))"
MOVES = [
    ("modal-have-to", f"(S {WE} (VP (MD must) {WAIT}) (. .))", ["we have to wait here ."]),
    ("modal-must", f"(S {WE} (VP (VBP have) {TO_WAIT}) (. .))", ["we must wait here ."]),
    ("modal-going-to", f"(S {WE} (VP (MD will) {WAIT}) (. .))", ["we are going to wait here ."]),
    (
        "modal-will",
        f"(S {WE} (VP (VBP are) (VP (VBG going) {TO_WAIT})) (. .))",
        ["we will wait here ."],
    ),
    ("have-got", f"(S {WE} (VP (VBP 've) (VP (VBN got) {COLD})) (. .))", ["we have a cold ."]),
    (
        "no-idea",
        f"(S {WE} (VP (VBP have) (NP (NP (DT no) (NN idea)) {WHERE})) (. .))",
        ["we do n't know where he is ."],
    ),
]
REFUSALS = {
    # It may be guessed, not demanded.
    "modal-have-to": f"(S (NP (NN bread)) (VP (MD must) {WAIT}) (. .))",
    # "must" has no past.
    "modal-must": f"(S {WE} (VP (VBD had) {TO_WAIT}) (. .))",
    # No plan of anybody.
    "modal-going-to": "(S (NP (PRP it)) (VP (MD will) (VP (VB rain))) (. .))",
    # Nothing is owned.
    "have-got": f"(S {WE} (VP (VBP 've) (VP (VBN got) (ADJP (JJ old)))) (. .))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_modals(name: str, source: str, expected: list[str]) -> None:
    results = MODALS[name](read_tree(source))
    assert [" ".join(result.leaves()) for result in results] == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(MODALS[name](read_tree(REFUSALS[name]))) == []
