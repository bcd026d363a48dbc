"""Word similarity: does the PMI of a paraphrase lexicon rank pairs of words as people do?"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scpn.embeddings.paraphrase_lexicon import MEASURES, PairCounts
from scpn.embeddings.settings import LexiconSettings, Measure
from scpn.evaluation.scored_pairs import file_stem, read_scored_pairs
from scpn.evaluation.word_similarity import WordResult


@dataclass(frozen=True)
class LexiconResult(WordResult):
    """Figures of one measure on one dataset.

    Known are the pairs of words that were seen in a pair of sentences. The others count as 0 over
    all pairs, as the thesis does with a lexicon.

    Attributes:
        measure: "adjusted" or "cross".
    """

    measure: Measure

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {"set": self.name, "measure": self.measure, **super().to_dict()}


def evaluate_lexicon(
    counts: PairCounts, path: str | Path, *, smoothing: float = LexiconSettings.smoothing
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
            LexiconResult.of(file_stem(path), values, pairs.gold, known=seen, measure=measure)
        )
    return results
