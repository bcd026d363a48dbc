"""Word vectors from plain text, for models that have few examples and much text.

Positive pointwise mutual information of a word and the words one and two places to its left and
right, each place counted apart, reduced by a truncated singular value decomposition (Levy and
Goldberg 2014, "Neural word embedding as implicit matrix factorization"). Contexts that know their
place make words alike that are alike in syntax (Levy and Goldberg 2014, "Linguistic regularities in
sparse and explicit word representations"), which is what a parser wants to know of a rare word. A
wide window without places makes words alike that stand for like things, which is what a sentence
encoder begins with.
"""

import dataclasses
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import safetensors
import safetensors.numpy
from scipy import sparse
from scipy.sparse.linalg import svds

from scpn.errors import DataError, ModelError
from scpn.fileio import write_atomically

PLACES = (-2, -1, 1, 2)
SMOOTHING = 0.75  # of context frequencies, as in word2vec's negative sampling
CHUNK = 4_000_000  # positions counted at a time


@dataclasses.dataclass(frozen=True)
class WordVectors:
    """Words and a vector of each."""

    words: list[str]
    """V words, lower-cased, the most frequent first."""
    vectors: np.ndarray
    """Unit vectors, single precision. Shape (V, D)."""

    def save(self, path: Path) -> None:
        """Write one safetensors file, the words in its header."""
        data = safetensors.numpy.save(
            {"vectors": self.vectors.astype(np.float16)}, metadata={"words": "\n".join(self.words)}
        )
        with write_atomically(path, "wb") as file:
            file.write(data)

    @classmethod
    def load(cls, path: Path) -> "WordVectors":
        """Read what `save` wrote.

        Raises:
            ModelError: The file is missing or of another kind.
        """
        try:
            with safetensors.safe_open(path, framework="numpy") as file:
                words = file.metadata()["words"].split("\n")
                vectors = file.get_tensor("vectors").astype(np.float32)
        except (OSError, safetensors.SafetensorError, KeyError, TypeError) as error:
            raise ModelError(f"{path} holds no word vectors: {error}") from error
        return cls(words, vectors)


def build_word_vectors(
    sentences: Iterable[Sequence[str]],
    *,
    num_words: int = 40_000,
    num_contexts: int = 4_000,
    size: int = 100,
    min_count: int = 5,
    window: int = 0,
) -> WordVectors:
    """Vectors of the most frequent words of a corpus.

    Args:
        sentences: Tokenized sentences; words are lower-cased here. Streamed once; 4 bytes a token
            are kept.
        num_words: V, at most.
        num_contexts: Most frequent words that count as contexts, at each of four places.
        size: D.
        min_count: Rarer words get no vector.
        window: If not 0, contexts are the words up to so many places away, on either side alike,
            and one at distance d counts 1/d.

    Raises:
        DataError: The text has too few words for vectors of this size.
    """
    ids, types = _number_words(sentences, gap=max(*PLACES, window))
    counts = np.bincount(ids[ids >= 0], minlength=len(types))
    by_frequency = np.argsort(-counts, kind="stable")
    kept = by_frequency[counts[by_frequency] >= min_count][:num_words]
    contexts = min(num_contexts, len(kept))
    if min(len(kept), contexts * (1 if window else len(PLACES))) <= size:
        raise DataError(
            f"{len(kept)} words occur {min_count} times or more, too few for vectors of {size} "
            "dimensions; give more text"
        )
    rank = np.full(len(types) + 1, -1, dtype=np.int32)  # the last one stands for the gap, id -1
    rank[kept] = np.arange(len(kept))
    ranks = rank[ids]
    neighbors = (
        _count_window(ranks, len(kept), contexts, window)
        if window
        else _count_contexts(ranks, len(kept), contexts)
    )
    table = _mutual_information(neighbors)
    left, strengths, _ = svds(table, k=size, random_state=0)
    vectors = left * np.sqrt(strengths)
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return WordVectors(
        [types[index] for index in kept],
        (vectors / np.maximum(norms, 1e-8)).astype(np.float32),
    )


def _number_words(
    sentences: Iterable[Sequence[str]], *, gap: int = max(PLACES)
) -> tuple[np.ndarray, list[str]]:
    """One array of word numbers with gaps of -1 between sentences, and the word of each number."""
    number_of: dict[str, int] = {}
    ids = array("i")
    for sentence in sentences:
        ids.extend(number_of.setdefault(word.lower(), len(number_of)) for word in sentence)
        ids.extend([-1] * gap)
    return np.frombuffer(ids, dtype=np.int32), list(number_of)


def _count_contexts(ranks: np.ndarray, num_words: int, num_contexts: int) -> sparse.csr_matrix:
    """How often each word has each context at each place. Shape (V, 4 * contexts)."""
    blocks = [_count_place(ranks, num_words, num_contexts, place) for place in PLACES]
    return sparse.hstack(blocks).tocsr()


def _count_window(
    ranks: np.ndarray, num_words: int, num_contexts: int, window: int
) -> sparse.csr_matrix:
    """How often each word has each context near it, over the distance. Shape (V, contexts)."""
    total = sparse.csr_matrix((num_words, num_contexts), dtype=np.float64)
    for distance in range(1, window + 1):
        for place in (-distance, distance):
            total += _count_place(ranks, num_words, num_contexts, place) / distance
    return total


def _count_place(
    ranks: np.ndarray, num_words: int, num_contexts: int, place: int
) -> sparse.csr_matrix:
    """How often each word has each context at one place. Shape (V, contexts)."""
    distance = abs(place)
    words, others = (
        (ranks[distance:], ranks[:-distance])
        if place < 0
        else (ranks[:-distance], ranks[distance:])
    )
    block = sparse.csr_matrix((num_words, num_contexts), dtype=np.float64)
    for begin in range(0, len(words), CHUNK):
        word, other = words[begin : begin + CHUNK], others[begin : begin + CHUNK]
        kept = (word >= 0) & (other >= 0) & (other < num_contexts)
        ones = np.ones(int(kept.sum()))
        block += sparse.coo_matrix(
            (ones, (word[kept], other[kept])), shape=(num_words, num_contexts)
        ).tocsr()
    return block


def _mutual_information(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    """Positive pointwise mutual information, context frequencies smoothed."""
    table = counts.tocoo()
    word_total = np.asarray(counts.sum(1)).ravel()
    context_total = np.asarray(counts.sum(0)).ravel() ** SMOOTHING
    with np.errstate(divide="ignore"):
        expected = word_total[table.row] * context_total[table.col] / context_total.sum()
    values = np.maximum(np.log(table.data / expected), 0.0)
    positive: sparse.csr_matrix = sparse.coo_matrix(
        (values, (table.row, table.col)), shape=table.shape
    ).tocsr()
    positive.eliminate_zeros()
    return positive
