"""Which forms a sentence has words for."""

import pytest

from scpn.templates import Template
from scpn.templates.fit import Material
from scpn.trees.reader import read_tree

PLAIN = (
    "(S (NP (PRP we)) (VP (VBD met) (NP (NP (DT the) (NN king)) (PP (IN of) (NP (NNP rome))))"
    " (SBAR (IN when) (S (NP (PRP it)) (VP (VBD rained) (ADVP (RB heavily)))))) (. .))"
)
OPENED = (
    "(S (CC and) (ADVP (RB then)) (NP (PRP we)) (VP (VBD left) (PP (IN in) (NP (NN may)))) (. .))"
)
JOINED = "(S (S (NP (PRP it)) (VP (VBD rained))) (: ;) (S (NP (PRP we)) (VP (VBD left))) (. .))"
ASKING = (
    "(SBARQ (WHADVP (WRB where)) (SQ (VBZ does) (NP (PRP he)) (VP (VB live) (PP (IN in)"
    " (NP (NN may))))) (. ?))"
)


@pytest.mark.parametrize(
    ("sentence", "form", "expected"),
    [
        (PLAIN, "(S(SBAR)(,)(NP)(VP)(.))", False),  # "when it rained"
        (PLAIN, "(S(SBAR)(,)(SBAR)(,)(NP)(VP)(.))", True),  # there is one such clause
        (PLAIN, "(S(PP)(,)(NP)(VP)(.))", True),  # "of rome" belongs to the king
        (PLAIN, "(S(ADVP)(,)(NP)(VP)(.))", False),
        (PLAIN, "(S(INTJ)(,)(NP)(VP)(.))", True),
        (PLAIN, "(S(CC)(NP)(VP)(.))", True),
        (PLAIN, "(S(S)(,)(NP)(VP)(.))", False),  # "it rained" is a clause
        (PLAIN, "(S(VP)(.))", False),  # loses, but invents nothing
        (PLAIN, "(SQ(VBD)(NP)(VP)(.))", True),
        (PLAIN, "(S(``)(NP)(VP)('')(.))", True),
        (PLAIN, "(NP(NP)(SBAR)(.))", False),
        (OPENED, "(S(CC)(PP)(,)(NP)(VP)(.))", False),
        (OPENED, "(S(ADVP)(PP)(,)(NP)(VP)(.))", False),
        (OPENED, "(S(CC)(NP)(VP)(CC)(VP)(.))", True),
        (PLAIN, "(S(NP)(,)(NP)(VP)(.))", True),  # there is one subject
        ("(S (VP (VB keep) (NP (DT the) (NN dog))) (. !))", "(S(NP)(VP)(.))", True),
        (JOINED, "(S(NP)(VP)(,)(NP)(VP)(.))", False),
        (JOINED, "(S(S)(,)(CC)(S)(.))", True),
        (ASKING, "(SBARQ(WHNP)(SQ)(.))", True),
        (ASKING, "(S(NP)(VP)(.))", True),
        (ASKING, "(SQ(VBZ)(NP)(VP)(.))", True),
        (ASKING, "(SBARQ(PP)(WHADVP)(SQ)(.))", False),
    ],
)
def test_a_slot_is_filled_or_invented(sentence: str, form: str, expected: bool) -> None:
    assert Material.of(read_tree(sentence)).lacks(Template.parse(form)) is expected
