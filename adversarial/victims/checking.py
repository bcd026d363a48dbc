"""Checks the answers of all classifiers."""

import abc
from collections.abc import Sequence
from typing import Any

import numpy as np

from scpn.adversarial.protocol import Texts
from scpn.errors import UsageError, VictimError

TOLERANCE = 1e-3
"""How far the probabilities of a row may be from a sum of 1; half precision is that coarse."""

BATCH_SIZE = 64


class CheckedVictim(abc.ABC):
    """Base class of victims, which checks their answers.

    Args:
        name: Name for signatures and reports.
        labels: Names of the labels, in the order of the probabilities.
        num_texts: Texts it reads for one decision, 1 or 2.
        batch_size: Examples it is asked about at a time.

    Raises:
        UsageError: There are fewer than two labels, or two of one name.
    """

    def __init__(
        self, name: str, labels: Sequence[str], num_texts: int, *, batch_size: int = BATCH_SIZE
    ) -> None:
        if len(labels) < 2 or len(set(labels)) < len(labels):
            raise UsageError(
                f"the victim {name} has the labels {', '.join(labels) or 'none'}; a classifier "
                "needs two or more, each with its own name"
            )
        if num_texts not in (1, 2):
            raise UsageError(f"the victim {name} reads {num_texts} texts; it may be 1 or 2")
        if batch_size < 1:
            raise UsageError(f"the batch size is {batch_size}; it must be 1 or more")
        self.name, self.labels, self.num_texts = name, list(labels), num_texts
        self.batch_size = batch_size

    def rename_labels(self, labels: Sequence[str]) -> None:
        """Give the labels other names, in the same order."""
        self.labels = list(labels)

    @abc.abstractmethod
    def answer(self, texts: Sequence[Texts]) -> Any:
        """Unchecked probabilities of at most `batch_size` examples.

        Raises:
            VictimError: It failed.
        """

    def predict_proba(self, texts: Sequence[Texts]) -> np.ndarray:
        """See `scpn.adversarial.protocol.Victim`."""
        for example in texts:
            if len(example) != self.num_texts:
                raise UsageError(
                    f"the victim {self.name} reads {self.num_texts} text(s), an example has "
                    f"{len(example)}; name as many text columns"
                )
        rows = np.empty((len(texts), len(self.labels)))
        for start in range(0, len(texts), self.batch_size):
            batch = texts[start : start + self.batch_size]
            answer = self.answer(batch)
            rows[start : start + len(batch)] = check_probabilities(
                answer, name=self.name, num_examples=len(batch), labels=self.labels
            )
        return rows

    def close(self) -> None:  # noqa: B027 - most hold nothing
        """Free what the victim holds, such as a process."""


def check_probabilities(
    answer: Any, *, name: str, num_examples: int, labels: Sequence[str]
) -> np.ndarray:
    """Turn an answer into a matrix of probabilities.

    Args:
        answer: Rows of numbers: an array, a tensor, or lists.
        name: Name of the victim, for messages.
        num_examples: Rows there must be.
        labels: Labels, one a column.

    Returns:
        Rows that sum to 1, double precision. Shape (num_examples, labels).

    Raises:
        VictimError: It is no such matrix; the message says what it is.
    """
    expected = f"expected probabilities of shape ({num_examples}, {len(labels)})"
    if hasattr(answer, "detach"):  # a tensor of torch, which NumPy cannot read from a GPU
        answer = answer.detach().cpu()
        answer = answer.double() if answer.is_floating_point() else answer
    try:
        matrix = np.asarray(answer, dtype=np.float64)
        if matrix.ndim == 0:
            raise TypeError("one value")
    except (TypeError, ValueError) as error:
        raise VictimError(
            f"the victim {name} gave {type(answer).__name__} {str(answer)[:60]!r}, which is no "
            f"matrix of numbers; {expected}"
        ) from error
    if matrix.shape != (num_examples, len(labels)):
        raise VictimError(
            f"the victim {name} gave an array of shape {matrix.shape}; {expected}, a column each "
            f"for {', '.join(labels)}"
        )
    problems = (
        (~np.isfinite(matrix).all(1), "with NaN or infinity"),
        ((matrix < -TOLERANCE).any(1), "with a negative number"),
        (np.abs(matrix.sum(1) - 1) > TOLERANCE, "which does not sum to 1 (are these logits?)"),
    )
    for wrong, reason in problems:
        if wrong.any():
            row = int(wrong.argmax())
            numbers = ", ".join(f"{value:.4g}" for value in matrix[row])
            raise VictimError(
                f"the victim {name} gave [{numbers}] for example {row + 1} of {num_examples}, "
                f"{reason}; {expected}, rows that sum to 1"
            )
    matrix = np.clip(matrix, 0.0, None)
    normalized: np.ndarray = matrix / matrix.sum(1, keepdims=True)
    return normalized
