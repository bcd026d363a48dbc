"""Drawing outputs at random instead of searching for the best."""

import dataclasses
import hashlib
from collections import Counter
from collections.abc import Sequence

import torch
from torch import Tensor

from scpn.decoding.processors import Processor
from scpn.decoding.scoring import length_penalty
from scpn.decoding.search import DEAD, Hypothesis
from scpn.decoding.stepping import StepModel
from scpn.errors import UsageError
from scpn.tokenization.vocabulary import EOS


@dataclasses.dataclass
class Sampling:
    """Settings of ancestral sampling.

    Attributes:
        num_return: Samples of each item.
        max_steps: Tokens after which a sample is cut off.
        temperature: Divides log-probabilities; small values approach the greedy choice.
        top_p: Only the smallest set of tokens with this probability can be drawn (nucleus).
        alpha: Strength of the length penalty, for ranking.
        seed: The same seed, key, distributions and settings give the same samples.
        keys: A text for each item. Its samples depend on the seed and on this text, not on what
            else is in the batch; empty takes the number of the item.
    """

    num_return: int = 4
    max_steps: int = 150
    temperature: float = 0.8
    top_p: float = 0.95
    alpha: float = 0.8
    seed: int = 0
    keys: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.num_return < 1 or self.max_steps < 1:
            raise UsageError("num_return and max_steps must be at least 1")
        if self.alpha < 0:
            raise UsageError(f"alpha is {self.alpha}, must be at least 0")
        if self.temperature <= 0 or not 0 < self.top_p <= 1:
            raise UsageError(
                f"temperature is {self.temperature}, must be above 0; top_p is {self.top_p}, "
                "must be above 0 and at most 1"
            )

    @torch.inference_mode()
    def search(
        self, model: StepModel, items: int, *, processors: list[Processor] | None = None
    ) -> list[list[Hypothesis]]:
        """Sample; arguments and result as in `BeamSearch.search`.

        A sample for which the constraints leave no token is dropped.
        """
        if items == 0:
            return []
        generators = self._generators(items)
        rows_item = torch.arange(items).repeat_interleave(self.num_return)
        state = model.start(rows_item)
        prefixes = torch.zeros(len(rows_item), 0, dtype=torch.long)
        log_probs_sum = torch.zeros(len(rows_item))
        results: list[list[Hypothesis]] = [[] for _ in range(items)]
        for length in range(1, self.max_steps + 1):
            log_probs, state = model.step(state, prefixes)
            log_probs = log_probs.to("cpu", torch.float32)
            for processor in processors or []:
                log_probs = processor(prefixes, log_probs, rows_item)
            tokens = _draw(self._shape(log_probs).exp(), rows_item, generators)
            is_stuck = (log_probs <= DEAD / 2).all(1)
            log_probs_sum = log_probs_sum + log_probs.gather(1, tokens)[:, 0]
            prefixes = torch.cat([prefixes, tokens], 1)
            is_over = (tokens[:, 0] == EOS) | is_stuck | (length == self.max_steps)
            for row in (is_over & ~is_stuck).nonzero()[:, 0].tolist():
                results[int(rows_item[row])].append(
                    self._hypothesis(prefixes[row].tolist(), float(log_probs_sum[row]))
                )
            live = (~is_over).nonzero()[:, 0]
            if len(live) == 0:
                break
            state, prefixes = model.select(state, live), prefixes[live]
            rows_item, log_probs_sum = rows_item[live], log_probs_sum[live]
        return [sorted(found, key=lambda h: h.score, reverse=True) for found in results]

    def _generators(self, items: int) -> list[torch.Generator]:
        """One source of random numbers for each item."""
        keys = self.keys or [str(item) for item in range(items)]
        if len(keys) != items:
            raise ValueError(f"{len(keys)} keys for {items} items; give one for each")
        digests = [hashlib.blake2b(f"{self.seed} {key}".encode(), digest_size=7) for key in keys]
        return [
            torch.Generator().manual_seed(int.from_bytes(digest.digest(), "big"))
            for digest in digests
        ]

    def _shape(self, log_probs: Tensor) -> Tensor:
        """Normalized log-probabilities after temperature and top-p.

        A row without an allowed token comes out as if its first one were allowed.
        """
        shaped = torch.log_softmax(log_probs / self.temperature, -1)
        shaped = shaped.masked_fill(log_probs <= DEAD / 2, -torch.inf)
        ranked, order = shaped.sort(-1, descending=True)
        before = ranked.exp().cumsum(-1) - ranked.exp()  # probability of all better tokens
        outside = before >= (self.top_p if self.top_p < 1 else 2.0)  # sums round above 1
        ranked = ranked.masked_fill(outside, -torch.inf)
        ranked[:, 0] = ranked[:, 0].clamp_min(DEAD)
        return torch.log_softmax(torch.empty_like(shaped).scatter(1, order, ranked), -1)

    def _hypothesis(self, ids: list[int], log_prob: float) -> Hypothesis:
        is_complete = ids[-1] == EOS
        penalty = length_penalty(torch.tensor(float(len(ids))), alpha=self.alpha)
        return Hypothesis(
            ids[:-1] if is_complete else ids, log_prob, log_prob / float(penalty), is_complete
        )


def _draw(probabilities: Tensor, rows_item: Tensor, generators: list[torch.Generator]) -> Tensor:
    """One token for each row, from the generator of its item; rows of an item are neighbors."""
    counts = Counter(rows_item.tolist())
    parts = torch.split(probabilities, list(counts.values()))
    return torch.cat(
        [
            torch.multinomial(rows, 1, generator=generators[item])
            for item, rows in zip(counts, parts, strict=True)
        ]
    )
