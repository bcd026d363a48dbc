"""Correlations against hand calculation and the standard library."""

from math import sqrt
from statistics import correlation

import numpy as np
import pytest

from scpn.errors import DataError
from scpn.metrics.correlation import pearson, spearman


def plain_ranks(values: list[float]) -> list[float]:
    """Rank of each value, equal ones sharing the mean: how many are below, plus half its equals."""
    return [
        sum(other < value for other in values) + (values.count(value) + 1) / 2 for value in values
    ]


def test_pearson_by_hand() -> None:
    # Deviations (-1, 0, 1) and (-2, 1, 1): 3 / sqrt(2 * 6) = 0.8660.
    score = pearson([1, 2, 3], [0, 3, 3])
    assert score.value == pytest.approx(100 * sqrt(3) / 2)
    assert (score.unit, score.count) == ("correlation", 3)
    assert str(score).startswith("pearson 86.6 (n=3) [metric:pearson|scale:x100|scipy:")


def test_spearman_by_hand_with_ties() -> None:
    # Ranks (1, 2, 3) and (1, 2.5, 2.5): deviations (-1, 0, 1), (-1, .5, .5); 1.5 / sqrt(2 * 1.5).
    assert spearman([1, 10, 100], [0, 3, 3]).value == pytest.approx(100 * 1.5 / sqrt(3))


@pytest.mark.parametrize("seed", range(5))
def test_correlations_equal_a_plain_implementation(seed: int) -> None:
    draw = np.random.default_rng(seed)
    left = draw.normal(size=50).astype(np.float32)
    right = draw.integers(0, 6, size=50) + 0.5 * left
    plain_left, plain_right = left.astype(float).tolist(), right.tolist()
    assert pearson(left, right).value == pytest.approx(
        100 * correlation(plain_left, plain_right), abs=1e-9
    )
    expected = correlation(plain_ranks(plain_left), plain_ranks(plain_right))
    assert spearman(left, right).value == pytest.approx(100 * expected, abs=1e-9)


def test_perfect_correlation_is_100() -> None:
    assert pearson([1, 2, 3], [-2, -4, -6]).value == pytest.approx(-100)
    assert spearman([1, 2, 3], [1, 8, 27]).value == pytest.approx(100)


@pytest.mark.parametrize("correlate", [pearson, spearman])
def test_correlation_of_what_has_none(correlate: object) -> None:
    assert callable(correlate)
    for left, right, message in [
        ([1, 2], [3, 3], "every gold score is 3, so no correlation"),
        ([0.1, 0.1, 0.1], [1, 2, 3], "every predicted score is 0.1"),
        ([0.0, 0.0], [1, 2], "every predicted score is 0"),
        ([1, float("nan")], [1, 2], "predicted score number 2 is nan"),
        ([1, 2], [float("inf"), 2], "gold score number 1 is inf"),
        ([1, 2], [1, 2, 3], "got 2 and 3"),
        ([1], [1], "of 1 pair is undefined"),
        ([], [], "no predicted and gold scores"),
    ]:
        with pytest.raises(DataError, match=message):
            correlate(left, right)


def test_constant_up_to_rounding_is_constant() -> None:
    with pytest.raises(DataError, match="every predicted score"):
        pearson(np.float32([0.70000005, 0.7, 0.7]), [1, 2, 3])
