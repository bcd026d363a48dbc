"""Training examples of the two networks: inputs and expected outputs.

Every example is (source, control, target) in ids, a function of its number and the epoch, so
that a batch can be drawn anywhere, any time, with the same content.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
import torch

from scpn.data.packing import Packed
from scpn.tokenization.vocabulary import EOS, LabelVocabulary


class NetworkExample(NamedTuple):
    """Ids of one example; the target ends in EOS."""

    source: list[int]
    control: list[int]
    target: list[int]


class Examples(Protocol):
    """A numbered collection of examples."""

    def __len__(self) -> int:
        """Number of examples."""
        ...

    def lengths(self) -> np.ndarray:
        """Tokens of the longer of source and target of each example. Shape (N,)."""
        ...

    def get(self, index: int, rng: random.Random) -> NetworkExample:
        """NetworkExample `index`; `rng` decides what is random in it."""
        ...


class ParaphraseExamples:
    """Sentence and the other sentence's parse to that sentence, in both directions.

    Args:
        pairs: Fields source, target, source_parse, target_parse.
        labels: Vocabulary of the parses.
        template_control: Ablation: only the template of the parse is given.
    """

    def __init__(
        self, pairs: Packed, labels: LabelVocabulary, *, template_control: bool = False
    ) -> None:
        self.pairs, self.labels, self.template_control = pairs, labels, template_control

    def __len__(self) -> int:
        return 2 * len(self.pairs)

    def lengths(self) -> np.ndarray:
        """See `Examples.lengths`."""
        longer = np.maximum(self.pairs["source"].lengths, self.pairs["target"].lengths) + 1
        return np.repeat(longer, 2)

    def get(self, index: int, rng: random.Random) -> NetworkExample:
        """See `Examples.get`; even numbers are source to target, odd ones the reverse."""
        row, is_reverse = divmod(index, 2)
        source, target = ("target", "source") if is_reverse else ("source", "target")
        control = self.pairs[f"{target}_parse"][row]
        if self.template_control:
            control = cut_to_template(control, self.labels)
        return NetworkExample(self.pairs[source][row], control, [*self.pairs[target][row], EOS])


class ReconstructionExamples:
    """A damaged sentence and its own parse to the sentence.

    Whole words are dropped, and the rest is shuffled or only locally disordered, so that order and
    function words must come from the parse.

    Args:
        sentences: Fields source and source_parse (others are ignored).
        ends_word: Which pieces complete a word. Shape (V,), bool.
        drop: Largest share of words dropped; the share is uniform up to it.
    """

    def __init__(self, sentences: Packed, ends_word: torch.Tensor, *, drop: float = 0.5) -> None:
        self.sentences, self.drop = sentences, drop
        self._ends_word: list[bool] = ends_word.tolist()

    def __len__(self) -> int:
        return len(self.sentences)

    def lengths(self) -> np.ndarray:
        """See `Examples.lengths`."""
        return self.sentences["source"].lengths + 1

    def get(self, index: int, rng: random.Random) -> NetworkExample:
        """See `Examples.get`."""
        pieces = self.sentences["source"][index]
        return NetworkExample(
            self._damage(pieces, rng), self.sentences["source_parse"][index], [*pieces, EOS]
        )

    def _damage(self, pieces: list[int], rng: random.Random) -> list[int]:
        words: list[list[int]] = [[]]
        for piece in pieces:
            words[-1].append(piece)
            if self._ends_word[piece]:
                words.append([])
        words = [word for word in words if word]
        share = rng.uniform(0, self.drop)
        kept = [word for word in words if rng.random() >= share] or words[:1]
        reach = rng.choice((3.0, 8.0, float(len(kept))))
        order = sorted(range(len(kept)), key=lambda place: place + rng.uniform(0, reach))
        return [piece for place in order for piece in kept[place]]


class ParseExamples:
    """Parse of one sentence and the template of the other's to that other parse, both directions.

    Args:
        pairs: Fields source_parse and target_parse.
        labels: Vocabulary of the parses.
    """

    def __init__(self, pairs: Packed, labels: LabelVocabulary) -> None:
        self.pairs, self.labels = pairs, labels

    def __len__(self) -> int:
        return 2 * len(self.pairs)

    def lengths(self) -> np.ndarray:
        """See `Examples.lengths`."""
        fields = (self.pairs["source_parse"].lengths, self.pairs["target_parse"].lengths)
        return np.repeat(np.maximum(*fields) + 1, 2)

    def get(self, index: int, rng: random.Random) -> NetworkExample:
        """See `Examples.get`; even numbers are source to target, odd ones the reverse."""
        row, is_reverse = divmod(index, 2)
        names = ("target_parse", "source_parse") if is_reverse else ("source_parse", "target_parse")
        source, target = (self.pairs[name][row] for name in names)
        return NetworkExample(source, cut_to_template(target, self.labels), [*target, EOS])


class Mixture:
    """Several collections in a row, each possibly thinned out.

    Args:
        parts: Collections and the share of each that one epoch uses; above 1 repeats it.
    """

    def __init__(self, parts: Sequence[tuple[Examples, float]]) -> None:
        self.parts = parts
        self.sizes = [len(examples) for examples, _ in parts]
        self.starts = np.cumsum([0, *self.sizes])

    def __len__(self) -> int:
        return int(self.starts[-1])

    def lengths(self) -> np.ndarray:
        """See `Examples.lengths`."""
        return np.concatenate([examples.lengths() for examples, _ in self.parts])

    def get(self, index: int, rng: random.Random) -> NetworkExample:
        """See `Examples.get`."""
        part = int(np.searchsorted(self.starts, index, side="right")) - 1
        return self.parts[part][0].get(index - int(self.starts[part]), rng)

    def draw_epoch(self, rng: np.random.Generator) -> np.ndarray:
        """Example numbers of one epoch in random order; a new sample of thinned collections."""
        chosen = []
        for (_, share), start, size in zip(self.parts, self.starts, self.sizes, strict=False):
            whole, rest = divmod(share, 1)
            everything = np.arange(size)
            drawn = [everything] * int(whole) + [rng.permutation(size)[: round(rest * size)]]
            chosen.append(np.concatenate(drawn) + start)
        return rng.permutation(np.concatenate(chosen))


def cut_to_template(parse: Sequence[int], labels: LabelVocabulary) -> list[int]:
    """Control tokens of the root and its children: phrases below are closed at once.

    `(S (NP PRP ) (VP VBD ) . )` becomes `(S (NP ) (VP ) . )`.
    """
    template, depth = [], 0
    for label in parse:
        if label == labels.close_id:
            depth -= 1
            if depth <= 1:
                template.append(label)
            continue
        if depth <= 1:
            template.append(label)
        depth += int(labels.is_open[label])
    return template
