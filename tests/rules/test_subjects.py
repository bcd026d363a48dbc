import pytest

from scpn.rules.subjects import SUBJECTS
from scpn.trees.reader import read_tree

GIFT = "(NP (DT a) (JJ fine) (NN gift))"
SAID = (
    "(S {} (, ,) (NP (PRP he)) (VP (VBD said) (SBAR (IN that) (S (NP (PRP it)) "
    "(VP (VBZ works))))) (. .))"
)
MOVES = [
    ("subject-supply", f"(S (VP (VBZ makes) {GIFT}) (. .))", "it makes a fine gift ."),
    (
        "opening-report",
        SAID.format("(PP (IN in) (NP (NNP may)))"),
        "he said in may that it works .",
    ),
]
REFUSALS = {
    "an imperative": ("subject-supply", f"(S (VP (VB make) {GIFT}) (. .))"),
    "a connective": ("opening-report", SAID.format("(PP (IN in) (NP (NN fact)))")),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in SUBJECTS[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: str) -> None:
    assert outputs(rule, tree) == [expected]


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
