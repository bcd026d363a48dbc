"""The length penalty."""

import pytest
import torch

from scpn.decoding.scoring import length_penalty


def test_length_penalty_by_hand() -> None:
    lengths = torch.tensor([1.0, 7.0, 19.0])
    assert length_penalty(lengths, alpha=1.0).tolist() == [1.0, 2.0, 4.0]
    assert length_penalty(lengths, alpha=0.5).tolist() == pytest.approx([1.0, 2**0.5, 2.0])
    assert length_penalty(lengths, alpha=0.0).tolist() == [1.0, 1.0, 1.0]
