import pytest

from scpn.rules.aspects import ASPECTS
from scpn.trees.reader import read_tree

STOP = "(. .)"
MAN, DOGS = "(NP (DT a) (NN man))", "(NP (CD two) (NNS dogs))"
CHANGES = [
    (
        "tell-in-progress",
        f"(S {MAN} (VP (VBZ carries) (NP (DT a) (NN lamp))) {STOP})",
        "a man is carrying a lamp .",
    ),
    ("tell-in-progress", f"(S {DOGS} (VP (VBP swim)) {STOP})", "two dogs are swimming ."),
    (
        "tell-as-event",
        f"(S {MAN} (VP (VBZ is) (VP (VBG carrying) (NP (DT a) (NN lamp)))) {STOP})",
        "a man carries a lamp .",
    ),
    ("tell-as-event", f"(S {DOGS} (VP (VBP are) (VP (VBG swimming))) {STOP})", "two dogs swim ."),
]
REFUSALS = [
    # A state, a habit of someone known, and what is not happening.
    ("tell-in-progress", f"(S {MAN} (VP (VBZ owns) (NP (DT a) (NN lamp))) {STOP})"),
    ("tell-in-progress", f"(S (NP (PRP he)) (VP (VBZ swims)) {STOP})"),
    ("tell-as-event", f"(S {MAN} (VP (VBZ is) (RB not) (VP (VBG swimming))) {STOP})"),
]


@pytest.mark.parametrize(("name", "source", "expected"), CHANGES)
def test_changes(name: str, source: str, expected: str) -> None:
    (result,) = ASPECTS[name](read_tree(source))
    assert " ".join(result.leaves()) == expected


@pytest.mark.parametrize(("name", "source"), REFUSALS)
def test_refusals(name: str, source: str) -> None:
    assert list(ASPECTS[name](read_tree(source))) == []
