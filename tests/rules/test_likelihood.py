import pytest

from scpn.rules.likelihood import LIKELIHOOD
from scpn.trees.reader import read_tree

ANN = "(NP (NNP ann) (NNP lee))"
MILL = "(NP (DT the) (NN mill))"
MOVES = [
    (
        "seem-so",
        f"(S {ANN} (VP (VBZ seems) (S (VP (TO to) (VP (VB like) {MILL})))) (. .))",
        ["it seems that ann lee likes the mill .", "apparently , ann lee likes the mill ."],
    ),
    (
        "likely-that",
        f"(S {ANN} (VP (VBZ is) (ADJP (JJ likely) (S (VP (TO to) (VP (VB win)))))) (. .))",
        ["it is likely that ann lee will win ."],
    ),
    (
        "likely-that",
        f"(S {ANN} (VP (VBZ is) (VP (VBN said) (S (VP (TO to) (VP (VB own) {MILL}))))) (. .))",
        ["it is said that ann lee owns the mill ."],
    ),
    (
        "possible-that",
        f"(S {ANN} (VP (MD may) (VP (VB have) (VP (VBN seen) {MILL}))) (. .))",
        ["it is possible that ann lee has seen the mill ."],
    ),
    (
        "have-to",
        f"(S {ANN} (VP (MD must) (VP (VB wait) (ADVP (RB here)))) (. .))",
        ["ann lee has to wait here ."],
    ),
    (
        "have-to",
        f"(S {ANN} (VP (MD will) (VP (VB wait) (ADVP (RB here)))) (. .))",
        ["ann lee is going to wait here ."],
    ),
]
REFUSALS = {
    "leave is given": (
        "possible-that",
        "(S (NP (PRP you)) (VP (MD may) (VP (VB be) (ADJP (JJ seated)))) (. .))",
    ),
    "what did not happen, perhaps": (
        "possible-that",
        f"(S {ANN} (VP (MD might) (VP (VB have) (VP (VBN won)))) (. .))",
    ),
    "what is wanted": (
        "likely-that",
        f"(S {ANN} (VP (VBZ is) (ADJP (JJ happy) (S (VP (TO to) (VP (VB win)))))) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in LIKELIHOOD[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
