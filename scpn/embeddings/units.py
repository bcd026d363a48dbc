"""Splits text into the units that have vectors: words, character n-grams, pieces.

Text is lower-cased and split into treebank tokens, so that plain text and its tokens joined by
spaces give the same units. Numbers stay as they are written. A unit outside the vocabulary is left
out: it says nothing, as an unknown n-gram in CHARAGRAM (the papers average rare words into an
unknown-word vector; here character units cover them).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, Protocol

from scpn.errors import DataError, SentenceError
from scpn.tokenization.treebank import tokenize
from scpn.tokenization.vocabulary import SubwordVocabulary

UnitKind = Literal["word", "trigram", "ngram", "piece"]
UNIT_KINDS: tuple[UnitKind, ...] = ("word", "trigram", "ngram", "piece")
CACHED_WORDS = 500_000


def split_words(text: str) -> list[str]:
    """Lower-cased treebank tokens."""
    return tokenize(text.lower())


class Units(Protocol):
    """A vocabulary of units, and how words are made of them."""

    def __len__(self) -> int:
        """Number of units, which are numbered from 0."""
        ...

    def encode(self, words: Sequence[str]) -> list[int]:
        """Ids of the known units of a sentence, in their order."""
        ...


class ListedUnits:
    """Units that stand in a list: words, or character n-grams.

    Args:
        kind: "word"; "trigram" for the character trigrams of each word with a space on both
            sides, which do not depend on the order of the words; "ngram" for the character 2- to
            4-grams of the whole sentence, across words (CHARAGRAM-PHRASE).
        units: The units in the order of their ids.
    """

    def __init__(self, kind: Literal["word", "trigram", "ngram"], units: Sequence[str]) -> None:
        self.kind, self.units = kind, list(units)
        self._id_of = {unit: index for index, unit in enumerate(self.units)}
        self._ids_of_word: dict[str, list[int]] = {}

    def __len__(self) -> int:
        return len(self.units)

    def encode(self, words: Sequence[str]) -> list[int]:
        """Ids of the known units of a sentence, in their order."""
        if self.kind == "ngram":
            return self._known(cut_ngrams(words))
        ids: list[int] = []
        for word in words:
            known = self._ids_of_word.get(word)
            if known is None:
                known = self._known([word] if self.kind == "word" else cut_trigrams([word]))
                if len(self._ids_of_word) < CACHED_WORDS:
                    self._ids_of_word[word] = known
            ids += known
        return ids

    def _known(self, units: Iterable[str]) -> list[int]:
        id_of = self._id_of
        return [id_of[unit] for unit in units if unit in id_of]


class PieceUnits:
    """Sentencepiece units.

    Args:
        vocabulary: The sentencepiece model.
    """

    def __init__(self, vocabulary: SubwordVocabulary) -> None:
        self.vocabulary = vocabulary

    def __len__(self) -> int:
        return len(self.vocabulary)

    def encode(self, words: Sequence[str]) -> list[int]:
        """Ids of the pieces of a sentence, in their order."""
        try:
            return self.vocabulary.encode(words)
        except SentenceError:  # a token that is no Unicode text or that sentencepiece loses
            return [piece for word in words for piece in self._encode_word(word)]

    def _encode_word(self, word: str) -> list[int]:
        try:
            return self.vocabulary.encode([word])
        except SentenceError:
            return []


def cut_words(words: Sequence[str]) -> list[str]:
    """The words themselves."""
    return list(words)


def cut_trigrams(words: Sequence[str]) -> list[str]:
    """Character trigrams of each word with a space before and after it."""
    return [text[i : i + 3] for text in (f" {w} " for w in words) for i in range(len(text) - 2)]


def cut_ngrams(words: Sequence[str]) -> list[str]:
    """Character 2- to 4-grams of the sentence with a space before and after it."""
    text = f" {' '.join(words)} "
    return [text[i : i + n] for n in (2, 3, 4) for i in range(len(text) - n + 1)]


_CUTTERS: dict[str, Callable[[Sequence[str]], list[str]]] = {
    "word": cut_words,
    "trigram": cut_trigrams,
    "ngram": cut_ngrams,
}


def learn_units(
    kind: UnitKind, sentences: Iterable[Sequence[str]], *, size: int, min_count: int = 1
) -> Units:
    """Collect the most frequent units of a text.

    Args:
        kind: Which units.
        sentences: Lower-cased words; see `split_words`.
        size: Units at most; pieces: exactly so many.
        min_count: Rarer units are left out; pieces ignore it.

    Raises:
        DataError: The text has no unit, or too little text for so many pieces.
    """
    if kind == "piece":
        with TemporaryDirectory() as folder:
            pieces = SubwordVocabulary.train(
                sentences, size=size, model_prefix=Path(folder, "pieces")
            )
        return PieceUnits(pieces)
    counts: Counter[str] = Counter()
    cut = _CUTTERS[kind]
    for words in sentences:
        counts.update(cut(words))
    # Sorted by count, then alphabetically, so that the order of the text does not matter.
    ranked = sorted(counts, key=lambda unit: (-counts[unit], unit))
    kept = list(islice((unit for unit in ranked if counts[unit] >= min_count), size))
    if not kept:
        raise DataError(
            f"no {kind} occurs {min_count} times in the text; give more text or lower min_count"
        )
    return ListedUnits(kind, kept)
