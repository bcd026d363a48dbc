import pytest

from scpn.rules.fronting import FRONTING
from scpn.trees.reader import read_tree

MAY = "(PP (IN in) (NP (NNP may)))"
STATION = "(PP (IN at) (NP (DT the) (NN station)))"
MET = f"(S (NP (PRP they)) (VP (VBD met) {STATION} {MAY}) (. .))"
MOVES = [
    ("time-front", MET, ["in may , they met at the station ."]),
    (
        "time-front",
        "(S (CC but) (NP (PRP we)) (VP (VBD ran) (NP (DT a) (NN shop)) (PP (IN for) (NP (CD two) "
        "(NNS years)))) (. .))",
        ["but for two years , we ran a shop ."],
    ),
    (
        "time-front",
        "(S (NP (PRP it)) (VP (MD will) (VP (VB be) (ADJP (JJ ready)) (ADVP (RB soon)))) (. .))",
        ["soon , it will be ready ."],
    ),
    (
        "place-front",
        "(S (NP (PRP she)) (VP (VBD sold) (NP (PRP$ her) (NN car)) (PP (IN in) (NP (NNP denver))))"
        " (. .))",
        ["in denver , she sold her car ."],
    ),
    (
        "place-front",
        "(S (NP (DT a) (NN boy)) (VP (VBZ is) (VP (VBG eating) (NP (NN cake)) (PP (IN on) "
        "(NP (DT a) (NN couch))))))",
        ["on a couch , a boy is eating cake"],
    ),
    (
        "circumstance-front",
        "(S (NP (PRP we)) (VP (MD will) (, ,) (PP (IN of) (NP (NN course))) (, ,) "
        "(VP (VB pay))) (. .))",
        [],
    ),
    (
        "circumstance-front",
        "(S (NP (PRP we)) (VP (VBD left) (NP (NN home)) (PP (IN despite) (NP (DT the) (NN rain))))"
        " (. .))",
        ["despite the rain , we left home ."],
    ),
    (
        "purpose-front",
        "(S (NP (PRP she)) (VP (VBD painted) (NP (DT a) (NN door)) (S (VP (TO to) (VP (VB please) "
        "(NP (PRP$ my) (NN aunt)))))) (. .))",
        ["to please my aunt , she painted a door ."],
    ),
    (
        "reduced-front",
        "(S (NP (PRP he)) (VP (VBD washed) (NP (PRP$ his) (NNS hands)) (PP (IN before) (S (VP "
        "(VBG eating) (NP (NN lunch)))))) (. .))",
        ["before eating lunch , he washed his hands ."],
    ),
    (
        "clause-front",
        "(S (NP (PRP we)) (VP (VBD slept) (, ,) (SBAR (RB even) (IN though) (S (NP (PRP it)) "
        "(VP (VBD rained))))) (. .))",
        ["even though it rained , we slept ."],
    ),
]
REFUSALS = {
    "as compares": (
        "clause-front",
        "(S (NP (PRP he)) (VP (VBD ran) (ADVP (RB just) (RB as)) (SBAR (IN as) (S (NP (PRP we)) "
        "(VP (VBD did))))) (. .))",
    ),
    "the time is an argument": (
        "time-front",
        f"(S (NP (DT the) (NN party)) (VP (VBZ is) {MAY}) (. .))",
    ),
    "a question": ("time-front", MET.replace("(. .)", "(. ?)")),
    "a negation may have scope": (
        "time-front",
        "(S (NP (PRP he)) (VP (VBD did) (RB n't) (VP (VB pay) (NP (PRP me)) (PP (IN in) "
        "(NP (NNP may))))) (. .))",
    ),
    "the verb asks for the place": (
        "place-front",
        "(S (NP (PRP she)) (VP (VBD put) (NP (PRP$ her) (NN car)) (PP (IN in) (NP (DT the) "
        "(NN garage)))) (. .))",
    ),
    "an object is told to do it": (
        "purpose-front",
        "(S (NP (PRP she)) (VP (VBD told) (NP (PRP$ her) (NN son)) (S (VP (TO to) (VP (VB please) "
        "(NP (PRP$ my) (NN aunt)))))) (. .))",
    ),
    "a clause that is asked": (
        "clause-front",
        "(S (NP (PRP we)) (VP (VBP wonder) (SBAR (IN if) (S (NP (PRP it)) (VP (VBD rained))))) "
        "(. .))",
    ),
    "the pronoun would find another noun": (
        "clause-front",
        "(S (NP (PRP he)) (VP (VBD left) (ADVP (RB early)) (SBAR (WHADVP (WRB when)) "
        "(S (NP (DT the) (NN nurse)) (VP (VBD came))))) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in FRONTING[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_fronts(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []


def test_commas_around_the_phrase_go_with_it() -> None:
    tree = (
        "(S (NP (PRP we)) (VP (VBD paid) (, ,) (PP (IN of) (NP (NN course))) (, ,) "
        "(NP (DT the) (NN waiter))) (. .))"
    )
    assert outputs("circumstance-front", tree) == ["of course , we paid the waiter ."]
