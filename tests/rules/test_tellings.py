import pytest

from scpn.rules.tellings import TELLINGS
from scpn.trees.reader import read_tree

LATE = "(S (NP (PRP she)) (VP (VBD was) (ADVP (RB very)) (ADJP (JJ late))))"
PAYS = "(S (NP (DT the) (JJ new) (NN tax)) (VP (VBZ pays)))"
MOVES = [
    (
        "teller-last",
        f"(S (NP (DT the) (NN lady)) (VP (VBD said) (SBAR {LATE})) (. .))",
        ["(S (S the lady was very late) (, ,) (S she said) (. .))"],
    ),
    (
        "teller-last",
        f"(S (NP (NNS farmers)) (VP (VBP have) (VP (VBN found) (SBAR (IN that) {PAYS}))) (. .))",
        ["(S (S the new tax pays) (, ,) (S farmers have found) (. .))"],
    ),
    (
        "teller-first",
        f"(S {PAYS} (, ,) (VP (VB say) (NP (NN tax) (NNS experts))) (. .))",
        ["(S (NP tax experts) (VP say that the new tax pays) (. .))"],
    ),
]
REFUSALS = [
    # "she" was somebody else.
    ("teller-last", f"(S (NP (DT the) (NN king)) (VP (VBD said) (SBAR {LATE})) (. .))"),
    (
        "teller-last",
        f"(S (NP (NNS farmers)) (VP (VBD did) (RB n't) (VP (VB say) (SBAR {PAYS}))) (. .))",
    ),
    ("teller-first", f"(S {LATE} (, ,) (NP (DT the) (NN lady)) (VP (VBD said)) (. .))"),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_tellings(name: str, source: str, expected: list[str]) -> None:
    found = []
    for result in TELLINGS[name](read_tree(source)):
        parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
        found.append(f"({result.label()} {' '.join(parts)})")
    assert found == expected


@pytest.mark.parametrize(("name", "source"), REFUSALS)
def test_refusals(name: str, source: str) -> None:
    assert list(TELLINGS[name](read_tree(source))) == []
