"""Fleiss' kappa by hand and against a plain second implementation."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from scpn.adversarial.agreement import fleiss_kappa
from scpn.errors import DataError


def plain_kappa(ratings: list[list[str]]) -> float:
    """Counts agreeing pairs of raters one by one."""
    agreeing = pairs = 0
    for row in ratings:
        for left, right in permutations(range(len(row)), 2):
            pairs += 1
            agreeing += row[left] == row[right]
    totals = Counter(answer for row in ratings for answer in row)
    chance = sum((count / totals.total()) ** 2 for count in totals.values())
    return (agreeing / pairs - chance) / (1 - chance)


def test_kappa_worked_out_by_hand() -> None:
    # Item 1: aab -> 1 of 3 pairs agree; item 2: bbb -> 3 of 3. P = (1/3 + 1) / 2 = 2/3.
    # a: 2 of 6, b: 4 of 6 -> P_e = 4/36 + 16/36 = 5/9. kappa = (6/9 - 5/9) / (4/9) = 1/4.
    assert fleiss_kappa(["aab", "bbb"]) == pytest.approx(0.25)


def test_kappa_of_perfect_and_of_opposite_raters() -> None:
    assert fleiss_kappa([[0, 0], [1, 1], [2, 2]]) == pytest.approx(1.0)
    # Two raters who always differ: P = 0, P_e = 1/2, kappa = -1.
    assert fleiss_kappa([[0, 1], [1, 0]]) == pytest.approx(-1.0)


def test_kappa_of_the_published_example() -> None:
    # Fourteen raters, ten subjects, five answers; the value given for this table is 0.210.
    table = [
        (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
    ]  # fmt: skip
    ratings = [[answer for answer in range(5) for _ in range(row[answer])] for row in table]
    assert fleiss_kappa(ratings) == pytest.approx(0.210, abs=5e-4)


def test_kappa_agrees_with_counting_pairs() -> None:
    generator = np.random.default_rng(2)
    for num_raters in (2, 3, 5):
        ratings = [["xyz"[i] for i in generator.integers(0, 3, num_raters)] for _ in range(40)]
        assert fleiss_kappa(ratings) == pytest.approx(plain_kappa(ratings), abs=1e-12)


def test_kappa_is_none_where_it_is_undefined() -> None:
    assert fleiss_kappa([["a"], ["b"]]) is None
    assert fleiss_kappa([["a", "a"], ["a", "a"]]) is None


@pytest.mark.parametrize("ratings", [[], [["a", "b"], ["a"]]])
def test_items_with_other_numbers_of_ratings_are_an_error(ratings: list[list[str]]) -> None:
    with pytest.raises(DataError, match="as many ratings of each"):
        fleiss_kappa(ratings)
