"""Rules that ask for a difference, a meaning or a name."""

import pytest

from scpn.rules.question_nouns import QUESTION_NOUNS
from scpn.trees.reader import read_tree

YOU = "(NP (PRP you))"
TWO = "(NP (NP (DT a) (NN crow)) (CC and) (NP (DT a) (NN rook)))"
BETWEEN = f"(PP (IN between) {TWO})"


def ask(word: str, core: str, label: str = "WHADVP") -> str:
    """A question with one question word."""
    tag = "WP" if label == "WHNP" else "WRB"
    return f"(SBARQ ({label} ({tag} {word})) (SQ {core}) (. ?))"


MOVES = [
    (
        "ask-differ",
        ask("what", f"(VBZ is) (NP (NP (DT the) (NN difference)) {BETWEEN})", "WHNP"),
        ["how do a crow and a rook differ ?", "in what way do a crow and a rook differ ?"],
    ),
    (
        "ask-difference",
        ask("how", f"(VBP do) {TWO} (VP (VB differ))"),
        ["what is the difference between a crow and a rook ?"],
    ),
    (
        "ask-meaning",
        ask("what", "(VBZ does) (NP (DT the) (NN word)) (VP (VB mean))", "WHNP"),
        ["what is the meaning of the word ?"],
    ),
    (
        "ask-meaning",
        ask("what", "(VBZ is) (NP (NP (DT the) (NN meaning)) (PP (IN of) (NP (NN life))))", "WHNP"),
        ["what does life mean ?"],
    ),
    (
        "ask-called",
        ask("what", "(VBZ is) (NP (DT the) (NN river)) (VP (VBN called))", "WHNP"),
        ["what is the name of the river ?"],
    ),
    (
        "ask-call",
        ask("what", f"(VBP do) {YOU} (VP (VB call) (NP (DT the) (NNS boats)))", "WHNP"),
        ["what are the boats called ?"],
    ),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_question_nouns(name: str, source: str, expected: list[str]) -> None:
    results = QUESTION_NOUNS[name](read_tree(source))
    assert [" ".join(str(leaf) for leaf in result.leaves()) for result in results] == expected
