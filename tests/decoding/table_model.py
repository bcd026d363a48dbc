"""A step model whose every probability is known, and the search that tries everything."""

import itertools
from collections.abc import Callable, Iterator

import torch
from torch import Tensor

from scpn.tokenization.vocabulary import EOS


class TableModel:
    """Log-probabilities as a function of item and prefix; the state is the item of each row."""

    def __init__(self, log_probs_of: Callable[[int, tuple[int, ...]], Tensor]) -> None:
        self.log_probs_of = log_probs_of
        self.num_steps = 0

    def start(self, rows: Tensor) -> Tensor:
        return rows

    def step(self, state: Tensor, prefixes: Tensor) -> tuple[Tensor, Tensor]:
        self.num_steps += 1
        rows = [
            self.log_probs_of(item, tuple(prefix))
            for item, prefix in zip(state.tolist(), prefixes.tolist(), strict=True)
        ]
        return torch.stack(rows), state

    def select(self, state: Tensor, rows: Tensor) -> Tensor:
        return state[rows]


def random_table(*, size: int, seed: int = 0, sharpness: float = 1.5) -> TableModel:
    """Random but fixed distributions over `size` tokens; only EOS and what follows it occur."""

    def log_probs_of(item: int, prefix: tuple[int, ...]) -> Tensor:
        number = hash((seed, item, *prefix)) % 2**31
        logits = sharpness * torch.randn(size, generator=torch.Generator().manual_seed(number))
        logits[:EOS] = -torch.inf
        return torch.log_softmax(logits, 0).clamp_min(-1e9)

    return TableModel(log_probs_of)


def every_output(
    model: TableModel, item: int, *, size: int, max_steps: int
) -> Iterator[tuple[list[int], float]]:
    """All complete outputs of at most `max_steps` tokens, EOS included, and log-probabilities."""
    for length in range(max_steps):
        for ids in itertools.product(range(EOS + 1, size), repeat=length):
            total = 0.0
            for place, token in enumerate([*ids, EOS]):
                total += float(model.log_probs_of(item, ids[:place])[token])
            yield list(ids), total
