"""What a critic says of a sentence and its paraphrase."""

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Verdict:
    """Three probabilities, each from 0 to 1.

    Attributes:
        same: The output says what the source says, nothing lost, added or changed.
        english: The output is good English, or as good as its source.
        quality: Both: a reader would call the output a good paraphrase.
    """

    same: float
    english: float
    quality: float

    def weigh(self, log_odds: float) -> "Verdict":
        """Return the verdict where something beside the texts speaks for quality (Bayes' rule).

        Args:
            log_odds: What is added to the logarithm of the odds of quality.
        """
        if not log_odds:
            return self
        likely = min(max(self.quality, 1e-6), 1 - 1e-6)
        odds = likely / (1 - likely) * math.exp(log_odds)
        return dataclasses.replace(self, quality=odds / (1 + odds))


class Critic(Protocol):
    """Judges sentences beside their paraphrases."""

    @property
    def threshold(self) -> float:
        """Smallest quality of a paraphrase that is accepted, unless another one is asked for."""
        ...

    @property
    def writer_odds(self) -> Mapping[str, float]:
        """Log-odds of quality to add for a kind of writer: "network", "edit" or "rule".

        The critic sees texts only, and who wrote them tells more: rules are seldom wrong.
        """
        ...

    def judge(self, pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> list[Verdict]:
        """Return a verdict on each pair.

        Args:
            pairs: Treebank tokens of a source and of its paraphrase, in any casing.
        """
        ...
