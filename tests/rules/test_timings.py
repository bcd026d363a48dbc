import pytest

from scpn.rules.timings import TIMINGS
from scpn.trees.reader import read_tree

ANN = "(NP (NNP ann))"
DATE = "(NP (NP (NNP may) (NN 9th)) (, ,) (CD 1977))"
ON_DATE = f"(PP (IN on) {DATE})"
GUN = "(NP (DT the) (NN flag))"
MOVES = [
    (
        "timing-front",
        f"(S {ANN} (VP (VBD was) (VP (VBN born) {ON_DATE})) (. .))",
        ["(S (PP on may 9th , 1977) (, ,) (NP ann) (VP was born) (. .))"],
    ),
    (
        "timing-front",
        f"(S {ANN} (VP (VBD was) (VP (VBN born) {DATE})) (. .))",
        ["(S (PP on may 9th , 1977) (, ,) (NP ann) (VP was born) (. .))"],
    ),
    (
        "timing-front",
        "(S (NP (EX there)) (VP (VBZ is) (NP (NP (DT a) (NN fair)) (PP (IN on) (NP (NNP march) "
        "(CD 4))) (PP (IN at) (NP (DT the) (NN hall))))) (. .))",
        ["(S (PP on march 4) (, ,) (NP there) (VP is a fair at the hall) (. .))"],
    ),
    (
        "timing-end",
        f"(S {ON_DATE} (, ,) {ANN} (VP (VBD was) (VP (VBN born))) (. .))",
        ["(S (NP ann) (VP was born on may 9th , 1977) (. .))"],
    ),
    (
        "timing-end",
        "(S (ADVP (NP (CD two) (NNS weeks)) (RBR later)) (, ,) (PP (IN on) (NP (CD 6) (NNP may))) "
        f"(, ,) {ANN} (VP (VBD waved) {GUN}) (. .))",
        ["(S (NP ann) (VP waved the flag two weeks later , on 6 may) (. .))"],
    ),
    (
        "again-front",
        f"(S {ANN} (VP (VBD waved) {GUN} (ADVP (RB again))) (. .))",
        ["(S (ADVP once again) (, ,) (NP ann) (VP waved the flag) (. .))"],
    ),
]
REFUSALS = [
    # The time is what is said or wanted.
    ("timing-front", f"(S (NP (DT the) (NN fair)) (VP (VBD was) {ON_DATE}) (. .))"),
    ("timing-front", f"(S {ANN} (VP (VBZ wants) {GUN} {ON_DATE}) (. .))"),
    ("timing-end", f"(S {ON_DATE} (, ,) {ANN} (VP (VBD did) (RB n't) (VP (VB wave))) (. .))"),
    ("again-front", f"(S {ANN} (VP (VBD did) (RB n't) (VP (VB wave) (ADVP (RB again)))) (. .))"),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_timings(name: str, source: str, expected: list[str]) -> None:
    found = []
    for result in TIMINGS[name](read_tree(source)):
        parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
        found.append(f"({result.label()} {' '.join(parts)})")
    assert found == expected


@pytest.mark.parametrize(("name", "source"), REFUSALS)
def test_refusals(name: str, source: str) -> None:
    assert list(TIMINGS[name](read_tree(source))) == []
