"""Word similarity: does the PMI of a paraphrase lexicon rank pairs of words as people do?"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scpn.embeddings.lexicon import MEASURES, Measure, PairCounts
from scpn.errors import DataError
from scpn.evaluation.scored_pairs import file_stem, read_scored_pairs
from scpn.metrics.correlation import spearman
from scpn.metrics.score import Score


@dataclass(frozen=True, slots=True)
class LexiconResult:
    """Figures of one measure on one dataset.

    Attributes:
        name: Name of the dataset's file.
        measure: "adjusted" or "cross".
        covered: Spearman x100 over the pairs of words that were seen in a pair of sentences; None
            if it is undefined, as for fewer than two.
        every: Spearman x100 over all pairs of words, 0 for those not seen, as the thesis does with
            a lexicon; None likewise.
        num_covered: Pairs of words that were seen.
        num_pairs: Pairs of words there are.
    """

    name: str
    measure: Measure
    covered: Score | None
    every: Score | None
    num_covered: int
    num_pairs: int

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "set": self.name,
            "measure": self.measure,
            "pairs": self.num_pairs,
            "covered_pairs": self.num_covered,
            "spearman_covered": self.covered and self.covered.to_dict(),
            "spearman_all": self.every and self.every.to_dict(),
        }


def evaluate_lexicon(
    counts: PairCounts, path: str | Path, *, smoothing: float = 0.5
) -> list[LexiconResult]:
    """Correlate both measures with the gold scores of a file; a result a measure.

    Words are lower-cased, else taken as they stand: no lemmas.

    Args:
        counts: What was counted.
        path: Lines of `score<TAB>word<TAB>word`, also .gz and .xz.
        smoothing: See `PairCounts.within_pmi`.

    Raises:
        DataError: The file is unusable; with the line.
    """
    path = Path(path)
    pairs = read_scored_pairs(path)
    left, right = (
        np.array([counts.words.get(word.strip().lower(), -1) for word in side], dtype=np.int64)
        for side in (pairs.left, pairs.right)
    )
    known = (left >= 0) & (right >= 0)
    results = []
    for measure in MEASURES:
        values = np.full(len(pairs), -np.inf)
        values[known] = counts.score(
            left[known], right[known], measure=measure, smoothing=smoothing
        )
        seen = np.isfinite(values)
        results.append(
            LexiconResult(
                file_stem(path),
                measure,
                _spearman(values[seen], pairs.gold[seen]),
                _spearman(np.where(seen, values, 0), pairs.gold),
                int(seen.sum()),
                len(pairs),
            )
        )
    return results


def _spearman(predicted: NDArray[np.float64], gold: NDArray[np.float64]) -> Score | None:
    try:
        return spearman(predicted, gold)
    except DataError:
        return None
