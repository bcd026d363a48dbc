import pytest

from scpn.rules.sequences import SEQUENCES
from scpn.trees.reader import read_tree

ANN = "(NP (NNP ann) (NNP lee))"
MILL = "(NP (DT the) (NN mill))"
IN_1890 = "(PP (IN in) (NP (CD 1890)))"
MOVES = [
    (
        "after-doing",
        f"(S {ANN} (VP (VP (VBD locked) {MILL}) (CC and) (VP (VBD left))) (. .))",
        ["after locking the mill , ann lee left ."],
    ),
    (
        "result-lead",
        f"(S {MILL} (VP (VP (VBD was) (VP (VBN built) {IN_1890})) (CC and) (VP (VBZ "
        "is) (NP (DT an) (NN inn)))) (. .))",
        ["built in 1890 , the mill is an inn ."],
    ),
    (
        "last-part",
        "(S (NP (PRP he)) (VP (VP (VBD rose)) (, ,) (VP (VBD bowed)) (CC and) (VP "
        "(VBD left))) (. .))",
        ["he rose and bowed , and he left ."],
    ),
    (
        "participle-join",
        "(S (S (VP (VBG turning) (ADVP (RB left)))) (, ,) (NP (PRP he)) (VP (VBD saw) "
        f"{MILL}) (. .))",
        ["he turned left and saw the mill ."],
    ),
]
REFUSALS = {
    "at the same time": (
        "after-doing",
        f"(S {ANN} (VP (VP (VBD knew) {MILL}) (CC and) (VP (VBD liked) (NP (PRP us)))) (. .))",
    ),
    "no deed": (
        "participle-join",
        f"(S (S (VP (VBG starting) {IN_1890})) (, ,) (NP (PRP he)) (VP (VBD saw) {MILL}) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in SEQUENCES[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
