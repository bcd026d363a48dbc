import pytest

from scpn.rules.reduced_relatives import REDUCED_RELATIVES
from scpn.trees.reader import read_tree

HUT = "(NP (DT a) (NN hut))"
IN_1890 = "(PP (IN in) (NP (CD 1890)))"
IN_PERU = "(PP (IN in) (NP (NNP peru)))"
MOVES = [
    (
        "relative-shorten",
        f"(S (NP (PRP it)) (VP (VBZ is) (NP {HUT} (SBAR (WHNP (WDT that)) (S (VP (VBD "
        f"was) (VP (VBN built) {IN_1890})))))) (. .))",
        ["it is a hut built in 1890 ."],
    ),
    (
        "relative-fill",
        f"(S (NP (PRP it)) (VP (VBZ is) (NP {HUT} (VP (VBN built) {IN_1890}))) (. .))",
        ["it is a hut that was built in 1890 ."],
    ),
    (
        "relative-fill",
        f"(S (NP (NP (NNS people)) (VP (VBG living) {IN_PERU})) (VP (VBP agree)) (. .))",
        ["people who live in peru agree ."],
    ),
]
REFUSALS = {
    "a complement of the verb": (
        "relative-fill",
        f"(S (NP (PRP we)) (VP (VBD saw) (NP {HUT} (VP (VBG burning) {IN_PERU}))) (. .))",
    ),
    "what goes on": (
        "relative-fill",
        f"(S (NP (NP (NNS people)) (VP (VBG running) {IN_PERU})) (VP (VBP agree)) (. .))",
    ),
    "a noun that looks like a participle": (
        "relative-fill",
        f"(S (NP (PRP it)) (VP (VBZ is) (NP {HUT} (VP (VBN set) {IN_PERU}))) (. .))",
    ),
    "a noun for an effort": (
        "relative-fill",
        "(S (NP (PRP we)) (VP (VBP know) (NP (NP (DT the) (NN trouble)) (VP (VBG "
        f"living) {IN_PERU}))) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in REDUCED_RELATIVES[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
