import pytest

from scpn.rules.manners import MANNERS
from scpn.trees.reader import read_tree

MILL = "(NP (DT the) (NN mill))"
MOVES = [
    (
        "manner-front",
        f"(S (NP (PRP she)) (VP (VBD opened) {MILL} (PP (IN with) (NP (DT a) (JJ "
        "small) (NN key)))) (. .))",
        ["with a small key , she opened the mill ."],
    ),
    (
        "time-taken",
        "(S (NP (PRP it)) (VP (VBD took) (NP (DT an) (NN hour)) (S (VP (TO to) (VP "
        f"(VB clean) {MILL})))) (. .))",
        ["cleaning the mill took an hour ."],
    ),
    (
        "time-taken-back",
        f"(S (S (VP (VBG cleaning) {MILL})) (VP (VBD took) (NP (DT an) (NN hour))) (. .))",
        ["it took an hour to clean the mill ."],
    ),
]
REFUSALS = {
    "the verb asks for it": (
        "manner-front",
        f"(S (NP (PRP she)) (VP (VBD filled) {MILL} (PP (IN with) (NP (DT a) (JJ "
        "small) (NN key)))) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in MANNERS[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
