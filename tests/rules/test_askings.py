import pytest

from scpn.rules.askings import ASKINGS
from scpn.trees.reader import read_tree

PAY = "(VP (VB pay) (PP (IN by) (NP (NN card))))"
IS_LATE = "(NP (DT the) (NN train)) (ADJP (JJ late))"
MOVES = [
    (
        "ask-reason",
        f"(SBARQ (WHADVP (WRB why)) (SQ (VBZ is) {IS_LATE}) (. ?))",
        [
            "(SBARQ (WHNP what) (SQ is the reason why the train is late) (. ?))",
            "(SBARQ (WHPP for what reason) (SQ is the train late) (. ?))",
        ],
    ),
    (
        "ask-why",
        "(SBARQ (WHNP (WP what)) (SQ (VBZ is) (NP (NP (DT the) (NN reason)) (SBAR (S (NP "
        "(DT the) (NN train)) (VP (VBZ is) (ADJP (JJ late))))))) (. ?))",
        ["(SBARQ (WHADVP why) (SQ is the train late) (. ?))"],
    ),
    (
        "ask-quality",
        "(SBARQ (WHADJP (WRB how) (JJ old)) (SQ (VBZ is) (NP (DT the) (NN queen))) (. ?))",
        ["(SBARQ (WHNP what) (SQ is the age of the queen) (. ?))"],
    ),
    (
        "ask-what-to-do",
        f"(SBARQ (WHADVP (WRB how)) (SQ (MD can) (NP (PRP i)) {PAY}) (. ?))",
        ["(SBARQ (WHNP what) (SQ can i do to pay by card) (. ?))"],
    ),
    (
        "ask-what-to-do",
        f"(SBARQ (WHADVP (WRB how)) (SQ (VBP do) (NP (PRP i)) {PAY}) (. ?))",
        ["(SBARQ (WHNP what) (SQ do i need to do to pay by card) (. ?))"],
    ),
    (
        "ask-by-whom",
        "(SBARQ (WHNP (WP who)) (SQ (VP (VBD wrote) (NP (DT the) (NNS songs)))) (. ?))",
        ["(SBARQ (WHPP by whom) (SQ were the songs written) (. ?))"],
    ),
    (
        "ask-which",
        "(SBARQ (WHNP (WP who)) (SQ (VBZ is) (NP (NP (DT the) (NN artist)) (SBAR (WHNP "
        "(WDT that)) (S (VP (VBD painted) (NP (PRP it))))))) (. ?))",
        ["(SBARQ (WHNP which artist) (SQ painted it) (. ?))"],
    ),
    (
        "ask-which",
        "(SBARQ (WHNP (WP what)) (SQ (VBZ is) (NP (NP (DT a) (NN town)) (SBAR (WHNP "
        "(WDT that)) (S (NP (PRP she)) (VP (VBD saw)))))) (. ?))",
        ["(SBARQ (WHNP which town) (SQ did she see) (. ?))"],
    ),
    (
        "ask-possible",
        f"(SQ (MD could) (NP (PRP i)) {PAY} (. ?))",
        ["(SQ (MD would) (NP it) (VP be possible to pay by card) (. ?))"],
    ),
    (
        "ask-way",
        f"(SQ (VBZ is) (NP (EX there)) (NP (NP (DT a) (NN way)) (S (VP (TO to) {PAY}))) (. ?))",
        ["(SQ (VBZ is) (NP it) (ADJP possible) (S to pay by card) (. ?))"],
    ),
    (
        "ask-way",
        f"(SQ (VBZ is) (NP (PRP it)) (ADJP (JJ possible) (S (VP (TO to) {PAY}))) (. ?))",
        ["(SQ (VBZ is) (NP there) (NP a way to pay by card) (. ?))"],
    ),
    (
        "ask-wish",
        f"(SQ (MD would) (NP (PRP you)) (VP (VB like) (S (VP (TO to) {PAY}))) (. ?))",
        ["(SQ (VBP do) (NP you) (VP want to pay by card) (. ?))"],
    ),
]
REFUSALS = {
    # A suggestion: no answer is asked for.
    "ask-reason": "(SBARQ (WHADVP (WRB why)) (SQ (VBP do) (RB n't) (NP (PRP we)) (VP (VB go) "
    "(ADVP (RB home)))) (. ?))",
    # A film is not acted upon by what it has.
    "ask-by-whom": "(SBARQ (WHNP (WP who)) (SQ (VP (VBD had) (NP (DT the) (NNS keys)))) (. ?))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_askings(name: str, source: str, expected: list[str]) -> None:
    found = []
    for result in ASKINGS[name](read_tree(source)):
        parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
        found.append(f"({result.label()} {' '.join(parts)})")
    assert found == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(ASKINGS[name](read_tree(REFUSALS[name]))) == []
