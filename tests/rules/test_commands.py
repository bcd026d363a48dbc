import pytest

from scpn.rules.commands import COMMANDS
from scpn.trees.reader import read_tree

RAIN = "(SBAR (IN if) (S (NP (PRP it)) (VP (VBZ rains) (ADVP (RB hard)))))"
WAIT = "(VP (VB wait) (ADVP (RB here)))"
SHOW = "(NP (DT a) (NN show))"
MOVES = [
    (
        "command-condition-end",
        f"(S {RAIN} (, ,) (INTJ (UH please)) {WAIT} (. .))",
        ["(S (INTJ please) (VP wait here if it rains hard) (. .))"],
    ),
    (
        "command-condition-front",
        f"(S (VP (VB do) (RB n't) (VP (VB wait) (ADVP (RB here)) {RAIN})) (. .))",
        ["(S (SBAR if it rains hard) (, ,) (VP do n't wait here) (. .))"],
    ),
    (
        "command-opening",
        "(S (CC and) (VP (VB give) (NP (PRP it)) (PP (TO to) (NP (PRP me)))) (. .))",
        ["(S (VP give it to me) (. .))"],
    ),
    (
        "command-opening",
        "(S (ADVP (RB now)) (VP (VB let) (S (NP (PRP us)) (VP (VB go)))) (. .))",
        ["(S (VP let us go now) (. .))"],
    ),
    (
        "reason-phrase",
        "(S (NP (DT that)) (VP (VBZ 's) (SBAR (WHADVP (WRB why)) (S (NP (PRP we)) (VP (VBD "
        "left))))) (. .))",
        ["(S (PP for that reason) (, ,) (NP we) (VP left) (. .))"],
    ),
    (
        "judge-front",
        "(S (NP (DT this) (NN lamp)) (VP (VBZ is) (NP (DT a) (NN gem)) (PP (TO to) (NP (PRP me)))) "
        "(. .))",
        ["(S (PP to me) (, ,) (NP this lamp) (VP is a gem) (. .))"],
    ),
    (
        "there-question",
        f"(SQ (VBZ is) (NP (EX there)) (NP {SHOW} (SBAR (S (NP (PRP you)) (VP (VBP want) "
        "(S (VP (TO to) (VP (VB see)))))))) (. ?))",
        ["(SQ (VBP do) (NP you) (VP want to see a show) (. ?))"],
    ),
]
REFUSALS = [
    # What is asked is whether it rains.
    ("command-condition-front", f"(S (VP (VB check) (ADVP (RB first)) {RAIN}) (. .))"),
    ("command-condition-end", f"(S {RAIN} (, ,) (NP (PRP we)) {WAIT} (. .))"),
    ("command-opening", f"(S (CC or) {WAIT} (. .))"),
    ("reason-phrase", "(S (NP (DT that)) (VP (VBZ is) (ADJP (JJ fine))) (. .))"),
    (
        "judge-front",
        "(S (NP (DT this) (NN lamp)) (VP (VBZ is) (ADJP (JJ close) (PP (TO to) (NP (PRP me))))) "
        "(. .))",
    ),
    ("there-question", f"(SQ (VBZ is) (NP (EX there)) {SHOW} (. ?))"),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_commands(name: str, source: str, expected: list[str]) -> None:
    found = []
    for result in COMMANDS[name](read_tree(source)):
        parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
        found.append(f"({result.label()} {' '.join(parts)})")
    assert found == expected


@pytest.mark.parametrize(("name", "source"), REFUSALS)
def test_refusals(name: str, source: str) -> None:
    assert list(COMMANDS[name](read_tree(source))) == []
