"""Ranking and records, with outputs and parses written by hand."""

import dataclasses
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from nltk import Tree
from scripted_pipeline import (
    AGAIN,
    ASKED,
    FULL,
    MOVED,
    OTHER,
    PLAIN,
    TREES,
    ScriptedParser,
    run,
    scripted_paraphraser,
    write,
)

from scpn.errors import UsageError
from scpn.filters.settings import FilterSettings
from scpn.paraphraser import GenerationSettings, Paraphraser
from scpn.trees.reader import read_tree

WEIGHT = GenerationSettings().meaning_weight


@pytest.fixture
def paraphraser(tmp_path: Path) -> Paraphraser:
    return scripted_paraphraser(tmp_path)


def test_a_match_comes_first_then_what_is_accepted_then_the_score(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Best score first; by hand: no match, match but rejected (other words), two good ones.
    write(monkeypatch, [(PLAIN, -0.1), (MOVED, -0.7)], [(OTHER, -0.2), (AGAIN, -0.6)])
    found = run(paraphraser)
    assert [paraphrase.paraphrase.lower() for paraphrase in found] == [AGAIN, MOVED, OTHER, PLAIN]
    assert [paraphrase.template_match for paraphrase in found] == [True, True, True, False]
    assert [paraphrase.accepted for paraphrase in found] == [True, True, False, False]
    assert [paraphrase.score for paraphrase in found] == [-0.6, -0.7, -0.2, -0.1]


def test_overlap_with_the_source_counts_beside_the_score(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(paraphraser.parser, ScriptedParser)
    short = "in may , we met ."
    paraphraser.parser.trees[tuple(short.split())] = read_tree(
        "(S (PP (IN in) (NP (NNP may))) (, ,) (NP (PRP we)) (VP (VBD met)) (. .))"
    )
    # Overlaps 10 / 13 and 14 / 15: 0.16 apart.
    for price, first in ((0.1, MOVED), (0.2, short)):
        write(monkeypatch, [(short, -0.5), (MOVED, -0.5 - price * WEIGHT)])
        assert run(paraphraser)[0].paraphrase.lower() == first


def test_an_impossible_weight_is_refused() -> None:
    with pytest.raises(UsageError, match="meaning_weight is -1; it must be at least 0"):
        GenerationSettings(meaning_weight=-1)
    with pytest.raises(UsageError, match="meaning_weight is inf; it must be at least 0"):
        GenerationSettings(meaning_weight=math.inf)


class ScriptedJudge:
    """Knows sentences by a word in them; each is a direction in the plane."""

    name, dimension = "scripted", 2

    def __init__(self, **angles: float) -> None:
        self.angles = angles

    def embed(self, sentences: Sequence[str], *, batch_size: int = 128, unknown: str) -> np.ndarray:
        rows = [
            next((angle for word, angle in self.angles.items() if word in text.split()), None)
            for text in sentences
        ]
        return np.array([[0, 0] if a is None else [np.cos(a), np.sin(a)] for a in rows])


def test_similarity_counts_beside_the_score_and_stands_in_the_record(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The source and AGAIN hold both words; MOVED as well. Only OTHER has "june".
    paraphraser.judge = ScriptedJudge(june=np.arccos(0.75), rome=0.0)
    lenient = FilterSettings(min_overlap=0, min_score=-5, max_lost=1, max_added=1)
    for price, first in ((0.2, MOVED), (0.3, OTHER)):
        write(monkeypatch, [(OTHER, -0.5), (MOVED, -0.5 - price * WEIGHT)])
        found = run(paraphraser, filters=lenient)
        assert found[0].paraphrase.lower() == first
        assert {p.paraphrase.lower(): p.similarity for p in found} == {OTHER: 0.75, MOVED: 1.0}
        assert all(paraphrase.accepted for paraphrase in found)


def test_the_weight_of_meaning_can_be_set(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    paraphraser.judge = ScriptedJudge(june=np.arccos(0.75), rome=0.0)
    lenient = FilterSettings(min_overlap=0, min_score=-9, max_lost=1, max_added=1)
    write(monkeypatch, [(OTHER, -0.5), (MOVED, -8.0)])
    for weight, first in ((0.0, OTHER), (1000.0, MOVED)):
        found = run(paraphraser, filters=lenient, meaning_weight=weight)
        assert found[0].paraphrase.lower() == first


def test_an_output_of_another_meaning_is_rejected_with_its_figure(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    paraphraser.judge = ScriptedJudge(june=np.arccos(0.69), rome=0.0)
    write(monkeypatch, [(OTHER, -0.1), (MOVED, -0.9)])
    lenient = FilterSettings(min_overlap=0, max_lost=1, max_added=1)
    good, bad = run(paraphraser, filters=lenient)
    assert good.accepted
    assert bad.rejected_because == ["similarity 0.69 < 0.7"]
    (_, now) = run(paraphraser, filters=dataclasses.replace(lenient, min_similarity=0.6))
    assert now.accepted


def test_an_output_that_changes_the_content_is_rejected_with_the_words(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    # June stands for Rome; nothing does for "met", and "sat" for nothing.
    paraphraser.judge = ScriptedJudge(june=np.arccos(0.75), rome=0.0)
    write(monkeypatch, [(OTHER, -0.1), (MOVED, -0.9)])
    good, bad = run(paraphraser, filters=FilterSettings(min_overlap=0))
    assert (good.paraphrase.lower(), good.accepted) == (MOVED, True)
    assert bad.rejected_because == ["loses 'met'", "adds 'sat'"]


def test_an_output_the_judge_knows_nothing_of_is_like_nothing(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    paraphraser.judge = ScriptedJudge()
    write(monkeypatch, [(MOVED, -0.1)])
    (found,) = run(paraphraser)
    assert found.similarity == 0.0
    assert found.rejected_because == ["similarity 0.00 < 0.7"]


def test_without_re_ranking_the_score_alone_counts(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(monkeypatch, [(MOVED, -0.7), (PLAIN, -0.1), (OTHER, -0.2), (AGAIN, -0.6)])
    found = run(paraphraser, rerank=1)
    assert [paraphrase.score for paraphrase in found] == [-0.1, -0.2, -0.6, -0.7]


def test_of_equal_outputs_the_better_one_is_kept(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(monkeypatch, [(MOVED, -0.7), (AGAIN, -0.9)], [(MOVED, -0.3)])
    found = run(paraphraser)
    assert [(p.paraphrase.lower(), p.score) for p in found] == [(MOVED, -0.3), (AGAIN, -0.9)]
    assert len(run(paraphraser, num_return=1)) == 1


def test_what_the_parser_refuses_is_left_out(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(monkeypatch, [("no such tree", -0.1), (MOVED, -0.3)])
    assert [paraphrase.paraphrase.lower() for paraphrase in run(paraphraser)] == [MOVED]


def test_a_lone_tag_has_no_template_and_is_left_out(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(paraphraser.parser, ScriptedParser)
    paraphraser.parser.trees[("rome",)] = Tree("NNP", ["rome"])
    write(monkeypatch, [("rome", -0.1), (MOVED, -0.3)])
    assert [paraphrase.paraphrase.lower() for paraphrase in run(paraphraser)] == [MOVED]


def test_broken_letters_are_rejected(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(paraphraser.parser, ScriptedParser)
    broken = [word.replace("rome", "rom\ufffd") for word in MOVED.split()]
    paraphraser.parser.trees[tuple(broken)] = TREES[1]
    write(monkeypatch, [(" ".join(broken), -0.1), (MOVED, -0.3)])
    good, bad = run(paraphraser)
    assert good.accepted
    assert bad.rejected_because == ["has broken letters"]


def test_a_record_holds_every_field(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(monkeypatch, [(MOVED, -0.34567)])
    (found,) = run(paraphraser, "We met in Rome in May .")
    # 7 tokens, 8 with the comma: 7 in common, F1 = 14 / 15.
    assert found.to_dict() == {
        "source": "We met in Rome in May .",
        "template": ASKED,
        "target_parse": FULL,
        "paraphrase": "In May , we met in Rome .",
        "parse": FULL,
        "template_match": True,
        "score": -0.3457,
        "ngram_overlap": 0.9333,
        "similarity": None,
        "accepted": True,
        "rejected_because": [],
        "by": "network",
        "same": None,
        "english": None,
        "quality": None,
    }
    assert list(found.to_dict()) == [
        "source", "template", "target_parse", "paraphrase", "parse", "template_match", "score",
        "ngram_overlap", "similarity", "accepted", "rejected_because", "by",
        "same", "english", "quality",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("We met in Rome in May.", "In May, we met in Rome."),
        ("we met in rome in may.", "in may, we met in rome."),
        ("WE MET IN ROME IN MAY.", "IN MAY, WE MET IN ROME."),
        ("  We  met in Rome\u00a0in May . ", "In May, we met in Rome."),
    ],
)
def test_plain_text_gives_plain_text_in_the_casing_of_the_source(
    source: str, expected: str, paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(monkeypatch, [(MOVED, -0.5)])
    (found,) = run(paraphraser, source, tokenized=False)
    assert found.paraphrase == expected
    assert found.source == source


def test_reasons_of_rejection_stand_in_the_record(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(monkeypatch, [(PLAIN, -0.1), (OTHER, -0.2)])
    other, plain = run(paraphraser)
    # "in", "." of 7 and 6 tokens: 2 * 2 / 13.
    assert other.rejected_because == ["n-gram overlap 0.31 < 0.5"]
    assert plain.rejected_because == [
        "template is (S(NP)(VP)(.)), not (S(PP)(,)(NP)(VP)(.))",
        "same words as the source",
    ]
    lenient = FilterSettings(min_overlap=0.2, require_match=False, allow_copies=True)
    assert all(paraphrase.accepted for paraphrase in run(paraphraser, filters=lenient))
