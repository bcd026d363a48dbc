"""Words known to a model: a trie over their pieces, which keeps outputs free of non-words.

A network that writes pieces can join the start of one word to the end of another. Search over a
trie of known words (see `decoding.processors.KnownWords`) cannot.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from scpn.tokenization.vocabulary import SubwordVocabulary

Trie = dict[tuple[int, ...], set[int]]
"""Pieces of the start of a word, and the pieces that can follow."""


def frequent_words(sentences: Iterable[Sequence[str]], *, min_count: int) -> list[str]:
    """Words that occur at least `min_count` times, sorted."""
    counts = Counter(word for words in sentences for word in words)
    return sorted(word for word, count in counts.items() if count >= min_count)


def build_trie(words: Iterable[str], pieces: SubwordVocabulary) -> Trie:
    """Trie of the piece sequences of words; the empty start has the first pieces."""
    trie: Trie = {(): set()}
    for word in words:
        start: tuple[int, ...] = ()
        for piece in pieces.encode([word]):
            trie.setdefault(start, set()).add(piece)
            start = (*start, piece)
    return trie
