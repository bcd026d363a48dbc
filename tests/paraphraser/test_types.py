"""Requests: forms and settings are checked when they are made."""

from typing import Any

import pytest
from nltk import Tree

from scpn.errors import TreeSyntaxError, UsageError
from scpn.filters.settings import FilterSettings
from scpn.paraphraser import Control, GenerationSettings
from scpn.templates import Template

TEMPLATE = Template("S", ("NP", "VP", "."))


def test_a_control_is_a_template_or_a_parse() -> None:
    parse = Tree("S", [Tree("NP", [Tree("PRP", [])]), Tree("VP", [Tree("VBD", [])])])
    assert Control.of_template("(ROOT (S (NP) (VP) (.)))") == Control(template=TEMPLATE)
    assert Control.of_template(TEMPLATE).target == TEMPLATE
    assert Control.of_parse("(TOP(S(NP-SBJ(PRP))(VP(VBD))))") == Control(parse=parse)
    assert Control(parse=parse).target == Template("S", ("NP", "VP"))
    for options in ({}, {"template": TEMPLATE, "parse": parse}):
        with pytest.raises(UsageError, match="either a template or a full parse"):
            Control(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(S(NP)(VP)", r"missing '\)'.*at character 11"),
        ("(S(NPP))", "unknown label 'NPP'; did you mean"),
        ("(S(NP the))", "word"),
    ],
)
def test_a_malformed_template_is_refused(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Control.of_template(text)


def test_a_malformed_parse_is_refused() -> None:
    with pytest.raises(TreeSyntaxError, match=r"at character \d+"):
        Control.of_parse("(S(NP(DT)")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        *(
            ({name: value}, f"{name} is {value}; it must be at least 1")
            for name in (
                *("beam", "num_return", "rerank", "parse_beam"),
                *("batch_size", "max_words", "groups"),
            )
            for value in (0, -3)
        ),
        (
            {"beam": 2, "rerank": 2, "num_return": 5},
            "num_return is 5, but a beam of 2 with 2 parses gives at most 4 outputs; raise beam",
        ),
        ({"groups": 3}, "a beam of 4 cannot be split into 3 equal groups"),
        ({"temperature": 0.0}, r"temperature is 0\.0; it must be above 0"),
        ({"temperature": float("nan")}, "temperature is nan; it must be above 0"),
        ({"top_p": 0.0}, r"top_p is 0\.0; it must be above 0 and at most 1"),
        ({"top_p": 1.5}, r"top_p is 1\.5; it must be above 0 and at most 1"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        GenerationSettings(**settings)


@pytest.mark.parametrize("value", [-0.1, 1.1])
def test_an_overlap_is_a_share(value: float) -> None:
    with pytest.raises(UsageError, match="must lie between 0 and 1"):
        FilterSettings(min_overlap=value)


def test_the_largest_number_of_outputs_is_allowed() -> None:
    assert GenerationSettings(beam=2, rerank=3, num_return=6).num_return == 6
    assert GenerationSettings(beam=4, groups=2, temperature=0.5, top_p=1.0).groups == 2


def test_a_batch_counts_the_parses_of_each_request() -> None:
    # Four parses each: 32 requests have 128. One request is the least.
    assert GenerationSettings().requests_at_a_time == 32
    assert GenerationSettings(rerank=1, batch_size=9).requests_at_a_time == 9
    assert GenerationSettings(rerank=3, batch_size=2).requests_at_a_time == 1


def test_settings_of_both_kinds_side_by_side() -> None:
    settings = GenerationSettings.of(beam=2, max_lost=0.5, seed=3)
    assert settings == GenerationSettings(beam=2, seed=3, filters=FilterSettings(max_lost=0.5))
    with pytest.raises(UsageError, match=r"max_added is -1; it must lie between 0 and 1"):
        GenerationSettings.of(max_added=-1)
