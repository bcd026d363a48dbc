"""Pointer-generator mixture (See et al. 2017) in probability space.

p(w) = g · Σ_{i: x_i = w} a_i + (1 - g) · softmax(logits)_w. The original SCPN code mixes
logarithms instead, which is no distribution; there is no switch for that.
"""

import torch
import torch.nn.functional as F
from torch import Tensor


def mixture(logits: Tensor, gate: Tensor, attention: Tensor, source: Tensor) -> Tensor:
    """Log-probabilities of every vocabulary entry.

    Args:
        logits: Vocabulary scores. Shape (N, V).
        gate: Logit of the probability to copy. Shape (N, 1).
        attention: Weights over the source. Shape (N, S).
        source: Source ids, in the same vocabulary. Shape (N / G, S), of G rows after each other.

    Returns:
        Shape (N, V).
    """
    source = source.repeat_interleave(len(logits) // len(source), 0)
    copy = torch.sigmoid(gate)
    probabilities = torch.softmax(logits, -1) * (1 - copy)
    probabilities = probabilities.scatter_add(1, source, attention * copy)
    return probabilities.clamp_min(1e-12).log()


def target_log_probs(
    logits: Tensor, gate: Tensor, attention: Tensor, source: Tensor, target: Tensor
) -> Tensor:
    """Log-probability of one target per position: `mixture` without the sum over all entries.

    Args:
        logits: Shape (B, T, V).
        gate: Shape (B, T, 1).
        attention: Shape (B, T, S).
        source: Shape (B, S).
        target: Shape (B, T).

    Returns:
        Shape (B, T).
    """
    flat = F.cross_entropy(logits.flatten(0, 1), target.flatten(), reduction="none")
    generated = -flat.view_as(target)
    same = source.unsqueeze(1) == target.unsqueeze(2)
    copied = (attention * same).sum(-1)
    copy_log, generate_log = F.logsigmoid(gate[..., 0]), F.logsigmoid(-gate[..., 0])
    return torch.logaddexp(copy_log + copied.clamp_min(1e-12).log(), generate_log + generated)
