"""Neighbors: faiss, NumPy and a loop agree; shards, blocks and checkpoints change nothing."""

import sys
from pathlib import Path

import numpy as np
import pytest

from scpn.embeddings import retrieval
from scpn.embeddings.retrieval import Neighbors, UnitRows, build_search, find_neighbors
from scpn.embeddings.settings import SearchKind
from scpn.errors import UsageError

faiss = pytest.importorskip("faiss")


def random_rows(count: int, dimension: int = 16, seed: int = 0) -> np.ndarray:
    draw = np.random.default_rng(seed)
    return (3 * draw.standard_normal((count, dimension))).astype(np.float32)


def plain_neighbors(queries: np.ndarray, corpus: np.ndarray, k: int, *, same: bool) -> np.ndarray:
    """A loop with one cosine after the other."""
    result = []
    for number, query in enumerate(queries.astype(np.float64)):
        cosines = []
        for other, row in enumerate(corpus.astype(np.float64)):
            if not (same and other == number):
                norm = np.linalg.norm(query) * np.linalg.norm(row)
                cosines.append((-float(query @ row) / norm, other))
        result.append([other for _, other in sorted(cosines)[:k]])
    return np.array(result)


def search(
    queries: UnitRows, corpus: UnitRows, k: int, *, checkpoint: Path | None = None
) -> Neighbors:
    found = build_search(corpus, num_queries=len(queries))
    return find_neighbors(queries, corpus, k, search=found, checkpoint=checkpoint)


@pytest.fixture(params=["faiss", "numpy"])
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "numpy":
        monkeypatch.setitem(sys.modules, "faiss", None)
    return str(request.param)


def test_exact_search_equals_a_plain_loop(backend: str) -> None:
    left, right = random_rows(40), random_rows(90, seed=1)
    found = search(UnitRows(left), UnitRows(right), 5)
    assert np.array_equal(found.indices, plain_neighbors(left, right, 5, same=False))
    rows = UnitRows(right)
    found = search(rows, rows, 5)
    assert np.array_equal(found.indices, plain_neighbors(right, right, 5, same=True))
    assert (np.diff(found.cosines, axis=1) <= 0).all()


def test_both_backends_give_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = UnitRows(random_rows(500, dimension=48))
    with_faiss = search(rows, rows, 4)
    monkeypatch.setitem(sys.modules, "faiss", None)
    without = search(rows, rows, 4)
    assert np.array_equal(with_faiss.indices, without.indices)
    assert np.array_equal(with_faiss.cosines, without.cosines)


def test_shards_and_blocks_change_nothing(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = UnitRows(random_rows(130))
    whole = search(rows, rows, 3)
    monkeypatch.setattr(retrieval, "_SHARD_ROWS", 7)
    monkeypatch.setattr(retrieval, "_QUERY_ROWS", 11)
    monkeypatch.setattr(retrieval, "_NUMPY_SCORES", 20)
    parts = search(rows, rows, 3)
    assert np.array_equal(whole.indices, parts.indices)
    assert np.array_equal(whole.cosines, parts.cosines)


def test_chosen_rows_only(backend: str) -> None:
    matrix = random_rows(20)
    matrix[4] = 0
    chosen = np.array([1, 3, 5, 7, 9, 11])
    rows = UnitRows(matrix, chosen)
    found = search(rows, rows, 2)
    expected = plain_neighbors(matrix[chosen], matrix[chosen], 2, same=True)
    assert np.array_equal(found.indices, expected)


def test_fewer_rows_than_neighbors(backend: str) -> None:
    rows = UnitRows(random_rows(3))
    assert search(rows, rows, 9).indices.shape == (3, 2)
    assert search(rows, UnitRows(random_rows(1)), 9).indices.tolist() == [[0], [0], [0]]


def test_copies_are_ordered_by_number_and_never_themselves(backend: str) -> None:
    matrix = np.repeat(random_rows(1), 6, axis=0)
    rows = UnitRows(matrix)
    found = search(rows, rows, 5)
    for number in range(6):
        assert found.indices[number].tolist() == [n for n in range(6) if n != number]
    np.testing.assert_allclose(found.cosines, 1, rtol=1e-6)


def test_a_row_of_zeros_is_refused() -> None:
    with pytest.raises(ValueError, match="no direction"):
        UnitRows(np.zeros((2, 3), dtype=np.float32)).take(np.array([0]))


def test_checkpoint_is_used_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retrieval, "_QUERY_ROWS", 50)
    rows = UnitRows(random_rows(120))
    plain = search(rows, rows, 3)
    first = search(rows, rows, 3, checkpoint=tmp_path / "kept")
    files = sorted((tmp_path / "kept").iterdir())
    assert [path.name for path in files] == [f"{n:012d}.npy" for n in (0, 50, 100)]
    files[1].unlink()
    calls = []

    def counting(queries: np.ndarray, k: int) -> np.ndarray:
        calls.append(len(queries))
        return build_search(rows, num_queries=120)(queries, k)

    again = find_neighbors(rows, rows, 3, search=counting, checkpoint=tmp_path / "kept")
    assert calls == [50]
    for other in (first, again):
        assert np.array_equal(plain.indices, other.indices)
        assert np.array_equal(plain.cosines, other.cosines)


def test_progress_counts_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrieval, "_QUERY_ROWS", 4)
    rows, seen = UnitRows(random_rows(10)), []
    find_neighbors(
        rows, rows, 1, search=build_search(rows, num_queries=10), on_progress=seen.append
    )
    assert seen == [4, 8, 10]


def test_approximate_search_finds_nearly_all() -> None:
    # 40 bundles of 50 rows, as sentences on one subject lie together.
    draw = np.random.default_rng(3)
    centers = np.repeat(random_rows(40, dimension=24), 50, axis=0)
    rows = UnitRows((centers + draw.standard_normal(centers.shape)).astype(np.float32))
    exact = search(rows, rows, 4)
    # No effort reaches a row that no link leads to.
    for effort, least in ((8, 0.8), (2000, 0.99)):
        index = build_search(rows, kind="approximate", num_queries=2000, effort=effort)
        found = find_neighbors(rows, rows, 4, search=index)
        overlap = np.mean([len(set(a) & set(b)) / 4 for a, b in zip(
            exact.indices.tolist(), found.indices.tolist(), strict=True)])  # fmt: skip
        assert overlap >= least


def test_approximate_search_of_a_few_rows() -> None:
    rows = UnitRows(random_rows(5))
    index = build_search(rows, kind="approximate", num_queries=5)
    found = find_neighbors(rows, rows, 2, search=index)
    assert np.array_equal(found.indices, search(rows, rows, 2).indices)


def test_missing_neighbors_count_for_nothing() -> None:
    found = Neighbors(
        np.array([[3, -1], [1, 2], [-1, -1]]),
        np.array([[0.5, -np.inf], [0.5, 0.25], [-np.inf, -np.inf]], dtype=np.float32),
    )
    assert found.mean_cosines.tolist() == [0.5, 0.375, 0.0]


@pytest.mark.parametrize(("kind", "what"), [("approximate", "approximate search"), ("exact", "9")])
def test_missing_faiss_names_the_extra(
    kind: SearchKind, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "faiss", None)
    monkeypatch.setattr(retrieval, "MAX_COMPARISONS_WITHOUT_FAISS", 8)
    with pytest.raises(UsageError, match=what) as caught:
        build_search(UnitRows(random_rows(3)), kind=kind, num_queries=3)
    assert 'pip install "scpn[mine]"' in str(caught.value)
