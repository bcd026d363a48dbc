"""From text to units."""

import pytest

from scpn.embeddings.units import (
    ListedUnits,
    PieceUnits,
    cut_ngrams,
    cut_trigrams,
    learn_units,
    split_words,
)
from scpn.errors import DataError


def test_plain_and_tokenized_text_give_the_same_words() -> None:
    text = "Don't the Smiths (of \u201cMill\u201d St.) owe $3.50?"
    words = split_words(text)
    assert words[:3] == ["do", "n't", "the"]
    assert split_words(" ".join(words)) == words
    assert split_words(text.upper()) == words


def test_trigrams_of_words() -> None:
    assert cut_trigrams(["cat", "a"]) == [" ca", "cat", "at ", " a "]


def test_ngrams_run_across_words() -> None:
    assert cut_ngrams(["ab", "c"]) == [
        *(" a", "ab", "b ", " c", "c "),
        *(" ab", "ab ", "b c", " c "),
        *(" ab ", "ab c", "b c "),
    ]


def test_most_frequent_units_come_first_and_ties_by_alphabet() -> None:
    text = [["b", "a", "c"], ["c", "b", "d"]]
    units = learn_units("word", text, size=3)
    assert isinstance(units, ListedUnits)
    assert units.units == ["b", "c", "a"]
    assert learn_units("word", reversed(text), size=3).encode(["a", "d", "b"]) == [2, 0]
    assert len(learn_units("word", text, size=9, min_count=2)) == 2


def test_unknown_units_are_left_out() -> None:
    units = ListedUnits("trigram", [" ca", "at "])
    assert units.encode(["cat", "dog", "hat"]) == [0, 1, 1]
    assert units.encode(["cat", "dog", "hat"]) == [0, 1, 1]  # from the cache
    assert ListedUnits("word", ["cat"]).encode(["dog"]) == []


def test_text_without_frequent_units_is_an_error() -> None:
    with pytest.raises(DataError, match="no trigram occurs 5 times in the text; give more text or"):
        learn_units("trigram", [["cat"]], size=10, min_count=5)


def test_pieces_skip_what_sentencepiece_cannot_split() -> None:
    units = learn_units("piece", [["storms", "come", "and", "go"]] * 20, size=280)
    assert isinstance(units, PieceUnits)
    known = units.encode(["storms"])
    assert known
    assert units.encode(["\udcff", "storms"]) == known
