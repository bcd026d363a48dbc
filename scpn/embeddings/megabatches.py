"""Mini-batches whose negatives are found in a pool of many: mega-batching.

*ParaNMT-50M* (Wieting and Gimpel, ACL 2018), section 4.2: pool M mini-batches, find for each pair
the hardest negative of the whole pool with the current parameters, then train on the mini-batches
one after the other. *Simple and Effective* (Wieting et al., ACL 2019) lets M grow from 1.

M counts updates. Negatives are chosen at the first update of a mega-batch, so they are no function
of the batch number; they are kept in the checkpoint, and a resumed run equals an uninterrupted one
inside a mega-batch too.
"""

import dataclasses
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from scpn.embeddings.bags import Bags, concatenate
from scpn.embeddings.network import EncoderNetwork, Views
from scpn.embeddings.objective import Selection, choose_negatives, margin_loss
from scpn.embeddings.units import UnitKind
from scpn.errors import DataError, UsageError
from scpn.nn.modes import evaluating

EMBED_ROWS = 2048  # texts embedded together when a pool is searched


@dataclasses.dataclass
class ObjectiveConfig:
    """The loss, its negatives, and the noise on its input."""

    batch_size: int = 100
    """Pairs of a mini-batch."""
    mega_batches: int = 40
    """M, updates whose pairs form the pool in which negatives are found; 1 is a single batch."""
    annealing: int = 150
    """Updates after which M, which begins with 1, grows by 1; 0 begins with `mega_batches`."""
    negatives: Selection = "max"
    """The hardest negative of the pool, a random one, or each in half of the cases."""
    sides: int = 1
    """1: a negative for the source of each pair (ParaNMT); 2: for both sides (PPDB models)."""
    margin: float = 0.4
    """Cosine by which the paraphrase should be closer than the negative."""
    scrambling: float = 0.0
    """Share of pairs whose two sides are put into random order, before negatives are chosen."""
    word_dropout: float = 0.0
    """Share of units left out of each text."""
    initial_l2: float = 0.0
    """Weight of the squared distance of the batch's unit vectors from their initial values."""
    composition_l2: float = 0.0
    """Weight of the squared norm of all other parameters."""

    def __post_init__(self) -> None:
        if self.batch_size < 1 or self.mega_batches < 1 or self.annealing < 0:
            raise UsageError("batch_size and mega_batches must be at least 1, annealing at least 0")
        if self.sides not in (1, 2):
            raise UsageError(f"sides is {self.sides}, must be 1 or 2")


@dataclasses.dataclass
class Pool:
    """The pairs of a mega-batch.

    Attributes:
        start: First batch number.
        views: Left sides of all pairs, then right sides. 2 N rows.
        texts: Text numbers of the pairs. Shape (N, 2).
    """

    start: int
    views: Views
    texts: np.ndarray


class MegaBatches:
    """Draws mini-batches and computes their loss; see `Trainer`.

    Args:
        views: Bags of all texts.
        pairs: Text numbers of the training pairs. Shape (N, 2).
        config: See `ObjectiveConfig`.
        seed: Seed of order, scrambling and random negatives.
        batches_per_update: Mini-batches of all processes in one update.
        ordered: Kinds of units that some encoder reads in their order; only those are scrambled.
    """

    def __init__(
        self,
        views: Views,
        pairs: np.ndarray,
        *,
        config: ObjectiveConfig,
        seed: int,
        batches_per_update: int = 1,
        ordered: frozenset[UnitKind] = frozenset(),
    ) -> None:
        if not len(pairs):
            raise DataError("there are no pairs to train on; give more")
        self.views, self.pairs, self.config, self.seed = views, pairs, config, seed
        self.ordered, self._step = ordered, batches_per_update
        self._starts = [0]  # first update of each mega-batch begun so far
        self._epoch: tuple[int, np.ndarray] = (-1, np.zeros(0, dtype=np.int64))
        self._pool: Pool | None = None
        self._chosen: tuple[int, Tensor] | None = None  # first batch number, negatives

    # -- which pairs -----------------------------------------------------------------------

    def draw(self, number: int) -> int:
        """Batch `number` is known by its number; `loss` looks its pairs up."""
        return number

    def rows(self, number: int) -> np.ndarray:
        """Pairs of mini-batch `number`, counted over all epochs."""
        size = min(self.config.batch_size, len(self.pairs))
        epoch, position = divmod(number, len(self.pairs) // size)
        if self._epoch[0] != epoch:
            rng = np.random.default_rng([self.seed, epoch])
            self._epoch = (epoch, rng.permutation(len(self.pairs)))
        return self._epoch[1][position * size : (position + 1) * size]

    def span(self, number: int) -> tuple[int, int]:
        """First batch number and size, in batches, of the mega-batch that holds a batch."""
        update = number // self._step
        while self._starts[-1] <= update:
            self._starts.append(self._starts[-1] + self._size(self._starts[-1]))
        index = int(np.searchsorted(self._starts, update, side="right")) - 1
        start, end = self._starts[index : index + 2]
        return start * self._step, (end - start) * self._step

    def _size(self, update: int) -> int:
        """M of the mega-batch that begins with an update."""
        config = self.config
        if not config.annealing:
            return config.mega_batches
        return min(config.mega_batches, 1 + update // config.annealing)

    def pool(self, number: int) -> Pool:
        """The mega-batch that holds a mini-batch."""
        start, size = self.span(number)
        if self._pool is None or self._pool.start != start:
            numbers = range(start, start + size)
            rows = [self.rows(n) for n in numbers]
            sides = [
                {
                    kind: concatenate(
                        [self._text(kind, r, side, n) for r, n in zip(rows, numbers, strict=True)]
                    )
                    for kind in self.views
                }
                for side in (0, 1)
            ]
            views = {kind: concatenate([side[kind] for side in sides]) for kind in self.views}
            self._pool = Pool(start, views, self.pairs[np.concatenate(rows)])
        return self._pool

    def _text(self, kind: UnitKind, rows: np.ndarray, side: int, number: int) -> Bags:
        """One side of a mini-batch, some of its texts scrambled."""
        bags = self.views[kind].select(torch.from_numpy(self.pairs[rows, side]))
        if self.config.scrambling and kind in self.ordered:
            pairs = np.random.default_rng([self.seed, number, 7]).random(len(rows))
            keys = np.random.default_rng([self.seed, number, side]).random(len(bags.ids))
            scrambled = torch.from_numpy(pairs < self.config.scrambling)
            bags = bags.shuffle(scrambled, torch.from_numpy(keys))
        return bags

    # -- negatives -------------------------------------------------------------------------

    def negatives(self, network: nn.Module, number: int) -> Tensor:
        """Rows of the pool that are negatives of its pairs. Shape (sides, N)."""
        pool = self.pool(number)
        if self._chosen is None or self._chosen[0] != pool.start:
            chosen = choose_negatives(
                embed_rows(network, pool.views),
                pool.texts,
                num_sides=self.config.sides,
                selection=self.config.negatives,
                rng=np.random.default_rng([self.seed, pool.start, 11]),
            )
            self._chosen = (pool.start, chosen)
        return self._chosen[1]

    def state_dict(self) -> dict[str, Any]:
        """The negatives of the current mega-batch."""
        return {} if self._chosen is None else dict(zip("sn", self._chosen, strict=True))

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Take up the negatives of the mega-batch in which a run stopped."""
        self._chosen = (state["s"], state["n"]) if state else None

    # -- loss ------------------------------------------------------------------------------

    def loss(self, network: nn.Module, number: int) -> tuple[Tensor, Tensor]:
        """Summed loss of a mini-batch and its number of pairs."""
        config = self.config
        negatives, pool = self.negatives(network, number), self.pool(number)
        size = len(self.rows(number))
        begin = (number - pool.start) * size
        places = torch.arange(begin, begin + size)
        groups = [places, places + len(pool.texts), *negatives[:, begin : begin + size]]
        rows = torch.cat(groups)
        device = next(network.parameters()).device
        views = {kind: self._damage(bags.select(rows)) for kind, bags in pool.views.items()}
        views = {kind: bags.to(device) for kind, bags in views.items()}
        left, right, *far = network(views).split(size)
        sides = [(left, right), (right, left)]
        losses = [
            margin_loss(*side, negative, margin=config.margin).sum()
            for side, negative in zip(sides, far, strict=False)
        ]
        total = torch.stack(losses).sum()
        if config.initial_l2 or config.composition_l2:
            total = total + size * self._penalty(network, views)
        return total, torch.tensor(float(size), device=device)

    def _damage(self, bags: Bags) -> Bags:
        """Leave units out at random, but never all of a text."""
        share = self.config.word_dropout
        if not share:
            return bags
        kept = torch.rand(len(bags.ids)) >= share
        owners = bags.owners
        left = torch.zeros(len(bags)).index_add(0, owners, kept.float())
        return bags.keep(kept | (left == 0)[owners])

    def _penalty(self, network: nn.Module, views: Views) -> Tensor:
        assert isinstance(network, EncoderNetwork)
        total = torch.zeros((), device=next(network.parameters()).device)
        if self.config.initial_l2:
            total = total + self.config.initial_l2 * network.distance_from_start(views)
        if self.config.composition_l2:
            total = total + self.config.composition_l2 * network.composition_norm()
        return total


@torch.no_grad()
def embed_rows(network: nn.Module, views: Views) -> Tensor:
    """Vectors without dropout, in blocks. Shape (N, D)."""
    device = next(network.parameters()).device
    total = len(next(iter(views.values())))
    blocks = []
    with evaluating(network):
        for begin in range(0, total, EMBED_ROWS):
            rows = torch.arange(begin, min(begin + EMBED_ROWS, total))
            blocks.append(network({kind: b.select(rows).to(device) for kind, b in views.items()}))
    return torch.cat(blocks)
