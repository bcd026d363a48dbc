"""Word similarity: do the cosines of an encoder rank pairs of words as people do?"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from scpn.embeddings.protocol import SentenceEncoder
from scpn.embeddings.settings import BATCH_SIZE
from scpn.errors import DataError, UsageError
from scpn.evaluation.scored_pairs import cosines, find_tables, read_scored_pairs
from scpn.metrics.correlation import spearman
from scpn.metrics.score import Score


@dataclass(frozen=True)
class WordResult:
    """Figures of one dataset.

    Attributes:
        name: Name of its file.
        covered: Spearman x100 over the pairs of which the encoder knows both words; None if there
            are fewer than two, or all have one cosine or one gold score.
        every: Spearman x100 over all pairs, the cosine of an unknown word being 0; None likewise.
        num_covered: Pairs of which both words are known.
        num_pairs: Pairs.
    """

    name: str
    covered: Score | None
    every: Score | None
    num_covered: int
    num_pairs: int

    @classmethod
    def of(
        cls,
        name: str,
        predicted: NDArray[np.floating[Any]],
        gold: NDArray[np.float64],
        *,
        known: NDArray[np.bool_],
        **more: Any,
    ) -> Self:
        """Correlate predictions, which count as 0 where nothing is known, with gold scores.

        Args:
            name: Name of the dataset.
            predicted: Shape (N,).
            gold: What people say, shape (N,).
            known: Pairs that a prediction is known of, shape (N,).
            more: Attributes of a subclass.
        """
        return cls(
            name,
            covered=_spearman(predicted[known], gold[known]),
            every=_spearman(np.where(known, predicted, 0), gold),
            num_covered=int(known.sum()),
            num_pairs=len(gold),
            **more,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "set": self.name,
            "pairs": self.num_pairs,
            "covered_pairs": self.num_covered,
            "spearman_covered": self.covered and self.covered.to_dict(),
            "spearman_all": self.every and self.every.to_dict(),
        }


def evaluate_word_similarity(
    encoder: SentenceEncoder,
    folder: str | Path,
    *,
    batch_size: int = BATCH_SIZE,
    on_progress: Callable[[str], None] | None = None,
) -> list[WordResult]:
    """Correlate cosines with the gold scores of every `NAME.tsv` of a folder.

    The common practice leaves out pairs with an unknown word, which flatters a model with few
    words; so the coverage and the figure over all pairs stand beside it.

    Args:
        encoder: What is evaluated.
        folder: Holds files of `score<TAB>word<TAB>word`, also .gz and .xz.
        batch_size: Words embedded together.
        on_progress: Given the name of each dataset that is done.

    Raises:
        UsageError: There is no such folder.
        DataError: It holds no such file, or one that is unusable; with the line.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise UsageError(f"word similarity folder {str(folder)!r} does not exist")
    files = find_tables(folder)
    if not files:
        raise DataError("holds no .tsv file of score<TAB>word<TAB>word", path=folder)
    results = []
    for name, path in files.items():
        pairs = read_scored_pairs(path)
        predicted = cosines(encoder, pairs, batch_size=batch_size)
        results.append(WordResult.of(name, predicted.values, pairs.gold, known=predicted.known))
        if on_progress is not None:
            on_progress(name)
    return results


def _spearman(predicted: Any, gold: Any) -> Score | None:
    """Spearman x100; None where it is undefined, as with a vocabulary that knows no pair."""
    try:
        return spearman(predicted, gold)
    except DataError:
        return None
