"""Bidirectional LSTM over padded sequences."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from scpn.nn.masking import take


class BidirectionalLSTM(nn.Module):
    """A BiLSTM whose output at real tokens does not depend on the padding.

    On a CPU each direction runs by itself, the backward one over reversed sequences, because torch
    has no fused kernels for packed sequences there (docs/experiments.md, what an update costs).

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
        encode = self._fused if inputs.device.type == "cpu" else self._packed
        return encode(inputs, mask)

    def _packed(self, inputs: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        packed = nn.utils.rnn.pack_padded_sequence(
            inputs, mask.sum(1).cpu(), batch_first=True, enforce_sorted=False
        )
        outputs, (last, _) = self.lstm(packed)
        states, _ = nn.utils.rnn.pad_packed_sequence(
            outputs, batch_first=True, total_length=inputs.shape[1]
        )
        return states, torch.cat([last[-2], last[-1]], -1)

    def _fused(self, inputs: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        lengths = mask.sum(1, keepdim=True)
        places = torch.arange(mask.shape[1], device=mask.device).expand_as(mask)
        # Real tokens in reverse, padding where it is: its own inverse.
        reverse = torch.where(mask, lengths - 1 - places, places)
        states = inputs
        for layer in range(self.lstm.num_layers):
            if layer:
                states = F.dropout(states, self.lstm.dropout, self.training)
            forward = self._direction(states, 2 * layer)
            backward = self._direction(take(states, reverse), 2 * layer + 1)
            states = torch.cat([forward, take(backward, reverse)], -1)
        last = torch.cat([take(forward, lengths - 1), take(backward, lengths - 1)], -1)
        return states * mask.unsqueeze(2), last[:, 0]

    def _direction(self, inputs: Tensor, number: int) -> Tensor:
        """Outputs (B, S, size) of one direction of one layer, from zero states."""
        weights: list[Tensor] = list(self.lstm.all_weights[number])
        start = inputs.new_zeros(1, inputs.shape[0], self.lstm.hidden_size)
        outputs: Tensor = torch.lstm(
            inputs, (start, start), weights, True, 1, 0.0, self.training, False, True
        )[0]
        return outputs
