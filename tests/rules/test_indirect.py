import pytest

from scpn.rules.indirect import INDIRECT
from scpn.trees.reader import read_tree

LIVES = "(SQ (VBZ does) (NP (PRP she)) (VP (VB live)))"
WHERE = "(SBAR (WHADVP (WRB where)) (S (NP (PRP she)) (VP (VBZ lives))))"
IS_LATE = "(NP (DT the) (NN train)) (ADJP (JJ late))"
MOVES = [
    (
        "ask-directly",
        f"(SQ (MD can) (NP (PRP you)) (VP (VB tell) (NP (PRP me)) {WHERE}) (. ?))",
        ["(SBARQ (WHADVP where) (SQ does she live) (. ?))"],
    ),
    (
        "ask-for-name",
        "(SBARQ (WHNP (WP what)) (SQ (VBZ is) (NP (NP (DT the) (NN capital)) (PP (IN of) "
        "(NP (NNP peru))))) (. ?))",
        ["(SQ (MD can) (NP you) (VP tell me the capital of peru) (. ?))"],
    ),
    (
        "ask-indirectly",
        f"(SBARQ (WHADVP (WRB where)) {LIVES} (. ?))",
        [
            "(SQ (MD can) (NP you) (VP tell me where she lives) (. ?))",
            "(SQ (VBP do) (NP you) (VP know where she lives) (. ?))",
        ],
    ),
    (
        "ask-indirectly",
        f"(SQ (VBZ is) {IS_LATE} (. ?))",
        ["(SQ (MD can) (NP you) (VP tell me if the train is late) (. ?))"],
    ),
    (
        "ask-indirectly",
        "(SBARQ (CC so) (WHADVP (WRB why)) (SQ (VBZ does) (NP (PRP she)) (RB not) (VP (VB live) "
        "(ADVP (RB here)))) (. ?))",
        [
            "(SQ (CC so) (MD can) (NP you) (VP tell me why she does not live here) (. ?))",
            "(SQ (CC so) (VBP do) (NP you) (VP know why she does not live here) (. ?))",
        ],
    ),
    (
        "ask-indirectly",
        "(SBARQ (WHNP (WDT what) (NN kind)) (SQ (VBZ is) (NP (PRP it))) (. ?))",
        [
            "(SQ (MD can) (NP you) (VP tell me what kind it is) (. ?))",
            "(SQ (VBP do) (NP you) (VP know what kind it is) (. ?))",
        ],
    ),
]
REFUSALS = {
    # A request and an offer: no answer is asked for.
    "ask-indirectly": "(SQ (MD can) (NP (PRP you)) (VP (VB pay) (NP (PRP me))) (. ?))",
    "ask-for-name": "(SBARQ (WHNP (WP what)) (SQ (VBZ is) (NP (DT the) (NN matter))) (. ?))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_indirect(name: str, source: str, expected: list[str]) -> None:
    found = []
    for result in INDIRECT[name](read_tree(source)):
        parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
        found.append(f"({result.label()} {' '.join(parts)})")
    assert found == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(INDIRECT[name](read_tree(REFUSALS[name]))) == []
