"""Pairs with a gold similarity, on which an encoder in training is evaluated."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scpn.data.pairs import ParaphrasePair
from scpn.data.readers import PairInput, read_pairs_from
from scpn.embeddings.protocol import SentenceEncoder, paired_cosine
from scpn.errors import DataError


@dataclass(frozen=True, slots=True)
class ValidationPairs:
    """Pairs that people have scored.

    Attributes:
        pairs: The pairs.
        gold: Score of each; two at least are different.
    """

    pairs: list[ParaphrasePair]
    gold: list[float]

    @classmethod
    def read(cls, path: Path) -> "ValidationPairs":
        """Read a file of pairs with scores.

        Raises:
            DataError: The file cannot be read, has a pair without a score, or equal scores only.
        """
        pairs = list(read_pairs_from(PairInput("dev", str(path))))
        gold = [pair.score for pair in pairs if pair.score is not None]
        if len(gold) < len(pairs) or len(set(gold)) < 2:
            raise DataError(
                f"{len(gold)} of {len(pairs)} pairs have a score, {len(set(gold))} of them "
                "different; each pair needs one, and they must differ",
                path=path,
            )
        return cls(pairs, gold)

    def validate(self, encoder: SentenceEncoder) -> dict[str, float]:
        """Pearson's r of the cosine with the gold score, in percent, under "dev"."""
        left = encoder.embed([pair.source for pair in self.pairs], unknown="zero")
        right = encoder.embed([pair.target for pair in self.pairs], unknown="zero")
        cosines = paired_cosine(left, right)
        if not np.ptp(cosines):
            return {"dev": 0.0}
        return {"dev": 100 * float(np.corrcoef(self.gold, cosines)[0, 1])}
