import pytest

from scpn.rules.it_clefts import IT_CLEFTS
from scpn.trees.reader import read_tree

ANN = "(NP (NNP ann) (NNP lee))"
MILL = "(NP (DT the) (NN mill))"
IN_1890 = "(PP (IN in) (NP (CD 1890)))"
IN_PERU = "(PP (IN in) (NP (NNP peru)))"
MOVES = [
    (
        "it-cleft",
        f"(S {IN_1890} (, ,) {MILL} (VP (VBD closed)) (. .))",
        ["it was in 1890 that the mill closed ."],
    ),
    (
        "it-cleft-place",
        f"(S {ANN} (VP (VBD grew) (PRT (RP up)) {IN_PERU}) (. .))",
        ["it was in peru that ann lee grew up ."],
    ),
    (
        "it-cleft-subject",
        f"(S {ANN} (VP (VBD found) {MILL} (PP (IN by) (NP (NN chance)))) (. .))",
        ["it was ann lee that found the mill by chance ."],
    ),
    (
        "it-cleft-undo",
        f"(S (NP (PRP it)) (VP (VBD was) {IN_1890} (SBAR (IN that) (S {MILL} (VP (VBD "
        "closed))))) (. .))",
        ["in 1890 , the mill closed ."],
    ),
]
REFUSALS = {
    "nobody in particular": (
        "it-cleft-subject",
        f"(S (NP (DT a) (NN nurse)) (VP (VBD found) {MILL} {IN_1890}) (. .))",
    ),
    "a goal": ("it-cleft-place", f"(S {ANN} (VP (VBD went) (ADVP (RB home)) {IN_PERU}) (. .))"),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in IT_CLEFTS[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
