"""Ragged rows laid out flat."""

import torch

from scpn.embeddings.bags import Bags, concatenate

ROWS = [[5, 1], [], [7, 7, 2], [4]]


def rows_of(bags: Bags) -> list[list[int]]:
    return [part.tolist() for part in bags.ids.split(bags.lengths.tolist())]


def test_lists_lie_flat() -> None:
    bags = Bags.from_lists(ROWS)
    assert bags.ids.tolist() == [5, 1, 7, 7, 2, 4]
    assert bags.starts.tolist() == [0, 2, 2, 5, 6]
    assert bags.owners.tolist() == [0, 0, 2, 2, 2, 3]
    assert len(bags) == 4


def test_selected_rows_may_repeat_and_be_empty() -> None:
    bags = Bags.from_lists(ROWS).select(torch.tensor([2, 1, 2, 0]))
    assert rows_of(bags) == [[7, 7, 2], [], [7, 7, 2], [5, 1]]
    assert rows_of(bags.select(torch.tensor([], dtype=torch.long))) == []


def test_dropped_ids_leave_their_row() -> None:
    bags = Bags.from_lists(ROWS).keep(torch.tensor([True, False, False, True, True, False]))
    assert rows_of(bags) == [[5], [], [7, 2], []]


def test_rows_side_by_side() -> None:
    ids, mask = Bags.from_lists(ROWS).padded()
    assert ids.tolist() == [[5, 1, 0], [0, 0, 0], [7, 7, 2], [4, 0, 0]]
    assert mask.sum(1).tolist() == [2, 0, 3, 1]


def test_concatenation() -> None:
    both = concatenate([Bags.from_lists(ROWS[:2]), Bags.from_lists(ROWS[2:])])
    assert rows_of(both) == ROWS


def test_shuffle_keeps_ids_in_their_rows_and_other_rows_in_order() -> None:
    rows = [list(range(10 * n, 10 * n + 9)) for n in range(200)]
    chosen = torch.arange(200) % 3 == 0
    keys = torch.rand(1800, generator=torch.Generator().manual_seed(1))
    shuffled = rows_of(Bags.from_lists(rows).shuffle(chosen, keys))
    assert [sorted(row) for row in shuffled] == rows
    for number, row in enumerate(shuffled):
        if chosen[number]:
            order = keys[9 * number : 9 * number + 9].argsort()
            assert row == [rows[number][place] for place in order]
        else:
            assert row == rows[number]
