"""Bidirectional LSTM over padded sequences."""

import torch
from torch import Tensor, nn


class BidirectionalLSTM(nn.Module):
    """A BiLSTM whose output at real tokens does not depend on the padding.

    Args:
        input_size: Width D of the input.
        size: Units of each direction.
        num_layers: Layers.
        dropout: Dropout between layers.
    """

    def __init__(self, input_size: int, size: int, num_layers: int, dropout: float) -> None:
        super().__init__()
        self.lstm = nn.LSTM(
            input_size,
            size,
            num_layers,
            batch_first=True,
            bidirectional=True,
            dropout=dropout if num_layers > 1 else 0.0,
        )

    def forward(self, inputs: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Encode.

        Args:
            inputs: Shape (B, S, D).
            mask: True at real tokens, which come first. Shape (B, S).

        Returns:
            States of shape (B, S, 2 size), zero at padding, and the last state of both
            directions of the top layer, shape (B, 2 size).
        """
        packed = nn.utils.rnn.pack_padded_sequence(
            inputs, mask.sum(1).cpu(), batch_first=True, enforce_sorted=False
        )
        outputs, (last, _) = self.lstm(packed)
        states, _ = nn.utils.rnn.pad_packed_sequence(
            outputs, batch_first=True, total_length=inputs.shape[1]
        )
        return states, torch.cat([last[-2], last[-1]], -1)
