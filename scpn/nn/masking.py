"""Padding and its masks. Masks are boolean, True = real token."""

from collections.abc import Sequence

import torch
from torch import Tensor

from scpn.tokenization.vocabulary import PAD


def pad(sequences: Sequence[Sequence[int]], *, value: int = PAD) -> Tensor:
    """Stack ragged id lists into one padded tensor of shape (B, longest), at least one wide."""
    width = max(1, max(len(sequence) for sequence in sequences))
    padded = torch.full((len(sequences), width), value, dtype=torch.long)
    for row, sequence in enumerate(sequences):
        padded[row, : len(sequence)] = torch.as_tensor(sequence, dtype=torch.long)
    return padded


def real_tokens(ids: Tensor) -> Tensor:
    """Mask of the ids that are not padding. Same shape, bool."""
    return ids != PAD


def take(states: Tensor, places: Tensor) -> Tensor:
    """States (N, S, D) at `places` (N, T) of their sequences; shape (N, T, D)."""
    return states.gather(1, places.unsqueeze(2).expand(-1, -1, states.shape[2]))
