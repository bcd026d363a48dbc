import pytest

from scpn.rules.predicates import PREDICATES
from scpn.trees.reader import read_tree

TO_FLY = "(S (VP (TO to) (VP (VB be) (NP (DT a) (NN pilot)))))"
TO_USE = "(S (VP (TO to) (VP (VB use) (NP (DT a) (NN saw)))))"
ROOM = "(NP (DT the) (NN room))"
RAIN = "(VP (VB rain) (NP (NN today)))"
MOVES = [
    (
        "what-cleft",
        f"(S (NP (PRP he)) (VP (VBD wanted) {TO_FLY}) (. .))",
        ["(S (SBAR what he wanted) (VP was to be a pilot) (. .))"],
    ),
    (
        "what-cleft",
        f"(S {ROOM} (VP (VBZ needs) (NP (JJ new) (NN paint) (NN today))) (. .))",
        ["(S (SBAR what the room needs) (VP is new paint today) (. .))"],
    ),
    (
        "what-cleft",
        f"(S (NP (PRP it)) (VP (VBZ means) (SBAR (S {ROOM} (VP (VBZ is) (ADJP (JJ free)))))) "
        "(. .))",
        ["(S (SBAR what it means) (VP is that the room is free) (. .))"],
    ),
    (
        "what-plain",
        "(S (SBAR (WHNP (WP what)) (S (NP (PRP he)) (VP (VBD wanted)))) (VP (VBD was) "
        f"{TO_FLY}) (. .))",
        ["(S (NP he) (VP wanted to be a pilot) (. .))"],
    ),
    (
        "gerund-subject",
        f"(S (NP (PRP it)) (VP (VBZ 's) (ADJP (JJ easy) {TO_USE})) (. .))",
        ["(S (S using a saw) (VP is easy) (. .))"],
    ),
    (
        "gerund-postpone",
        "(S (S (VP (VBG using) (NP (DT a) (NN saw)))) (VP (VBZ is) (ADJP (JJ easy))) (. .))",
        ["(S (NP it) (VP is easy to use a saw) (. .))"],
    ),
    (
        "adjectives-part",
        f"(S {ROOM} (VP (VBD was) (ADJP (JJ small) (CC but) (JJ clean))) (. .))",
        [
            "(S (S the room was small) (, ,) (CC but) (S it was clean) (. .))",
            "(S (SBAR although the room was small) (, ,) (NP it) (VP was clean) (. .))",
        ],
    ),
    (
        "perhaps",
        f"(S (NP (PRP it)) (VP (MD might) {RAIN}) (. .))",
        ["(S (ADVP perhaps) (NP it) (VP will rain today) (. .))"],
    ),
    (
        "might",
        f"(S (ADVP (RB maybe)) (NP (PRP it)) (VP (MD will) {RAIN}) (. .))",
        ["(S (NP it) (VP might rain today) (. .))"],
    ),
    (
        "might",
        f"(S (ADVP (RB perhaps)) {ROOM} (VP (VBZ is) (ADJP (JJ free))) (. .))",
        ["(S (NP the room) (VP might be free) (. .))"],
    ),
]
REFUSALS = {
    # "what i need is to go" is more than a plan.
    "what-cleft": f"(S (NP (PRP i)) (VP (VBP need) {TO_USE}) (. .))",
    # How easy it is would be said of something else.
    "gerund-subject": f"(S (NP (PRP it)) (VP (VBZ is) (ADJP (RB too) (JJ easy) {TO_USE})) (. .))",
    # Both together are what it was not.
    "adjectives-part": f"(S {ROOM} (VP (VBD was) (RB not) (ADJP (JJ small) (CC and) (JJ old))) "
    "(. .))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_predicates(name: str, source: str, expected: list[str]) -> None:
    found = []
    for result in PREDICATES[name](read_tree(source)):
        parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
        found.append(f"({result.label()} {' '.join(parts)})")
    assert found == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(PREDICATES[name](read_tree(REFUSALS[name]))) == []
