"""Correlation of two columns of numbers, x100 as papers print it.

A correlation is undefined where a column is constant or holds something that is no number; both
are errors here, never NaN.
"""

from collections.abc import Sequence

import numpy as np
import scipy
from numpy.typing import NDArray

from scpn.errors import DataError
from scpn.metrics.score import Score, check_parallel
from scpn.metrics.signature import Signature

Column = Sequence[float] | NDArray[np.floating]


def pearson(predicted: Column, gold: Column) -> Score:
    """Pearson's r x100: the figure of semantic textual similarity (Agirre et al. 2012).

    Args:
        predicted: What a model says. Shape (N,).
        gold: What people say. Shape (N,).

    Raises:
        DataError: The columns differ in length, have fewer than two numbers, hold one that is not
            finite, or one of them is constant.
    """
    return _correlate("pearson", predicted, gold)


def spearman(predicted: Column, gold: Column) -> Score:
    """Spearman's rho x100, equal values sharing the mean of their ranks; see `pearson`."""
    return _correlate("spearman", predicted, gold)


def _correlate(name: str, predicted: Column, gold: Column) -> Score:
    count = check_parallel("predicted and gold scores", predicted, gold)
    if count < 2:
        raise DataError(f"{name} of {count} pair is undefined; give at least two")
    columns = [_checked(what, c) for what, c in (("predicted", predicted), ("gold", gold))]
    from scipy import stats

    correlate = {"pearson": stats.pearsonr, "spearman": stats.spearmanr}[name]
    value = 100 * float(correlate(*columns).statistic)
    signature = Signature.of(metric=name, scale="x100", scipy=scipy.__version__)
    return Score(name, value, "correlation", count, signature)


def _checked(what: str, column: Column) -> NDArray[np.float64]:
    values = np.asarray(column, dtype=np.float64)
    bad = np.flatnonzero(~np.isfinite(values))
    if len(bad):
        raise DataError(
            f"{what} score number {bad[0] + 1} is {values[bad[0]]}; each must be a finite number"
        )
    # Differences below this share of the size are the rounding of single precision.
    if np.ptp(values) <= 1e-7 * np.abs(values).max():
        raise DataError(
            f"every {what} score is {values[0]:g}, so no correlation with it is defined; "
            "at least two must differ"
        )
    return values
