import pytest

from scpn.rules.qualities import QUALITIES
from scpn.trees.reader import read_tree

PHONE = "(NP (DT the) (NN phone))"
LARGE = "(VP (VBZ is) (ADJP (JJ large)))"
MOVES = [
    (
        "quality-how",
        f"(S {PHONE} (VP (VBZ is) (ADJP (RB so) (JJ beautiful))) (. .))",
        ["how beautiful the phone is !"],
    ),
    (
        "quality-swap",
        f"(S {PHONE} (VP (VBZ is) (ADJP (JJ cheap) (CC and) (JJ useless))) (. .))",
        ["the phone is useless and cheap ."],
    ),
    (
        "quality-use",
        f"(S {PHONE} (VP (VBZ is) (ADJP (JJ great) (PP (IN for) (NP (NNS games))))) (. .))",
        ["for games , the phone is great ."],
    ),
    (
        "quality-part",
        f"(S {PHONE} (VP (VBZ has) (NP (DT a) (JJ large) (NN screen))) (. .))",
        ["the screen of the phone is large ."],
    ),
    (
        "quality-has",
        f"(S (NP (NP (DT the) (NN screen)) (PP (IN of) {PHONE})) {LARGE} (. .))",
        ["the phone has a large screen ."],
    ),
    ("quality-has", f"(S (NP (PRP$ its) (NN screen)) {LARGE} (. .))", ["it has a large screen ."]),
]
REFUSALS = {
    # Nothing says that anybody is moved.
    "quality-how": f"(S {PHONE} {LARGE} (. .))",
    # "very useless and cheap" could be very cheap.
    "quality-swap": f"(S {PHONE} (VP (VBZ is) (ADJP (ADJP (JJ cheap)) (CC and) (ADJP "
    "(RB very) (JJ useless)))) (. .))",
    # A problem is no part of it.
    "quality-part": f"(S {PHONE} (VP (VBZ has) (NP (DT a) (JJ big) (NN problem))) (. .))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_qualities(name: str, source: str, expected: list[str]) -> None:
    results = QUALITIES[name](read_tree(source))
    assert [" ".join(result.leaves()) for result in results] == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(QUALITIES[name](read_tree(REFUSALS[name]))) == []
