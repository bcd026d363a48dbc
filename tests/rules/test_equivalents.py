import pytest

from scpn.rules.equivalents import EQUIVALENTS
from scpn.trees.reader import read_tree

MOVES = [
    (
        "alike",
        "(S (NP (PRP he)) (VP (VBD saw) (NP (PRP it)) (PP (RB prior) (PP (TO to) (NP "
        "(NN lunch))))) (. .))",
        ["he saw it before lunch ."],
    ),
    (
        "alike",
        "(S (NP (NNS pets)) (PP (JJ such) (IN as) (NP (NNS cats))) (VP (VBP sleep) "
        "(ADVP (RB often))) (. .))",
        ["pets like cats sleep frequently ."],
    ),
    (
        "alike",
        "(S (NP (PRP it)) (VP (VBZ is) (NP (DT a) (JJ huge) (NN lamp))) (. .))",
        ["it is an enormous lamp ."],
    ),
]
REFUSALS = {
    "a part of another phrase": (
        "alike",
        "(S (NP (PRP he)) (VP (VBZ does) (RB n't) (VP (VB sleep) (ADVP (RB not) (RB "
        "often)))) (. .))",
    ),
    "another tag": (
        "alike",
        "(S (NP (VB film)) (VP (VBZ is) (ADJP (RB so) (JJ difficult))) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in EQUIVALENTS[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
