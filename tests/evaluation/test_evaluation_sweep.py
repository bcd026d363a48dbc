"""Sentences times templates: shares over the right bases."""

from typing import Any

import pytest
from scripted_paraphraser import ALMOST_2, SOURCE_1, SOURCE_2, TARGET_1, TARGET_2, scripted

from scpn.errors import DataError, UsageError
from scpn.evaluation import SweepEvaluation, evaluate_sweep
from scpn.filters.settings import FilterSettings
from scpn.paraphraser import GenerationSettings
from scpn.templates import Template

TEMPLATES = [Template.parse("(S(NP)(VP)(.))"), Template.parse("(S(NP)(VP))")]


def sweep(*sentences: str, **options: Any) -> SweepEvaluation:
    model = scripted()
    model.by_template = {SOURCE_1: TARGET_1, SOURCE_2: SOURCE_2}
    settings = GenerationSettings(rerank=1, tokenized=True)
    return evaluate_sweep(model, sentences, TEMPLATES, settings=settings, **options)  # type: ignore[arg-type]


def test_shares() -> None:
    # TARGET_1 twice: F1 with its source 4/7, right form once. SOURCE_2 twice: a copy, wrong form.
    # TARGET_2 has no output under either template.
    evaluation = sweep(SOURCE_1, SOURCE_2, TARGET_2)
    assert {name: (s.value, s.count) for name, s in evaluation.figures.items()} == {
        "accepted": (pytest.approx(100 / 6), 6),
        "template_match": (pytest.approx(100 / 6), 6),
        "unigram_f1_of_accepted": (100, 1),
        "unigram_f1_of_accepted_but_for_overlap": (100, 1),
        "unigram_f1_of_all": (100, 4),
        "repeated_3gram": (0, 4),
        "copies": (50, 4),
    }
    assert (evaluation.num_sentences, evaluation.num_templates) == (3, 2)
    assert evaluation.num_outputs == 4


def test_output_far_from_its_source_counts_under_every_other_rule() -> None:
    model = scripted()
    # The first F1 is 4/7, the second (she and '.' of four words each) 1/2.
    model.by_template = {SOURCE_1: TARGET_1, TARGET_1: ALMOST_2}
    other = Template.parse("(INTJ(UH))")
    settings = GenerationSettings(
        rerank=1, tokenized=True, filters=FilterSettings(min_overlap=0.55)
    )
    evaluation = evaluate_sweep(
        model,  # type: ignore[arg-type]
        [SOURCE_1, TARGET_1],
        [TEMPLATES[0], other],
        settings=settings,
    )
    counts = {name: (s.value, s.count) for name, s in evaluation.figures.items()}
    assert counts["accepted"] == (25, 4)
    assert counts["unigram_f1_of_accepted_but_for_overlap"] == (100, 2)
    assert "overlap:0.55" in str(evaluation.figures["accepted"].signature)


def test_sentence_that_fails_is_left_out_of_every_base() -> None:
    steps: list[int] = []
    evaluation = sweep("zzz", SOURCE_1, on_progress=steps.append)
    assert evaluation.failed == [(0, "no parse")]
    assert evaluation.figures["accepted"].count == 2
    assert steps == [1, 1]


def test_figure_without_base_is_missing() -> None:
    evaluation = sweep(TARGET_2)
    assert set(evaluation.figures) == {"accepted", "template_match"}


def test_times_are_those_of_this_run() -> None:
    evaluation = sweep(SOURCE_1, SOURCE_2)
    assert evaluation.stage_seconds == {"parse": 1.0}
    assert evaluation.per_second == pytest.approx(4 / evaluation.seconds)


def test_report() -> None:
    records: list[dict[str, Any]] = []
    evaluation = sweep(SOURCE_1, provenance={"file": "f"}, on_output=records.append)
    assert [record["paraphrase"] for record in records] == [TARGET_1, TARGET_1]
    report = evaluation.to_dict()
    assert report["sentences"] == 1
    assert report["outputs"] == 2
    assert report["figures"]["accepted"]["value"] == 50
    expected = "file:f|sentences:1|templates:2|parser:table 1|judge:none|beam:4"
    assert report["signature"].startswith(expected)


def test_nothing_to_evaluate() -> None:
    with pytest.raises(DataError, match=r"1 read, none usable \(sentence 1: no parse\)"):
        sweep("zzz")
    with pytest.raises(UsageError, match="no templates"):
        evaluate_sweep(scripted(), [SOURCE_1], [])  # type: ignore[arg-type]
