import pytest

from scpn.rules.parentheses import PARENTHESES
from scpn.trees.reader import read_tree

ANN = "(NP (NNP ann) (NNP lee))"
MOVES = [
    (
        "parenthesis-open",
        "(S (NP (NP (NNP orla)) (PRN (-LRB- -LRB-) (NP (NN album)) (-RRB- -RRB-))) "
        "(VP (VBD sold) (ADVP (RB well))) (. .))",
        ["the album orla sold well ."],
    ),
    (
        "birth-lead",
        f"(S (NP {ANN} (PRN (-LRB- -LRB-) (VP (VBN born) (NP (CD 4) (NNP may) (CD "
        "1971))) (-RRB- -RRB-))) (VP (VBZ is) (NP (DT a) (NN poet))) (. .))",
        ["born on 4 may 1971 , ann lee is a poet ."],
    ),
]
REFUSALS = {
    "not a kind": (
        "parenthesis-open",
        f"(S (NP {ANN} (PRN (-LRB- -LRB-) (NP (CD 1971)) (-RRB- -RRB-))) (VP (VBD sang)) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in PARENTHESES[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
