"""The ranking of a corpus of pairs by a score, cut into parts of one size."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from scpn.data.pairs import ParaphrasePair
from scpn.data.readers import PairInput, read_pairs_from
from scpn.embeddings.pair_scores import pair_scores
from scpn.embeddings.protocol import SentenceEncoder
from scpn.errors import DataError
from scpn.evaluation.settings import Ranking
from scpn.fileio import write_atomically
from scpn.filters.pair_rules import KEPT, text_rule
from scpn.filters.settings import PairRules
from scpn.tokenization.ngrams import trigram_overlap
from scpn.tokenization.treebank import tokenize

BLOCK_SIZE = 10_000


def cut_ranking(scores: NDArray[np.float32], num_parts: int) -> list[NDArray[np.int64]]:
    """Positions of the pairs in each part of the ranking, the lowest scores first.

    Parts differ by one pair at most; equal scores keep the order of the pairs. NaN, which stands
    for a pair without a score, is in no part.

    Raises:
        DataError: There are fewer pairs than two for each part.
    """
    order = np.argsort(scores, kind="stable")[: int((~np.isnan(scores)).sum())]
    if len(order) < 2 * num_parts:
        raise DataError(
            f"{len(order)} pairs have a score, too few for {num_parts} parts; give more pairs"
        )
    return [part.astype(np.int64) for part in np.array_split(order, num_parts)]


@dataclass(frozen=True)
class Ranked:
    """The scores of a corpus.

    Attributes:
        scores: Of every pair, NaN for those that are left out. Shape (N,).
        removed: Rule of `scpn filter` -> pairs that are left out for it.
    """

    scores: NDArray[np.float32]
    removed: Counter[str]

    def save(self, path: Path) -> None:
        """Write both; the file appears whole or not at all."""
        with write_atomically(path, "wb") as stream:
            names, counts = list(self.removed), list(self.removed.values())
            np.savez(stream, scores=self.scores, names=np.array(names, "U"), counts=counts)

    @classmethod
    def load(cls, path: Path) -> "Ranked":
        """Read what `save` wrote.

        Raises:
            DataError: The file is damaged.
        """
        try:
            with np.load(path, allow_pickle=False) as arrays:
                counts = zip(arrays["names"].tolist(), arrays["counts"].tolist(), strict=True)
                return cls(arrays["scores"], Counter({n: int(c) for n, c in counts}))
        except (ValueError, KeyError, OSError, EOFError, BadZipFile) as error:
            raise DataError("is damaged; remove it and run again", path=path) from error


def rank_pairs(
    inputs: Sequence[PairInput],
    encoder: SentenceEncoder | None,
    ranking: Ranking,
    *,
    batch_size: int,
) -> Ranked:
    """Score all pairs that the rules of `scpn filter` about the text let pass.

    Raises:
        DataError: An input is unusable, or there is no pair.
    """
    rules, removed = PairRules(), Counter[str]()
    blocks = []
    pairs = read_all(inputs)
    while block := list(islice(pairs, BLOCK_SIZE)):
        reasons = [text_rule(pair, rules=rules) for pair in block]
        removed.update(reason for reason in reasons if reason != KEPT)
        kept = [index for index, reason in enumerate(reasons) if reason == KEPT]
        scores = np.full(len(block), np.nan, dtype=np.float32)
        scores[kept] = _score([block[i] for i in kept], encoder, ranking, batch_size=batch_size)
        blocks.append(scores)
    if not blocks:
        raise DataError(f"no pairs in {', '.join(source.where for source in inputs)}")
    result = np.concatenate(blocks)
    no_score = int(np.isnan(result).sum()) - removed.total()
    if no_score:
        removed["no score"] = no_score
    return Ranked(result, removed)


def _score(
    pairs: Sequence[ParaphrasePair],
    encoder: SentenceEncoder | None,
    ranking: Ranking,
    *,
    batch_size: int,
) -> Any:
    if ranking == "trigram-overlap":
        return [trigram_overlap(tokenize(pair.source), tokenize(pair.target)) for pair in pairs]
    if ranking == "own-score" or encoder is None:
        return [np.nan if pair.score is None else pair.score for pair in pairs]
    sides = [pair.source for pair in pairs], [pair.target for pair in pairs]
    return pair_scores(encoder, *sides, batch_size=batch_size)


def read_all(inputs: Sequence[PairInput]) -> Iterator[ParaphrasePair]:
    """Stream the pairs of all inputs."""
    for source in inputs:
        yield from read_pairs_from(source)
