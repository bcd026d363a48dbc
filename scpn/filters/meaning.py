"""Compares the meaning of an output with its source: similarity, lost words, added words.

The mean of word vectors hardly moves when one word of ten goes, even where it is the one that the
sentence was about: 0.97 stayed of a sentence whose "likable" went. So the judge is also asked word
by word, as BERTScore's recall and precision do (Zhang et al. 2020), with vectors of single words
instead of those in context.
"""

import dataclasses
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scpn.embeddings.pair_scores import checked_vectors, pair_scores
from scpn.embeddings.protocol import SentenceEncoder
from scpn.tokenization.treebank import STOP_WORDS

LIKENESS = 0.4
"""Smallest cosine at which one word stands for another. The bundled judge gives a larger one to 22
of 24 pairs of synonyms or forms of one word, and less than 0.3 to all 16 pairs of opposite or
unrelated words."""

Pair = tuple[Sequence[str], Sequence[str]]


@dataclasses.dataclass(frozen=True)
class Meaning:
    """How the meaning of an output compares with that of its source.

    Attributes:
        similarity: Cosine of the two sentences, -1 to 1; 0 where the judge knows nothing of one.
        lost: Content words of the source that no word of the output stands for, in order.
        added: Content words of the output that stand for no word of the source, in order.
    """

    similarity: float
    lost: tuple[str, ...] = ()
    added: tuple[str, ...] = ()


def compare_meaning(judge: SentenceEncoder, pairs: Sequence[Pair]) -> list[Meaning]:
    """Compare outputs with their sources.

    Args:
        judge: The embedding model.
        pairs: Lower-cased words of source and output.

    Raises:
        ModelError: The judge returned values that are no vectors.
    """
    sides = ([" ".join(pair[side]) for pair in pairs] for side in (0, 1))
    # A sentence that the judge knows nothing of is like nothing.
    similarities = np.nan_to_num(pair_scores(judge, *sides))
    # What is lost of each source, then what is added by each output: the same the other way round.
    unsaid = _unsaid(judge, [*pairs, *((output, source) for source, output in pairs)])
    lost, added = unsaid[: len(pairs)], unsaid[len(pairs) :]
    return [Meaning(float(s), *words) for s, *words in zip(similarities, lost, added, strict=True)]


def content_words(words: Sequence[str]) -> list[str]:
    """The distinct lower-cased words that say what a sentence is about."""
    return [word for word in dict.fromkeys(words) if _is_word(word) and word not in STOP_WORDS]


def _unsaid(judge: SentenceEncoder, pairs: Sequence[Pair]) -> list[tuple[str, ...]]:
    """Content words of the first of each pair that no word of the second stands for."""
    # Only what is not said with the same word needs the judge.
    missing = [[w for w in content_words(pair[0]) if w not in pair[1]] for pair in pairs]
    others = [
        list(dict.fromkeys(word for word in pair[1] if _is_word(word))) if words else []
        for words, pair in zip(missing, pairs, strict=True)
    ]
    known = list(dict.fromkeys(word for row in [*missing, *others] for word in row))
    if not known:
        return [()] * len(pairs)
    vectors = _unit(checked_vectors(judge, known))
    places = {word: index for index, word in enumerate(known)}
    unsaid = []
    for words, other in zip(missing, others, strict=True):
        left, right = (vectors[[places[word] for word in side]] for side in (words, other))
        best = (left @ right.T).max(axis=1, initial=-1.0)
        unsaid.append(tuple(w for w, cosine in zip(words, best, strict=True) if cosine < LIKENESS))
    return unsaid


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Vectors of length one; what the judge does not know stays zero, like nothing but itself."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = np.zeros_like(vectors)
    np.divide(vectors, lengths, out=unit, where=lengths > 0)
    return unit


def _is_word(text: str) -> bool:
    return any(letter.isalnum() for letter in text)
