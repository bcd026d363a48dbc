import pytest

from scpn.rules.voices import VOICES
from scpn.trees.reader import read_tree

DOG = "(NP (DT the) (NN dog))"
STICK = "(NP (DT a) (NN stick))"
BY_DOG = f"(PP (IN by) {DOG})"
MOVES = [
    (
        "passive",
        f"(S {DOG} (VP (VBZ carries) {STICK}) (. .))",
        "a stick is carried by the dog .",
    ),
    (
        "passive",
        f"(S {DOG} (VP (VBZ is) (VP (VBG carrying) (NP (NNS sticks)))) (. .))",
        "sticks are being carried by the dog .",
    ),
    (
        "passive",
        f"(S {DOG} (VP (VBZ has) (VP (VBN eaten) {STICK})) (. .))",
        "a stick has been eaten by the dog .",
    ),
    (
        "passive",
        f"(S {DOG} (VP (MD will) (VP (VB carry) {STICK} (PP (IN in) (NP (NNP may))))) (. .))",
        "a stick will be carried by the dog in may .",
    ),
    (
        "active",
        f"(S {STICK} (VP (VBZ is) (VP (VBN carried) {BY_DOG})) (. .))",
        "the dog carries a stick .",
    ),
    (
        "active",
        f"(S {STICK} (VP (VBD was) (VP (VBN taken) {BY_DOG})) (. .))",
        "the dog took a stick .",
    ),
]
REFUSALS = {
    "a copula": ("passive", f"(S {DOG} (VP (VBZ is) {STICK}) (. .))"),
    "a state": ("passive", f"(S {DOG} (VP (VBZ resembles) {STICK}) (. .))"),
    "his may be another's": (
        "passive",
        f"(S {DOG} (VP (VBZ carries) (NP (PRP$ his) (NN stick))) (. .))",
    ),
    "the participle would hang": (
        "passive",
        f"(S (S (VP (VBG running) (ADVP (RB home)))) (, ,) {DOG} (VP (VBZ carries) {STICK}) (. .))",
    ),
    "a car does not act": (
        "active",
        f"(S {STICK} (VP (VBD was) (VP (VBN taken) (PP (IN by) (NP (NN car))))) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in VOICES[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: str) -> None:
    assert outputs(rule, tree) == [expected]


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
