import pytest

from scpn.rules.converses import CONVERSES
from scpn.trees.reader import read_tree

ANN = "(NP (NNP ann) (NNP lee))"
MILL = "(NP (DT the) (NN mill))"
INN = "(NP (DT the) (NN inn))"
MOVES = [
    (
        "comparison-turn",
        f"(S {MILL} (VP (VBZ is) (ADJP (JJR older) (PP (IN than) {INN}))) (. .))",
        ["the inn is younger than the mill ."],
    ),
    (
        "comparison-turn",
        f"(S {MILL} (VP (VBZ is) (ADJP (RBR more) (JJ useful) (PP (IN than) {INN}))) (. .))",
        ["the inn is less useful than the mill ."],
    ),
    (
        "both-mutual",
        f"(S {MILL} (VP (VBZ is) (ADJP (JJ similar) (PP (TO to) {INN}))) (. .))",
        ["the mill and the inn are similar ."],
    ),
    (
        "role-deed",
        f"(S {ANN} (VP (VBZ is) (NP (NP (DT the) (NN author)) (PP (IN of) (NP (DT the) "
        "(NN play))))) (. .))",
        ["ann lee wrote the play ."],
    ),
    (
        "deed-role",
        f"(S (NP (DT the) (NN play)) (VP (VBD was) (VP (VBN written) (PP (IN by) {ANN}))) (. .))",
        ["ann lee was the author of the play ."],
    ),
]
REFUSALS = {
    "not of two things": (
        "comparison-turn",
        f"(S {MILL} (VP (VBZ is) (ADJP (JJR older) (PP (IN than) (NP (JJ usual))))) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in CONVERSES[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
