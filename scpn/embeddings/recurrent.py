"""Encoders that read units in their order: LSTM, BLSTM, and the gated averages GRAN 1 to 5.

After *Revisiting Recurrent Networks for Paraphrastic Sentence Embeddings* (Wieting and Gimpel,
ACL 2017). The LSTM is torch's, without the peephole connections of theirs.
"""

from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from scpn.embeddings.averaging import UnitTable
from scpn.embeddings.bags import Bags

GatedKind = Literal["gran", "gran-2", "gran-3", "gran-4", "gran-5", "bigran"]


def masked_mean(states: Tensor, mask: Tensor) -> Tensor:
    """Mean over the real positions; zero where there is none. Shapes (N, S, D), (N, S)."""
    total: Tensor = (states * mask[..., None]).sum(1)
    return total / mask.sum(1).clamp(min=1)[:, None]


class RecurrentStates(nn.Module):
    """States of an LSTM at each unit; both directions are averaged, not concatenated.

    Args:
        input_size: Width of the unit vectors.
        size: Width of the states.
        bidirectional: Read from both ends.
    """

    def __init__(self, input_size: int, size: int, *, bidirectional: bool) -> None:
        super().__init__()
        self.size = size
        self.lstm = nn.LSTM(input_size, size, batch_first=True, bidirectional=bidirectional)

    def forward(self, inputs: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """States of shape (N, S, H), zero after the end of a row, and the last ones, (N, H)."""
        # A packed row needs a unit; an empty row's states are masked out by the caller.
        packed = pack_padded_sequence(
            inputs, lengths.clamp(min=1).cpu(), batch_first=True, enforce_sorted=False
        )
        outputs, (last, _) = self.lstm(packed)
        states, _ = pad_packed_sequence(outputs, batch_first=True, total_length=inputs.shape[1])
        directions = states.view(*states.shape[:2], -1, self.size)
        return directions.mean(2), last.mean(0)


class LstmEncoder(nn.Module):
    """Last state or mean of the states of an LSTM.

    Args:
        table: Vectors of the units.
        size: Width H of the states and of the result.
        pool: "last" or "mean".
        bidirectional: Average both directions.
        dropout: Dropout of the elements of unit vectors, in training.
    """

    def __init__(
        self,
        table: UnitTable,
        size: int,
        *,
        pool: Literal["last", "mean"],
        bidirectional: bool,
        dropout: float,
    ) -> None:
        super().__init__()
        self.table, self.pool, self.dropout, self.size = table, pool, dropout, size
        self.states = RecurrentStates(table.embedding_dim, size, bidirectional=bidirectional)

    def forward(self, bags: Bags) -> Tensor:
        """Vectors of the rows; an empty row is zero. Shape (N, H)."""
        ids, mask = bags.padded()
        inputs = F.dropout(self.table.look_up(ids), self.dropout, self.training)
        states, last = self.states(inputs, bags.lengths)
        if self.pool == "last":
            known: Tensor = last * mask[:, :1]
            return known
        return masked_mean(states, mask)


class GatedAverageEncoder(nn.Module):
    """Gated recurrent averaging network.

    `a_t = x_t * sigmoid(W_x x_t + W_h h_t + b)` with LSTM states h_t, and the mean of a_t; gates
    of 1 give the plain average. GRAN-2 gates h_t instead of x_t; GRAN-3 has two gates,
    `a_t = g_t * x_t + f_t * a_(t-1)`, and takes the last a_t over the length; GRAN-4 lets a_(t-1)
    into its gates; GRAN-5 averages `g_t * x_t + f_t * h_t`. BiGRAN is GRAN on a BiLSTM.

    Args:
        table: Vectors of the units; their width D is that of the states and the result.
        kind: Which of them.
        dropout: Dropout of the elements of unit vectors, in training.
    """

    def __init__(self, table: UnitTable, *, kind: GatedKind, dropout: float) -> None:
        super().__init__()
        self.table, self.kind, self.dropout = table, kind, dropout
        self.size = table.embedding_dim
        self.states = RecurrentStates(self.size, self.size, bidirectional=kind == "bigran")
        self.num_gates = 2 if kind in ("gran-3", "gran-4", "gran-5") else 1
        self.gate_input = nn.Linear(self.size, self.num_gates * self.size)
        self.gate_state = nn.Linear(self.size, self.num_gates * self.size, bias=False)
        if kind == "gran-4":
            self.gate_memory = nn.Linear(self.size, 2 * self.size, bias=False)

    def forward(self, bags: Bags) -> Tensor:
        """Vectors of the rows; an empty row is zero. Shape (N, D)."""
        ids, mask = bags.padded()
        inputs = F.dropout(self.table.look_up(ids), self.dropout, self.training)
        states, _ = self.states(inputs, bags.lengths)
        scores = self.gate_input(inputs) + self.gate_state(states)
        if self.kind in ("gran-3", "gran-4"):
            return self._accumulate(inputs, scores, mask)
        gates = scores.sigmoid()
        if self.kind == "gran-5":
            first, second = gates.chunk(2, -1)
            return masked_mean(first * inputs + second * states, mask)
        return masked_mean(gates * (states if self.kind == "gran-2" else inputs), mask)

    def _accumulate(self, inputs: Tensor, scores: Tensor, mask: Tensor) -> Tensor:
        """Last memory of GRAN-3 and GRAN-4, over the length."""
        memory = inputs.new_zeros(len(inputs), self.size)
        for position in range(inputs.shape[1]):
            score = scores[:, position]
            if self.kind == "gran-4":
                score = score + self.gate_memory(memory)
            first, second = score.sigmoid().chunk(2, -1)
            new = first * inputs[:, position] + second * memory
            memory = torch.where(mask[:, position, None], new, memory)
        return memory / mask.sum(1).clamp(min=1)[:, None]
