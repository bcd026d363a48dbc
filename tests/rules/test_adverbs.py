import pytest

from scpn.rules.adverbs import ADVERBS
from scpn.trees.reader import read_tree

LEFT = "(VP (VBN left) (NP (DT the) (NN town)))"
SINGS = "(VP (VBZ sings) (NP (NNS songs)))"
MOVES = [
    (
        "adverb-before-auxiliary",
        f"(S (NP (PRP she)) (VP (VBZ has) (ADVP (RB already)) {LEFT}) (. .))",
        ["(S (NP she) (ADVP already) (VP has left the town) (. .))"],
    ),
    (
        "adverb-behind-auxiliary",
        f"(S (NP (PRP she)) (ADVP (RB already)) (VP (VBZ has) {LEFT}) (. .))",
        ["(S (NP she) (VP has already left the town) (. .))"],
    ),
    (
        "adverb-front",
        "(S (NP (DT the) (NN mill)) (VP (VBZ is) (ADVP (RB currently)) (ADJP (JJ empty))) (. .))",
        ["(S (ADVP currently) (, ,) (NP the mill) (VP is empty) (. .))"],
    ),
    (
        "comment-end",
        "(S (ADVP (RB however)) (, ,) (NP (DT the) (NN mill)) (VP (VBZ is) (ADJP (JJ empty))) "
        "(. .))",
        ["(S (NP the mill) (VP is empty) (, ,) (ADVP however) (. .))"],
    ),
    (
        "also-as-well",
        f"(S (NP (PRP she)) (ADVP (RB also)) {SINGS} (. .))",
        [
            "(S (NP she) (VP sings songs as well) (. .))",
            "(S (PP in addition) (, ,) (NP she) (VP sings songs) (. .))",
        ],
    ),
    (
        "also",
        "(S (NP (PRP she)) (VP (VBZ sings) (NP (NNS songs)) (, ,) (ADVP (RB too))) (. .))",
        ["(S (NP she) (ADVP also) (VP sings songs) (. .))"],
    ),
    (
        "also",
        "(S (NP (PRP she)) (VP (VBZ is) (ADJP (JJ kind)) (ADVP (RB as) (RB well))) (. .))",
        ["(S (NP she) (VP is also kind) (. .))"],
    ),
]
REFUSALS = {
    # "now is" would sound like an announcement.
    "adverb-before-auxiliary": "(S (NP (PRP she)) (VP (VBZ is) (ADVP (RB now)) (ADJP (JJ tall))) "
    "(. .))",
    # The adverb would be outside the negation.
    "adverb-front": "(S (NP (PRP she)) (VP (VBZ is) (RB not) (ADVP (RB usually)) (ADJP "
    "(JJ late))) (. .))",
    "also-as-well": "(S (NP (PRP she)) (ADVP (RB also)) (VP (VBZ does) (RB not) (VP (VB sing))) "
    "(. .))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_adverbs(name: str, source: str, expected: list[str]) -> None:
    found = []
    for result in ADVERBS[name](read_tree(source)):
        parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
        found.append(f"({result.label()} {' '.join(parts)})")
    assert found == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(ADVERBS[name](read_tree(REFUSALS[name]))) == []
