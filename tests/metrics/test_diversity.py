"""Repetition, copies and variety, counted by hand."""

import pytest

from scpn.errors import DataError, UsageError
from scpn.metrics.diversity import (
    copy_share,
    has_repeated_ngram,
    is_copy,
    repetition_share,
)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("it is so it is so", True),
        ("It is so , it is so .", True),
        ("it is , it is .", False),
        ("no no no no", True),
        ("no no no", False),
        ("no", False),
        ("", False),
    ],
)
def test_repeated_trigram(sentence: str, expected: bool) -> None:
    assert has_repeated_ngram(sentence) is expected


def test_repeated_bigram() -> None:
    assert has_repeated_ngram("it is , it is .", n=2)
    with pytest.raises(UsageError, match="at least 1, got 0"):
        has_repeated_ngram("a", n=0)


def test_repetition_share() -> None:
    score = repetition_share(["a b c a b c", "a b c d", "x", "a a a a"])
    assert (score.name, score.value, score.count) == ("repeated_3gram", 50.0, 4)


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("I do n't know .", "i don't know!", True),
        ("I know 3 .", "I know 4 .", False),
        ("Caf\u00e9", "caf\u00c9 .", True),
        ("ab c", "a bc", True),
        ("...", "...", True),
        ("...", "!", False),
        ("", "", True),
        ("a", "", False),
    ],
)
def test_is_copy(source: str, output: str, expected: bool) -> None:
    assert is_copy(source, output) is expected


def test_copy_share() -> None:
    assert copy_share(["a b .", "c"], [["A", "b"], ["d"]]).value == 50.0


def test_nothing_to_score() -> None:
    with pytest.raises(DataError, match="no outputs to score"):
        repetition_share([])
    with pytest.raises(DataError, match="got 1 and 0"):
        copy_share(["a"], [])
