"""Batched beam search with early stop, n-best lists and diverse groups."""

import dataclasses
from typing import Any

import torch
from torch import Tensor

from scpn.decoding.processors import Processor
from scpn.decoding.scoring import length_penalty
from scpn.decoding.stepping import StepModel
from scpn.errors import UsageError
from scpn.tokenization.vocabulary import EOS

DEAD = -1e9  # log-probability of what is not allowed; finite, so that sums stay ordered


@dataclasses.dataclass
class Hypothesis:
    """A finished output."""

    ids: list[int]
    """Tokens without BOS and EOS."""
    log_prob: float
    """Sum of log-probabilities, EOS included."""
    score: float
    """`log_prob` over the length penalty; what hypotheses are ranked by."""
    is_complete: bool = True
    """False if the search ended before EOS."""


@dataclasses.dataclass
class BeamSearch:
    """Settings of a beam search.

    Attributes:
        beam: Hypotheses kept for each item.
        num_return: Best hypotheses returned, at most `beam`.
        max_steps: Tokens after which unfinished hypotheses are cut off.
        alpha: Strength of the length penalty.
        groups: Diverse beam search (Vijayakumar et al. 2018): the beam is split into this many
            groups, and each pays `diversity` for every token an earlier group chose in this step.
        diversity: That price, in nats.
    """

    beam: int = 4
    num_return: int = 1
    max_steps: int = 150
    alpha: float = 0.8
    groups: int = 1
    diversity: float = 0.5

    def __post_init__(self) -> None:
        if self.beam < 1 or self.max_steps < 1:
            raise UsageError(
                f"beam is {self.beam} and max_steps is {self.max_steps}, both must be at least 1"
            )
        if self.alpha < 0 or self.diversity < 0:
            raise UsageError(
                f"alpha is {self.alpha} and diversity is {self.diversity}, both must be at least 0"
            )
        if not 1 <= self.num_return <= self.beam:
            raise UsageError(
                f"num_return is {self.num_return}, must be from 1 to the beam, {self.beam}"
            )
        if self.groups < 1 or self.beam % self.groups:
            raise UsageError(
                f"a beam of {self.beam} cannot be split into {self.groups} equal groups"
            )

    @torch.inference_mode()
    def search(
        self, model: StepModel, items: int, *, processors: list[Processor] | None = None
    ) -> list[list[Hypothesis]]:
        """Decode items 0 to `items` - 1.

        Args:
            model: Gives log-probabilities of next tokens.
            items: Number of items.
            processors: Change log-probabilities before tokens are chosen, in this order.

        Returns:
            For each item its `num_return` best hypotheses, best first; fewer if the constraints
            leave fewer.
        """
        if items == 0:
            return []
        run = _Run(self, model, items, processors or [])
        while run.advance():
            pass
        return run.results()


class _Run:
    """State of one search: A active items with K hypotheses each, flattened to A * K rows."""

    def __init__(
        self, settings: BeamSearch, model: StepModel, items: int, processors: list[Processor]
    ) -> None:
        self.settings, self.model, self.processors = settings, model, processors
        beam = settings.beam
        self.items = torch.arange(items)
        self.scores = torch.full((items, beam), DEAD)
        self.scores[:, :: beam // settings.groups] = 0.0  # one live start a group
        self.prefixes = torch.zeros(items * beam, 0, dtype=torch.long)
        self.state: Any = model.start(self.items.repeat_interleave(beam))
        # By their tokens: diverse groups may find the same output twice.
        self.finished: list[dict[tuple[int, ...], Hypothesis]] = [{} for _ in range(items)]

    def advance(self) -> bool:
        """Extend every hypothesis by one token; False when nothing is left to extend."""
        settings, beam = self.settings, self.settings.beam
        log_probs, state = self.model.step(self.state, self.prefixes)
        log_probs = log_probs.to("cpu", torch.float32)
        rows_item = self.items.repeat_interleave(beam)
        for processor in self.processors:
            log_probs = processor(self.prefixes, log_probs, rows_item)
        parents, tokens, scores = self._choose(log_probs.view(len(self.items), beam, -1))
        self._collect(parents, tokens, scores)
        # EOS candidates are done; of the rest the best `beam` go on.
        scores = scores.masked_fill(tokens == EOS, DEAD)
        kept = self._first_of_groups(scores > DEAD / 2)
        scores, parents, tokens = (x.gather(1, kept) for x in (scores, parents, tokens))
        is_open = (scores > DEAD / 2).any(1)
        length = self.prefixes.shape[1] + 1
        for index, item in enumerate(self.items.tolist()):
            is_open[index] &= not self._is_settled(item, float(scores[index].max()), length)
        if length >= settings.max_steps:
            self._cut_off(parents, tokens, scores, is_open)
            return False
        live = is_open.nonzero()[:, 0]
        if len(live) == 0:
            return False
        rows = (live.unsqueeze(1) * beam + parents[live]).flatten()
        self.state = self.model.select(state, rows)
        self.prefixes = torch.cat([self.prefixes[rows], tokens[live].view(-1, 1)], 1)
        self.items, self.scores = self.items[live], scores[live]
        return True

    def _choose(self, log_probs: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Two candidates for each place of the beam: parents, tokens, scores, each (A, 2K).

        Candidates of one group stand together, best first.
        """
        settings = self.settings
        size = settings.beam // settings.groups
        vocabulary = log_probs.shape[-1]
        price = log_probs.new_zeros(len(self.items), 1, vocabulary)
        chosen = []
        for group in range(settings.groups):
            part = slice(group * size, (group + 1) * size)
            total = self.scores[:, part, None] + log_probs[:, part] - price
            best, flat = total.flatten(1).topk(min(2 * size, total[0].numel()))
            parents, tokens = group * size + flat // vocabulary, flat % vocabulary
            paid = price[:, 0].gather(1, tokens)
            chosen.append((parents, tokens, best + paid))
            if settings.groups > 1:
                ones = torch.full_like(best[:, :size], settings.diversity)
                price[:, 0].scatter_add_(1, tokens[:, :size], ones)
        parents, tokens, scores = (torch.cat(parts, 1) for parts in zip(*chosen, strict=True))
        return parents, tokens, scores

    def _first_of_groups(self, is_live: Tensor) -> Tensor:
        """Indices of the first live candidates of each group, `beam` in all, (A, 2K) to (A, K).

        The order is that of `_choose`, so that what a group pays for is not forgotten here.
        Where too few live, dead ones fill up.
        """
        groups = self.settings.groups
        width, size = is_live.shape[1] // groups, self.settings.beam // groups
        dead = (~is_live.view(-1, groups, width)).to(torch.uint8)
        first = dead.argsort(dim=2, stable=True)[:, :, :size]
        if width < size:  # one-word vocabularies: repeat the last candidate
            first = torch.cat([first, first[:, :, -1:].expand(-1, -1, size - width)], 2)
        offsets = torch.arange(groups).view(1, -1, 1) * width
        return (first + offsets).flatten(1)

    def _collect(self, parents: Tensor, tokens: Tensor, scores: Tensor) -> None:
        """Store the hypotheses that end here and rank among the best of their group."""
        size = self.settings.beam // self.settings.groups
        width = tokens.shape[1] // self.settings.groups
        in_beam = torch.arange(tokens.shape[1]) % width < size
        ending = (tokens == EOS) & (scores > DEAD / 2) & in_beam
        for index, place in ending.nonzero().tolist():
            row = index * self.settings.beam + int(parents[index, place])
            ids = self.prefixes[row].tolist()
            self._finish(int(self.items[index]), ids, float(scores[index, place]))

    def _finish(self, item: int, ids: list[int], log_prob: float, is_complete: bool = True) -> None:
        length = torch.tensor(float(len(ids) + is_complete))
        score = log_prob / float(length_penalty(length, alpha=self.settings.alpha))
        self.finished[item][tuple(ids)] = Hypothesis(ids, log_prob, score, is_complete)

    def _is_settled(self, item: int, best_open: float, length: int) -> bool:
        """Whether no open hypothesis of this item can still enter its n-best list.

        Log-probabilities only fall, so an open hypothesis can at best end with what it has now
        under the largest penalty it may still reach. Once as many have finished as the beam is
        wide, that of the next step is taken for it: what needs longer rarely wins.
        """
        settings = self.settings
        done = sorted((h.score for h in self.finished[item].values()), reverse=True)
        if len(done) < settings.num_return:
            return False
        longest = float(length + 1 if len(done) >= settings.beam else settings.max_steps)
        bound = best_open / float(length_penalty(torch.tensor(longest), alpha=settings.alpha))
        return done[settings.num_return - 1] >= bound

    def _cut_off(self, parents: Tensor, tokens: Tensor, scores: Tensor, is_open: Tensor) -> None:
        """Keep unfinished hypotheses of items that have no finished one."""
        for index in is_open.nonzero()[:, 0].tolist():
            item = int(self.items[index])
            if self.finished[item]:
                continue
            for place in range(self.settings.beam):
                if scores[index, place] > DEAD / 2:
                    row = index * self.settings.beam + int(parents[index, place])
                    ids = [*self.prefixes[row].tolist(), int(tokens[index, place])]
                    self._finish(item, ids, float(scores[index, place]), is_complete=False)

    def results(self) -> list[list[Hypothesis]]:
        """The n-best list of every item."""
        return [
            sorted(found.values(), key=lambda h: h.score, reverse=True)[: self.settings.num_return]
            for found in self.finished
        ]
