"""Clusters are connected components; splits never share a sentence."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scpn.data.splitting import assign_splits, find_clusters, find_duplicates, sentence_digest
from scpn.errors import UsageError
from scpn.tokenization.treebank import tokenize


def hashes(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.uint64)


def test_sentence_digest_ignores_case_spacing_and_punctuation() -> None:
    assert sentence_digest("He 's here .") == sentence_digest("HE'S HERE!")
    assert sentence_digest("He is here") != sentence_digest("She is here")
    assert len(sentence_digest("")) == 8


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tom &amp; Jerry left .", "Tom & Jerry left ."),
        ("it rained -LRB- so they said -RRB- .", "It rained (so they said)."),
        ("the cafe\u0301 closed", "The caf\u00e9 closed."),
    ],
)
def test_sentence_digest_is_that_of_the_tokens(one: str, other: str) -> None:
    assert sentence_digest(one) == sentence_digest(other)
    assert sentence_digest(" ".join(tokenize(one))) == sentence_digest(one)


def test_find_clusters_chain_and_loner() -> None:
    # 10-20, 20-30, 40-30 hang together; 50-60 stands alone. Numbers are smallest hash // 2.
    clusters = find_clusters(hashes(10, 20, 50, 40), hashes(20, 30, 60, 30))
    assert clusters.tolist() == [5, 5, 25, 5]


def test_find_clusters_does_not_depend_on_order() -> None:
    sources, targets = hashes(7, 5, 3, 9), hashes(5, 3, 1, 11)
    forward = find_clusters(sources, targets)
    backward = find_clusters(targets[::-1], sources[::-1])
    assert forward.tolist() == backward[::-1].tolist() == [0, 0, 0, 4]


def test_find_clusters_huge_hashes_stay_positive() -> None:
    assert find_clusters(hashes(2**64 - 1), hashes(2**64 - 2)).tolist() == [2**63 - 1]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=60))
def test_find_clusters_equals_union_find(edges: list[tuple[int, int]]) -> None:
    parent = list(range(31))

    def root(node: int) -> int:
        while parent[node] != node:
            node = parent[node]
        return node

    for left, right in edges:
        parent[root(left)] = root(right)
    # Doubled, so that halving in the cluster number keeps different hashes apart.
    clusters = find_clusters(hashes(*(2 * a for a, _ in edges)), hashes(*(2 * b for _, b in edges)))
    for i, (left, _) in enumerate(edges):
        for j, (other, _) in enumerate(edges):
            assert (clusters[i] == clusters[j]) == (root(left) == root(other))


def test_find_duplicates_in_either_direction() -> None:
    duplicates = find_duplicates(hashes(1, 2, 1, 1, 2), hashes(2, 1, 3, 2, 2))
    assert duplicates.tolist() == [False, True, False, True, False]


def test_assign_splits_counts_pairs_and_keeps_clusters_whole() -> None:
    clusters = np.repeat(np.arange(300), 2)
    splits = assign_splits(clusters, np.zeros(600, dtype=bool), dev=50, test=20)
    assert [int((splits == s).sum()) for s in range(3)] == [530, 50, 20]
    assert (splits[::2] == splits[1::2]).all()


def test_assign_splits_leaves_a_giant_cluster_in_train() -> None:
    clusters = np.array([0] * 50 + list(range(1, 51)))
    for seed in range(20):
        splits = assign_splits(clusters, np.zeros(100, dtype=bool), dev=40, seed=seed)
        assert (splits[:50] == 0).all()
        assert (splits == 1).sum() == 40


def test_assign_splits_does_not_count_duplicates() -> None:
    clusters = np.arange(100)
    duplicates = np.arange(100) % 2 == 1
    splits = assign_splits(clusters, duplicates, dev=20)
    assert ((splits == 1) & ~duplicates).sum() == 20


def test_assign_splits_shares_are_stable_when_data_are_added() -> None:
    clusters = np.arange(20_000) * 977
    few = assign_splits(clusters[:9_000], np.zeros(9_000, dtype=bool), dev=0.1, test=0.05)
    more = assign_splits(clusters, np.zeros(20_000, dtype=bool), dev=0.1, test=0.05)
    assert (few == more[:9_000]).all()
    assert (more == 1).mean() == pytest.approx(0.1, abs=0.01)
    assert (more == 2).mean() == pytest.approx(0.05, abs=0.01)


def test_assign_splits_seed_draws_others() -> None:
    clusters, none = np.arange(1000), np.zeros(1000, dtype=bool)
    first = assign_splits(clusters, none, dev=100, seed=1)
    assert (first == assign_splits(clusters, none, dev=100, seed=1)).all()
    assert (first != assign_splits(clusters, none, dev=100, seed=2)).any()


@pytest.mark.parametrize(
    ("dev", "test", "message"),
    [
        (6, 4, "ask for 10 pairs, but there are 10 different ones"),
        (0.5, 0.6, "ask for 11 pairs, but there are 10"),
        (-1, 0, "neither may be negative"),
    ],
)
def test_assign_splits_too_much(dev: float, test: float, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        assign_splits(np.arange(10), np.zeros(10, dtype=bool), dev=dev, test=test)
