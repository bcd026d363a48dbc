"""Margin loss over cosines, and the search for the negatives it needs."""

from typing import Literal

import numpy as np
import torch
from scipy import sparse
from torch import Tensor
from torch.nn import functional as F

from scpn.errors import DataError

Selection = Literal["max", "mix", "random"]
BLOCK = 1024  # queries whose scores are computed together


def margin_loss(anchors: Tensor, others: Tensor, negatives: Tensor, *, margin: float) -> Tensor:
    """Loss of each pair: `max(0, margin - cos(anchor, other) + cos(anchor, negative))`.

    Wieting et al. 2015, eq. 3, one of its two sides.

    Args:
        anchors: Vectors of one side of the pairs. Shape (N, D).
        others: Vectors of the other side. Shape (N, D).
        negatives: Vectors of the negatives of the anchors. Shape (N, D).
        margin: How much closer the other side should be than the negative.

    Returns:
        Shape (N,).
    """
    near = F.cosine_similarity(anchors, others)
    far = F.cosine_similarity(anchors, negatives)
    return (margin - near + far).clamp(min=0)


def choose_negatives(
    vectors: Tensor,
    texts: np.ndarray,
    *,
    num_sides: int,
    selection: Selection,
    rng: np.random.Generator,
) -> Tensor:
    """Choose a negative for each pair of a pool, for one side or both.

    A candidate is any text of the pool, on either side, but those of pairs that share a text with
    this one: the pair itself, and other versions of the same sentence, which mean the same. (The
    papers exclude the pair itself only.) MAX takes the candidate with the largest cosine, RANDOM
    any, MIX one or the other with equal chances.

    Args:
        vectors: Vectors of the left sides, then of the right sides. Shape (2 N, D).
        texts: Number of the text on the left and right of each pair. Shape (N, 2).
        num_sides: 1 for negatives of the left sides, 2 for both.
        selection: How.
        rng: Source of chance.

    Returns:
        Rows of `vectors`. Shape (num_sides, N).

    Raises:
        DataError: A pair has no candidate.
    """
    num_pairs = len(texts)
    unit = F.normalize(vectors, dim=-1)
    related = _sharing_pairs(texts)
    chosen = torch.empty(num_sides, num_pairs, dtype=torch.long)
    for side in range(num_sides):
        for begin in range(0, num_pairs, BLOCK):
            rows = slice(begin, min(begin + BLOCK, num_pairs))
            queries = unit[side * num_pairs :][rows]
            scores = _scores(queries, unit, selection, rng)
            block = related[rows].tocoo()
            row, column = (torch.from_numpy(part.astype(np.int64)) for part in block.coords)
            scores[row, column] = -np.inf
            scores[row, column + num_pairs] = -np.inf
            best, index = scores.max(1)
            if bool(best.isneginf().any()):
                raise DataError(_no_negative(num_pairs, begin + int(best.argmin())))
            chosen[side, rows] = index.cpu()
    return chosen


def _scores(
    queries: Tensor, candidates: Tensor, selection: Selection, rng: np.random.Generator
) -> Tensor:
    """Values whose largest is the negative: cosines, or random numbers. Shape (Q, C)."""
    if selection == "max":
        return queries @ candidates.T
    shape = (len(queries), len(candidates))
    chance = torch.from_numpy(rng.random(shape, dtype=np.float32)).to(queries.device)
    if selection == "random":
        return chance
    coin = torch.from_numpy(rng.random(len(queries)) < 0.5).to(queries.device)
    return torch.where(coin[:, None], chance, queries @ candidates.T)


def _sharing_pairs(texts: np.ndarray) -> sparse.csr_matrix:
    """Which pairs have a text in common. Shape (N, N)."""
    _, local = np.unique(texts, return_inverse=True)
    local = local.reshape(-1)
    pairs = np.repeat(np.arange(len(texts)), 2)
    ones = np.ones(len(local), dtype=np.int32)
    has = sparse.csr_matrix((ones, (pairs, local)), shape=(len(texts), int(local.max()) + 1))
    return (has @ has.T).tocsr()


def _no_negative(num_pairs: int, index: int) -> str:
    return (
        f"pair {index + 1} of {num_pairs} in a pool has no negative: every other pair has a text "
        "in common with it; give more pairs, or a larger batch_size or mega_batches"
    )
