"""What the judge says of the meaning of outputs, with word vectors worked out by hand."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from scpn.filters.meaning import Meaning, compare_meaning, content_words

VECTORS = {
    "film": (2.0, 0.0),
    "movie": (1.0, 1.0),  # cosine 0.71 with film
    "dull": (0.0, 1.0),  # cosine 0 with film
    "fun": (3.0, 4.0),  # cosine 0.6 with film
    "grim": (-4.0, 3.0),  # cosine -0.8 with film, 0.6 with dull, 0 with fun
}


class MeanOfWords:
    name, dimension = "mean-of-words", 2

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(
        self, sentences: Sequence[str], batch_size: int = 128, unknown: str = "zero"
    ) -> NDArray[np.float32]:
        self.asked += sentences
        rows = [[VECTORS[w] for w in s.split() if w in VECTORS] or [(0, 0)] for s in sentences]
        return np.array([np.mean(row, axis=0) for row in rows], dtype=np.float32)


def compare(source: str, output: str) -> Meaning:
    (meaning,) = compare_meaning(MeanOfWords(), [(source.split(), output.split())])
    return meaning


def test_a_word_of_like_meaning_stands_for_another() -> None:
    assert compare("a dull film .", "the movie is dull .").lost == ()
    assert compare("a dull film .", "it is dull .").lost == ("film",)
    assert compare("a dull grim film .", "fun !").lost == ("grim",)


def test_what_the_judge_does_not_know_stands_only_for_itself() -> None:
    assert compare("zork film", "film zork").lost == ()
    assert compare("zork film", "film blub").lost == ("zork",)
    assert compare("zork", "blub") == Meaning(0.0, ("zork",), ("blub",))
    assert compare("zork", ". !").lost == ("zork",)


def test_what_is_added_is_what_the_other_way_round_would_be_lost() -> None:
    assert compare("a dull film .", "a dull , grim movie .").added == ()  # 0.6 with dull
    assert compare("it is fun .", "well , in addition see the grim zork , it is fun .").added == (
        "see",
        "grim",
        "zork",
    )


def test_a_word_is_lost_once_however_often_it_is_said() -> None:
    assert compare("dull , dull , dull !", "a film !").lost == ("dull",)


def test_function_words_and_marks_are_no_content() -> None:
    words = ["it", "is", "n't", "the", "film", ",", "is", "it", "?", "3", "films", "again"]
    assert content_words(words) == ["film", "3", "films"]
    assert compare("it is the film !", "film").lost == ()
    assert compare("", "").lost == ()
    assert compare_meaning(MeanOfWords(), []) == []


def test_similarity_is_the_cosine_of_the_sentences() -> None:
    # (2, 0) + (0, 1) over two is (1, 0.5); with film, 1 / sqrt(1.25).
    assert compare("dull film", "film").similarity == pytest.approx(1.25**-0.5)


def test_pairs_together_are_as_each_alone_and_words_are_embedded_once() -> None:
    pairs = [("a dull film", "fun"), ("a grim film", "a movie"), ("a dull film", "a grim movie")]
    split = [(left.split(), right.split()) for left, right in pairs]
    judge = MeanOfWords()
    assert compare_meaning(judge, split) == [compare(*pair) for pair in pairs]
    words = [text for text in judge.asked if " " not in text and text != "fun"]
    assert len(words) == len(set(words))
