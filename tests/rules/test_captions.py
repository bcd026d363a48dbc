import pytest

from scpn.rules.captions import CAPTIONS
from scpn.trees.reader import read_tree

RIDES = "(VP (VBG riding) (NP (DT a) (NN horse)))"
MAN = f"(NP (NP (DT a) (NN man)) {RIDES} (. .))"
CAT = "(NP (NP (CD two) (NNS cats)) (PP (IN on) (NP (DT a) (NN mat))))"
MOVES = [
    ("caption-complete", MAN, "(S (NP a man) (VP is riding a horse) (. .))"),
    ("caption-complete", CAT, "(S (NP two cats) (VP are on a mat))"),
    ("caption-there", MAN, "(S (NP there) (VP is a man riding a horse) (. .))"),
    ("caption-there", CAT, "(S (NP there) (VP are two cats on a mat))"),
    (
        "caption-action",
        "(S (NP (DT a) (NN dog)) (VP (VBZ runs) (PP (IN on) (NP (DT the) (NN beach)))) (. .))",
        "(S (NP there) (VP is a dog running on the beach) (. .))",
    ),
    ("caption-expand", MAN, "(NP (NP a man) (SBAR who is riding a horse) (. .))"),
    (
        "caption-expand",
        "(NP (NP (DT a) (JJ red) (NN bus)) (VP (VBN parked) (PP (IN in) (NP (NN town)))))",
        "(NP (NP a red bus) (SBAR that is parked in town))",
    ),
    (
        "caption-reduce",
        f"(NP (NP (DT a) (NN man)) (SBAR (WHNP (WP who)) (S (VP (VBZ is) {RIDES}))) (. .))",
        "(NP (NP a man) (VP riding a horse) (. .))",
    ),
]
REFUSALS = {
    # It is so at any time, not in one scene.
    "caption-action": "(S (NP (DT a) (NN dog)) (VP (VBZ needs) (NP (NN food)) (NP (DT every) "
    "(NN day))) (. .))",
    # It says what is thought of the film, not that there is one.
    "caption-there": "(NP (NP (DT a) (JJ fine) (NN film)) (PP (IN with) (NP (DT a) (JJ good) "
    "(NN cast))) (. .))",
    # Who stands in the field, the man or the hat?
    "caption-complete": "(NP (NP (DT a) (NN man)) (VP (VBG wearing) (NP (NP (DT a) (NN hat)) "
    "(VP (VBG standing) (PP (IN in) (NP (DT a) (NN field)))))) (. .))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_captions(name: str, source: str, expected: str) -> None:
    (result,) = CAPTIONS[name](read_tree(source))
    parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
    assert f"({result.label()} {' '.join(parts)})" == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(CAPTIONS[name](read_tree(REFUSALS[name]))) == []
