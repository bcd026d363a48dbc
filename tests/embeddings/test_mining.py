"""Margins worked out by hand, which pairs are kept, and paraphrases among distractors."""

import sys
from typing import get_args

import numpy as np
import pytest
from synonym_encoder import build_synonym_encoder

from scpn.data.splitting import sentence_digest
from scpn.embeddings.mining import (
    MinedPairs,
    SentencePool,
    margin_scores,
    mine_pairs,
)
from scpn.embeddings.settings import Margin, MiningOptions, Retrieval
from scpn.errors import UsageError

# Unit vectors in the plane at these angles, so that cosines are known.
SOURCE_DEGREES = (0, 60, 180)
TARGET_DEGREES = (0, 30, 90, 200)


def plane(degrees: tuple[float, ...]) -> np.ndarray:
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def corpus(vectors: np.ndarray, *, first_key: int = 0) -> SentencePool:
    return SentencePool.choose(
        vectors, np.arange(first_key, first_key + len(vectors), dtype=np.uint64)
    )


def mine(
    source: np.ndarray, target: np.ndarray | None = None, **options: object
) -> list[tuple[int, int, float]]:
    other = None if target is None else corpus(target, first_key=1000)
    pairs = mine_pairs(corpus(source), other, MiningOptions(**options))  # type: ignore[arg-type]
    return [
        (s, t, round(score, 4))
        for s, t, score in zip(
            pairs.sources.tolist(), pairs.targets.tolist(), pairs.scores.tolist(), strict=True
        )
    ]


def test_margins_by_hand() -> None:
    cosines, left, right = np.array([0.8]), np.array([0.5]), np.array([0.3])
    # The neighborhood is (0.5 + 0.3) / 2 = 0.4.
    assert margin_scores(cosines, left, right, "absolute") == pytest.approx([0.8])
    assert margin_scores(cosines, left, right, "distance") == pytest.approx([0.4])
    assert margin_scores(cosines, left, right, "ratio") == pytest.approx([2.0])


def test_a_ratio_to_nothing_is_finite() -> None:
    scores = margin_scores(np.array([0.5, -0.5]), np.array([0.0, -0.9]), np.zeros(2), "ratio")
    assert scores.tolist() == [50.0, -50.0]


def test_two_corpora_by_hand() -> None:
    # cos: source 0 with targets 1, .8660, 0, -.9397; source 1 with .5, .8660, .8660, -.7660;
    # source 2 with -1, -.8660, 0, .9397. With k = 1 the neighborhoods are, for the sources,
    # 1, .8660, .9397, and for the targets 1, .8660, .8660, .9397.
    # Forward: 0-0 scores 1 / 1; 1-1 .8660 / .8660 = 1 (the first of two equal ones); 2-3 scores 1.
    assert mine(plane(SOURCE_DEGREES), plane(TARGET_DEGREES), neighbors=1, retrieval="forward") == [
        (0, 0, 1.0),
        (1, 1, 1.0),
        (2, 3, 1.0),
    ]
    # With k = 2: sources (1 + .8660) / 2 = .9330, .8660, (.9397 + 0) / 2 = .46985; targets
    # (1 + .5) / 2 = .75, .8660, (.8660 + 0) / 2 = .4330, (.9397 - .7660) / 2 = .08682.
    # 2-3: .9397 / ((.46985 + .08682) / 2) = 3.3761; 1-2: .8660 / ((.8660 + .4330) / 2) = 1.3333;
    # 0-0: 1 / ((.9330 + .75) / 2) = 1.1883; 1-1: .8660 / .8660 = 1; 0-1: .8660 / .8995 = .9628.
    best = [(2, 3, 3.3761), (1, 2, 1.3333), (0, 0, 1.1883)]
    found = mine(plane(SOURCE_DEGREES), plane(TARGET_DEGREES), neighbors=2, retrieval="all")
    assert found[:5] == [*best, (1, 1, 1.0), (0, 1, 0.9628)]
    # Backward, target 1 has its best in source 1; in "max" source 1 is gone by then.
    for retrieval, expected in (
        ("forward", best),
        ("backward", [*best, (1, 1, 1.0)]),
        ("intersection", best),
        ("max", best),
    ):
        found = mine(plane(SOURCE_DEGREES), plane(TARGET_DEGREES), neighbors=2, retrieval=retrieval)
        assert found == expected, retrieval


def test_one_corpus_by_hand() -> None:
    # Angles 0, 10 and 90: cos .9848, 0 and .1736. With k = 1 the neighborhoods are .9848, .9848
    # and .1736. 0-1: 1; 1-2: .1736 / ((.9848 + .1736) / 2) = .2998. Nobody's nearest is 0-2.
    assert mine(plane((0, 10, 90)), neighbors=1, retrieval="all") == [(0, 1, 1.0), (1, 2, 0.2998)]
    assert mine(plane((0, 10, 90)), neighbors=1, retrieval="max") == [(0, 1, 1.0)]
    assert mine(plane((0, 10, 90)), neighbors=1, retrieval="intersection") == [(0, 1, 1.0)]
    assert mine(plane((0, 10, 90)), neighbors=1, margin="distance", retrieval="all") == [
        (0, 1, 0.0),
        (1, 2, -0.4056),
    ]


def plain_mining(
    source: np.ndarray, target: np.ndarray, *, k: int, margin: Margin
) -> dict[tuple[int, int], float]:
    """Every pair that is among the k nearest of either side, with its margin."""
    cosines = source.astype(np.float64) @ target.T.astype(np.float64)
    ahead = [sorted(range(len(target)), key=lambda t, s=s: -cosines[s, t])[:k] for s in
             range(len(source))]  # fmt: skip
    back = [sorted(range(len(source)), key=lambda s, t=t: -cosines[s, t])[:k] for t in
            range(len(target))]  # fmt: skip
    result = {}
    for s in range(len(source)):
        for t in range(len(target)):
            if t not in ahead[s] and s not in back[t]:
                continue
            sums = sum(cosines[s, z] for z in ahead[s]) + sum(cosines[z, t] for z in back[t])
            mean = sums / (2 * k)
            result[s, t] = {
                "ratio": cosines[s, t] / mean,
                "distance": cosines[s, t] - mean,
                "absolute": cosines[s, t],
            }[margin]
    return result


@pytest.mark.parametrize("margin", get_args(Margin))
def test_equals_a_plain_implementation(margin: Margin) -> None:
    draw = np.random.default_rng(5)
    source, target = (draw.standard_normal((n, 12)) + 0.7 for n in (30, 45))
    source, target = (
        (x / np.linalg.norm(x, axis=1, keepdims=True)).astype(np.float32) for x in (source, target)
    )
    expected = plain_mining(source, target, k=3, margin=margin)
    found = {
        (s, t): score
        for s, t, score in mine(source, target, neighbors=3, margin=margin, retrieval="all")
    }
    assert found.keys() == expected.keys()
    for pair, score in expected.items():
        assert found[pair] == pytest.approx(score, abs=1e-4)


def test_rows_of_zeros_and_repeated_texts_are_left_out() -> None:
    vectors = plane((0, 5, 0, 90))
    vectors[3] = 0
    keys = np.array([7, 8, 7, 9], dtype=np.uint64)
    found = mine_pairs(
        SentencePool.choose(vectors, keys), None, MiningOptions(neighbors=2, retrieval="all")
    )
    assert (found.sources.tolist(), found.targets.tolist()) == ([0], [1])


def test_one_text_in_both_corpora_is_no_pair() -> None:
    source = SentencePool.choose(plane((0, 90)), np.array([1, 2], dtype=np.uint64))
    target = SentencePool.choose(plane((0, 91)), np.array([1, 3], dtype=np.uint64))
    found = mine_pairs(source, target, MiningOptions(neighbors=1))
    assert (found.sources.tolist(), found.targets.tolist()) == ([1], [1])


@pytest.mark.parametrize("retrieval", ["all", "max", "intersection", "forward", "backward"])
def test_too_few_sentences_give_no_pair(retrieval: Retrieval) -> None:
    options = MiningOptions(retrieval=retrieval)
    empty = np.zeros((2, 3), dtype=np.float32)
    for source, target in ((plane((0,)), None), (empty, None), (plane((0, 1)), empty[:, :2])):
        other = None if target is None else corpus(target)
        assert len(mine_pairs(corpus(source), other, options)) == 0


def test_threshold_and_top() -> None:
    every = mine(plane((0, 10, 90, 97, 200)), neighbors=2, retrieval="all")
    assert mine(plane((0, 10, 90, 97, 200)), neighbors=2, retrieval="all", top=2) == every[:2]
    limit = every[2][2]
    kept = mine(plane((0, 10, 90, 97, 200)), neighbors=2, retrieval="all", min_score=limit - 1e-3)
    assert kept == every[:3]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"margin": "cosine"}, "margin is 'cosine'; it must be one of ratio, distance, absolute"),
        ({"retrieval": "best"}, "retrieval is 'best'"),
        ({"search": "fast"}, "search is 'fast'"),
        ({"neighbors": 0}, "neighbors is 0; it must be at least 1"),
        ({"top": 0}, "top is 0"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        MiningOptions(**options)  # type: ignore[arg-type]


PARAPHRASES = (
    ("My doctor bought a new car.", "My physician purchased a new automobile."),
    ("The lesson began in the morning.", "In the morning the lesson commenced."),
    ("Her child ran quickly to the shop.", "Her kid ran rapidly to the store."),
    ("A large dog slept in the garden.", "In the yard slept a big dog."),
    ("The teacher walked to his house.", "The instructor walked to his home."),
    ("The cold river was near the village.", "The cold stream was near the village."),
)
DISTRACTORS = (
    "My doctor sang a song.",
    "The cat sat by the window.",
    "A horse ran to the station.",
    "Yesterday the bread was warm.",
    "Her coat was red.",
    "He wrote a letter in the evening.",
    "The train was by the bridge.",
    "My horse slept.",
    "The market was near the mountain.",
    "Her old dog sat by the river.",
    "The soup was cold yesterday.",
    "A green window in the old house.",
)


def embed(sentences: list[str]) -> SentencePool:
    keys = np.frombuffer(b"".join(map(sentence_digest, sentences)), dtype="<u8")
    return SentencePool.choose(build_synonym_encoder().embed(sentences), keys)


def as_set(pairs: MinedPairs, count: int) -> set[tuple[int, int]]:
    return set(zip(pairs.sources[:count].tolist(), pairs.targets[:count].tolist(), strict=True))


@pytest.mark.parametrize("backend", ["faiss", "numpy"])
def test_paraphrases_are_found_among_distractors(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if backend == "numpy":
        monkeypatch.setitem(sys.modules, "faiss", None)
    sentences = [s for s, _ in PARAPHRASES] + list(DISTRACTORS) + [t for _, t in PARAPHRASES]
    shift = len(PARAPHRASES) + len(DISTRACTORS)
    found = mine_pairs(embed(sentences), None, MiningOptions(retrieval="all"))
    right = {(n, n + shift) for n in range(len(PARAPHRASES))}
    assert as_set(found, len(PARAPHRASES)) == right


def test_bitext_is_found_between_two_corpora() -> None:
    source = [*DISTRACTORS[:6], *(s for s, _ in PARAPHRASES)]
    target = [*reversed([t for _, t in PARAPHRASES]), *DISTRACTORS[6:]]
    found = mine_pairs(embed(source), embed(target), MiningOptions())
    size = len(PARAPHRASES)
    assert as_set(found, size) == {(6 + n, size - 1 - n) for n in range(size)}
