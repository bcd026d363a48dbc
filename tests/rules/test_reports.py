import pytest

from scpn.rules.reports import REPORTS
from scpn.trees.reader import read_tree

WORKS = "(S (NP (DT the) (NN plan)) (VP (VBZ works) (ADVP (RB well))))"
GREAT = "(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ great))))"
MAYOR = "(NP (DT the) (NN mayor))"
SAID = f"(S {MAYOR} (VP (VBD said) (SBAR (IN that) {WORKS})) (. .))"
THINK = f"(S (NP (PRP i)) (VP (VBP think) (SBAR {GREAT})) (. .))"
QUOTED = f"(`` \") {WORKS} (, ,) ('' \")"
MOVES = [
    (
        "speaker-end",
        SAID,
        ["the plan works well , the mayor said .", "the plan works well , said the mayor ."],
    ),
    ("speaker-end", THINK, ["it is great , i think ."]),
    (
        "speaker-front",
        f"(SINV {WORKS} (, ,) (VP (VBD said)) {MAYOR} (. .))",
        ["the mayor said that the plan works well ."],
    ),
    ("report-source", SAID, ["according to the mayor , the plan works well ."]),
    (
        "source-report",
        f"(S (PP (VBG according) (PP (TO to) {MAYOR})) (, ,) {WORKS[3:-1]} (. .))",
        ["the mayor says that the plan works well ."],
    ),
    ("opinion-phrase", THINK, ["in my opinion , it is great ."]),
    ("opinion-phrase", THINK.replace("think", "hope"), ["hopefully , it is great ."]),
    (
        "phrase-opinion",
        f"(S (PP (IN in) (NP (PRP$ my) (NN opinion))) (, ,) {GREAT[3:-1]} (. .))",
        ["i think it is great ."],
    ),
    (
        "seeming-adverb",
        f"(S (NP (PRP it)) (VP (VBZ seems) (SBAR (IN that) {WORKS})) (. .))",
        ["apparently , the plan works well .", "the plan works well , it seems ."],
    ),
    (
        "quotation-front",
        f"(S {MAYOR} (VP (VBD said) (, ,) (`` \") {WORKS}) (. .) ('' \"))",
        ['" the plan works well , " the mayor said .'],
    ),
    (
        "quotation-turn",
        f"(S {QUOTED} {MAYOR} (VP (VBD said)) (. .))",
        ['" the plan works well , " said the mayor .'],
    ),
    (
        "quotation-turn",
        f"(SINV {QUOTED} (VP (VBD said)) {MAYOR} (. .))",
        [
            '" the plan works well , " the mayor said .',
            'the mayor said , " the plan works well . "',
        ],
    ),
]
REFUSALS = {
    "he may be the mayor": (
        "speaker-end",
        SAID.replace("(NP (DT the) (NN plan))", "(NP (PRP he))"),
    ),
    "nobody said so": (
        "speaker-end",
        f"(S {MAYOR} (VP (VBD did) (RB n't) (VP (VB say) (SBAR (IN that) {WORKS}))) (. .))",
    ),
    "a fact is no opinion": ("opinion-phrase", THINK.replace("great", "closed")),
    "a pronoun is no source": ("report-source", SAID.replace(MAYOR, "(NP (PRP he))")),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in REPORTS[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: list[str]) -> None:
    assert outputs(rule, tree) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []
