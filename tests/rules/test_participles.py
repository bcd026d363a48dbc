import pytest

from scpn.rules.participles import PARTICIPLES
from scpn.trees.reader import read_tree

WATCHING = "(S (VP (VBG watching) (NP (PRP us))))"
SAT = f"(S (NP (PRP he)) (VP (VBD sat) (PP (IN on) (NP (DT a) (NN wall))) (, ,) {WATCHING}) (. .))"
MOVES = [
    ("participle-lead", SAT, "watching us , he sat on a wall ."),
    ("participle-verb", SAT, "he sat on a wall and watched us ."),
    (
        "participle-verb",
        "(S (NP (NNS dogs)) (VP (VBP are) (VP (VBG running) (ADVP (RB around)) (, ,) "
        f"{WATCHING})) (. .))",
        "dogs are running around and watching us .",
    ),
    (
        "description-lead",
        "(S (NP (PRP it)) (VP (VBZ is) (NP (NP (DT a) (NN hut)) (VP (VBN built) (PP (IN in) "
        "(NP (CD 1850)))))) (. .))",
        "built in 1850 , it is a hut .",
    ),
]
REFUSALS = {
    "the verb asks for it": (
        "participle-lead",
        "(S (NP (PRP he)) (VP (VBD kept) (S (VP (VBG trying) (S (VP (TO to) (VP (VB sleep))))))) "
        "(. .))",
    ),
    "it follows from the whole": ("participle-verb", SAT.replace("watching", "meaning")),
    "a result does not come first": ("participle-lead", SAT.replace("watching", "killing")),
    "not a description": (
        "description-lead",
        "(S (NP (PRP it)) (VP (VBZ is) (NP (NP (DT a) (NN hut)) (PP (IN in) (NP (NNP ghana))))) "
        "(. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in PARTICIPLES[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: str) -> None:
    assert outputs(rule, tree) == [expected]


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
