"""Bilinear attention, the only kind the SCPN paper uses: score(q, k) = qᵀ W k."""

import torch
from torch import Tensor, nn


class BilinearAttention(nn.Module):
    """Soft attention with score(q, k) = qᵀ W k (Luong et al. 2015, "general").

    Args:
        query_size: Width Q of queries.
        key_size: Width H of keys, which are the values too.
    """

    def __init__(self, query_size: int, key_size: int) -> None:
        super().__init__()
        self.project = nn.Linear(query_size, key_size, bias=False)

    def forward(self, queries: Tensor, keys: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Attend.

        Args:
            queries: Shape (G B, T, Q); G after each other share the keys of one sequence.
            keys: Shape (B, S, H).
            mask: True at real keys. Shape (B, S).

        Returns:
            Contexts of shape (G B, T, H) and weights of shape (G B, T, S).
        """
        grouped = self.project(queries).reshape(len(keys), -1, keys.shape[2])
        scores = torch.bmm(grouped, keys.transpose(1, 2))
        scores = scores.masked_fill(~mask.unsqueeze(1), torch.finfo(scores.dtype).min)
        weights = torch.softmax(scores, -1)
        shape = (*queries.shape[:2], -1)
        return torch.bmm(weights, keys).view(shape), weights.view(shape)
