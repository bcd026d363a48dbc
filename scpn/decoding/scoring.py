"""Scores of finished hypotheses. Higher is better everywhere."""

from torch import Tensor


def length_penalty(lengths: Tensor, *, alpha: float) -> Tensor:
    """Divisor that keeps search from preferring short outputs.

    ((5 + length) / 6) ** alpha, Wu et al. 2016, eq. 14.

    Args:
        lengths: Tokens of each hypothesis, EOS included. Any shape.
        alpha: 0 turns the penalty off; usual range 0.6-1.0.

    Returns:
        Divisors of summed log-probabilities. Same shape.
    """
    return ((5.0 + lengths) / 6.0) ** alpha
