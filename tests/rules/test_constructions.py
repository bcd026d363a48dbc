import pytest

from scpn.rules.constructions import CONSTRUCTIONS
from scpn.trees.reader import read_tree

STOP = "(. .)"
CHANGES = [
    (
        "conjuncts-swap",
        "(S (NP (PRP we)) (VP (VBP sell) (NP (NP (JJ old) (NNS lamps)) (CC and) (NP (NNS pans)))) "
        f"{STOP})",
        "we sell pans and old lamps .",
    ),
    (
        "conjuncts-swap",
        f"(S (NP (PRP it)) (VP (VBZ is) (ADJP (RB very) (JJ warm) (CC and) (JJ cozy))) {STOP})",
        "it is very cozy and warm .",
    ),
    (
        "to-ing",
        f"(S (NP (PRP it)) (VP (VBD began) (S (VP (TO to) (VP (VB rain))))) {STOP})",
        "it began raining .",
    ),
    (
        "ing-to",
        f"(S (NP (PRP they)) (VP (VBD started) (S (VP (VBG running)))) {STOP})",
        "they started to run .",
    ),
    (
        "origin",
        f"(S (NP (PRP she)) (VP (VBZ is) (NP (DT an) (JJ italian) (NN cook))) {STOP})",
        "she is a cook from italy .",
    ),
    (
        "origin",
        f"(S (NP (PRP she)) (VP (VBZ is) (NP (DT an) (JJ american) (NN artist))) {STOP})",
        "she is an artist from the united states .",
    ),
]
REFUSALS = {
    # "old" may describe both.
    "conjuncts-swap": "(S (NP (PRP we)) (VP (VBP sell) (NP (JJ old) (NNS lamps) "
    f"(CC and) (NNS pans))) {STOP})",
    # A purpose, not what was started.
    "to-ing": f"(S (NP (PRP he)) (VP (VBD ran) (S (VP (TO to) (VP (VB eat))))) {STOP})",
    "origin": f"(S (NP (PRP it)) (VP (VBZ is) (NP (DT an) (JJ italian) (NN city))) {STOP})",
}


@pytest.mark.parametrize(("name", "source", "expected"), CHANGES)
def test_changes(name: str, source: str, expected: str) -> None:
    (result,) = CONSTRUCTIONS[name](read_tree(source))
    assert " ".join(result.leaves()) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(CONSTRUCTIONS[name](read_tree(REFUSALS[name]))) == []
