from contextlib import suppress
from typing import cast

import pytest
from fake_paraphraser import FakeParaphraser
from hypothesis import given
from hypothesis import strategies as st
from nltk.tree import Tree

from scpn.errors import ModelError, ScpnError, TreeSyntaxError, UsageError
from scpn.paraphraser import Paraphraser
from scpn.paraphraser import controls as controls_module
from scpn.paraphraser.controls import NUM_GUESSED, ControlRequest, Suggester
from scpn.templates import Template, TemplateStatistics

DECLARATIVE, QUESTION = "(S(NP)(VP)(.))", "(SQ(VBZ)(NP)(VP)(.))"
FAKE = cast(Paraphraser, FakeParaphraser())


def test_each_control_once_and_in_order() -> None:
    request = ControlRequest.read(
        templates=["S -> NP VP .", DECLARATIVE],
        template_set="scpn-2018",
        parses=["(ROOT (S (NP-SBJ (PRP)) (VP (VBD)) (.)))", "(S(NP(PRP))(VP(VBD))(.))"],
        exemplars=["Is she gone?", "Is she gone? "],
    )
    assert len(request.templates) == 10
    assert str(request.templates[0]) == DECLARATIVE
    assert request.to_dict()["parses"] == ["(S(NP(PRP))(VP(VBD))(.))"]
    assert request.exemplars == ("Is she gone?",)
    assert len(request) == 12
    built = request.build(FAKE)
    assert [str(control.target) for control in built[-2:]] == [DECLARATIVE, QUESTION]


def test_nothing_asked_for_is_empty() -> None:
    assert not ControlRequest.read()


def test_empty_exemplar_and_bad_exemplar() -> None:
    with pytest.raises(UsageError, match="--exemplar is empty"):
        ControlRequest.read(exemplars=[" "])
    with pytest.raises(UsageError, match="--exemplar 'will fail': the sentence is too long"):
        ControlRequest.read(exemplars=["will fail"]).build(FAKE)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("(S(NP(PRP))", TreeSyntaxError, r"--parse '\(S\(NP\(PRP\)\)': .*\(at character 12\)$"),
        ("(S(NP(PRP))(VVP(VBD)))", UsageError, "unknown label 'VVP'; did you mean 'V"),
        ("(S(NP)(VP(VBD)))", UsageError, "the phrase NP has nothing in it.*--template"),
        ("(S(NP(PRP she))(VP(VBD left)))", TreeSyntaxError, "--parse"),
    ],
)
def test_bad_parse(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ControlRequest.read(parses=[text])


def suggester(*targets: str) -> Suggester:
    statistics = TemplateStatistics()
    for count, target in enumerate(reversed(targets), start=1):
        statistics.add(
            Template.parse(DECLARATIVE), Template.parse(target), length=3, count=100 * count
        )
    return Suggester(statistics)


def test_suggestions_leave_out_the_sentences_own_form() -> None:
    middle = [f"(S(NP){phrase}(VP)(.))" for phrase in ("(PRT)", "(QP)", "(NX)", "(PRT)(PRT)")]
    targets = [DECLARATIVE, *middle, "(S(VP)(.))"]
    tree = Tree.fromstring("(S (NP (PRP she)) (VP (VBD left)) (. .))")
    suggested = suggester(*targets)(tree)
    assert [str(control.target) for control in suggested] == targets[1 : NUM_GUESSED + 1]


def test_where_a_form_is_reached_only_such_forms_are_asked_for() -> None:
    fronted, blind = "(S(PP)(,)(NP)(VP)(.))", {"(S(VP)(.))", QUESTION}
    tree = Tree.fromstring("(S (NP (PRP she)) (VP (VBD left) (PP (IN in) (NP (NNP may)))) (. .))")
    asked = {str(control.target) for control in suggester(fronted, *sorted(blind))(tree)}
    assert fronted in asked
    assert not blind & asked


def test_nothing_to_suggest() -> None:
    assert suggester(DECLARATIVE)(Tree.fromstring("(S (NP (PRP she)) (VP (VBD left)) (. .))")) == []
    assert suggester(DECLARATIVE)(Tree.fromstring("(UH yes)")) == []


def test_no_statistics_says_what_to_give(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> TemplateStatistics:
        raise ModelError("none")

    monkeypatch.setattr(controls_module, "load_statistics", missing)
    with pytest.raises(UsageError, match=r"give --template .*--templates SET.*--exemplar"):
        Suggester.load()


@given(st.text(max_size=20) | st.text("(). SNPVBD-", max_size=40))
def test_any_text_gives_a_parse_or_our_own_error(text: str) -> None:
    for options in ({"parses": [text]}, {"templates": [text]}, {"exemplars": [text]}):
        with suppress(ScpnError):
            assert len(ControlRequest.read(**options)) == 1  # type: ignore[arg-type]
