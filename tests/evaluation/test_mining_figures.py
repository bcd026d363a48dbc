"""Precision, recall and F1 of mined pairs, by hand."""

from pathlib import Path

import numpy as np
import pytest

from scpn.embeddings.mining import MinedPairs
from scpn.errors import DataError
from scpn.evaluation.mining import evaluate_mining, read_gold_pairs


def mined(pairs: list[tuple[int, int]], scores: list[float]) -> MinedPairs:
    rows = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return MinedPairs(rows[:, 0], rows[:, 1], np.array(scores), np.zeros(len(scores)))


def test_figures_by_hand() -> None:
    # Right, right, wrong, right; one of four right pairs is not found. All four: P 75, R 75. The
    # first two: P 100, R 50, F1 66.7. So all four are best.
    pairs = mined([(0, 0), (1, 1), (2, 5), (3, 3)], [3.0, 2.0, 1.5, 1.25])
    figures = evaluate_mining(pairs, {(0, 0), (1, 1), (3, 3), (4, 4)}, within_one_corpus=False)
    assert (figures.precision, figures.recall, figures.f1) == (75, 75, 75)
    assert (figures.best_f1, figures.best_threshold) == (75, 1.25)
    # Two wrong ones more: P 50, R 75, F1 60.
    pairs = mined([(0, 0), (1, 1), (2, 5), (3, 3), (5, 6), (6, 7)], [3, 2, 1.5, 1.25, 1, 0.5])
    figures = evaluate_mining(pairs, {(0, 0), (1, 1), (3, 3), (4, 4)}, within_one_corpus=False)
    assert (figures.precision, figures.recall) == (50, 75)
    assert figures.f1 == pytest.approx(60)
    assert (figures.best_threshold, figures.best_precision) == (1.25, 75)
    assert list(figures.describe()) == [
        "of 4 right pairs: precision 50.0, recall 75.0, F1 60.0",
        "best F1 75.0 with --min-score 1.2500: precision 75.0, recall 75.0",
    ]


def test_a_threshold_takes_equal_scores_together() -> None:
    # The first alone would have P 100, but the second has its score.
    figures = evaluate_mining(
        mined([(0, 0), (1, 9)], [1.0, 1.0]), {(0, 0)}, within_one_corpus=False
    )
    assert figures.best_precision == 50


def test_order_means_nothing_within_one_corpus() -> None:
    pairs = mined([(0, 3)], [1.0])
    assert evaluate_mining(pairs, {(3, 0)}, within_one_corpus=True).f1 == 100
    assert evaluate_mining(pairs, {(3, 0)}, within_one_corpus=False).f1 == 0


def test_nothing_mined() -> None:
    figures = evaluate_mining(mined([], []), {(0, 0)}, within_one_corpus=False)
    assert (figures.recall, figures.f1, figures.best_threshold) == (0, 0, None)
    assert len(list(figures.describe())) == 1


def test_gold_file(tmp_path: Path) -> None:
    path = tmp_path / "gold.tsv"
    path.write_text("1\t5\n\n12\t3\n")
    assert read_gold_pairs(path) == {(0, 4), (11, 2)}
    for text, message in (
        ("1\t2\n0\t3\n", "gold.tsv:2: expected two sentence numbers from 1"),
        ("1\n", "gold.tsv:1: expected two"),
        ("\n", "holds no pair"),
    ):
        path.write_text(text)
        with pytest.raises(DataError, match=message):
            read_gold_pairs(path)
