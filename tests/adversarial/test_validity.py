"""Attacks read back, and the automatic check of what breaks a victim."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from attack_records import failed, outcome, records_of

from scpn.adversarial.outcomes import read_outcomes
from scpn.adversarial.protocol import Example, Texts
from scpn.adversarial.settings import ValidityRules
from scpn.adversarial.validity import CrossFittedJudge, judge_outcomes
from scpn.errors import DataError, UsageError


class Memory:
    """Knows the label of every text it was trained on, and takes all others for good."""

    name, labels, num_texts = "memory", ["bad", "good"], 1

    def __init__(self, examples: Sequence[Example]) -> None:
        self.known = {example.texts: example.label for example in examples}

    def predict_proba(self, texts: Sequence[Texts]) -> np.ndarray:
        return np.array([[1.0, 0.0] if self.known.get(t) == "bad" else [0.0, 1.0] for t in texts])


class Honest:
    """Says "bad" of a text with "dull"."""

    name, labels, num_texts = "honest", ["bad", "good"], 1

    def predict_proba(self, texts: Sequence[Texts]) -> np.ndarray:
        return np.array([[1.0, 0.0] if "dull" in t[0] else [0.0, 1.0] for t in texts])


EXAMPLES = [
    Example(str(number), (text,), label)
    for number, (text, label) in enumerate(
        [
            ("A dull film.", "bad"), ("Dull and dull.", "bad"), ("No fun.", "bad"),
            ("Great fun.", "good"), ("Not dull.", "good"), ("I liked it.", "good"),
        ]
    )
]  # fmt: skip


def test_outcomes_are_read_as_they_were_written(tmp_path: Path) -> None:
    wanted = [
        outcome("1", "a b", "good", ("f", "b a", "held", 0.8), ("g", "b", "broken", 0.3)),
        outcome("2", "c", "bad"),
        failed("3", "d", "bad"),
    ]
    path = tmp_path / "attack.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in records_of(wanted)))
    assert list(read_outcomes(path)) == wanted
    first, second, third = wanted
    assert (first.is_right, [r["template"] for r in first.breaking]) == (True, ["g"])
    assert (second.is_counted, second.breaking) == (True, [])
    assert (third.is_counted, third.is_right) == (False, False)


def test_breaking_candidates_come_strongest_first() -> None:
    one = outcome(
        "1",
        "a",
        "good",
        ("f", "x", "broken", 0.4),
        ("g", "y", "broken", 0.1),
        ("h", "z", "held", 0),
    )
    assert [record["template"] for record in one.breaking] == ["g", "f"]


def test_line_that_is_no_record_of_an_attack_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "attack.jsonl"
    path.write_text('{"id": 1, "label": "x"}\n')
    with pytest.raises(DataError, match=r"attack.jsonl:1: is no record of an attack: accepted, "):
        list(read_outcomes(path))


def test_no_example_is_judged_by_a_classifier_that_was_trained_on_it() -> None:
    trained: dict[int, list[Texts]] = {}

    def train(examples: list[Example], fold: int) -> Memory:
        trained[fold] = [example.texts for example in examples]
        return Memory(examples)

    more = [Example("m", ("More.",), "good"), Example("copy", EXAMPLES[0].texts, "bad")]
    judge = CrossFittedJudge(EXAMPLES, more, train, num_folds=3)
    for example in EXAMPLES:
        fold = judge.fold(example.texts)
        assert example.texts not in trained[fold]
        assert ("More.",) in trained[fold]
    assert {texts for rows in trained.values() for texts in rows} >= {e.texts for e in EXAMPLES}
    # A judge that knows by heart knows nothing of what it was not trained on: all is good to it.
    assert judge.accuracy == 0.5


def test_label_of_a_text_is_asked_from_the_fold_of_its_source() -> None:
    folds: list[int] = []

    class Noting(Honest):
        def __init__(self, fold: int) -> None:
            self.fold = fold

        def predict_proba(self, texts: Sequence[Texts]) -> np.ndarray:
            folds.extend([self.fold] * len(texts))
            return super().predict_proba(texts)

    judge = CrossFittedJudge(EXAMPLES, [], lambda _, fold: Noting(fold), num_folds=2)
    folds.clear()
    assert judge.labels([(EXAMPLES[3].texts, ("So dull.",))]) == ["bad"]
    assert folds == [judge.fold(EXAMPLES[3].texts)]


def test_valid_needs_label_similarity_and_overlap() -> None:
    judge = CrossFittedJudge(EXAMPLES, [], lambda *_: Honest(), num_folds=2)
    # Honest is wrong about "No fun." and "Not dull.".
    assert judge.accuracy == pytest.approx(4 / 6)
    items = judge_outcomes(
        [
            outcome("0", "A dull film.", "bad", ("f", "A dull one.", "broken", 0.1)),
            outcome("1", "Dull and dull.", "bad", ("f", "Great.", "broken", 0.1)),
            outcome("2", "No fun.", "bad", ("f", "A dull one.", "broken", 0.1)),
            outcome("3", "Great fun.", "good", ("f", "Fun.", "broken", 0.1), similarity=0.6),
            outcome("3", "Great fun.", "good", ("f", "Fun.", "broken", 0.1), overlap=0.4),
            outcome("3", "Great fun.", "good", ("f", "Fun.", "broken", 0.1), similarity=None),
            outcome(
                "5", "I liked it.", "good", ("f", "dull", "broken", 0.1), ("g", "Ok", "broken", 0.4)
            ),
            outcome("5", "I liked it.", "good", ("f", "Ok.", "held", 0.9)),
        ],
        judge,
    )
    assert [(item.is_judged, item.strongest_is_valid, len(item.valid)) for item in items] == [
        (True, True, 1),
        (True, False, 0),  # the label is lost
        (False, True, 1),  # the judge is wrong about the original, so its word does not count
        (True, False, 0),  # not similar enough
        (True, False, 0),  # too few words in common
        (True, True, 1),  # nothing is known of similarity
        (True, False, 1),  # the strongest is not valid, the other one is
        (True, False, 0),  # nothing is broken
    ]
    loose = ValidityRules(min_similarity=0.5)
    (item,) = judge_outcomes([items[3].outcome], judge, rules=loose)
    assert item.strongest_is_valid


@pytest.mark.parametrize("num_folds", [1, 7])
def test_folds_must_fit_the_data(num_folds: int) -> None:
    with pytest.raises(UsageError, match=f"{num_folds} folds of 6 examples"):
        CrossFittedJudge(EXAMPLES, [], lambda *_: Honest(), num_folds=num_folds)
