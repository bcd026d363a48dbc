"""Word similarity: coverage, and what unknown words do to the figures."""

from pathlib import Path

import pytest
from count_encoder import CountEncoder

from scpn.errors import DataError, UsageError
from scpn.evaluation.word_similarity import evaluate_word_similarity


def test_evaluate_word_similarity_by_hand(tmp_path: Path) -> None:
    # Cosines 1, 0, 0.7071 (of "ab ba" with "ab"), and 0 for the unknown pair.
    (tmp_path / "pets.tsv").write_text("9\tab\tab\n1\tab\tba\n5\tab ba\tab\n10\tzz\tab\n")
    (tmp_path / "pets.full.txt").write_text("not a data set\n")
    (result,) = evaluate_word_similarity(CountEncoder("ab ba"), tmp_path)
    assert (result.name, result.num_pairs, result.num_covered) == ("pets", 4, 3)
    assert result.covered is not None
    assert result.covered.value == pytest.approx(100)
    # Ranks of cosines 4, 1.5, 3, 1.5, of gold 3, 1, 2, 4: deviations from 2.5 give
    # (1.5 * .5 + 1 * 1.5 + .5 * -.5 - 1 * 1.5) / sqrt(4.5 * 5).
    assert result.every is not None
    assert result.every.value == pytest.approx(100 * 0.5 / (4.5 * 5) ** 0.5)


def test_evaluate_word_similarity_nothing_covered(tmp_path: Path) -> None:
    (tmp_path / "pets.tsv").write_text("9\tab\tba\n1\tab\tzz\n")
    (result,) = evaluate_word_similarity(CountEncoder("nothing"), tmp_path)
    assert (result.covered, result.every, result.num_covered) == (None, None, 0)
    assert result.to_dict()["spearman_all"] is None


def test_evaluate_word_similarity_bad_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"holds no \.tsv file"):
        evaluate_word_similarity(CountEncoder("a"), tmp_path)
    with pytest.raises(UsageError, match="does not exist"):
        evaluate_word_similarity(CountEncoder("a"), tmp_path / "no")
    (tmp_path / "a.tsv").write_text("1\tcat\n")
    with pytest.raises(DataError, match=r"a.tsv:1: 2 columns"):
        evaluate_word_similarity(CountEncoder("a"), tmp_path)
