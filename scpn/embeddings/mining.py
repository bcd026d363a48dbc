"""Pairs of sentences with one meaning, found in one corpus or between two.

After Artetxe and Schwenk (2019), "Margin-based Parallel Corpus Mining with Multilingual Sentence
Embeddings": a cosine is compared with the mean cosine that the two sentences have with their k
nearest neighbors, since some sentences are near to everything. For one corpus both sides are the
same rows and each pair counts once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scpn.embeddings.retrieval import (
    Neighbors,
    UnitRows,
    build_search,
    find_neighbors,
)
from scpn.embeddings.settings import Margin, MiningOptions

MIN_NEIGHBORHOOD = 0.01
"""Smallest mean cosine a ratio is taken to; the paper has no rule for means near or below 0."""

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SentencePool:
    """Sentences to mine.

    Attributes:
        rows: Their vectors; rows of zeros and repeated sentences are not among the chosen.
        keys: Equal for sentences that count as the same text. Shape (rows.matrix rows,).
    """

    rows: UnitRows
    keys: NDArray[np.uint64]

    @classmethod
    def choose(cls, vectors: NDArray[np.float32], keys: NDArray[np.uint64]) -> "SentencePool":
        """Leave out rows of zeros, and all but the first of the sentences with one key."""
        begins = range(0, len(vectors), 65536)
        known = np.concatenate(
            [np.flatnonzero(vectors[b : b + 65536].any(axis=1)) + b for b in begins]
            or [np.zeros(0, dtype=np.int64)]
        )
        _, first = np.unique(keys[known], return_index=True)
        return cls(UnitRows(vectors, known[np.sort(first)]), keys)

    @property
    def chosen_keys(self) -> NDArray[np.uint64]:
        """Keys of the chosen rows. Shape (len(rows),)."""
        return self.keys[self.rows.chosen]


@dataclass(frozen=True, slots=True)
class MinedPairs:
    """Pairs found, best first; equally good ones in reading order.

    Attributes:
        sources: Row of each pair's source in its matrix. Shape (pairs,).
        targets: Row of the target. Shape (pairs,).
        scores: Margin scores. Shape (pairs,).
        cosines: Shape (pairs,).
    """

    sources: Integers
    targets: Integers
    scores: Floats
    cosines: Floats

    def __len__(self) -> int:
        return len(self.scores)

    def select(self, which: NDArray[np.bool_] | NDArray[np.int64] | slice) -> "MinedPairs":
        """Return some of the pairs, in the order of `which`."""
        return MinedPairs(
            self.sources[which], self.targets[which], self.scores[which], self.cosines[which]
        )


Progress = Callable[[str, int, int], None]
"""Told the name of the stage, the rows done and the rows there are."""


def mine_pairs(
    source: SentencePool,
    target: SentencePool | None,
    options: MiningOptions,
    *,
    checkpoint: Path | None = None,
    on_progress: Progress | None = None,
) -> MinedPairs:
    """Find pairs of one meaning.

    Args:
        source: N sentences.
        target: M sentences of another corpus; None looks for pairs within `source`.
        options: What decides which pairs are found.
        checkpoint: Folder that keeps finished blocks of the search; see `find_neighbors`.
        on_progress: Told of the search.

    Raises:
        UsageError: faiss is needed and missing.
    """
    other = source if target is None else target
    if len(source.rows) < (2 if target is None else 1) or not len(other.rows):
        empty = np.zeros(0)
        return MinedPairs(empty.astype(np.int64), empty.astype(np.int64), empty, empty)

    def search(name: str, queries: SentencePool, corpus: SentencePool) -> Neighbors:
        total = len(queries.rows)
        return find_neighbors(
            queries.rows,
            corpus.rows,
            options.neighbors,
            search=build_search(
                corpus.rows, kind=options.search, num_queries=total, effort=options.effort
            ),
            checkpoint=None if checkpoint is None else checkpoint / name,
            on_progress=None if on_progress is None else lambda n: on_progress(name, n, total),
        )

    forward = search("forward", source, other)
    backward = forward if target is None else search("backward", other, source)
    pairs = _retrieve(forward, backward, options)
    if target is None:
        pairs = _drop_mirrored(pairs)
    same_text = source.chosen_keys[pairs.sources] == other.chosen_keys[pairs.targets]
    pairs = pairs.select(~same_text)
    pairs = pairs.select(np.lexsort((pairs.targets, pairs.sources, -pairs.scores)))
    if options.retrieval == "max":
        pairs = _match_one_to_one(pairs, within_one_corpus=target is None)
    if options.min_score is not None:
        pairs = pairs.select(pairs.scores >= options.min_score)
    pairs = pairs.select(slice(options.top))
    return MinedPairs(
        source.rows.chosen[pairs.sources],
        other.rows.chosen[pairs.targets],
        pairs.scores,
        pairs.cosines,
    )


def margin_scores(
    cosines: Floats, source_means: Floats, target_means: Floats, margin: Margin
) -> Floats:
    """Margin of pairs (Artetxe and Schwenk 2019, equation 1 and section 3.1).

    Args:
        cosines: a, the cosine of each pair. Shape (pairs,).
        source_means: Mean cosine of the source with its k nearest targets. Shape (pairs,).
        target_means: Likewise of the target. Shape (pairs,).
        margin: "ratio" a / b, "distance" a - b or "absolute" a, where b is the mean of the two.
            In a ratio, b below `MIN_NEIGHBORHOOD` counts as that.

    Returns:
        Finite numbers, higher is better. Shape (pairs,).
    """
    neighborhoods = (source_means + target_means) / 2
    if margin == "absolute":
        return cosines
    if margin == "distance":
        return cosines - neighborhoods
    return np.asarray(cosines / np.maximum(neighborhoods, MIN_NEIGHBORHOOD))


def _retrieve(forward: Neighbors, backward: Neighbors, options: MiningOptions) -> MinedPairs:
    """Candidates of both directions as rows of the chosen, those of both once."""
    ahead = _candidates(forward, backward, options)
    found = _candidates(backward, forward, options)
    back = MinedPairs(found.targets, found.sources, found.scores, found.cosines)
    if options.retrieval == "forward":
        return ahead
    if options.retrieval == "backward":
        return back
    both = MinedPairs(
        *(
            np.concatenate([getattr(ahead, name), getattr(back, name)])
            for name in ("sources", "targets", "scores", "cosines")
        )
    )
    first, counts = _unique(both.sources, both.targets)
    return both.select(first[counts == 2] if options.retrieval == "intersection" else first)


def _candidates(neighbors: Neighbors, other: Neighbors, options: MiningOptions) -> MinedPairs:
    """Each row with its neighbors, or with the best of them by margin."""
    queries, places = np.nonzero(neighbors.indices >= 0)
    found = neighbors.indices[queries, places]
    cosines = neighbors.cosines[queries, places].astype(np.float64)
    own_means, other_means = neighbors.mean_cosines, other.mean_cosines
    scores = margin_scores(cosines, own_means[queries], other_means[found], options.margin)
    pairs = MinedPairs(queries, found, scores, cosines)
    if options.retrieval == "all" or not len(pairs):
        return pairs
    order = np.lexsort((found, -scores, queries))
    is_best = np.diff(queries[order], prepend=-1) > 0
    return pairs.select(order[is_best])


def _drop_mirrored(pairs: MinedPairs) -> MinedPairs:
    """Keep one of (i, j) and (j, i), the smaller row first."""
    low, high = np.minimum(pairs.sources, pairs.targets), np.maximum(pairs.sources, pairs.targets)
    first, _ = _unique(low, high)
    return MinedPairs(low, high, pairs.scores, pairs.cosines).select(first)


def _unique(sources: Integers, targets: Integers) -> tuple[Integers, Integers]:
    """First position of each different pair, and how often it stands there."""
    width = int(targets.max(initial=0)) + 1
    _, first, counts = np.unique(sources * width + targets, return_index=True, return_counts=True)
    return first, counts


def _match_one_to_one(pairs: MinedPairs, *, within_one_corpus: bool) -> MinedPairs:
    """Go through sorted pairs and keep those of which neither sentence is in an earlier one."""
    used_sources: set[int] = set()
    used_targets = used_sources if within_one_corpus else set()
    keep = np.zeros(len(pairs), dtype=bool)
    for place, (source, target) in enumerate(
        zip(pairs.sources.tolist(), pairs.targets.tolist(), strict=True)
    ):
        if source not in used_sources and target not in used_targets:
            used_sources.add(source)
            used_targets.add(target)
            keep[place] = True
    return pairs.select(keep)
