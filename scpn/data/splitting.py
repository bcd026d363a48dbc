"""Train, dev and test without leaks: pairs that share a sentence stay together.

Sentences are nodes (64-bit hashes of their letters and digits), pairs are edges, and each
connected component goes to one split. Everything is arrays, about 60 bytes a pair at the peak.
"""

import re
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from scpn.data.pair_limits import letters_and_digits
from scpn.errors import UsageError
from scpn.tokenization.treebank import tokenize

SPLITS = ("train", "dev", "test")
"""Names of the splits; arrays hold positions in this tuple."""

_PLAIN = re.compile(r"[\x20-\x25\x27-\x2c\x2e-\x7e]*")
"""No `&`, no hyphen, nothing beyond ASCII: tokens have the letters and digits of the text."""

Hashes = NDArray[np.uint64]


def sentence_digest(text: str) -> bytes:
    """Return 8 bytes that identify a sentence up to case, spacing and punctuation.

    Entities of XML, treebank brackets and composed letters count as what they stand for, as in the
    tokens that a shard holds.
    """
    if not _PLAIN.fullmatch(text):
        text = " ".join(tokenize(text))
    key = letters_and_digits(text).encode("utf-8", "surrogatepass")
    return blake2b(key, digest_size=8).digest()


def find_clusters(sources: Hashes, targets: Hashes) -> NDArray[np.int64]:
    """Number the connected components of the graph whose edges are the pairs.

    Union-find in rounds over whole arrays: each root is hung below the smallest root it shares
    an edge with, and all paths are shortened, until no edge joins two roots.

    Args:
        sources: Hash of each pair's source. Shape (pairs,).
        targets: Hash of each pair's target. Shape (pairs,).

    Returns:
        Cluster number of each pair. It is made of the smallest hash in the component, so it does
        not depend on the order of the pairs. Shape (pairs,).
    """
    nodes, positions = np.unique(np.concatenate([sources, targets]), return_inverse=True)
    left, right = positions[: len(sources)], positions[len(sources) :]
    parents = np.arange(len(nodes))
    edges_left, edges_right = left, right
    while True:
        roots_left, roots_right = parents[edges_left], parents[edges_right]
        apart = roots_left != roots_right
        if not apart.any():
            break
        edges_left, edges_right = edges_left[apart], edges_right[apart]
        roots_left, roots_right = roots_left[apart], roots_right[apart]
        smaller = np.minimum(roots_left, roots_right)
        np.minimum.at(parents, np.maximum(roots_left, roots_right), smaller)
        while not np.array_equal(shortened := parents[parents], parents):
            parents = shortened
    clusters: NDArray[np.int64] = (nodes[parents[left]] >> np.uint64(1)).astype(np.int64)
    return clusters


def find_duplicates(sources: Hashes, targets: Hashes) -> NDArray[np.bool_]:
    """Mark every pair that occurred before, in either direction. Shape (pairs,)."""
    ends = np.stack([np.minimum(sources, targets), np.maximum(sources, targets)])
    # One 64-bit number for a pair; equal for different pairs about once in 2**64 comparisons.
    keys = _mix(ends[0]) + np.uint64(3) * _mix(ends[1] + np.uint64(1))
    _, first = np.unique(keys, return_index=True)
    duplicate = np.ones(len(sources), dtype=np.bool_)
    duplicate[first] = False
    return duplicate


def assign_splits(
    clusters: NDArray[np.int64],
    duplicates: NDArray[np.bool_],
    *,
    dev: float = 0,
    test: float = 0,
    seed: int = 0,
) -> NDArray[np.int8]:
    """Send whole clusters to dev and test, chosen by a hash of their number.

    Args:
        clusters: Cluster of each pair. Shape (pairs,).
        duplicates: Pairs that will be dropped and count for nothing. Shape (pairs,).
        dev: Below 1, the share of the clusters; from 1, the number of pairs, approached from below
            as nearly as whole clusters allow. Clusters that alone are over a twentieth of that
            number (and over ten pairs) stay in train.
        test: Likewise.
        seed: Another seed draws other clusters.

    Returns:
        Positions in `SPLITS`. Shape (pairs,).

    Raises:
        UsageError: If a size is negative or nothing is left to train on.
    """
    num_pairs = int((~duplicates).sum())
    if min(dev, test) < 0:
        raise UsageError(f"dev is {dev} and test {test}; neither may be negative")
    wanted = [size * num_pairs if size < 1 else size for size in (dev, test)]
    if sum(wanted) and sum(wanted) >= num_pairs:
        raise UsageError(
            f"dev and test ask for {sum(wanted):.0f} pairs, but there are {num_pairs} different "
            "ones in all; ask for fewer"
        )
    ids, positions = np.unique(clusters, return_inverse=True)
    sizes = np.bincount(positions, weights=~duplicates, minlength=len(ids))
    hashes = _mix(ids.astype(np.uint64) + _mix(np.array([seed], dtype=np.uint64)))
    chosen = np.zeros(len(ids), dtype=np.int8)
    below = 0.0
    for name, size in ((1, dev), (2, test)):
        if 0 < size < 1:
            # A threshold, so that a cluster stays where it is when other data are added.
            shares = hashes / 2.0**64
            chosen[(shares >= below) & (shares < below + size) & (chosen == 0)] = name
            below += size
        elif size:
            free = np.flatnonzero((chosen == 0) & (sizes > 0) & (sizes <= max(10, size / 20)))
            free = free[np.argsort(hashes[free], kind="stable")]
            chosen[free[np.cumsum(sizes[free]) <= size]] = name
    return chosen[positions]


def _mix(values: Hashes) -> Hashes:
    """Scramble 64-bit numbers (the finalizer of splitmix64, Steele et al. 2014)."""
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))
