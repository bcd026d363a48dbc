import pytest

from scpn.rules.requests import REQUESTS
from scpn.trees.reader import read_tree

CALL = "(VP (VB call) (NP (PRP me)) (PP (IN at) (NP (NN noon))))"
PLEASE = "(INTJ (UH please))"
MOVES = [
    (
        "request-ask",
        f"(S {PLEASE} {CALL} (. .))",
        [
            "(SQ (MD could) (NP you) (ADVP please) (VP call me at noon) (. ?))",
            "(S (VP call me at noon , please) (. .))",
        ],
    ),
    (
        "request-please",
        f"(S {CALL} (. .))",
        [
            "(S (INTJ please) (VP call me at noon) (. .))",
            "(SQ (MD could) (NP you) (ADVP please) (VP call me at noon) (. ?))",
        ],
    ),
    (
        "request-command",
        f"(SQ (MD could) (NP (PRP you)) {CALL} (. ?))",
        ["(S (INTJ please) (VP call me at noon) (. .))"],
    ),
    (
        "request-command",
        "(SQ (MD can) (NP (PRP you)) (VP (VB read) (NP (DT the) (NN sign)) (, ,) (ADVP "
        "(RB please))) (. ?))",
        ["(S (INTJ please) (VP read the sign) (. .))"],
    ),
    (
        "name-move",
        "(SBARQ (NP (NNP anna)) (, ,) (WHADVP (WRB where)) (SQ (VBP are) (NP (PRP you))) (. ?))",
        ["(SBARQ (WHADVP where) (SQ are you) (, ,) (NP anna) (. ?))"],
    ),
    (
        "name-move",
        f"(S {CALL} (, ,) (NP (NNP anna)) (. .))",
        ["(S (NP anna) (, ,) (VP call me at noon) (. .))"],
    ),
]
REFUSALS = [
    # A question in other words, which is to stay one.
    (
        "request-command",
        "(SQ (MD can) (NP (PRP you)) (VP (VB tell) (NP (PRP me)) (SBAR (IN if) (S "
        "(NP (PRP it)) (VP (VBZ rains))))) (. ?))",
    ),
    # It asks whether they are able to.
    (
        "request-command",
        "(SQ (MD can) (NP (PRP you)) (VP (VB read) (NP (DT the) (NN sign))) (. ?))",
    ),
    # It orders, and is no favor to the speaker.
    ("request-please", "(S (VP (VB leave) (NP (DT the) (NN room))) (. .))"),
    # "anna" may be who she is.
    ("name-move", "(S (NP (NNP anna)) (, ,) (NP (PRP she)) (VP (VBZ is) (ADJP (JJ late))) (. .))"),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_requests(name: str, source: str, expected: list[str]) -> None:
    found = []
    for result in REQUESTS[name](read_tree(source)):
        parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
        found.append(f"({result.label()} {' '.join(parts)})")
    assert found == expected


@pytest.mark.parametrize(("name", "source"), REFUSALS)
def test_refusals(name: str, source: str) -> None:
    assert list(REQUESTS[name](read_tree(source))) == []
