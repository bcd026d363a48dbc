"""Percentile bootstrap intervals of rates and of differences between systems.

Efron and Tibshirani 1993, chapter 13. Examples are drawn with replacement, never the single
paraphrases of an example, which are not independent of each other.

`scipy.stats.bootstrap` gives the same within the noise of drawing (tests ask that), but no interval
where a resample has no denominator, and it would change the figures of reports that are written.
"""

import dataclasses
from collections.abc import Iterator, Sequence

import numpy as np

from scpn.errors import DataError, UsageError

RESAMPLES = 2000
LEVEL = 0.95
_CHUNK = 1 << 22  # drawn numbers kept in memory together


@dataclasses.dataclass(frozen=True)
class Interval:
    """An estimate and its bootstrap interval.

    Attributes:
        value: The estimate, in the unit of what was given.
        low: Lower end.
        high: Upper end.
        level: Share of resamples between the two ends, 0 to 1.
        count: Examples it was taken over.
    """

    value: float
    low: float
    high: float
    level: float
    count: int

    def to_dict(self) -> dict[str, float]:
        """The fields, for JSON."""
        return dataclasses.asdict(self)


def mean_interval(
    values: Sequence[float], *, level: float = LEVEL, resamples: int = RESAMPLES, seed: int = 0
) -> Interval:
    """Mean of one value per example, with its interval.

    Raises:
        DataError: There are no values.
        UsageError: The level or the number of resamples is out of range.
    """
    return ratio_interval(values, [1.0] * len(values), level=level, resamples=resamples, seed=seed)


def ratio_interval(
    numerators: Sequence[float],
    denominators: Sequence[float],
    *,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Interval:
    """Ratio of two sums over examples, such as broken examples / examples that were right.

    A resample whose denominators sum to 0 says nothing and is left out.

    Args:
        numerators: One for each example.
        denominators: One for each example, none negative.
        level: Share of resamples between the ends.
        resamples: How many.
        seed: The same seed gives the same interval.

    Raises:
        DataError: There are no examples, the numbers differ, or all denominators are 0.
        UsageError: The level or the number of resamples is out of range.
    """
    above, below = np.asarray(numerators, dtype=float), np.asarray(denominators, dtype=float)
    if len(above) != len(below) or not below.sum() > 0:
        raise DataError(
            f"no ratio of {len(above)} values to {len(below)} that sum to {below.sum():g}; "
            "give as many of both, and at least one example that counts"
        )
    draws = [_ratios(counts, above, below) for counts in _draw_counts(len(above), resamples, seed)]
    return _interval(above.sum() / below.sum(), np.concatenate(draws), level, len(above))


def difference_interval(
    left: Sequence[float],
    right: Sequence[float],
    *,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Interval:
    """Mean of `left` minus mean of `right`, two systems on the same examples in the same order.

    Each resample draws the same examples for both (paired bootstrap, Koehn 2004): what is hard for
    both systems cancels out.

    Raises:
        DataError: The numbers differ or are 0.
        UsageError: The level or the number of resamples is out of range.
    """
    if len(left) != len(right):
        raise DataError(
            f"a paired difference needs the same examples, got {len(left)} and {len(right)}; "
            "leave out those that only one of the two has"
        )
    differences = np.asarray(left, dtype=float) - np.asarray(right, dtype=float)
    return mean_interval(differences.tolist(), level=level, resamples=resamples, seed=seed)


def _draw_counts(count: int, resamples: int, seed: int) -> Iterator[np.ndarray]:
    """How often each example is drawn; shapes (R, count), where all R sum to `resamples`."""
    if resamples < 1:
        raise UsageError(f"resamples is {resamples}; it must be at least 1")
    generator = np.random.default_rng(seed)
    rows = max(1, _CHUNK // count)
    for begin in range(0, resamples, rows):
        size = min(rows, resamples - begin)
        yield generator.multinomial(count, np.full(count, 1 / count), size=size)


def _ratios(counts: np.ndarray, above: np.ndarray, below: np.ndarray) -> np.ndarray:
    sums = counts @ below
    return np.asarray((counts @ above)[sums > 0] / sums[sums > 0])


def _interval(value: float, draws: np.ndarray, level: float, count: int) -> Interval:
    if not 0 < level < 1:
        raise UsageError(f"level is {level}; it must lie between 0 and 1")
    tail = 50 * (1 - level)
    low, high = np.percentile(draws, [tail, 100 - tail])
    return Interval(float(value), float(low), float(high), level, count)
