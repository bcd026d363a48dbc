"""N-grams and what two sentences share of them, by hand."""

import random
from collections.abc import Callable

import pytest

from scpn.errors import UsageError
from scpn.tokenization.ngrams import (
    ngram_overlap,
    ngrams_of,
    tokens_of,
    trigram_overlap,
    unigram_f1,
)


def test_tokens_of_text_and_list() -> None:
    assert tokens_of("The cat  Sat") == tokens_of(["The", "cat", "Sat"]) == ["the", "cat", "sat"]
    assert tokens_of(["A"], lowercase=False) == ["A"]


def test_unigram_f1_is_clipped_and_ignores_case() -> None:
    # Shared: the (min(2, 1) = 1), dog: 2 of 4 + 3 words.
    assert unigram_f1("the dog the cat", "The dog ran") == pytest.approx(2 * 2 / 7)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [("a b", "a b", 1.0), ("a b", "c d", 0.0), ("", "a", 0.0), ("", "", 0.0), ("a a", "a", 2 / 3)],
)
def test_unigram_f1_edges(left: str, right: str, expected: float) -> None:
    assert unigram_f1(left, right) == pytest.approx(expected)


def test_ngram_overlap_of_bigrams() -> None:
    # ab bc cd | ab bc ce: 2 of 3 + 3.
    assert ngram_overlap("a b c d", "a b c e", n=2) == pytest.approx(4 / 6)


def test_ngram_overlap_of_sentence_shorter_than_n_is_zero() -> None:
    assert ngram_overlap("hello", "hello", n=2) == 0.0
    assert ngram_overlap("hello", "hello", n=1) == 1.0


def test_ngram_order_must_be_positive() -> None:
    with pytest.raises(UsageError, match="n-gram order must be at least 1, got 0"):
        ngrams_of(["a"], 0)


def test_trigram_overlap_is_relative_to_the_shorter_side() -> None:
    # abc bcd | abc bcd cde def: 2 of min(2, 4).
    assert trigram_overlap("a b c d", "A b c d e f") == 1.0
    # abc bcx | abc bcd cde def: 1 of 2.
    assert trigram_overlap("a b c x", "a b c d e f") == 0.5


def test_trigram_overlap_is_clipped() -> None:
    # aaa twice | aaa once, aab once: 1 of 2.
    assert trigram_overlap("a a a a", "a a a b") == 0.5


@pytest.mark.parametrize(("left", "right"), [("a b", "a b"), ("a b c", "a b"), ("", "")])
def test_trigram_overlap_without_trigrams_is_zero(left: str, right: str) -> None:
    assert trigram_overlap(left, right) == 0.0


@pytest.mark.parametrize("measure", [unigram_f1, trigram_overlap])
def test_overlap_is_symmetric_and_bounded(measure: Callable[[str, str], float]) -> None:
    chance = random.Random(3)
    for _ in range(100):
        left, right = (" ".join(chance.choices("abc", k=chance.randrange(9))) for _ in range(2))
        assert measure(left, right) == measure(right, left)
        assert 0 <= measure(left, right) <= 1
