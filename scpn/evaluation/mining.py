"""Precision, recall and F1 of mined pairs against the pairs that are known to be right."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scpn.embeddings.mining import MinedPairs
from scpn.errors import DataError
from scpn.tables.reading import read_cells_strictly


@dataclass(frozen=True, slots=True)
class MiningFigures:
    """How good mined pairs are, in percent, as at BUCC (Zweigenbaum et al. 2017).

    Attributes:
        num_pairs: Pairs mined.
        num_gold: Pairs that are right.
        precision: Mined pairs that are right.
        recall: Right pairs that were mined.
        f1: Their harmonic mean.
        best_threshold: Margin score from which on pairs would have to be kept for the highest F1;
            None without pairs. Chosen on these pairs, so it flatters.
        best_precision: With that threshold.
        best_recall: Likewise.
        best_f1: Likewise.
    """

    num_pairs: int
    num_gold: int
    precision: float
    recall: float
    f1: float
    best_threshold: float | None
    best_precision: float
    best_recall: float
    best_f1: float

    def describe(self) -> Iterator[str]:
        """Yield lines for people."""
        yield (
            f"of {self.num_gold:,} right pairs: precision {self.precision:.1f}, recall "
            f"{self.recall:.1f}, F1 {self.f1:.1f}"
        )
        if self.best_threshold is not None:
            yield (
                f"best F1 {self.best_f1:.1f} with --min-score {self.best_threshold:.4f}: "
                f"precision {self.best_precision:.1f}, recall {self.best_recall:.1f}"
            )


def evaluate_mining(
    pairs: MinedPairs, gold: set[tuple[int, int]], *, within_one_corpus: bool
) -> MiningFigures:
    """Compare mined pairs with the right ones.

    Args:
        pairs: Best first.
        gold: Row of the source and row of the target of each right pair; not empty.
        within_one_corpus: The order within a pair means nothing.
    """
    if within_one_corpus:
        gold = {(min(pair), max(pair)) for pair in gold}
    found = zip(pairs.sources.tolist(), pairs.targets.tolist(), strict=True)
    hits = np.cumsum([pair in gold for pair in found], dtype=np.float64)
    if not len(hits):
        return MiningFigures(0, len(gold), 0.0, 0.0, 0.0, None, 0.0, 0.0, 0.0)
    precision = 100 * hits / np.arange(1, len(hits) + 1)
    recall = 100 * hits / len(gold)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-12)
    # A threshold takes all pairs of one score or none.
    is_cut = np.append(np.diff(pairs.scores) != 0, True)
    best = int(np.argmax(np.where(is_cut, f1, -1)))
    return MiningFigures(
        len(pairs),
        len(gold),
        float(precision[-1]),
        float(recall[-1]),
        float(f1[-1]),
        float(pairs.scores[best]),
        float(precision[best]),
        float(recall[best]),
        float(f1[best]),
    )


def read_gold_pairs(path: str | Path) -> set[tuple[int, int]]:
    """Read right pairs: `source number<TAB>target number` a line, counted from 1.

    Returns:
        Rows, counted from 0.

    Raises:
        DataError: A line is something else, with its number; or there is none.
    """
    pairs = set()
    for number, cells in read_cells_strictly(path):
        if len(cells) != 2 or not all(c.isascii() and c.isdigit() and int(c) for c in cells):
            line = "\t".join(cells)
            raise DataError(
                f"expected two sentence numbers from 1 with a tab between, found {line[:40]!r}",
                path=path,
                line=number,
            )
        pairs.add((int(cells[0]) - 1, int(cells[1]) - 1))
    if not pairs:
        raise DataError("holds no pair of sentence numbers", path=path)
    return pairs
