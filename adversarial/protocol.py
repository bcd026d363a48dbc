"""Labeled examples and the classifiers that are attacked: the interfaces everything here uses."""

import dataclasses
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

Texts = tuple[str, ...]
"""The one text of an example, or the two of a sentence-pair task."""


@dataclasses.dataclass(frozen=True)
class Example:
    """One labeled example.

    Attributes:
        id: Unique in its file; the number of its line, from 1, if the file names none.
        texts: One text, or two for a sentence-pair task.
        label: Name of the gold label.
        row: All columns of the file as they were read, so that nothing is lost on writing.
    """

    id: str
    texts: Texts
    label: str
    row: dict[str, Any] = dataclasses.field(default_factory=dict)


class Victim(Protocol):
    """A classifier, seen only through its predictions.

    Attributes:
        name: Name for signatures and reports.
        labels: Names of its labels; column k of the probabilities belongs to `labels[k]`.
        num_texts: Texts it reads for one decision, 1 or 2.
    """

    name: str
    labels: list[str]
    num_texts: int

    def predict_proba(self, texts: Sequence[Texts]) -> np.ndarray:
        """Probabilities of all labels.

        Args:
            texts: N examples of `num_texts` texts each.

        Returns:
            Rows that sum to 1, double precision, never NaN. Shape (N, labels).

        Raises:
            VictimError: The classifier failed, did not answer in time, or gave something that is
                no such matrix; the message names what it gave.
        """
        ...
