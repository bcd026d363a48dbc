import pytest

from scpn.rules.scenes import SCENES
from scpn.trees.reader import read_tree

HALL = "(PP (IN in) (NP (DT the) (NN hall)))"
LAMP = "(NP (DT a) (NN lamp))"
THERE = "(NP (EX there))"
MOVES = [
    (
        "place-invert",
        f"(S {LAMP} (VP (VBZ stands) {HALL}) (. .))",
        "(SINV (PP in the hall) (VP stands) (NP a lamp) (. .))",
    ),
    (
        "place-invert",
        f"(S (NP (NNS lamps)) (VP (VBP are) {HALL}))",
        "(SINV (PP in the hall) (VP are) (NP lamps))",
    ),
    (
        "posture-invert",
        f"(S {LAMP} (VP (VBD was) (VP (VBG standing) {HALL})) (. .))",
        "(SINV (VP standing in the hall) (VBD was) (NP a lamp) (. .))",
    ),
    (
        "direction-invert",
        "(S (NP (DT the) (NNS carts)) (VP (VBD rolled) (PP (IN down) (NP (DT the) (NN hill)))) "
        "(. .))",
        "(SINV (PP down the hill) (VP rolled) (NP the carts) (. .))",
    ),
    (
        "there-place-front",
        f"(S {THERE} (VP (VBZ is) {LAMP} {HALL}) (. .))",
        "(S (PP in the hall) (, ,) (NP there) (VP is a lamp) (. .))",
    ),
    (
        "there-place-front",
        f"(S {THERE} (VP (VBZ is) (NP {LAMP} {HALL})) (. .))",
        "(S (PP in the hall) (, ,) (NP there) (VP is a lamp) (. .))",
    ),
    (
        "subject-place-front",
        f"(S (NP (NP (DT the) (NN clock)) {HALL}) (VP (VBZ has) (VP (VBN stopped))) (. .))",
        "(S (PP in the hall) (, ,) (NP the clock) (VP has stopped) (. .))",
    ),
]
REFUSALS = {
    # A subject that is known stays where it is.
    "place-invert": f"(S (NP (DT the) (NN lamp)) (VP (VBZ stands) {HALL}) (. .))",
    # They are not in a place.
    "posture-invert": "(S (NP (CD two) (NNS men)) (VP (VBP are) (VP (VBG standing) (PP (IN in) "
    "(NP (PRP$ their) (NNS shoes))))) (. .))",
    "there-place-front": f"(S {THERE} (VP (VBZ is) (NP (DT no) (NN case)) (PP (IN in) (NP "
    "(DT this) (NN way)))) (. .))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_scenes(name: str, source: str, expected: str) -> None:
    (result,) = SCENES[name](read_tree(source))
    parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
    assert f"({result.label()} {' '.join(parts)})" == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(SCENES[name](read_tree(REFUSALS[name]))) == []
