"""Bilinear attention against a loop."""

import math

import torch

from scpn.nn.attention import BilinearAttention

MASK = torch.tensor([[True, True, True, False], [True, True, False, False]])


def test_attention_equals_a_loop() -> None:
    torch.manual_seed(0)
    attention = BilinearAttention(3, 2).double()
    queries, keys = torch.randn(2, 5, 3).double(), torch.randn(2, 4, 2).double()
    contexts, weights = attention(queries, keys, MASK)
    matrix = attention.project.weight.detach()  # (H, Q): score = (W q) . k
    for row in range(2):
        for step in range(5):
            scores = [
                math.exp(float(keys[row, place] @ (matrix @ queries[row, step])))
                if MASK[row, place]
                else 0.0
                for place in range(4)
            ]
            expected = torch.tensor([s / sum(scores) for s in scores], dtype=torch.double)
            torch.testing.assert_close(weights[row, step], expected)
            torch.testing.assert_close(contexts[row, step], expected @ keys[row])


def test_padding_is_never_attended() -> None:
    torch.manual_seed(0)
    attention = BilinearAttention(3, 2)
    queries, keys = 30 * torch.randn(2, 5, 3), 30 * torch.randn(2, 4, 2)
    contexts, weights = attention(queries, keys, MASK)
    assert (weights[~MASK.unsqueeze(1).expand_as(weights)] == 0).all()
    torch.testing.assert_close(weights.sum(-1), torch.ones(2, 5))
    other, _ = attention(queries, keys.masked_fill(~MASK.unsqueeze(2), 1e4), MASK)
    torch.testing.assert_close(other, contexts)
