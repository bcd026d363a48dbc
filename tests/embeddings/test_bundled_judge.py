"""The encoder that ships: it loads, is small, and knows a paraphrase."""

import numpy as np
import pytest

from scpn.embeddings import load_encoder, paired_cosine
from scpn.embeddings.encoder import Encoder
from scpn.pretrained import BUNDLED

# Source, paraphrase, the same words with another meaning, unrelated.
GROUPS = [
    (
        "The mayor opened the new bridge on Tuesday.",
        "On Tuesday the new bridge was opened by the mayor.",
        "The mayor closed the old tunnel in winter.",
        "My sister plays the violin in an orchestra.",
    ),
    (
        "Heavy rain delayed the start of the match.",
        "Because of heavy rain the game started late.",
        "A heavy lorry delayed the traffic near the stadium.",
        "Add two spoons of sugar and stir slowly.",
    ),
    (
        "She bought a cheap car last year.",
        "Last year she purchased an inexpensive automobile.",
        "She sold a dear house last week.",
        "The committee rejected the proposal.",
    ),
    (
        "Could you tell me when the train leaves?",
        "Could you say at what time the train departs?",
        "Could you tell me where the toilet is?",
        "Penguins cannot fly.",
    ),
]

# Paraphrases with hardly a word in common: near, but not always nearer than a distortion that
# repeats the words (a limit that the model card names).
FREE = [
    ("Heavy rain delayed the start of the match.", "The game began late because of a downpour."),
    ("Could you tell me when the train leaves?", "Do you know its departure time?"),
    ("He lost his job and cannot pay the rent.", "Being unemployed, he has no money for his flat."),
]


@pytest.fixture(scope="module")
def judge() -> Encoder:
    found = load_encoder()
    assert isinstance(found, Encoder)
    return found


def test_judge_is_small(judge: Encoder) -> None:
    assert judge.name == "judge"
    assert sum(path.stat().st_size for path in (BUNDLED / "judge").iterdir()) <= 15e6


@pytest.mark.parametrize("texts", GROUPS, ids=lambda texts: texts[0].split()[1])
def test_paraphrase_is_nearer_than_distortion_and_that_than_the_unrelated(
    judge: Encoder, texts: tuple[str, ...]
) -> None:
    vectors = judge.embed(texts)
    paraphrase, distorted, unrelated = paired_cosine(vectors[[0, 0, 0]], vectors[1:])
    assert paraphrase > distorted + 0.1
    assert distorted > unrelated
    assert unrelated < 0.35


@pytest.mark.parametrize("pair", FREE, ids=lambda pair: pair[0].split()[1])
def test_free_paraphrase_is_nearer_than_any_unrelated(
    judge: Encoder, pair: tuple[str, str]
) -> None:
    source, paraphrase, *others = judge.embed([*pair, *(texts[3] for texts in GROUPS)])
    cosines = paired_cosine(np.stack([source] * 5), np.stack([paraphrase, *others]))
    assert cosines[0] > cosines[1:].max()


def test_plain_tokenized_and_upper_case_text_are_one(judge: Encoder) -> None:
    plain = "The mayor, who isn't from here, opened the bridge."
    tokens = "The mayor , who is n't from here , opened the bridge ."
    vectors = judge.embed([plain, tokens, plain.upper()])
    np.testing.assert_array_equal(vectors[1:], vectors[[0, 0]])


def test_misspelt_words_have_vectors_through_their_letters(judge: Encoder) -> None:
    right, wrong, other = judge.embed(
        ["the bridge was beautiful", "the brigde was beautifull", "the soup was terrible"]
    )
    near, far = paired_cosine(np.stack([right, right]), np.stack([wrong, other]))
    assert near > 0.5
    assert near > far + 0.2
