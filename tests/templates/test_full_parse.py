"""Full parses that people write."""

import pytest

from scpn.errors import ScpnError
from scpn.templates.full_parse import read_full_parse
from scpn.trees.linearize import linearize


def test_full_parse_is_read_and_normalized() -> None:
    tree = read_full_parse("(ROOT (S (NP-SBJ-1 (PRP)) (VP (VBD)) (.)))")
    assert linearize(tree) == "(S(NP(PRP))(VP(VBD))(.))"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(S(NP)(VP))", "goes down to parts of speech"),
        ("(S(NP(PRP))(VXX(VBD)))", "unknown label 'VXX'"),
        ("(S(NP(PRP))", "missing"),
        ("(NN)", "template"),
    ],
)
def test_full_parse_that_is_none_says_why(text: str, message: str) -> None:
    with pytest.raises(ScpnError, match=message):
        read_full_parse(text)
