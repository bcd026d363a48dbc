"""Rules for questions with a question word."""

import pytest

from scpn.rules.question_wording import QUESTION_WORDING
from scpn.trees.reader import read_tree

YOU = "(NP (PRP you))"
TEA = "(NP (DT the) (NN tea))"
COLD = f"(S {TEA} (VP (VBZ is) (ADJP (JJ cold))))"
WAIT = "(VP (VB wait) (PP (IN for) (NP (DT the) (NN bus))))"


def ask(word: str, core: str, label: str = "WHADVP") -> str:
    """A question with one question word."""
    tag = "WP" if label == "WHNP" else "WRB"
    return f"(SBARQ ({label} ({tag} {word})) (SQ {core}) (. ?))"


MOVES = [
    (
        "ask-when-last",
        ask(
            "when",
            f"(VBD was) (NP (NP (DT the) (JJ last) (NN time)) "
            f"(SBAR (S {YOU} (VP (VBD ate) {TEA}))))",
        ),
        ["when did you last eat the tea ?"],
    ),
    (
        "ask-when-last",
        ask("when", f"(VBD did) {YOU} (ADVP (RB last)) (VP (VB see) (NP (PRP him)))"),
        ["when was the last time you saw him ?"],
    ),
    (
        "ask-sort",
        "(SBARQ (WHNP (WHNP (WDT what) (NN kind)) (PP (IN of) (NP (NN tea)))) (SQ (VBZ is) "
        "(NP (PRP it))) (. ?))",
        ["what type of tea is it ?"],
    ),
    (
        "ask-what-for-which",
        "(SBARQ (WHNP (WDT which) (NN river)) (SQ (VBZ is) (NP (PRP it))) (. ?))",
        ["what river is it ?"],
    ),
    (
        "ask-how-come",
        f"(SBARQ (WHADVP (WRB how)) (SQ (VP (VB come) (SBAR {COLD}))) (. ?))",
        ["why is the tea cold ?"],
    ),
    (
        "ask-what-makes",
        ask("what", f"(VP (VBZ makes) (S {YOU} (VP (VB think) (SBAR {COLD}))))", "WHNP"),
        ["why do you think the tea is cold ?"],
    ),
    (
        "ask-price",
        "(SBARQ (WHADJP (WRB how) (JJ much)) (SQ (VBZ is) (NP (DT the) (NN lamp))) (. ?))",
        ["what is the price of the lamp ?"],
    ),
    (
        "ask-price",
        "(SBARQ (WHADJP (WRB how) (JJ much)) (SQ (VBZ is) (NP (DT the) (NN fee))) (. ?))",
        ["what is the fee ?"],
    ),
    (
        "ask-why-not",
        f"(SBARQ (WHADVP (WRB why)) (RB not) {WAIT} (. ?))",
        ["why do n't you wait for the bus ?"],
    ),
    (
        "ask-clock",
        "(SBARQ (WHNP (WDT what) (NN time)) (SQ (VBZ does) (NP (DT the) (NN shop)) "
        "(VP (VB open))) (. ?))",
        ["at what time does the shop open ?", "when does the shop open ?"],
    ),
    (
        "ask-clock",
        ask("when", "(MD should) (NP (PRP i)) (VP (VB come))"),
        ["at what time should i come ?", "what time should i come ?"],
    ),
    (
        "ask-location",
        ask("where", "(VBZ is) (NP (DT the) (NN mill)) (VP (VBN located))"),
        ["what is the location of the mill ?", "where is the mill ?"],
    ),
    (
        "ask-who-it-is",
        ask("who", "(VP (VBD wrote) (NP (DT the) (NN book)))", "WHNP"),
        ["who was it that wrote the book ?"],
    ),
    (
        "ask-how-can",
        ask("how", f"(VBP do) (NP (PRP i)) {WAIT}"),
        ["how can i wait for the bus ?"],
    ),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_question_wording(name: str, source: str, expected: list[str]) -> None:
    results = QUESTION_WORDING[name](read_tree(source))
    assert [" ".join(str(leaf) for leaf in result.leaves()) for result in results] == expected
