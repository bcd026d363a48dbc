import pytest

from scpn.rules.depictions import DEPICTIONS
from scpn.trees.reader import read_tree

FEEDS = "(VP (VBG feeding) (NP (CD two) (NNS dogs)))"
HAT = "(VP (VBG wearing) (NP (DT a) (NN hat)))"
ROOM = "(NP (NP (DT a) (NN room)) (PP (IN with) (NP (CD two) (NNS beds))) (. .))"
PHOTO = "(NP (NP (DT a) (NN photo)) (PP (IN of) (NP (DT a) (NN cat))) (. .))"
MOVES = [
    ("depiction-article", f"(NP (NP (NN man)) {FEEDS} (. .))", ["a man feeding two dogs ."]),
    ("depiction-show", PHOTO, ["this is a photo of a cat .", "a photo that shows a cat ."]),
    ("depiction-has", ROOM, ["a room that has two beds .", "in a room , there are two beds ."]),
    (
        "depiction-wearing",
        f"(S (NP (NP (DT a) (NN man)) {HAT}) (VP (VBZ rides) (ADVP (RB by))) (. .))",
        ["wearing a hat , a man rides by ."],
    ),
]
REFUSALS = {
    # One man in general, or a name.
    "depiction-article": "(S (NP (NN man)) (VP (MD must) (VP (VB eat) (NP (NN bread)))) (. .))",
    "depiction-show": "(NP (NP (DT a) (NN cup)) (PP (IN of) (NP (NN tea))) (. .))",
    # A certain room.
    "depiction-has": "(NP (NP (DT the) (NN room)) (PP (IN with) (NP (DT a) (NN bed))) (. .))",
    # A certain man, told from others by his hat.
    "depiction-wearing": f"(S (NP (NP (DT the) (NN man)) {HAT}) (VP (VBZ rides)) (. .))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_depictions(name: str, source: str, expected: list[str]) -> None:
    results = DEPICTIONS[name](read_tree(source))
    assert [" ".join(result.leaves()) for result in results] == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(DEPICTIONS[name](read_tree(REFUSALS[name]))) == []
