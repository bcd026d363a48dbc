"""Word vectors from text: counts by hand, words alike in syntax are near, files."""

import math
import random
from pathlib import Path

import numpy as np
import pytest
from command_line import invoke

from scpn.cli.train import app
from scpn.errors import DataError, ModelError
from scpn.training.settings import WordVectorSettings
from scpn.training.word_vectors import (
    _count_contexts,
    _count_window,
    _mutual_information,
    _number_words,
    build_word_vectors,
    train_word_vectors,
)
from scpn.word_vectors import WordVectors

NOUNS = ["dog", "cat", "boy", "girl"]
VERBS = ["saw", "helped", "chased", "knew"]


def sentences(number: int = 300) -> list[list[str]]:
    rng = random.Random(1)
    return [
        ["The", rng.choice(NOUNS), rng.choice(VERBS), "the", rng.choice(NOUNS), "."]
        for _ in range(number)
    ]


def test_contexts_are_counted_by_place_and_within_a_sentence() -> None:
    ids, types = _number_words([["a", "B", "a"], ["b", "c"]])
    assert types == ["a", "b", "c"]
    counts = _count_contexts(ids, 3, 2).toarray()
    # Places -2, -1, +1, +2, each with the contexts a and b.
    assert counts[0].tolist() == [1, 0, 0, 1, 0, 1, 1, 0]  # a: "_ _ a b a" and "a b a _ _"
    assert counts[1].tolist() == [0, 0, 1, 0, 1, 0, 0, 0]  # b: after a and before a; before c
    assert counts[2].tolist() == [0, 0, 0, 1, 0, 0, 0, 0]  # c is no context


def test_contexts_of_a_window_count_one_over_their_distance() -> None:
    ids, types = _number_words([["a", "B", "a"], ["b", "c"]], gap=3)
    assert types == ["a", "b", "c"]
    counts = _count_window(ids, 3, 2, 3).toarray()
    # The two a are two places apart, so each counts a half of the other; b has two a beside it.
    assert counts.tolist() == [[1, 2], [2, 0], [0, 1]]


def test_wide_window_makes_words_of_one_topic_alike() -> None:
    rng = random.Random(2)
    topics = [["sea", "boat", "sails", "wave"], ["oven", "bread", "bakes", "flour"]]
    text = [rng.sample(topics[number % 2], 4) for number in range(400)]
    vectors = build_word_vectors(text, WordVectorSettings(size=2, contexts=8, window=3))
    row = {word: vectors.vectors[index] for index, word in enumerate(vectors.words)}
    assert min(row[a] @ row[b] for topic in topics for a in topic for b in topic) > 0.8
    assert max(row[a] @ row[b] for a in topics[0] for b in topics[1]) < 0.3


def test_mutual_information_by_hand() -> None:
    ids, types = _number_words([["a", "b"], ["a", "b"], ["b", "a"]])
    counts = _count_contexts(ids, len(types), 2)
    found = _mutual_information(counts).toarray()
    dense = counts.toarray()
    smoothed = dense.sum(0) ** 0.75
    expected = np.outer(dense.sum(1), smoothed) / smoothed.sum()
    plain = [
        [max(0.0, math.log(n / e)) if n else 0.0 for n, e in zip(*rows, strict=True)]
        for rows in zip(dense, expected, strict=True)
    ]
    np.testing.assert_allclose(found, plain)


def test_words_alike_in_syntax_are_near() -> None:
    vectors = build_word_vectors(sentences(), WordVectorSettings(size=3, contexts=8))
    assert set(vectors.words) == {"the", ".", *NOUNS, *VERBS}
    row = {word: vectors.vectors[index] for index, word in enumerate(vectors.words)}
    inside = min(row[a] @ row[b] for group in (NOUNS, VERBS) for a in group for b in group)
    across = max(row[a] @ row[b] for a in NOUNS for b in VERBS)
    assert inside > across
    np.testing.assert_allclose(np.linalg.norm(vectors.vectors, axis=1), 1, rtol=1e-5)


def test_frequent_words_come_first_and_rare_ones_get_none() -> None:
    text = [*sentences(), ["hapax", "the"]]
    vectors = build_word_vectors(text, WordVectorSettings(size=3, num_words=5))
    assert vectors.words[:2] == ["the", "."]
    assert len(vectors.words) == 5
    assert "hapax" not in build_word_vectors(text, WordVectorSettings(size=3)).words


def test_saved_vectors_are_loaded(tmp_path: Path) -> None:
    vectors = build_word_vectors(sentences(), WordVectorSettings(size=3))
    vectors.save(tmp_path / "v.safetensors")
    again = WordVectors.load(tmp_path / "v.safetensors")
    assert again.words == vectors.words
    np.testing.assert_allclose(again.vectors, vectors.vectors, atol=1e-3)


def test_command_and_library_write_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("".join(f"{' '.join(s)}\n" for s in sentences()))
    options = ["--size", "3", "--contexts", "8", "--tokenized", "-o", tmp_path / "command"]
    result = invoke(app, "word-vectors", tmp_path / "a.txt", *options)
    assert result.stdout == f"{tmp_path / 'command'}: 10 words, 3 dimensions\n"
    settings = WordVectorSettings(size=3, contexts=8, tokenized=True)
    train_word_vectors([tmp_path / "a.txt"], tmp_path / "library", settings=settings)
    assert (tmp_path / "library").read_bytes() == (tmp_path / "command").read_bytes()


def test_too_little_text_and_bad_files_are_errors(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="1 words occur 5 times or more, too few"):
        build_word_vectors([["a"]] * 5, WordVectorSettings(size=3))
    (tmp_path / "bad").write_bytes(b"no vectors")
    for name in ("bad", "missing"):
        with pytest.raises(ModelError, match="holds no word vectors"):
            WordVectors.load(tmp_path / name)
