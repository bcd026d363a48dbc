"""Batches of about equal cost, drawn by number."""

import random
from collections.abc import Sequence

import numpy as np

from scpn.data.examples import Mixture, NetworkExample
from scpn.errors import DataError
from scpn.models.interface import Batch
from scpn.nn.alignment import Alignment
from scpn.nn.masking import pad


class LengthBatches:
    """Batches of a fixed number of examples, by number: shuffled, of similar length.

    Args:
        lengths: Of the examples.
        batch_size: Examples of a batch; the last one of an epoch may have fewer.
        seed: Seed of the order.
    """

    POOL = 50  # batches' worth of examples that are sorted by length together

    def __init__(self, lengths: Sequence[int], *, batch_size: int, seed: int) -> None:
        self.lengths, self.batch_size, self.seed = lengths, batch_size, seed
        self._current: tuple[int, list[list[int]]] = (-1, [])

    @property
    def num_batches(self) -> int:
        """Batches of an epoch."""
        return -(-len(self.lengths) // self.batch_size)

    def draw(self, number: int) -> list[int]:
        """Indices of the examples of batch `number`, counted from 0 over all epochs."""
        epoch, position = divmod(number, self.num_batches)
        if self._current[0] != epoch:
            self._current = (epoch, self._cut(random.Random(f"{self.seed}-epoch-{epoch}")))
        return self._current[1][position]

    def _cut(self, rng: random.Random) -> list[list[int]]:
        order = list(range(len(self.lengths)))
        rng.shuffle(order)
        size, batches = self.batch_size, []
        for begin in range(0, len(order), self.POOL * size):
            pool = sorted(order[begin : begin + self.POOL * size], key=self.lengths.__getitem__)
            batches += [pool[start : start + size] for start in range(0, len(pool), size)]
        rng.shuffle(batches)
        return batches


class BatchSampler:
    """Cuts shuffled examples into batches of similar length and at most `budget` padded tokens.

    Args:
        examples: Where examples come from.
        alignment: Gives the anchors of control sequences.
        budget: Longest sequence times number of sequences of a batch, at most.
        seed: Seed of order, thinning and damage.
    """

    POOL = 100  # batches' worth of examples that are sorted by length together

    def __init__(self, examples: Mixture, alignment: Alignment, *, budget: int, seed: int) -> None:
        self.examples, self.alignment, self.budget, self.seed = examples, alignment, budget, seed
        self._lengths = examples.lengths()
        self._epoch_ends: list[int] = []  # running number of batches after each epoch
        self._current: tuple[int, list[np.ndarray]] = (-1, [])

    def draw(self, number: int) -> Batch:
        """Batch `number`, counted from 0 over all epochs."""
        epoch = 0
        while True:
            if epoch == len(self._epoch_ends):
                start = self._epoch_ends[-1] if self._epoch_ends else 0
                self._epoch_ends.append(start + len(self._epoch(epoch)))
            if number < self._epoch_ends[epoch]:
                break
            epoch += 1
        start = self._epoch_ends[epoch - 1] if epoch else 0
        rng = random.Random(f"{self.seed}-{number}")
        indices = self._epoch(epoch)[number - start]
        return self.collate([self.examples.get(int(index), rng) for index in indices])

    def _epoch(self, epoch: int) -> list[np.ndarray]:
        if self._current[0] != epoch:
            rng = np.random.default_rng([self.seed, epoch])
            order = self.examples.draw_epoch(rng)
            if not len(order):
                raise DataError("an epoch has no examples; give more data or raise its share")
            self._current = (epoch, self._cut(order, rng))
        return self._current[1]

    def _cut(self, order: np.ndarray, rng: np.random.Generator) -> list[np.ndarray]:
        mean = max(1.0, float(self._lengths[order].mean()))
        pool_size = max(1, int(self.POOL * self.budget / mean))
        batches = []
        for begin in range(0, len(order), pool_size):
            pool = order[begin : begin + pool_size]
            pool = pool[np.argsort(self._lengths[pool], kind="stable")]
            first = 0
            while first < len(pool):
                last = first + 1
                # Sorted, so the newest example is the longest of its batch.
                while last < len(pool) and self._cost(pool[last], last + 1 - first) <= self.budget:
                    last += 1
                batches.append(pool[first:last])
                first = last
        return [batches[index] for index in rng.permutation(len(batches))]

    def _cost(self, longest: int, size: int) -> int:
        return int(self._lengths[longest]) * size

    def collate(self, examples: list[NetworkExample]) -> Batch:
        """Pad examples into a batch."""
        anchors = [self.alignment.anchors(example.control) for example in examples]
        return Batch(
            source=pad([example.source for example in examples]),
            control=pad([example.control for example in examples]),
            anchors=pad(anchors),
            num_units=pad([[len(places) - 1] for places in anchors])[:, 0],
            target=pad([example.target for example in examples]),
        )
