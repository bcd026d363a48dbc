import pytest

from scpn.rules.sounds import SOUNDS
from scpn.trees.reader import read_tree

# As a parser gives it, with "barks" for a noun.
BARKS_AND_TALKS = (
    "(S (NP (NP (DT a) (NN dog) (NNS barks)) (CC and) (NP (DT a) (NN man))) (VP (VBZ talks)))"
)
BARKING = "(NP (NP (DT a) (NN dog)) (VP (VBG barking)))"
TALKING = "(NP (NP (DT a) (NN man)) (VP (VBG talking)))"
BARKING_AND_TALKING = f"(NP {BARKING} (CC and) {TALKING})"
FOLLOWED = f"(NP {BARKING} (VP (VBN followed) (PP (IN by) {TALKING})))"
WHILE = (
    "(S (NP (DT a) (NN dog)) (VP (VBZ barks) (SBAR (IN while) (S (NP (NNS men)) "
    "(VP (VBP talk) (ADVP (RB nearby)))))))"
)
HUMS_AND_CLICKS = "(S (NP (DT a) (NN fan)) (VP (VBZ hums) (CC and) (VBZ clicks)))"
MOVES = [
    ("sound-swap", BARKS_AND_TALKS, "(S a man talks and a dog barks)"),
    ("sound-swap", BARKING_AND_TALKING, "(NP a man talking and a dog barking)"),
    ("sound-swap", WHILE, "(S while men talk nearby , a dog barks)"),
    ("sound-after", FOLLOWED, "(S after a dog barks , a man talks)"),
    ("sound-happens", BARKING_AND_TALKING, "(S a dog barks and a man talks)"),
    ("sound-happens", FOLLOWED, "(S a dog barks , and then a man talks)"),
    ("sound-goes-on", BARKS_AND_TALKS, "(S a dog is barking and a man is talking)"),
    ("sound-goes-on", WHILE, "(S a dog is barking while men are talking nearby)"),
    ("sound-goes-on", HUMS_AND_CLICKS, "(S a fan is humming and clicking)"),
    ("sound-nouns", BARKS_AND_TALKS, "(NP a dog barking and a man talking)"),
]
REFUSALS = {
    # Of dogs at any time.
    "sound-goes-on": "(S (NP (NNS dogs)) (VP (VBP bark)) (. .))",
    # One of them comes after the other.
    "sound-swap": FOLLOWED,
    # "while men talking" has no verb.
    "sound-nouns": WHILE,
    # What the man does is not known.
    "sound-happens": f"(NP {BARKING} (CC and) (NP (DT a) (NN man) (NN frowning)))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_sounds(name: str, source: str, expected: str) -> None:
    (result,) = SOUNDS[name](read_tree(source))
    assert f"({result.label()} {' '.join(result.leaves())})" == expected


ANOTHER = (
    "(S (S (NP (DT a) (NN man)) (VP (VBZ sings))) (CC and) (S (NP (DT another) (NN man)) "
    "(VP (VBZ talks))))"
)
SOUND = "(NP (NP (DT the) (NN sound)) (PP (IN of) (NP (NN someone))) (VP (VBG singing)))"


@pytest.mark.parametrize(("name", "source"), [("sound-swap", ANOTHER), ("sound-goes-on", SOUND)])
def test_more_refusals(name: str, source: str) -> None:
    assert list(SOUNDS[name](read_tree(source))) == []


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(SOUNDS[name](read_tree(REFUSALS[name]))) == []
