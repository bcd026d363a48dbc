import pytest

from scpn.rules.coordination import COORDINATION
from scpn.trees.reader import read_tree

HE_CAME = "(S (NP (PRP he)) (VP (VBD came) (ADVP (RB home))))"
SHE_WENT = "(S (NP (DT the) (NN nurse)) (VP (VBD went) (PP (TO to) (NP (NN bed)))))"
BOTH = f"(S {HE_CAME} (CC and) {SHE_WENT} (. .))"
BUT = f"(S {HE_CAME} (, ,) (CC but) {SHE_WENT} (. .))"
PARTED = f"(S {HE_CAME} (: ;) {SHE_WENT} (. .))"
MOVES = [
    ("comma-add", BOTH, ["he came home , and the nurse went to bed ."]),
    ("comma-drop", BUT, ["he came home but the nurse went to bed ."]),
    ("semicolon", BOTH, ["he came home ; the nurse went to bed ."]),
    ("semicolon", BUT, ["he came home ; however , the nurse went to bed ."]),
    (
        "semicolon-and",
        PARTED.replace("(DT the) (NN nurse)", "(PRP he)"),
        ["he came home , and he went to bed ."],
    ),
    (
        "subject-share",
        f"(S {HE_CAME} (, ,) (CC and) (S (NP (PRP he)) (VP (VBD slept))) (. .))",
        ["he came home and slept ."],
    ),
    (
        "subject-repeat",
        "(S (NP (DT the) (NN king)) (VP (VP (VBD came) (ADVP (RB home))) (CC and) "
        "(VP (VBD went) (PP (TO to) (NP (NN bed))))) (. .))",
        ["the king came home , and he went to bed ."],
    ),
    (
        "lead-drop",
        "(S (CC but) (NP (DT the) (NN soup)) (VP (VBD was) (ADJP (JJ cold))) (. .))",
        ["however , the soup was cold .", "the soup was cold , though ."],
    ),
    (
        "however-but",
        "(S (ADVP (RB however)) (, ,) (NP (DT the) (NN soup)) (VP (VBD was) (ADJP (JJ cold))) "
        "(. .))",
        ["but the soup was cold ."],
    ),
]
REFUSALS = {
    "a question": ("comma-add", BOTH.replace("(. .)", "(. ?)")),
    "the second clause has a link already": (
        "semicolon-and",
        PARTED.replace("(DT the) (NN nurse)", "(RB otherwise)"),
    ),
    "the second clause may explain the first": ("semicolon-and", PARTED),
    "two subjects": ("subject-share", BOTH),
    "nobody is taken up by a pronoun": (
        "subject-repeat",
        "(S (NP (DT no) (NN king)) (VP (VP (VBD came) (ADVP (RB home))) (CC and) "
        "(VP (VBD went) (PP (TO to) (NP (NN bed))))) (. .))",
    ),
    "the second verb hangs on the first one's auxiliary": (
        "subject-repeat",
        "(S (NP (PRP he)) (VP (VP (MD can) (VP (VB read))) (CC and) (VP (VB write) (ADVP (RB well)"
        "))) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in COORDINATION[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []


def test_template_of_the_result() -> None:
    (found,) = COORDINATION["semicolon"](read_tree(BUT))
    assert [child.label() for child in found] == ["S", ":", "S", "."]
