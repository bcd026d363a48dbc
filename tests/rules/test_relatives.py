import pytest

from scpn.rules.relatives import RELATIVES
from scpn.trees.reader import read_tree


def met(noun: str, relative: str) -> str:
    return (
        f"(S (NP (PRP we)) (VP (VBD met) (NP (NP (DT the) {noun}) (, ,) (SBAR (WHNP {relative})"
        " (S (VP (VBD had) (NP (DT a) (NN dog))))))) (. .))"
    )


SOUP = "(NP (DT the) (NN soup))"
BEST = "(NP (DT the) (JJS best) (NN part))"
MOVES = [
    (
        "relative-clause",
        met("(NNS twins)", "(WP who)"),
        "we met the twins , and they had a dog .",
    ),
    (
        "relative-clause",
        met("(NN team)", "(WDT which)"),
        "we met the team , and this team had a dog .",
    ),
    (
        "apposition-lead",
        "(S (NP (NP (NNP ann) (NNP lee)) (, ,) (NP (DT a) (NN nurse)) (, ,)) (VP (VBD agreed)) "
        "(. .))",
        "a nurse , ann lee agreed .",
    ),
    (
        "relative-place",
        "(S (NP (PRP he)) (VP (VBD went) (PP (TO to) (NP (NP (NNP lima)) (, ,) (SBAR (WHADVP "
        "(WRB where)) (S (NP (PRP he)) (VP (VBD met) (NP (PRP us)))))))) (. .))",
        "he went to lima , and there he met us .",
    ),
    (
        "relative-predicate",
        "(S (NP (NP (NNP ann)) (, ,) (SBAR (WHNP (WP who)) (S (VP (VBD sang)))) (, ,)) (VP "
        "(VBD left)) (. .))",
        "ann sang and left .",
    ),
    (
        "relative-second",
        "(S (NP (NNP ann)) (VP (VBZ is) (NP (NP (DT a) (NN nurse)) (, ,) (SBAR (WHNP (WP who)) (S "
        "(VP (VBD sang)))))) (. .))",
        "ann is a nurse and sang .",
    ),
    ("relative-clause", met("(NN queen)", "(WP who)"), "we met the queen , and she had a dog ."),
    ("copula-swap", f"(S {BEST} (VP (VBD was) {SOUP}) (. .))", "the soup was the best part ."),
    ("copula-swap", f"(S {SOUP} (VP (VBD was) {BEST}) (. .))", "the best part was the soup ."),
]
REFUSALS = {
    "he or she is not known": ("relative-clause", met("(NN nurse)", "(WP who)")),
    "a kind is no name": (
        "apposition-lead",
        "(S (NP (NP (DT the) (NN cat)) (, ,) (NP (DT a) (NN pet)) (, ,)) (VP (VBD slept)) (. .))",
    ),
    "one of many": ("copula-swap", f"(S {SOUP} (VP (VBD was) (NP (DT a) (NN hit))) (. .))"),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in RELATIVES[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: str) -> None:
    assert outputs(rule, tree) == [expected]


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
