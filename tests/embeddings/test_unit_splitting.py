"""Remembered pieces of text give the units that the tokenizer gives."""

import random

import pytest
from encoder_models import SENTENCES, known_units
from hypothesis import given, settings
from hypothesis import strategies as st

from scpn.embeddings.splitting import Splitter, new_splitters
from scpn.embeddings.units import UNIT_KINDS, UnitKind, split_words

HARD = [
    "He lives in the U.S.", 'She said "He lives in the U.S."', "The U.S. is far .", "U.S.", "etc.",
    "See No. 5 and no. one .", "Answer no.", "no. 7", "I don 't know", "don't", "I can 't go etc.",
    "It cost $3.50 (or US$4) -- cheap...", "AT&amp;T &amp;amp; Sons", "`` Well '' , he said .",
    "The dogs' home '", "She left at 5 p.m. '", "'tis late , 'twas said", "rock 'n' roll", "",
    "  ", "a\u00a0b\u2009c", "\u201cQuoted\u201d end.\u201d", "Mr. and Mrs. Smith Jr.",
    "cannot gonna", "x '' ''", "e.g. this i.e. that vs. J. Doe", "-LRB- in -RRB-", "end of p. 12",
    "fig. 3.",
]  # fmt: skip
UNITS = known_units()
PIECES = sorted({piece for text in [*HARD, *SENTENCES] for piece in text.split()})


class Letters:
    """Units that tell every word apart."""

    def __len__(self) -> int:
        return 0x110000

    def encode(self, words: list[str]) -> list[int]:
        return [ord(letter) for word in words for letter in [*word, " "]]


def rows(splitter: Splitter, texts: list[str]) -> list[list[int]]:
    bags = splitter(texts)
    return [part.tolist() for part in bags.ids.split(bags.lengths.tolist())]


@pytest.mark.parametrize("kind", UNIT_KINDS)
def test_units_are_those_of_the_tokenizer(kind: UnitKind) -> None:
    texts = [*SENTENCES, *HARD, *SENTENCES]
    splitter = new_splitters(UNITS)[kind]
    expected = [UNITS[kind].encode(split_words(text)) for text in texts]
    assert rows(splitter, texts) == expected
    assert rows(splitter, texts) == expected  # from memory


def test_hard_pieces_in_any_order() -> None:
    rng, splitter = random.Random(1), Splitter(Letters(), joined=False)  # type: ignore[arg-type]
    texts = [" ".join(rng.choices(PIECES, k=rng.randint(1, 6))) for _ in range(3000)]
    for text, row in zip(texts, rows(splitter, texts), strict=True):
        assert "".join(map(chr, row)).split() == split_words(text), text


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text(st.sampled_from("aB1.,'\"&;$-() \t\u2019\u00e9\u0130"), max_size=12)))
def test_any_text(texts: list[str]) -> None:
    splitter = Splitter(Letters(), joined=False)  # type: ignore[arg-type]
    for _ in range(2):
        found = ["".join(map(chr, row)).split() for row in rows(splitter, texts)]
        assert found == [split_words(text) for text in texts]


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = rows(new_splitters(UNITS)["word"], SENTENCES)
    monkeypatch.setattr("scpn.embeddings.splitting.REMEMBERED", 12)
    splitter = new_splitters(UNITS)["word"]
    texts = [*SENTENCES, " ".join(SENTENCES)]  # the last has more pieces than fit
    for _ in range(3):
        assert rows(splitter, texts) == [*expected, [unit for row in expected for unit in row]]
        assert max(len(splitter._inner), len(splitter._final)) <= 12


def test_no_texts_and_no_units() -> None:
    splitter = new_splitters(UNITS)["word"]
    assert len(splitter([])) == 0
    assert rows(splitter, ["", "xqz"]) == [[], []]
