"""The counts of a filter run: pairs kept, and pairs removed by each rule."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scpn.filters.pair_decisions import Decisions
from scpn.filters.pair_rules import KEPT, RULES
from scpn.metrics.signature import Signature

EDGES = np.linspace(-1, 1, 21)
"""Edges of the histogram of scores: steps of 0.1."""


@dataclass
class FilterReport:
    """Counts of pairs kept and removed.

    Attributes:
        signature: How it was decided.
        inputs: Name of an input -> rule (see `RULES`) -> pairs it removed, and `kept` -> pairs.
        encoder: Name of the encoder, or None.
        histogram: Scored pairs in each step of `EDGES`.
        unwritten: Columns that the output cannot hold.
    """

    signature: Signature
    inputs: dict[str, Counter[str]]
    encoder: str | None
    histogram: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(len(EDGES) - 1, dtype=np.int64)
    )
    unwritten: list[str] = field(default_factory=list)

    def add(self, corpus: str, decisions: Decisions) -> None:
        """Count pairs of an input."""
        counts = np.bincount(decisions.rules, minlength=len(RULES)).tolist()
        self.inputs[corpus].update(
            {name: count for name, count in zip(RULES, counts, strict=True) if count}
        )
        scored = decisions.scores[~np.isnan(decisions.scores)]
        self.histogram += np.histogram(scored, bins=EDGES)[0]

    @property
    def totals(self) -> Counter[str]:
        """Rule -> pairs, over all inputs."""
        return sum(self.inputs.values(), Counter())

    @property
    def num_read(self) -> int:
        """Pairs read."""
        return self.totals.total()

    @property
    def num_kept(self) -> int:
        """Pairs written."""
        return self.totals[KEPT]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "signature": str(self.signature),
            "read": self.num_read,
            "kept": self.num_kept,
            "removed": {n: self.totals[n] for n in RULES if n != KEPT and self.totals[n]},
            "inputs": {name: dict(counts) for name, counts in self.inputs.items()},
            "scores": {
                "encoder": self.encoder,
                "edges": [round(float(edge), 1) for edge in EDGES],
                "pairs": self.histogram.tolist(),
            },
        }
