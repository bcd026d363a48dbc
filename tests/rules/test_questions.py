import pytest

from scpn.rules.questions import QUESTIONS
from scpn.trees.reader import read_tree

WON = "(VBD won) (NP (DT the) (NN cup))"
IN_1998 = "(PP (IN in) (NP (CD 1998)))"
BORN = "(SQ (VBD was) (NP (PRP she)) (VP (VBN born)))"
MOVES = [
    (
        "question-front",
        f"(SBARQ (WHNP (WP who)) (SQ (VP {WON} {IN_1998})) (. ?))",
        "(SBARQ (PP in 1998) (, ,) (WHNP who) (SQ won the cup) (. ?))",
    ),
    (
        "question-front",
        "(SBARQ (WHNP (WP what)) (SQ (VBZ is) (NP (NP (DT the) (JJS longest) (NN river)) "
        "(PP (IN in) (NP (NNP asia))))) (. ?))",
        "(SBARQ (PP in asia) (, ,) (WHNP what) (SQ is the longest river) (. ?))",
    ),
    (
        "question-front",
        "(SQ (MD can) (NP (PRP you)) (VP (VB call) (NP (PRP me)) (SBAR (WHADVP (WRB when)) "
        "(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ ready)))))) (. ?))",
        "(SQ (SBAR when it is ready) (, ,) (MD can) (NP you) (VP call me) (. ?))",
    ),
    (
        "question-unfront",
        f"(SBARQ {IN_1998} (, ,) (WHNP (WP who)) (SQ (VP {WON})) (. ?))",
        "(SBARQ (WHNP who) (SQ won the cup in 1998) (. ?))",
    ),
    (
        "question-strand",
        f"(SBARQ (WHPP (IN in) (WHNP (WDT which) (NN city))) {BORN} (. ?))",
        "(SBARQ (WHNP which city) (SQ was she born in) (. ?))",
    ),
    (
        "question-strand",
        f"(SBARQ (WHPP (IN in) (WHNP (WDT what) (NN year))) {BORN} (. ?))",
        "(SBARQ (WHNP what year) (SQ was she born) (. ?))",
    ),
    (
        "question-period",
        f"(SBARQ (WHNP (WDT what) (NN year)) {BORN} (. ?))",
        "(SBARQ (WHPP in what year) (SQ was she born) (. ?))",
    ),
    (
        "question-pied-pipe",
        "(SBARQ (WHNP (WP who)) (SQ (VBZ is) (NP (PRP he)) (VP (VBN married) (PP (TO to)))) (. ?))",
        "(SBARQ (WHPP to whom) (SQ is he married) (. ?))",
    ),
    (
        "question-word-front",
        "(S (NP (DT the) (NN road)) (VP (VBZ leads) (PP (TO to) (WHNP (WDT which) (NN town)))) "
        "(. ?))",
        "(SBARQ (WHNP which town) (SQ does the road lead to) (. ?))",
    ),
    (
        "question-invert",
        "(S (NP (PRP you)) (VP (VBD liked) (NP (DT the) (NN soup))) (. ?))",
        "(SQ (VBD did) (NP you) (VP like the soup) (. ?))",
    ),
    (
        "question-negation",
        "(SQ (VBZ is) (RB n't) (NP (PRP it)) (ADJP (JJ cold)) (. ?))",
        "(SQ (VBZ is) (NP it) (RB not) (ADJP cold) (. ?))",
    ),
    (
        "question-negation",
        "(SQ (MD can) (NP (PRP we)) (RB not) (VP (VB go)) (. ?))",
        "(SQ (MD ca) (RB n't) (NP we) (VP go) (. ?))",
    ),
    (
        "question-how-to",
        "(SBARQ (WHADVP (WRB how)) (S (VP (TO to) (VP (VB fix) (NP (DT a) (NN tap))))) (. ?))",
        "(SBARQ (WHADVP how) (SQ can i fix a tap) (. ?))",
    ),
]
REFUSALS = {
    # The town is where they live, not where the question is asked.
    "question-front": "(SBARQ (WHNP (WP who)) (SQ (VP (VBZ lives) (PP (IN in) (NP (DT the) "
    "(NN town))))) (. ?))",
    # "to what extent" is a fixed phrase.
    "question-strand": "(SBARQ (WHPP (TO to) (WHNP (WDT what) (NN extent))) (SQ (VBZ is) "
    "(NP (PRP it)) (ADJP (JJ true))) (. ?))",
    # The day is what was chosen.
    "question-period": "(SBARQ (WHNP (WDT what) (NN day)) (SQ (VBD did) (NP (PRP you)) "
    "(VP (VB choose))) (. ?))",
    # A tag: the statement is not in doubt.
    "question-invert": "(S (NP (PRP you)) (VP (VBD liked) (NP (DT the) (NN soup))) (, ,) "
    "(ADVP (RB right)) (. ?))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_moves(name: str, source: str, expected: str) -> None:
    (result, *_) = QUESTIONS[name](read_tree(source))
    parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
    assert f"({result.label()} {' '.join(parts)})" == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(QUESTIONS[name](read_tree(REFUSALS[name]))) == []


def test_the_tree_is_left_alone() -> None:
    for name, source, _ in MOVES:
        tree = read_tree(source)
        list(QUESTIONS[name](tree))
        assert tree == read_tree(source)
