import pytest

from scpn.rules.existence import EXISTENCE
from scpn.trees.reader import read_tree

MOVES = [
    (
        "there-who",
        "(S (NP (DT some) (NNS nurses)) (VP (VBP write) (NP (NNS songs))) (. .))",
        ["there are some nurses who write songs ."],
    ),
    (
        "there-drop",
        "(S (NP (EX there)) (VP (VBP are) (NP (NP (DT some) (NNS nurses)) (SBAR (WHNP "
        "(WP who)) (S (VP (VBP write) (NP (NNS songs))))))) (. .))",
        ["some nurses write songs ."],
    ),
    (
        "there-inside",
        "(S (NP (DT the) (NN room)) (VP (VBZ has) (NP (CD two) (NNS windows))) (. .))",
        ["in the room , there are two windows ."],
    ),
    (
        "there-has",
        "(S (NP (EX there)) (VP (VBP are) (NP (CD two) (NNS windows)) (PP (IN in) (NP "
        "(DT the) (NN room)))) (. .))",
        ["the room has two windows ."],
    ),
    (
        "among-list",
        "(S (NP (DT the) (NNS guests)) (VP (VBD included) (NP (CD two) (NNS poets))) (. .))",
        ["among the guests were two poets ."],
    ),
]
REFUSALS = {
    "nobody": (
        "there-drop",
        "(S (NP (EX there)) (VP (VBZ is) (NP (NP (DT no) (NN nurse)) (SBAR (WHNP (WP "
        "who)) (S (VP (VBZ writes)))))) (. .))",
    ),
    "no part of it": (
        "there-inside",
        "(S (NP (DT the) (NN room)) (VP (VBZ has) (NP (DT a) (NN history))) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in EXISTENCE[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
