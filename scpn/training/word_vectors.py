"""Learns word vectors from plain text, for models that have few examples and much text.

Positive pointwise mutual information of a word and the words one and two places to its left and
right, each place counted apart, reduced by a truncated singular value decomposition (Levy and
Goldberg 2014, "Neural word embedding as implicit matrix factorization"). Contexts that know their
place make words alike that are alike in syntax (Levy and Goldberg 2014, "Linguistic regularities in
sparse and explicit word representations"), which is what a parser wants to know of a rare word. A
wide window without places makes words alike that stand for like things, which is what a sentence
encoder begins with.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import svds

from scpn.errors import DataError
from scpn.fileio import read_lines
from scpn.tokenization.treebank import split_tokens, tokenize
from scpn.training.settings import WordVectorSettings
from scpn.word_vectors import WordVectors

PLACES = (-2, -1, 1, 2)
SMOOTHING = 0.75  # of context frequencies, as in word2vec's negative sampling
CHUNK = 4_000_000  # positions counted at a time


def train_word_vectors(
    text: Iterable[str | Path], output: Path, *, settings: WordVectorSettings | None = None
) -> WordVectors:
    """Learn the vectors of the most frequent words of files; what `scpn train word-vectors` does.

    Args:
        text: Files with one sentence a line, plain or `.gz` or `.xz`.
        output: A `.safetensors` file.
        settings: None for the defaults.

    Raises:
        DataError: A file cannot be read, or the text has too few words for vectors of this size.
    """
    settings = settings or WordVectorSettings()
    split = split_tokens if settings.tokenized else tokenize

    def sentences() -> Iterator[list[str]]:
        for path in text:
            for _, line in read_lines(path):
                yield split(line)

    vectors = build_word_vectors(sentences(), settings)
    vectors.save(output)
    return vectors


def build_word_vectors(
    sentences: Iterable[Sequence[str]], settings: WordVectorSettings | None = None
) -> WordVectors:
    """Vectors of the most frequent words of a corpus.

    Args:
        sentences: Tokenized sentences; words are lower-cased here. Streamed once; 4 bytes a token
            are kept.
        settings: None for the defaults.

    Raises:
        DataError: The text has too few words for vectors of this size.
    """
    settings = settings or WordVectorSettings()
    ids, types = _number_words(sentences, gap=max(*PLACES, settings.window))
    counts = np.bincount(ids[ids >= 0], minlength=len(types))
    by_frequency = np.argsort(-counts, kind="stable")
    kept = by_frequency[counts[by_frequency] >= settings.min_count][: settings.num_words]
    contexts = min(settings.contexts, len(kept))
    if min(len(kept), contexts * (1 if settings.window else len(PLACES))) <= settings.size:
        raise DataError(
            f"{len(kept)} words occur {settings.min_count} times or more, too few for vectors of "
            f"{settings.size} dimensions; give more text"
        )
    rank = np.full(len(types) + 1, -1, dtype=np.int32)  # the last one stands for the gap, id -1
    rank[kept] = np.arange(len(kept))
    ranks = rank[ids]
    neighbors = (
        _count_window(ranks, len(kept), contexts, settings.window)
        if settings.window
        else _count_contexts(ranks, len(kept), contexts)
    )
    table = _mutual_information(neighbors)
    left, strengths, _ = svds(table, k=settings.size, random_state=0)
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
