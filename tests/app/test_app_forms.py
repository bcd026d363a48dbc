"""Forms as people meet them."""

from typing import TYPE_CHECKING

import pytest

from scpn.app.forms import (
    describe,
    form_of,
    judge_template,
    load_examples,
    offer_forms,
)
from scpn.templates import Template, load_statistics
from scpn.tokenization.treebank import tokenize
from scpn.trees.reader import read_tree

if TYPE_CHECKING:
    from scpn import Paraphraser


def test_every_example_has_the_form_it_stands_for(paraphraser: "Paraphraser") -> None:
    examples = load_examples()
    assert len(examples) > 50
    words = [[word.lower() for word in tokenize(text)] for text in examples.values()]
    found = [Template.of(tree) for tree in paraphraser.parser.parse(words)]
    assert found == list(examples)


def test_form_is_said_in_words() -> None:
    template = Template.parse("(S(SBAR)(,)(NP)(VP)(.))")
    assert describe(template) == (
        "clause: subordinate clause, comma, noun phrase, verb phrase, end mark"
    )
    assert form_of(template).label.splitlines() == [
        load_examples()[template],
        "(S(SBAR)(,)(NP)(VP)(.))",
    ]
    assert form_of(Template.parse("(S(QP)(VP))")).label.startswith("clause: QP, verb phrase\n")


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("(S(NPP)(VP)(.))", "(S(NP)(VP)(.))"),  # a label misspelt
        ("(s(np)(vp)(.))", "(S(NP)(VP)(.))"),  # small letters
        ("(S(NP)(VP)(.", "(S(NP)(VP)(.))"),  # brackets not closed
        ("S PP , NP VP .", "(S(PP)(,)(NP)(VP)(.))"),  # no brackets, no arrow
        ("(S(NP(DT)(NN))(VP(VB)))", "(S(NP)(VP))"),  # more than two levels
    ],
)
def test_mistyped_form_has_a_message_and_a_nearest_one(typed: str, nearest: str) -> None:
    verdict = judge_template(typed, load_examples())
    assert verdict.template is None
    assert verdict.message
    assert len(verdict.message) < 120
    assert str(verdict.nearest) == nearest


def test_right_form_is_taken_and_nonsense_has_no_nearest() -> None:
    assert judge_template("S -> NP VP .", ()).template == Template.parse("(S(NP)(VP)(.))")
    assert judge_template("hello world", load_examples()).nearest is None


def test_forms_with_material_for_them_are_offered() -> None:
    tree = read_tree(
        "(S (NP (PRP i)) (VP (VBP read) (SBAR (WHADVP (WRB when)) "
        "(S (NP (PRP it)) (VP (VBZ rains))))) (. .))"
    )
    forms = [str(form.template) for form in offer_forms(tree, load_statistics(), top=8)]
    assert "(S(SBAR)(,)(NP)(VP)(.))" in forms
    assert "(S(NP)(VP)(.))" not in forms  # its own
