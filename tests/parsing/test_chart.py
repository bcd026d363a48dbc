"""CKY over span scores against a search through every binary tree."""

from collections.abc import Iterator
from functools import lru_cache

import pytest
import torch

from scpn.errors import ScpnError
from scpn.parsing.chart import Span, best_bracketings


@lru_cache
def binary_trees(start: int, end: int) -> list[tuple[Span, ...]]:
    """Spans of every binary tree over the words from `start` to `end`, parents first."""
    return list(_grow(start, end))


def _grow(start: int, end: int) -> Iterator[tuple[Span, ...]]:
    if start == end:
        yield ((start, end),)
    for middle in range(start, end):
        for left in binary_trees(start, middle):
            for right in binary_trees(middle + 1, end):
                yield ((start, end), *left, *right)


def test_number_of_binary_trees_is_catalan() -> None:
    assert [len(binary_trees(0, size - 1)) for size in range(1, 8)] == [1, 1, 2, 5, 14, 42, 132]


@pytest.mark.parametrize("seed", range(5))
def test_best_bracketings_equals_search_through_all_trees(seed: int) -> None:
    lengths = [7, 1, 4, 2, 6, 3, 7, 5]
    scores = torch.randn(
        len(lengths), 9, 9, generator=torch.Generator().manual_seed(seed), dtype=torch.float64
    )
    found = best_bracketings(scores, lengths)
    for row, length in enumerate(lengths):
        best = max(
            binary_trees(0, length - 1),
            key=lambda tree: sum(float(scores[row, a, b]) for a, b in tree),
        )
        assert tuple(found[row]) == best


def test_best_bracketings_by_hand() -> None:
    scores = torch.zeros(2, 3, 3)
    scores[0, 0, 1] = 1.0  # ((a b) c)
    scores[1, 1, 2] = 1.0  # (a (b c))
    assert best_bracketings(scores, [3, 3]) == [
        [(0, 2), (0, 1), (0, 0), (1, 1), (2, 2)],
        [(0, 2), (0, 0), (1, 2), (1, 1), (2, 2)],
    ]


def test_entries_outside_a_sentence_are_ignored() -> None:
    scores = torch.randn(1, 6, 6, generator=torch.Generator().manual_seed(1))
    expected = best_bracketings(scores, [4])
    noisy = torch.full_like(scores, 1e6)
    rows, columns = torch.triu_indices(4, 4)
    noisy[0, rows, columns] = scores[0, rows, columns]
    assert best_bracketings(noisy, [4]) == expected


@pytest.mark.parametrize("lengths", [[], [0], [4]])
def test_lengths_that_do_not_fit_are_refused(lengths: list[int]) -> None:
    with pytest.raises(ScpnError, match="do not fit a chart of 3 words"):
        best_bracketings(torch.zeros(1, 3, 3), lengths)
