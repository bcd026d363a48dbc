"""Decides which rule removes a pair, and scores the pairs that pass."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scpn.data.pairs import ParaphrasePair
from scpn.embeddings.pair_scores import pair_scores
from scpn.embeddings.protocol import SentenceEncoder
from scpn.embeddings.settings import BATCH_SIZE
from scpn.filters.pair_rules import KEPT, RULES, score_rule, text_rule
from scpn.filters.settings import PairRules

_NUMBER_OF = {name: number for number, name in enumerate(RULES)}


@dataclass(frozen=True)
class Decisions:
    """What was decided about consecutive pairs.

    Attributes:
        rules: Place in `RULES` of the rule that removed each pair, or of `kept`. Shape (N,).
        scores: Paraphrase score of each pair, NaN if it was not scored. Shape (N,).
    """

    rules: NDArray[np.uint8]
    scores: NDArray[np.float32]

    @property
    def is_kept(self) -> NDArray[np.bool_]:
        """Whether each pair is kept. Shape (N,)."""
        return np.equal(self.rules, _NUMBER_OF[KEPT])

    def to_record(self) -> dict[str, Any]:
        """Return plain values for JSON, which has no NaN."""
        scores = [None if score != score else score for score in self.scores.tolist()]
        return {"rules": self.rules.tolist(), "scores": scores}

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> "Decisions":
        """Take what `to_record` returned."""
        return cls(
            np.array(record["rules"], dtype=np.uint8), np.array(record["scores"], dtype=np.float32)
        )


def decide(
    pairs: Sequence[ParaphrasePair],
    encoder: SentenceEncoder | None,
    *,
    rules: PairRules,
    tokenized: bool = False,
    batch_size: int = BATCH_SIZE,
) -> Decisions:
    """Apply the rules to each pair; only pairs that pass all rules on text are scored.

    Args:
        pairs: N pairs.
        encoder: Scores the pairs; None leaves the score out.
        rules: The limits.
        tokenized: The sentences are treebank tokens separated by spaces.
        batch_size: Sentences embedded together.
    """
    names = [text_rule(pair, rules=rules, tokenized=tokenized) for pair in pairs]
    scores = np.full(len(pairs), np.nan, dtype=np.float32)
    if encoder is not None:
        passed = [index for index, name in enumerate(names) if name == KEPT]
        found = pair_scores(
            encoder,
            [pairs[i].source for i in passed],
            [pairs[i].target for i in passed],
            batch_size=batch_size,
        )
        scores[passed] = found
        for index, score in zip(passed, found.tolist(), strict=True):
            names[index] = score_rule(score, rules=rules)
    return Decisions(np.array([_NUMBER_OF[name] for name in names], dtype=np.uint8), scores)
