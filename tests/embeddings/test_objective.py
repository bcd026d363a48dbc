"""The margin loss, and the search for negatives against brute force."""

import math

import numpy as np
import pytest
import torch
from torch.nn import functional as F

from scpn.embeddings.objective import Selection, choose_negatives, margin_loss
from scpn.errors import DataError


def choose(
    vectors: torch.Tensor,
    texts: list[list[int]],
    selection: Selection,
    *,
    sides: int = 2,
    seed: int = 0,
) -> torch.Tensor:
    return choose_negatives(
        vectors,
        np.array(texts),
        num_sides=sides,
        selection=selection,
        rng=np.random.default_rng(seed),
    )


def allowed_rows(texts: list[list[int]], pair: int) -> list[int]:
    """Rows of the pool whose pair has no text in common with this one."""
    free = [n for n, other in enumerate(texts) if not set(other) & set(texts[pair])]
    return free + [n + len(texts) for n in free]


def test_margin_loss_by_hand() -> None:
    anchors = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 0.0]])
    others = torch.tensor([[2.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    negatives = torch.tensor([[0.0, 3.0], [3.0, 0.0], [1.0, 0.0]])
    # cosines 1 and 0: satisfied; 0.707 and 1: 0.4 - 0.707 + 1; nothing known: 0.4.
    assert margin_loss(anchors, others, negatives, margin=0.4).tolist() == pytest.approx(
        [0.0, 1.4 - math.sqrt(0.5), 0.4]
    )


def pool() -> tuple[torch.Tensor, list[list[int]]]:
    """Sixty pairs; some texts stand in several of them, on either side."""
    rng = np.random.default_rng(3)
    texts: list[list[int]] = []
    while len(texts) < 60:
        pair = rng.choice(80, 2, replace=False).tolist()
        texts.append(pair)
    table = torch.randn(80, 5, generator=torch.Generator().manual_seed(4))
    return torch.cat([table[[left for left, _ in texts]], table[[r for _, r in texts]]]), texts


def test_hardest_negatives_equal_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, texts = pool()
    for block in (1024, 7):
        monkeypatch.setattr("scpn.embeddings.objective.BLOCK", block)
        chosen = choose(vectors, texts, "max")
        assert chosen.shape == (2, 60)
        for side in (0, 1):
            for pair in range(60):
                query = vectors[side * 60 + pair]
                best = max(
                    allowed_rows(texts, pair),
                    key=lambda row: float(F.cosine_similarity(query, vectors[row], dim=0)),
                )
                # Another row may hold the same text.
                row = int(chosen[side, pair])
                assert row in allowed_rows(texts, pair)
                assert torch.equal(vectors[row], vectors[best])
    assert torch.equal(choose(vectors, texts, "max", sides=1), chosen[:1])


def test_random_negatives_are_allowed_and_spread_evenly() -> None:
    vectors, texts = pool()
    drawn = torch.stack([choose(vectors, texts, "random", seed=s)[0] for s in range(400)])
    for pair in range(0, 60, 12):
        rows = allowed_rows(texts, pair)
        counts = np.bincount(drawn[:, pair].numpy(), minlength=120)
        assert set(np.flatnonzero(counts)) <= set(rows)
        # 400 draws from about 110 rows: nearly all of them are seen, none often.
        assert (counts[rows] > 0).mean() > 0.9
        assert counts.max() < 20


def test_mixed_negatives_are_the_hardest_half_of_the_time() -> None:
    vectors, texts = pool()
    hardest = choose(vectors, texts, "max")
    drawn = [choose(vectors, texts, "mix", seed=s) for s in range(40)]
    share = torch.stack([(one == hardest).double().mean() for one in drawn]).mean()
    assert 0.47 < float(share) < 0.54
    for one in drawn[:5]:
        assert all(int(one[0, pair]) in allowed_rows(texts, pair) for pair in range(60))


def test_unknown_texts_have_negatives_too() -> None:
    chosen = choose(torch.zeros(4, 3), [[0, 1], [2, 3]], "max")
    assert set(chosen[:, 0].tolist()) <= {1, 3}
    assert set(chosen[:, 1].tolist()) <= {0, 2}


@pytest.mark.parametrize("selection", ["max", "mix", "random"])
@pytest.mark.parametrize("texts", [[[0, 1]], [[0, 1], [1, 2]], [[0, 1], [0, 1], [2, 0]]])
def test_pair_without_a_negative_is_an_error(selection: Selection, texts: list[list[int]]) -> None:
    with pytest.raises(
        DataError,
        match=rf"pair 1 of {len(texts)} in a pool has no negative: every other pair .* give more",
    ):
        choose(torch.randn(2 * len(texts), 3), texts, selection)
