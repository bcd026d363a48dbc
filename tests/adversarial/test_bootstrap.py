"""Bootstrap intervals: known edges, scipy as the second implementation, coverage."""

import numpy as np
import pytest
from scipy import stats

from scpn.adversarial.bootstrap import (
    difference_interval,
    mean_interval,
    ratio_interval,
)
from scpn.errors import DataError, UsageError


def test_interval_of_equal_values_is_a_point() -> None:
    interval = mean_interval([1.0] * 7)
    assert (interval.value, interval.low, interval.high, interval.count) == (1.0, 1.0, 1.0, 7)


def test_two_examples_give_the_three_possible_means() -> None:
    # Of 0 and 1, a resample is 0 (prob. 1/4), 1/2 (1/2) or 1 (1/4): both ends are reached.
    interval = mean_interval([0.0, 1.0], level=0.9)
    assert (interval.low, interval.value, interval.high) == (0.0, 0.5, 1.0)
    # With a level of 0.4 the tails of 30% end inside the middle value.
    narrow = mean_interval([0.0, 1.0], level=0.4)
    assert (narrow.low, narrow.high) == (0.5, 0.5)


def test_mean_interval_agrees_with_scipy() -> None:
    values = np.random.default_rng(5).random(300) ** 2
    ours = mean_interval(values.tolist(), resamples=20_000)
    theirs = stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, method="percentile", random_state=1
    ).confidence_interval
    assert ours.value == pytest.approx(values.mean())
    assert ours.low == pytest.approx(theirs.low, abs=2e-3)
    assert ours.high == pytest.approx(theirs.high, abs=2e-3)


def test_ratio_interval_agrees_with_scipy() -> None:
    generator = np.random.default_rng(6)
    right = generator.integers(0, 2, 200)
    broken = right * generator.integers(0, 2, 200)
    ours = ratio_interval(broken.tolist(), right.tolist(), resamples=20_000)

    def ratio(x: np.ndarray, y: np.ndarray, axis: int) -> np.ndarray:
        return x.sum(axis=axis) / y.sum(axis=axis)

    theirs = stats.bootstrap(
        (broken, right), ratio, paired=True, n_resamples=20_000, method="percentile"
    ).confidence_interval
    assert ours.value == broken.sum() / right.sum()
    assert ours.low == pytest.approx(theirs.low, abs=5e-3)
    assert ours.high == pytest.approx(theirs.high, abs=5e-3)


def test_resamples_without_a_denominator_are_left_out() -> None:
    # One of three examples counts: 30% of the resamples have none, the ratio is 1 in the others.
    interval = ratio_interval([1.0, 0.0, 0.0], [1.0, 0.0, 0.0])
    assert (interval.low, interval.value, interval.high) == (1.0, 1.0, 1.0)


def test_paired_difference_is_narrower_than_two_intervals() -> None:
    # The systems differ by one on every tenth example and otherwise go up and down together.
    left = [float(index % 7) for index in range(200)]
    right = [value - (index % 10 == 0) for index, value in enumerate(left)]
    interval = difference_interval(left, right)
    assert interval.value == pytest.approx(0.1)
    assert 0.05 < interval.low < 0.1 < interval.high < 0.16
    single = mean_interval(left)
    assert interval.high - interval.low < (single.high - single.low) / 3


def test_seed_fixes_the_interval_and_chunks_do_not_change_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = [0.1, 0.5, 0.7, 0.9, 0.2]
    first = mean_interval(values, seed=3)
    assert first == mean_interval(values, seed=3)
    monkeypatch.setattr("scpn.adversarial.bootstrap._CHUNK", 50)
    assert first == mean_interval(values, seed=3)


def test_coverage_is_near_the_level() -> None:
    generator = np.random.default_rng(0)
    hits = 0
    for seed in range(200):
        sample = (generator.random(120) < 0.3).astype(float)
        interval = mean_interval(sample.tolist(), resamples=400, seed=seed)
        hits += interval.low <= 0.3 <= interval.high
    assert 180 <= hits <= 199  # 95% of 200 is 190, and its standard deviation is 3


@pytest.mark.parametrize(
    ("numerators", "denominators"), [([], []), ([1.0], [0.0]), ([1.0, 1.0], [1.0])]
)
def test_nothing_to_divide_by_is_an_error(
    numerators: list[float], denominators: list[float]
) -> None:
    with pytest.raises(DataError, match="at least one example that counts"):
        ratio_interval(numerators, denominators)


def test_bad_requests_are_errors() -> None:
    with pytest.raises(DataError, match="same examples, got 2 and 1"):
        difference_interval([1.0, 2.0], [1.0])
    with pytest.raises(UsageError, match="level is 1"):
        mean_interval([1.0], level=1)
    with pytest.raises(UsageError, match="resamples is 0"):
        mean_interval([1.0], resamples=0)
