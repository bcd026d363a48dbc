"""What a critic says of a sentence and its paraphrase."""

from collections.abc import Sequence
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


class Critic(Protocol):
    """Judges sentences beside their paraphrases."""

    @property
    def threshold(self) -> float:
        """Smallest quality of a paraphrase that is accepted, unless another one is asked for."""
        ...

    def judge(self, pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> list[Verdict]:
        """Return a verdict on each pair.

        Args:
            pairs: Treebank tokens of a source and of its paraphrase, in any casing.
        """
        ...
