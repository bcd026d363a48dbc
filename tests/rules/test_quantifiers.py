import pytest

from scpn.rules.quantifiers import QUANTIFIERS
from scpn.trees.reader import read_tree

MOVES = [
    (
        "all-back",
        "(S (NP (DT the) (NNS guests)) (VP (VBP have) (DT all) (VP (VBN left))) (. .))",
        ["all the guests have left ."],
    ),
    (
        "all-back",
        "(S (NP (PRP they)) (VP (VBP are) (RB both) (ADJP (JJ kind))) (. .))",
        ["both of them are kind ."],
    ),
    (
        "all-float",
        "(S (NP (PDT all) (DT the) (NNS guests)) (VP (VBP have) (VP (VBN left))) (. .))",
        ["the guests have all left ."],
    ),
    (
        "joined-swap",
        "(S (NP (PRP she)) (VP (VBZ is) (ADJP (JJ kind) (CC and) (JJ calm))) (. .))",
        ["she is calm and kind ."],
    ),
]
REFUSALS = {
    "a fixed pair": (
        "joined-swap",
        "(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ black) (CC and) (JJ white))) (. .))",
    ),
    "the second refers to the first": (
        "joined-swap",
        "(S (NP (NP (DT a) (NN man)) (CC and) (NP (PRP$ his) (NN dog))) (VP (VBD slept)) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in QUANTIFIERS[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
