"""The paraphraser without control as a rewriter: forms are places in the beam."""

import dataclasses
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, cast

import pytest
from nltk import Tree

from scpn.adversarial.baselines.recent import Recent
from scpn.adversarial.baselines.uncontrolled import UncontrolledRewriter
from scpn.errors import UsageError
from scpn.filters.settings import FilterSettings
from scpn.paraphraser import (
    Control,
    GenerationSettings,
    Paraphrase,
    Paraphraser,
    SentenceResult,
)

TREE = Tree.fromstring("(S (NP (PRP we)) (VP (VBD left)))")


class Beam:
    """Gives each sentence as many versions as it has words, and notes what it was asked."""

    settings: GenerationSettings
    controls: Sequence[Control]
    count = 0

    def stream(
        self,
        sentences: Iterable[str],
        controls: Callable[[Tree], Sequence[Control]],
        *,
        settings: GenerationSettings,
    ) -> Iterator[SentenceResult]:
        self.settings, self.controls = settings, controls(TREE)
        for index, text in enumerate(sentences):
            self.count += 1
            if text == "bad":
                yield SentenceResult(index, text, [], "too long")
                continue
            found = [
                Paraphrase(text, "(S(NP))", "(S(NP))", f"{text} {n}", "(S(NP))", False, -n, 1.0,
                           None, True, [])
                for n in range(len(text.split()))
            ]  # fmt: skip
            yield SentenceResult(index, text, found)


def rewriter(beam: Beam, **options: Any) -> UncontrolledRewriter:
    return UncontrolledRewriter(cast(Paraphraser, beam), **options)


def test_forms_are_places_in_the_beam() -> None:
    beam = Beam()
    made = rewriter(beam, num=3)
    results = list(made.rewrite({"we left home": made.forms, "we left": ["beam-2", "beam-3"]}))
    texts = [
        {form: [p.paraphrase for p in found] for form, found in result.paraphrases.items()}
        for result in results
    ]
    assert texts == [
        {"beam-1": ["we left home 0"], "beam-2": ["we left home 1"], "beam-3": ["we left home 2"]},
        {"beam-2": ["we left 1"], "beam-3": []},
    ]
    record = results[0].paraphrases["beam-2"][0]
    assert (record.template, record.target_parse) == ("beam-2", "")


def test_paraphraser_gets_the_own_parse_one_search_and_no_required_template() -> None:
    beam = Beam()
    given = GenerationSettings(filters=FilterSettings(min_overlap=0.3), rerank=4, beam=4)
    list(rewriter(beam, num=10, settings=given).rewrite({"we left": ["beam-1"]}))
    assert str(beam.controls[0].parse) == "(S (NP (PRP )) (VP (VBD )))"
    settings = beam.settings
    assert (settings.beam, settings.num_return, settings.rerank) == (10, 10, 1)
    assert settings.filters == dataclasses.replace(
        given.filters, require_match=False, min_score=-math.inf
    )


def test_sentence_that_fails_has_its_error() -> None:
    (result,) = rewriter(Beam(), num=2).rewrite({"bad": ["beam-1"]})
    assert (result.error, result.paraphrases) == ("too long", {"beam-1": []})


def test_number_of_versions_is_in_the_signature_and_must_be_positive() -> None:
    assert rewriter(Beam(), num=2).signature != rewriter(Beam(), num=5).signature
    with pytest.raises(UsageError, match="num is 0"):
        rewriter(Beam(), num=0)


def test_versions_asked_for_one_after_the_other_cost_one_search() -> None:
    beam = Beam()
    made = rewriter(beam, num=3)
    one_by_one = [
        result.paraphrases[form]
        for form in made.forms
        for result in made.rewrite({"we left home": [form]})
    ]
    assert beam.count == 1
    (together,) = rewriter(Beam(), num=3).rewrite({"we left home": made.forms})
    assert one_by_one == list(together.paraphrases.values())


def test_no_more_results_are_kept_than_asked() -> None:
    searched: list[str] = []

    def search(texts: list[str]) -> list[str]:
        searched.extend(texts)
        return [text.upper() for text in texts]

    recent = Recent(search, size=2)
    assert recent.find(["a", "b", "a", "c"]) == ["A", "B", "A", "C"]
    assert recent.find(["c", "b"]) == ["C", "B"]
    assert recent.find(["a"]) == ["A"]
    assert searched == ["a", "b", "c", "a"]
