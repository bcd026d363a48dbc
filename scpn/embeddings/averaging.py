"""Encoders that add up unit vectors, whatever their order: WORD, TRIGRAM, SP, CHARAGRAM."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from scpn.embeddings.bags import Bags


class UnitTable(nn.Embedding):
    """Vectors of all units; the gradient of a batch has the rows of its own units only.

    A batch of short texts touches a few thousand rows of tables with tens of thousands. With
    `sparse`, backward pass and optimizer (`scpn.training.optimizers.RowAdamW`) cost what those
    rows cost, not what the table does.

    Args:
        num_units: V.
        size: D.
        sparse: Give the gradient as its touched rows.
    """

    def __init__(self, num_units: int, size: int, *, sparse: bool) -> None:
        super().__init__(num_units, size, sparse=sparse)
        # Small, so that training decides the length of a vector, which is its weight in a mean.
        nn.init.normal_(self.weight, std=0.1)

    def rows_of(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        """Vectors of the distinct ids, and for each id the number of its row among them."""
        if not (self.sparse and torch.is_grad_enabled()):
            return self.weight, ids
        distinct, local = torch.unique(ids, return_inverse=True)
        return self(distinct), local

    def remember_start(self) -> None:
        """Take the current vectors as those that `distance_from_start` measures from."""
        self.register_buffer("start", self.weight.detach().clone(), persistent=False)

    def distance_from_start(self, ids: Tensor) -> Tensor:
        """Squared distance of the distinct ids' vectors from their start, summed."""
        distinct = torch.unique(ids)
        start: Tensor = self.start[distinct]  # type: ignore[index]
        difference: Tensor = self(distinct) - start
        return difference.square().sum()

    def look_up(self, ids: Tensor) -> Tensor:
        """Vector of each id, any shape (..., D)."""
        rows, local = self.rows_of(ids)
        return F.embedding(local, rows)


class SumEncoder(nn.Module):
    """Mean or sum of unit vectors, then an optional bias and nonlinearity.

    WORD, TRIGRAM and SP are means; CHARAGRAM is `tanh(b + sum)` (Wieting et al. 2016, eq. 1).

    Args:
        table: Vectors of the units.
        mean: Divide by the number of units.
        bias: Add a learned vector.
        tanh: Apply it at the end.
        dropout: Dropout of the elements of unit vectors, in training.
    """

    def __init__(
        self, table: UnitTable, *, mean: bool, bias: bool, tanh: bool, dropout: float
    ) -> None:
        super().__init__()
        self.table, self.mean, self.tanh, self.dropout = table, mean, tanh, dropout
        self.size = table.embedding_dim
        self.bias = nn.Parameter(torch.zeros(self.size)) if bias else None

    def forward(self, bags: Bags) -> Tensor:
        """Vectors of the rows; without bias an empty row is zero. Shape (N, D)."""
        if self.training and self.dropout > 0:
            units = F.dropout(self.table.look_up(bags.ids), self.dropout)
            vectors = units.new_zeros(len(bags), self.size).index_add(0, bags.owners, units)
            if self.mean:
                vectors = vectors / bags.lengths.clamp(min=1)[:, None]
        else:
            rows, local = self.table.rows_of(bags.ids)
            mode = "mean" if self.mean else "sum"
            vectors = F.embedding_bag(
                local, rows, bags.starts.to(local.dtype), mode=mode, include_last_offset=True
            )
        if self.bias is not None:
            vectors = vectors + self.bias
        return vectors.tanh() if self.tanh else vectors
