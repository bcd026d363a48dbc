"""Batches by number: complete epochs, budget, the same content for the same number."""

import random
from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from scpn.data.examples import Mixture, NetworkExample
from scpn.errors import DataError
from scpn.models.interface import Batch
from scpn.nn.alignment import LeafAlignment
from scpn.tokenization.vocabulary import EOS, LabelVocabulary
from scpn.training.batching import BatchSampler

LABELS = LabelVocabulary(["(S", "NN", ")"])
PIECES: Any = SimpleNamespace(ends_word=torch.ones(4000, dtype=torch.bool))
ALIGNMENT = LeafAlignment(PIECES, LABELS)


class Numbers:
    """NetworkExample i has source [100 + i] and a target of a random but fixed length."""

    def __init__(self, size: int) -> None:
        self.target_lengths = np.random.default_rng(0).integers(1, 30, size)

    def __len__(self) -> int:
        return len(self.target_lengths)

    def lengths(self) -> np.ndarray:
        return self.target_lengths + 1

    def get(self, index: int, rng: random.Random) -> NetworkExample:
        noise = [rng.randrange(4, 90) for _ in range(self.target_lengths[index])]
        tags = [LABELS.encode(["NN"])[0]] * (index % 4)
        control = [LABELS.encode(["(S"])[0], *tags, LABELS.close_id]
        return NetworkExample([100 + index], control, [*noise, EOS])


def sampler(
    size: int = 500, *, budget: int = 100, seed: int = 1, share: float = 1.0
) -> BatchSampler:
    return BatchSampler(Mixture([(Numbers(size), share)]), ALIGNMENT, budget=budget, seed=seed)


def numbers_in(batch: Batch) -> list[int]:
    return (batch.source[:, 0] - 100).tolist()


def same(one: Batch, other: Batch) -> bool:
    return all(
        torch.equal(getattr(one, name), getattr(other, name))
        for name in ("source", "control", "anchors", "num_units", "target")
    )


def epochs(batches: BatchSampler, number: int) -> list[list[Batch]]:
    """The batches of the first epochs; an epoch is over when all examples were seen."""
    found: list[list[Batch]] = []
    position = 0
    for _ in range(number):
        found.append([])
        while sum(len(batch.source) for batch in found[-1]) < len(batches.examples):
            found[-1].append(batches.draw(position))
            position += 1
    return found


def test_every_example_comes_once_an_epoch() -> None:
    for epoch in epochs(sampler(), 3):
        assert Counter(n for batch in epoch for n in numbers_in(batch)) == Counter(range(500))


def test_epochs_differ_in_order() -> None:
    first, second = epochs(sampler(), 2)
    assert [numbers_in(batch) for batch in first] != [numbers_in(batch) for batch in second]


def test_the_budget_holds_padding_included() -> None:
    (epoch,) = epochs(sampler(budget=100), 1)
    assert all(batch.target.numel() <= 100 for batch in epoch)
    # Similar lengths together: little of a batch is padding, and batches are well filled.
    filled = sum(int((batch.target != 0).sum()) for batch in epoch)
    assert filled > 0.9 * sum(batch.target.numel() for batch in epoch)
    assert np.mean([batch.target.numel() for batch in epoch]) > 80


def test_an_example_beyond_the_budget_is_a_batch_of_its_own() -> None:
    (epoch,) = epochs(sampler(20, budget=3), 1)
    assert all(len(batch.source) == 1 or batch.target.numel() <= 3 for batch in epoch)


def test_batches_do_not_come_in_order_of_length() -> None:
    (epoch,) = epochs(sampler(2000, budget=100), 1)
    widths = [batch.target.shape[1] for batch in epoch]
    assert abs(np.corrcoef(widths, np.arange(len(widths)))[0, 1]) < 0.3


@pytest.mark.parametrize("number", [0, 7, 60, 250])
def test_the_same_number_is_the_same_batch_in_a_fresh_sampler(number: int) -> None:
    used = sampler()
    for earlier in (0, 300, 5):
        used.draw(earlier)
    assert same(used.draw(number), sampler().draw(number))


def test_another_seed_gives_other_batches() -> None:
    assert not same(sampler(seed=1).draw(3), sampler(seed=2).draw(3))


def test_noise_differs_between_batches_of_the_same_example() -> None:
    batches = sampler(1, budget=50)
    assert not torch.equal(batches.draw(0).target, batches.draw(1).target)


def test_a_run_resumed_in_mid_epoch_goes_on_where_it_was() -> None:
    whole = [numbers_in(batch) for batch in epochs(sampler(), 1)[0]]
    resumed = sampler()
    rest = [numbers_in(resumed.draw(number)) for number in range(len(whole) // 2, len(whole))]
    assert rest == whole[len(whole) // 2 :]


def test_thinned_collections_shorten_an_epoch() -> None:
    half = sampler(share=0.5)
    seen = Counter(n for number in range(10) for n in numbers_in(half.draw(number)))
    assert max(seen.values()) == 1


def test_collate_pads_and_counts() -> None:
    batch = sampler().collate(
        [Numbers(500).get(index, random.Random(0)) for index in (3, 4)]  # 3 leaves and none
    )
    assert batch.source.tolist() == [[103], [104]]
    assert batch.num_units.tolist() == [3, 0]
    assert batch.anchors.tolist() == [[1, 2, 3, 4], [1, 0, 0, 0]]
    assert batch.control.shape == (2, 5)


@pytest.mark.parametrize(("size", "share"), [(0, 1.0), (10, 0.0)])
def test_an_epoch_without_examples_is_refused(size: int, share: float) -> None:
    with pytest.raises(DataError, match="an epoch has no examples; give more data or raise"):
        sampler(size, share=share).draw(0)
