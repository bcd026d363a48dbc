import pytest

from scpn.rules.giving import GIVING
from scpn.trees.reader import read_tree

ANN = "(NP (NNP ann) (NNP lee))"
MOVES = [
    (
        "give-instead",
        f"(S {ANN} (VP (VBD received) (NP (DT a) (NN prize)) (PP (IN from) (NP (DT "
        "the) (NN town)))) (. .))",
        ["the town gave ann lee a prize ."],
    ),
    (
        "receive-instead",
        "(S (NP (DT the) (NN town)) (VP (VBD gave) (NP (PRP her)) (NP (DT a) (NN prize))) (. .))",
        ["she received a prize from the town ."],
    ),
    (
        "receive-instead",
        f"(S {ANN} (VP (VBD sold) (NP (DT a) (NN boat)) (PP (TO to) (NP (PRP us)))) (. .))",
        ["we bought a boat from ann lee ."],
    ),
    (
        "award-to",
        f"(S {ANN} (VP (VBD was) (VP (VBN awarded) (NP (DT a) (NN prize)))) (. .))",
        ["a prize was awarded to ann lee ."],
    ),
    (
        "be-awarded",
        f"(S (NP (DT a) (NN prize)) (VP (VBD was) (VP (VBN awarded) (PP (TO to) {ANN}))) (. .))",
        ["ann lee was awarded a prize ."],
    ),
]
REFUSALS = {
    "no gift": (
        "receive-instead",
        f"(S {ANN} (VP (VBD gave) (NP (PRP him)) (NP (DT a) (NN smile))) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in GIVING[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
