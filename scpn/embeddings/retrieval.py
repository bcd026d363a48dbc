"""Nearest neighbors by cosine: exact for any number of rows, or approximate through an index.

faiss does the search; without it NumPy does, exactly and for small inputs only. Whoever searched,
the cosines of the neighbors are computed again in double precision, so that a pair of sentences
has one cosine and ties fall in one order.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scpn.embeddings.settings import SearchKind
from scpn.errors import UsageError
from scpn.fileio import make_folder, write_atomically

MAX_COMPARISONS_WITHOUT_FAISS = 4_000_000_000
"""Pairs of rows that NumPy compares in a minute or two; above, faiss is asked for."""

_QUERY_ROWS = 4096
_SHARD_ROWS = 1 << 18  # 300 MB of 300-dimensional rows
_NUMPY_SCORES = 1 << 24  # scores held at once, 64 MB
_GRAPH_LINKS = 16
_BUILDING_EFFORT = 80

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


class UnitRows:
    """Chosen rows of a matrix, scaled to length 1 as they are read.

    Args:
        matrix: Vectors, in memory or a memory map. Shape (rows, D).
        chosen: Which rows, none of them zeros; None is all. Shape (N,).
    """

    def __init__(self, matrix: Floats, chosen: Integers | None = None) -> None:
        self.matrix = matrix
        self.chosen = np.arange(len(matrix)) if chosen is None else chosen
        self.dimension = int(matrix.shape[1])

    def __len__(self) -> int:
        return len(self.chosen)

    def take(self, indices: Integers) -> Floats:
        """Return some of the chosen rows. Shape (len(indices), D)."""
        rows = np.asarray(self.matrix[self.chosen[indices]], dtype=np.float32)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        if not norms.all():
            raise ValueError("a row of zeros has no direction; leave it out of the chosen ones")
        unit: Floats = rows / norms
        return unit

    def blocks(self, size: int) -> Iterator[tuple[int, Floats]]:
        """Yield the number of the first row, and up to `size` rows."""
        for begin in range(0, len(self), size):
            yield begin, self.take(np.arange(begin, min(begin + size, len(self))))


@dataclass(frozen=True, slots=True)
class Neighbors:
    """The nearest rows of each query, nearest first; equally near ones by number.

    Attributes:
        indices: Row numbers; -1 where an approximate search found too few. Shape (N, k).
        cosines: From -1 to 1; -inf where there is none. Shape (N, k).
    """

    indices: Integers
    cosines: Floats

    @property
    def mean_cosines(self) -> NDArray[np.float64]:
        """Mean over the neighbors there are; 0 if there is none. Shape (N,)."""
        found = self.indices >= 0
        total = np.where(found, self.cosines, 0).sum(axis=1, dtype=np.float64)
        return np.asarray(total / np.maximum(found.sum(axis=1), 1))


class NeighborSearch(Protocol):
    """Finds candidates among rows."""

    def __call__(self, queries: Floats, k: int) -> Integers:
        """Row numbers of the k nearest, -1 where there are fewer. Shape (queries, k)."""
        ...


def find_neighbors(
    queries: UnitRows,
    corpus: UnitRows,
    k: int,
    *,
    search: NeighborSearch,
    checkpoint: Path | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Neighbors:
    """Find the k nearest rows of `corpus` for each query.

    Args:
        queries: N rows. If they are `corpus` itself, a row is not its own neighbor.
        corpus: The rows to be found.
        k: Neighbors of each; fewer if the corpus is smaller.
        search: Made for `corpus` by `build_search`.
        checkpoint: Folder that keeps finished blocks of queries, so that a run that was killed
            goes on; None keeps nothing.
        on_progress: Told how many queries are done.
    """
    same = queries is corpus
    k = max(1, min(k, len(corpus) - same))
    indices = np.full((len(queries), k), -1, dtype=np.int64)
    cosines = np.full((len(queries), k), -np.inf, dtype=np.float32)
    if checkpoint is not None:
        make_folder(checkpoint)
    for begin in range(0, len(queries), _QUERY_ROWS):
        numbers = np.arange(begin, min(begin + _QUERY_ROWS, len(queries)))
        path = None if checkpoint is None else checkpoint / f"{begin:012d}.npy"
        if path is not None and path.exists():
            found = np.load(path)
        else:
            found = search(queries.take(numbers), k + same)
            if path is not None:
                with write_atomically(path, "wb") as stream:
                    np.save(stream, found)
        rows = slice(begin, begin + len(numbers))
        ranked = _rank(queries.take(numbers), corpus, found)
        indices[rows], cosines[rows] = _leave_out(numbers, *ranked) if same else ranked
        if on_progress is not None:
            on_progress(begin + len(numbers))
    return Neighbors(indices, cosines)


def build_search(
    corpus: UnitRows,
    *,
    kind: SearchKind = "exact",
    num_queries: int,
    effort: int = 64,
) -> NeighborSearch:
    """Prepare the search among `corpus`.

    Args:
        corpus: N rows.
        kind: "exact" compares every query with every row. "approximate" walks through a graph of
            near rows (faiss HNSW): the time hardly grows with N, a few neighbors are missed, and
            the rows must fit into memory. With several threads the graph, and so what is missed,
            differs a little from run to run.
        num_queries: How many there will be; decides whether NumPy will do.
        effort: Candidates an approximate search keeps in view (efSearch); more miss less and
            take longer.

    Raises:
        UsageError: faiss is not installed and the search needs it.
    """
    if kind == "approximate":
        return _build_index(corpus, effort=effort, faiss=load_faiss("approximate search"))
    comparisons = len(corpus) * num_queries
    if comparisons > MAX_COMPARISONS_WITHOUT_FAISS:
        faiss = load_faiss(f"a search with {comparisons:,} comparisons")
        return lambda queries, k: _search_shards(queries, corpus, k, _faiss_top(faiss))
    try:
        faiss = load_faiss("search")
    except UsageError:
        return lambda queries, k: _search_shards(queries, corpus, k, _numpy_top)
    return lambda queries, k: _search_shards(queries, corpus, k, _faiss_top(faiss))


def load_faiss(what: str) -> ModuleType:
    """Import faiss.

    Raises:
        UsageError: It is not installed; says that `what` needs it.
    """
    try:
        import faiss
    except ImportError as error:
        raise UsageError(
            f'{what} needs faiss, which is not installed; run: pip install "scpn[mine]"'
        ) from error
    module: ModuleType = faiss
    return module


_Top = Callable[[Floats, Floats, int], tuple[Floats, Integers]]
"""Given queries, rows and k: the k largest products and their rows, in any order."""


def _faiss_top(faiss: ModuleType) -> _Top:
    def top(queries: Floats, rows: Floats, k: int) -> tuple[Floats, Integers]:
        products, indices = faiss.knn(queries, rows, k, metric=faiss.METRIC_INNER_PRODUCT)
        return products, indices.astype(np.int64)

    return top


def _numpy_top(queries: Floats, rows: Floats, k: int) -> tuple[Floats, Integers]:
    products = np.empty((len(queries), k), dtype=np.float32)
    indices = np.empty((len(queries), k), dtype=np.int64)
    step = max(1, _NUMPY_SCORES // len(rows))
    for begin in range(0, len(queries), step):
        part = slice(begin, begin + step)
        scores = queries[part] @ rows.T
        indices[part] = np.argpartition(scores, -k, axis=1)[:, -k:]
        products[part] = np.take_along_axis(scores, indices[part], axis=1)
    return products, indices


def _search_shards(queries: Floats, corpus: UnitRows, k: int, top: _Top) -> Integers:
    """Exact search among rows that need not fit into memory at once."""
    best_products = np.full((len(queries), 0), -np.inf, dtype=np.float32)
    best = np.empty((len(queries), 0), dtype=np.int64)
    for begin, rows in corpus.blocks(_SHARD_ROWS):
        products, indices = top(queries, rows, min(k, len(rows)))
        best_products = np.concatenate([best_products, products], axis=1)
        best = np.concatenate([best, indices + begin], axis=1)
        if best.shape[1] > k:
            keep = np.argpartition(best_products, -k, axis=1)[:, -k:]
            best_products = np.take_along_axis(best_products, keep, axis=1)
            best = np.take_along_axis(best, keep, axis=1)
    return best


def _build_index(corpus: UnitRows, *, effort: int, faiss: ModuleType) -> NeighborSearch:
    """Build a graph of near rows (HNSW).

    Means of word vectors hardly fall into clusters: for 20,000 sentences of the ParaNMT kind a
    search through an inverted file (faiss IVF, 64 of 512 lists) took 8.8 s and found 89% of the
    neighbors, one through the graph 7.4 s and 98%.
    """
    index = faiss.IndexHNSWFlat(corpus.dimension, _GRAPH_LINKS, faiss.METRIC_INNER_PRODUCT)
    index.hnsw.efConstruction = _BUILDING_EFFORT
    for _, rows in corpus.blocks(_SHARD_ROWS):
        index.add(rows)

    def search(queries: Floats, k: int) -> Integers:
        k = min(k, len(corpus))
        index.hnsw.efSearch = max(effort, k)
        _, indices = index.search(queries, k)
        return np.asarray(indices, dtype=np.int64)

    return search


def _rank(queries: Floats, corpus: UnitRows, found: Integers) -> tuple[Integers, Floats]:
    """Compute cosines again and sort: nearest first, then by number, what is missing last."""
    vectors = corpus.take(np.maximum(found, 0).ravel()).reshape(*found.shape, -1)
    exact = np.einsum("nd,nkd->nk", queries, vectors, dtype=np.float64)
    cosines = np.clip(exact, -1, 1).astype(np.float32)
    cosines[found < 0] = -np.inf
    order = np.lexsort((found, -cosines), axis=-1)
    return np.take_along_axis(found, order, axis=1), np.take_along_axis(cosines, order, axis=1)


def _leave_out(own: Integers, indices: Integers, cosines: Floats) -> tuple[Integers, Floats]:
    """Take each query's own row out of its neighbors."""
    is_own = indices == own[:, None]
    # A row with enough exact copies may not be among its own neighbors; then the last one goes.
    is_own[~is_own.any(axis=1), -1] = True
    return indices[~is_own].reshape(len(own), -1), cosines[~is_own].reshape(len(own), -1)
