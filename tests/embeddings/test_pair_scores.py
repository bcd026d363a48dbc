"""Scores of pairs by hand, and encoders that return what is no vector."""

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np
import pytest

from scpn.embeddings.pair_scores import checked_vectors, pair_scores
from scpn.errors import ModelError


class LetterEncoder:
    """Counts a, b and c; a `SentenceEncoder`."""

    name, dimension = "letters", 3

    def __init__(self) -> None:
        self.seen: list[str] = []

    def embed(self, sentences: Sequence[str], **options: Any) -> np.ndarray:
        self.seen += sentences
        return np.array([[text.count(c) for c in "abc"] for text in sentences], dtype=np.float32)


def test_pair_scores_by_hand() -> None:
    encoder = LetterEncoder()
    scores = pair_scores(encoder, ["ab", "a", "ab"], ["ac", "x", "abb"])
    # (1, 1, 0) with (1, 0, 1): 1 / 2; then 1 * 1 + 1 * 2 over sqrt(2) * sqrt(5).
    assert scores[[0, 2]] == pytest.approx([0.5, 3 / sqrt(10)])
    assert np.isnan(scores[1])
    assert scores.dtype == np.float32
    assert encoder.seen == ["ab", "a", "ac", "x", "abb"]


def test_pair_scores_of_nothing() -> None:
    assert pair_scores(LetterEncoder(), [], []).shape == (0,)


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ([[1.0, 2.0, np.nan], [0, 0, 1]], "returned NaN or infinity for 'ab'"),
        ([[1.0, 2.0, 3.0], [0, 0, np.inf]], "returned NaN or infinity for 'ac'"),
        ([[1.0, 2.0, 3.0]], r"returned shape \(1, 3\) for 2 sentences; expected \(2, 3\)"),
    ],
)
def test_checked_vectors_refuses(returned: list[list[float]], message: str) -> None:
    encoder = LetterEncoder()
    encoder.embed = lambda sentences, **options: np.array(returned)  # type: ignore[method-assign]
    with pytest.raises(ModelError, match=message):
        checked_vectors(encoder, ["ab", "ac"])
