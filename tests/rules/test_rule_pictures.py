import pytest

from scpn.rules.pictures import PICTURES
from scpn.trees.reader import read_tree

MAN = "(NP (DT a) (NN man))"
HORSE = "(NP (DT a) (NN horse))"
BARKS = "(S (NP (PRP$ his) (NN dog)) (VP (VBZ barks)))"
HOLDING = "(S (VP (VBG holding) (NP (DT a) (NN net))))"
IN_WATER = "(PP (IN in) (NP (DT the) (NN water)))"
MOVES = [
    (
        "picture-caption",
        f"(S {MAN} (VP (VBZ rides) {HORSE}) (. .))",
        ["(NP (NP a man) (VP riding a horse) (. .))"],
    ),
    (
        "picture-caption",
        f"(S {MAN} (VP (VBZ is) (VP (VBG riding) {HORSE})) (. .))",
        ["(NP (NP a man) (VP riding a horse) (. .))"],
    ),
    (
        "picture-caption",
        f"(S {MAN} (VP (VP (VBZ sings) (NN songs)) (CC and) (VP (VBZ rides) {HORSE})) (. .))",
        ["(NP (NP a man) (VP singing songs and riding a horse) (. .))"],
    ),
    (
        "picture-caption",
        f"(S (NP (EX there)) (VP (VBZ is) (NP {MAN} {IN_WATER})) (. .))",
        ["(NP (NP a man) (PP in the water) (. .))"],
    ),
    (
        "picture-apart",
        f"(S {MAN} (VP (VBZ rides) {HORSE} (SBAR (IN while) {BARKS})) (. .))",
        ["(S (S a man rides a horse) (, ,) (CC and) (S his dog barks) (. .))"],
    ),
    (
        "picture-second",
        f"(S (NP (CD two) (NNS boys)) (VP (VBP are) {IN_WATER} (, ,) {HOLDING}) (. .))",
        [
            "(S (S two boys are in the water) (, ,) (CC and) (S they are holding a net) (. .))",
        ],
    ),
    (
        "picture-second",
        f"(S {MAN} (VP (VBZ is) (VP (VBG smiling) (, ,) (SBAR (IN while) {HOLDING}))) (. .))",
        ["(S (S a man is smiling) (, ,) (CC and) (S he is holding a net) (. .))"],
    ),
]
REFUSALS = [
    # What a man needs is seen nowhere.
    ("picture-caption", f"(S {MAN} (VP (VBZ needs) {HORSE}) (. .))"),
    ("picture-caption", f"(S (NP (DT a) (NN lamp)) (VP (VBZ needs) {HORSE}) (. .))"),
    ("picture-caption", "(S (NP (EX there)) (VP (VBZ is) (NP (DT a) (NN man))) (. .))"),
    # Both could be meant by "it".
    (
        "picture-apart",
        f"(S {MAN} (VP (VBZ rides) {HORSE} (SBAR (IN as) (S (NP (PRP it)) (VP (VBZ eats))))) "
        "(. .))",
    ),
    # In the past the order would be another.
    ("picture-apart", f"(S {MAN} (VP (VBD sang) (SBAR (IN while) {BARKS})) (. .))"),
    ("picture-second", f"(S {MAN} (VP (VBZ sees) {HORSE} {HOLDING}) (. .))"),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_pictures(name: str, source: str, expected: list[str]) -> None:
    found = []
    for result in PICTURES[name](read_tree(source)):
        parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
        found.append(f"({result.label()} {' '.join(parts)})")
    assert found == expected


@pytest.mark.parametrize(("name", "source"), REFUSALS)
def test_refusals(name: str, source: str) -> None:
    assert list(PICTURES[name](read_tree(source))) == []
