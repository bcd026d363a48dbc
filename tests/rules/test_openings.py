import pytest

from scpn.rules.openings import OPENINGS
from scpn.trees.reader import read_tree

WAR = "(NP (DT the) (NN war)) (VP (VBD ended)) (. .)"
YEAR = "(PP (IN in) (NP (CD 1945)))"
TIRED = "(VP (VBD was) (ADJP (JJ tired)))"
MOVES = [
    ("opening-comma-add", f"(S {YEAR} {WAR})", ["in 1945 , the war ended ."]),
    ("opening-comma-drop", f"(S {YEAR} (, ,) {WAR})", ["in 1945 the war ended ."]),
    ("opening-end", f"(S {YEAR} (, ,) {WAR})", ["the war ended in 1945 ."]),
    (
        "opening-end",
        f"(S (SBAR (WHADVP (WRB when)) (S (NP (DT the) (NN nurse)) {TIRED})) (, ,) "
        "(NP (PRP she)) (VP (VBD slept)) (. .))",
        ["the nurse slept when she was tired ."],
    ),
    (
        "opening-end",
        f"(S (SBAR (IN although) (S (NP (PRP i)) {TIRED})) (, ,) (NP (PRP i)) "
        "(VP (VBD went) (PP (IN to) (NP (NN work)))) (. .))",
        ["i went to work , although i was tired ."],
    ),
    (
        "opening-inside",
        "(S (S (VP (VBG working) (ADVP (RB hard)))) (, ,) (NP (DT the) (NN clerk)) "
        "(VP (VBD earned) (NP (NN money))) (. .))",
        ["the clerk , working hard , earned money ."],
    ),
    (
        "opening-outside",
        "(S (NP (DT the) (NN clerk)) (, ,) (S (VP (VBG working) (ADVP (RB hard)))) (, ,) "
        "(VP (VBD earned) (NP (NN money))) (. .))",
        ["working hard , the clerk earned money ."],
    ),
]
REFUSALS = {
    "a connective is no adjunct": (
        "opening-end",
        f"(S (PP (IN in) (NP (NN addition))) (, ,) {WAR})",
    ),
    "the second verb could take it": (
        "opening-end",
        f"(S {YEAR} (, ,) (NP (PRP he)) (VP (VP (VBD came)) (CC and) (VP (VBD left))) (. .))",
    ),
    "never needs no comma": ("opening-comma-add", f"(S (ADVP (RB never)) {WAR})"),
    "she may be the queen": (
        "opening-end",
        "(S (SBAR (WHADVP (WRB when)) (S (NP (DT the) (NN nurse)) (VP (VBD saw) (NP (DT the) "
        "(NN queen))))) (, ,) (NP (PRP she)) (VP (VBD slept)) (. .))",
    ),
    "a pronoun takes no participle": (
        "opening-inside",
        "(S (S (VP (VBG working) (ADVP (RB hard)))) (, ,) (NP (PRP she)) "
        "(VP (VBD earned) (NP (NN money))) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in OPENINGS[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_moves(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []


def test_what_moves_to_the_end_is_in_the_predicate() -> None:
    (found,) = OPENINGS["opening-end"](read_tree(f"(S {YEAR} (, ,) {WAR})"))
    assert [child.label() for child in found] == ["NP", "VP", "."]
