"""CKY over span scores: the best binary bracketing of every sentence of a batch at once."""

import numpy as np
from torch import Tensor

from scpn.errors import ScpnError

Span = tuple[int, int]  # first and last word, both included


def best_bracketings(scores: Tensor, lengths: list[int]) -> list[list[Span]]:
    """Spans of the highest-scoring binary tree of each sentence.

    The usual CKY recursion, best(i, j) = scores(i, j) + max_k best(i, k) + best(k + 1, j),
    vectorized over the batch, the start positions and the split points of one width; the
    Python loop runs over widths only.

    Args:
        scores: Score of the span from word i to word j, both included, at [b, i, j].
            Entries below the diagonal or beyond a sentence are ignored. Shape (B, T, T).
        lengths: Words in each sentence. B values from 1 to T.

    Returns:
        For each sentence its 2 * length - 1 spans, parents before children.
    """
    if not lengths or min(lengths) < 1 or max(lengths) > scores.shape[1]:
        raise ScpnError(f"sentence lengths {lengths} do not fit a chart of {scores.shape[1]} words")
    num_sentences, size = scores.shape[0], max(lengths)
    scores = scores[:, :size, :size]
    # by_start[:, i, w] and by_end[:, j, w] both hold the best tree of width w + 1, indexed by
    # its first and its last word, so that split points are contiguous for either child.
    by_start = scores.new_zeros(num_sentences, size, size)
    by_end = scores.new_zeros(num_sentences, size, size)
    diagonal = scores.diagonal(0, 1, 2)
    by_start[:, :, 0] = diagonal
    by_end[:, :, 0] = diagonal
    splits = np.zeros((size, num_sentences, size), dtype=np.int64)
    for width in range(1, size):
        left = by_start[:, : size - width, :width]
        right = by_end[:, width:, :width].flip(-1)
        best, split = (left + right).max(-1)
        best = best + scores.diagonal(width, 1, 2)
        by_start[:, : size - width, width] = best
        by_end[:, width:, width] = best
        splits[width, :, : size - width] = split.cpu().numpy()
    return [_spans(splits[:, index], length) for index, length in enumerate(lengths)]


def _spans(splits: np.ndarray, length: int) -> list[Span]:
    """Follow the split points of one sentence; `splits[width, start]`, shape (T, T)."""
    spans = []
    agenda = [(0, length - 1)]
    while agenda:
        start, end = agenda.pop()
        spans.append((start, end))
        if end > start:
            middle = start + int(splits[end - start, start])
            agenda.append((middle + 1, end))
            agenda.append((start, middle))
    return spans
