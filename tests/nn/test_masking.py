"""Padding."""

import torch

from scpn.nn.masking import pad, real_tokens


def test_pad_stacks_ragged_rows() -> None:
    assert pad([[5, 6], [], [7]]).tolist() == [[5, 6], [0, 0], [7, 0]]
    assert pad([[1], [2, 3]], value=9).tolist() == [[1, 9], [2, 3]]


def test_pad_is_at_least_one_wide() -> None:
    assert pad([[], []]).shape == (2, 1)


def test_real_tokens_are_those_not_padding() -> None:
    assert real_tokens(torch.tensor([[4, 0], [0, 2]])).tolist() == [[True, False], [False, True]]
