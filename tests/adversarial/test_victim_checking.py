"""Answers of victims are checked in one place."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import torch

from scpn.adversarial.protocol import Texts, Victim
from scpn.adversarial.victims import CheckedVictim, check_probabilities
from scpn.adversarial.victims.function import FunctionVictim
from scpn.errors import UsageError, VictimError

LABELS = ["no", "yes"]


def check(answer: Any, num_examples: int = 2) -> np.ndarray:
    return check_probabilities(answer, name="v", num_examples=num_examples, labels=LABELS)


@pytest.mark.parametrize(
    "answer",
    [
        [[0.25, 0.75], [1, 0]],
        np.array([[0.25, 0.75], [1, 0]], dtype=np.float32),
        torch.tensor([[0.25, 0.75], [1, 0]], dtype=torch.bfloat16, requires_grad=True),
    ],
)
def test_probabilities_of_any_kind(answer: Any) -> None:
    found = check(answer)
    assert found.dtype == np.float64
    assert found.tolist() == [[0.25, 0.75], [1.0, 0.0]]


def test_rounding_is_repaired() -> None:
    found = check([[0.3334, 0.6663], [1.0002, -0.0002]])
    assert found.sum(1) == pytest.approx([1, 1], abs=1e-15)
    assert (found >= 0).all()
    assert found[0, 0] == pytest.approx(0.3334 / 0.9997)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "gave NoneType 'None', which is no matrix of numbers"),
        ("yes", "gave str 'yes', which is no matrix"),
        ([[0.5, 0.5], [1.0]], "gave list .* which is no matrix"),
        ([[0.5, 0.5]], r"gave an array of shape \(1, 2\); expected .* of shape \(2, 2\)"),
        ([0, 1], r"gave an array of shape \(2,\)"),
        ([[0.2, 0.3, 0.5]] * 2, r"of shape \(2, 3\).* a column each for no, yes"),
        ([[0.5, 0.5], [np.nan, 1]], r"gave \[nan, 1\] for example 2 of 2, with NaN or infinity"),
        ([[np.inf, 0], [0, 1]], "for example 1 of 2, with NaN or infinity"),
        ([[1.5, -0.5], [0, 1]], r"gave \[1.5, -0.5\] for example 1 of 2, with a negative number"),
        ([[0.5, 0.5], [0.5, 0.6]], r"gave \[0.5, 0.6\] for example 2 .* does not sum to 1"),
        ([[3.2, 1.1], [0, 1]], "are these logits"),
    ],
)
def test_no_probabilities(answer: Any, message: str) -> None:
    with pytest.raises(VictimError, match=f"the victim v .*{message}"):
        check(answer)


def test_batches_are_joined_and_named() -> None:
    sizes = []

    def answer(texts: list[str]) -> list[list[float]]:
        sizes.append(len(texts))
        return [[0.0, 1.0] if "b" in text else [1.0, 0.0] for text in texts]

    victim: Victim = FunctionVictim(answer, LABELS, batch_size=2)
    found = victim.predict_proba([("a",), ("b",), ("a",), ("b",), ("b",)])
    assert found.argmax(1).tolist() == [0, 1, 0, 1, 1]
    assert sizes == [2, 2, 1]
    assert victim.predict_proba([]).shape == (0, 2)


def test_number_of_texts_is_checked() -> None:
    victim = FunctionVictim(lambda texts: [[0, 1]], LABELS)
    with pytest.raises(UsageError, match=r"reads 1 text\(s\), an example has 2"):
        victim.predict_proba([("a", "b")])


@pytest.mark.parametrize(
    ("labels", "num_texts", "batch_size", "message"),
    [
        (["one"], 1, 8, "has the labels one; a classifier needs two or more"),
        (["a", "a"], 1, 8, "each with its own name"),
        (["a", "b"], 3, 8, "reads 3 texts; it may be 1 or 2"),
        (["a", "b"], 1, 0, "the batch size is 0"),
    ],
)
def test_impossible_victims(
    labels: list[str], num_texts: int, batch_size: int, message: str
) -> None:
    class Deaf(CheckedVictim):
        def answer(self, texts: Sequence[Texts]) -> Any:
            return None

    with pytest.raises(UsageError, match=message):
        Deaf("v", labels, num_texts, batch_size=batch_size)
