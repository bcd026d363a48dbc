import pytest

from scpn.rules.copulas import COPULAS
from scpn.trees.reader import read_tree

ANN = "(NP (NNP ann) (NNP lee))"
MILL = "(NP (DT the) (NN mill))"
IN_PERU = "(PP (IN in) (NP (NNP peru)))"
MOVES = [
    (
        "part-first",
        f"(S {ANN} (VP (VBZ is) (NP (NP (CD one)) (PP (IN of) (NP (DT the) (NNS owners))))) (. .))",
        ["one of the owners is ann lee ."],
    ),
    (
        "part-first",
        "(S (NP (PRP she)) (VP (VBZ is) (NP (NP (CD one)) (PP (IN of) (NP (DT the) "
        "(NNS owners))))) (. .))",
        ["she is among the owners ."],
    ),
    (
        "name-role",
        f"(S (NP (NP (DT the) (NN owner)) (PP (IN of) {MILL})) (VP (VBZ is) {ANN}) (. .))",
        ["ann lee is the owner of the mill ."],
    ),
    (
        "name-kind",
        f"(S (NP (NNP orla)) (VP (VBZ is) (NP (NP (DT a) (NN town)) {IN_PERU})) (. .))",
        ["there is a town in peru called orla ."],
    ),
    (
        "say-called",
        f"(S (NP (PRP$ her) (NN name)) (VP (VBZ is) {ANN}) (. .))",
        ["she is called ann lee ."],
    ),
    (
        "say-called",
        f"(S (NP (PRP she)) (VP (VBZ is) (VP (VBN called) {ANN})) (. .))",
        ["her name is ann lee ."],
    ),
    (
        "both",
        f"(S {ANN} (VP (VBZ is) (NP (NP (DT a) (NN poet)) (CC and) (NP (DT a) (NN nurse)))) (. .))",
        ["ann lee is both a poet and a nurse ."],
    ),
    (
        "not-only",
        f"(S {ANN} (VP (VBZ is) (NP (NP (DT a) (NN poet)) (CC and) (NP (DT a) (NN nurse)))) (. .))",
        ["ann lee is not only a poet but also a nurse ."],
    ),
    ("locate", f"(S (NP (NNP orla)) (VP (VBZ is) {IN_PERU}) (. .))", ["orla is located in peru ."]),
    (
        "locate",
        f"(S (NP (NNP orla)) (VP (VBZ is) (VP (VBN located) {IN_PERU})) (. .))",
        ["orla lies in peru ."],
    ),
    (
        "whose",
        "(S (NP (DT that)) (VP (VBZ is) (NP (NP (PRP$ my) (NN sister) (POS 's)) (NN "
        "camera))) (. .))",
        ["that camera belongs to my sister ."],
    ),
    (
        "whose",
        "(S (NP (DT this)) (VP (VBZ is) (NP (PRP$ my) (NN pen))) (. .))",
        ["this pen is mine ."],
    ),
]
REFUSALS = {
    "a state": (
        "name-kind",
        f"(S {ANN} (VP (VBZ is) (NP (NP (DT a) (NN friend)) {IN_PERU})) (. .))",
    ),
    "one of many": ("name-role", f"(S {ANN} (VP (VBZ is) (NP (DT a) (NN poet))) (. .))"),
    "many each": (
        "both",
        "(S (NP (NNS nurses)) (VP (VBP are) (ADJP (JJ kind) (CC and) (JJ calm))) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in COPULAS[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
