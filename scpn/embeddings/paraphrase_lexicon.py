"""Which words stand for each other in paraphrases: cross-sentence and adjusted PMI.

Cross-sentence pointwise mutual information compares how often one word is in a sentence and the
other in its paraphrase with what their frequencies would give. Words that go together in any text
("Hong", "Kong") have a high one too, so the adjusted one takes away the ordinary PMI of the two
within one sentence (Wieting and Gimpel 2018; Wieting's thesis, section 4.9.1).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, get_args

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from scpn.data.pairs import ParaphrasePair
from scpn.embeddings.settings import CountingOptions, LexiconSettings, Measure
from scpn.embeddings.units import split_words
from scpn.errors import DataError

MEASURES: tuple[Measure, ...] = get_args(Measure)

_BLOCK_PAIRS = 50_000

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class PairCounts:
    """In how many sentences and pairs words occur together; a repeated word counts once.

    A pair counts in both orders, since either side is the paraphrase of the other. So there are
    2 `num_pairs` cases of a sentence and its paraphrase, in as many sentences.

    Attributes:
        words: Word -> number. W of them.
        num_pairs: Pairs counted.
        num_dropped: Pairs dropped by score or length.
        cross: Ordered pairs with word u in one side and word v in the other; symmetric. Shape
            (W, W).
        within: Sources with both u and v, and targets with both. Each of shape (W, W).
        frequency: Sources, and targets, with each word. Each of shape (W,).
    """

    words: dict[str, int]
    num_pairs: int
    num_dropped: int
    cross: sparse.csr_array
    within: tuple[sparse.csr_array, sparse.csr_array]
    frequency: tuple[Integers, Integers]

    def cross_pmi(self, left: Integers, right: Integers) -> Floats:
        """Cross-sentence PMI, log #(u,v) #(.,.) / (#(u) #(v)), in nats.

        Args:
            left: Numbers of words u. Shape (N,).
            right: Numbers of words v. Shape (N,).

        Returns:
            -inf for words never seen in a pair together. Shape (N,).
        """
        both = self.frequency[0] + self.frequency[1]
        expected = both[left] * (both[right] / (2 * self.num_pairs))
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(_look_up(self.cross, left, right) / expected))

    def within_pmi(self, left: Integers, right: Integers, *, smoothing: float) -> Floats:
        """Ordinary PMI within a sentence: the mean of that of the sources and of the targets.

        Synonyms are seldom in one sentence, and the logarithm of 0 is no number; the thesis does
        not say what it does. Here the observed and the expected count are both raised by
        `smoothing`: what is expected once and never seen is weak evidence, what is expected a
        hundred times and never seen is strong.

        Args:
            left: Numbers of words u. Shape (N,).
            right: Numbers of words v. Shape (N,).
            smoothing: Above 0.

        Returns:
            Finite, in nats. Shape (N,).
        """
        sides = []
        for counts, frequency in zip(self.within, self.frequency, strict=True):
            expected = frequency[left] * (frequency[right] / self.num_pairs)
            observed = _look_up(counts, left, right)
            sides.append(np.log((observed + smoothing) / (expected + smoothing)))
        return np.asarray(sum(sides) / len(sides))

    def score(
        self,
        left: Integers,
        right: Integers,
        *,
        measure: Measure,
        smoothing: float = LexiconSettings.smoothing,
    ) -> Floats:
        """The measure of pairs of words; -inf for words never seen in a pair together."""
        cross = self.cross_pmi(left, right)
        if measure == "cross":
            return cross
        return np.asarray(cross - self.within_pmi(left, right, smoothing=smoothing))


@dataclass(frozen=True, slots=True)
class LexiconEntry:
    """Two words that stand for each other.

    Attributes:
        left: The alphabetically smaller word.
        right: The other.
        count: Pairs with one on one side and the other on the other side, in both orders.
        cross_pmi: In nats.
        adjusted_pmi: In nats.
    """

    left: str
    right: str
    count: int
    cross_pmi: float
    adjusted_pmi: float


def count_pairs(
    pairs: Iterable[ParaphrasePair],
    options: CountingOptions | None = None,
    *,
    on_progress: Callable[[int], None] | None = None,
) -> PairCounts:
    """Count the words of a stream of pairs.

    The stream is read once: word numbers wait in a temporary file until it is known which words
    are frequent enough to be counted.

    Args:
        pairs: The stream.
        options: None for the defaults.
        on_progress: Told now and then how many pairs are read.

    Raises:
        DataError: No pair is left to be counted, or no word is frequent enough.
    """
    options = options or CountingOptions()
    with TemporaryFile() as numbers, TemporaryFile() as lengths:
        spool = _Spool(numbers, lengths)
        dropped = spool.fill(pairs, options, on_progress)
        if not spool.num_pairs:
            raise DataError(
                f"no pair is left to count, {dropped:,} were dropped by score or length; give more "
                "pairs, or relax --min-score or --max-tokens"
            )
        kept = spool.choose_words(options)
        if not len(kept):
            raise DataError(
                f"no word is in {options.min_sentences:,} sentences or more; give more pairs, or "
                "lower --min-sentences"
            )
        return spool.count(kept, dropped)


def list_entries(counts: PairCounts, settings: LexiconSettings | None = None) -> list[LexiconEntry]:
    """Entries of the lexicon, best first, equally good ones by word; each pair of words once.

    Args:
        counts: What was counted.
        settings: What they are sorted by, and which are kept; None for the defaults.
    """
    settings = settings or LexiconSettings()
    coo = sparse.triu(counts.cross, k=1).tocoo()
    often = coo.data >= settings.min_count
    left, right, number = coo.row[often], coo.col[often], coo.data[often]
    cross = counts.cross_pmi(left, right)
    adjusted = cross - counts.within_pmi(left, right, smoothing=settings.smoothing)
    sorted_by = adjusted if settings.measure == "adjusted" else cross
    # Word numbers are alphabetical, so ties fall in the order of the words.
    order = np.lexsort((right, left, -sorted_by))
    if settings.min_score is not None:
        order = order[sorted_by[order] >= settings.min_score]
    words = list(counts.words)
    return [
        LexiconEntry(
            words[left[i]], words[right[i]], int(number[i]), float(cross[i]), float(adjusted[i])
        )
        for i in order[: settings.top]
    ]


class _Spool:
    """Word numbers of all sentences in a temporary file, each sentence's different words once."""

    def __init__(self, numbers: IO[bytes], lengths: IO[bytes]) -> None:
        self._numbers, self._lengths = numbers, lengths
        self._id_of: dict[str, int] = {}
        self.num_pairs = 0

    def fill(
        self,
        pairs: Iterable[ParaphrasePair],
        options: CountingOptions,
        on_progress: Callable[[int], None] | None,
    ) -> int:
        """Read the stream; returns how many pairs were dropped."""
        dropped = 0
        id_of = self._id_of
        for number, pair in enumerate(pairs, start=1):
            if on_progress is not None and number % 1000 == 0:
                on_progress(number)
            if pair.score is not None and pair.score < options.min_pair_score:
                dropped += 1
                continue
            sides = split_words(pair.source), split_words(pair.target)
            if not all(0 < len(side) <= options.max_tokens for side in sides):
                dropped += 1
                continue
            self.num_pairs += 1
            for side in sides:
                ids = {id_of.setdefault(word, len(id_of)) for word in side}
                self._numbers.write(np.fromiter(ids, np.int32, len(ids)).tobytes())
                self._lengths.write(len(ids).to_bytes(4, "little"))
        return dropped

    def choose_words(self, options: CountingOptions) -> list[str]:
        """Words to count, in alphabetical order."""
        totals = np.zeros(len(self._id_of), dtype=np.int64)
        for ids, _ in self._blocks():
            totals += np.bincount(ids, minlength=len(totals))
        words = np.array(list(self._id_of), dtype=object)
        order = np.lexsort((np.arange(len(words)), -totals))[: options.max_words]
        return sorted(words[order[totals[order] >= options.min_sentences]])

    def count(self, kept: list[str], dropped: int) -> PairCounts:
        """Count the chosen words."""
        size = len(kept)
        number_of = np.full(len(self._id_of), -1, dtype=np.int64)
        for number, word in enumerate(kept):
            number_of[self._id_of[word]] = number
        empty = sparse.csr_array((size, size), dtype=np.int32)
        cross, within, frequency = empty, [empty, empty], [np.zeros(size, dtype=np.int64)] * 2
        for ids, lengths in self._blocks():
            sides = _incidence(number_of[ids], lengths, size)
            cross = cross + sides[0].T @ sides[1]
            within = [old + side.T @ side for old, side in zip(within, sides, strict=True)]
            frequency = [old + side.sum(axis=0) for old, side in zip(frequency, sides, strict=True)]
        return PairCounts(
            {word: number for number, word in enumerate(kept)},
            self.num_pairs,
            dropped,
            sparse.csr_array(cross + cross.T),
            (within[0], within[1]),
            (frequency[0], frequency[1]),
        )

    def _blocks(self) -> Iterator[tuple[NDArray[np.int32], Integers]]:
        """Yield word numbers of some pairs, and how many each sentence has, sides in turn."""
        self._numbers.seek(0)
        self._lengths.seek(0)
        while raw := self._lengths.read(2 * 4 * _BLOCK_PAIRS):
            lengths = np.frombuffer(raw, dtype="<u4").astype(np.int64)
            ids = np.frombuffer(self._numbers.read(4 * int(lengths.sum())), dtype=np.int32)
            yield ids, lengths


def _incidence(
    numbers: Integers, lengths: Integers, size: int
) -> tuple[sparse.csr_array, sparse.csr_array]:
    """Matrices of which word is in which sentence, of the sources and of the targets."""
    rows = np.repeat(np.arange(len(lengths)), lengths)
    known = numbers >= 0
    matrix = sparse.csr_array(
        (np.ones(int(known.sum()), dtype=np.int32), (rows[known], numbers[known])),
        shape=(len(lengths), size),
    )
    return matrix[0::2], matrix[1::2]


def _look_up(matrix: sparse.csr_array, left: Integers, right: Integers) -> Floats:
    """Entries of a sparse matrix. Shape (N,)."""
    if not len(left):
        return np.zeros(0)
    return np.asarray(matrix[left, right], dtype=np.float64).reshape(-1)
