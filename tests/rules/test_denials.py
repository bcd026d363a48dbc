import pytest

from scpn.rules.denials import DENIALS
from scpn.trees.reader import read_tree

SELF = "(NP (PRP i))"
WORKS = "(SBAR (S (NP (PRP it)) (VP (VBZ works) (ADVP (RB well)))))"
DO_NOT_THINK = "(VP (VBP do) (RB n't) (VP (VB think) "
THERE = "(ADVP (RB there))"
MOVES = [
    (
        "denial-down",
        f"(S {SELF} {DO_NOT_THINK} {WORKS})) (. .))",
        ["i think it does n't work well .", "it does n't work well , i think ."],
    ),
    (
        "denial-up",
        f"(S {SELF} (VP (VBP think) (SBAR (S (NP (PRP it)) (VP (MD ca) "
        "(RB n't) (VP (VB work)))))) (. .))",
        ["i do n't think it can work ."],
    ),
    (
        "never-again",
        f"(S {SELF} (VP (MD will) (RB not) (VP (VB eat) {THERE} (ADVP (RB again)))) (. .))",
        ["never again will i eat there ."],
    ),
    (
        "advise-doing",
        f"(S {SELF} (VP (MD would) (RB not) (VP (VB recommend) (S (VP (VBG waiting))))) (. .))",
        ["i would advise against waiting ."],
    ),
    (
        "wish-only",
        f"(S {SELF} (VP (VBP wish) (SBAR (S {SELF} (VP (VBD knew) (NP (PRP it)))))) (. .))",
        ["if only i knew it ."],
    ),
]
REFUSALS = {
    # "must not" forbids.
    "denial-down": f"(S {SELF} {DO_NOT_THINK} (SBAR (S (NP (PRP it)) (VP (MD must) (VP "
    "(VB work))))))) (. .))",
    # Nothing is denied.
    "denial-up": f"(S {SELF} (VP (VBP think) {WORKS}) (. .))",
    # Nothing is unreal.
    "wish-only": f"(S {SELF} (VP (VBP wish) (NP (PRP you)) (NP (NN luck))) (. .))",
}


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_denials(name: str, source: str, expected: list[str]) -> None:
    results = DENIALS[name](read_tree(source))
    assert [" ".join(result.leaves()) for result in results] == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(DENIALS[name](read_tree(REFUSALS[name]))) == []
