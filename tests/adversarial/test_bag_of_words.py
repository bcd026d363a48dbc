"""The linear victim."""

from pathlib import Path

import numpy as np
import pytest
from labeled_reviews import THINGS, pairs, reviews

from scpn.adversarial.protocol import Example
from scpn.adversarial.victims import load_victim
from scpn.adversarial.victims.bag_of_words import (
    BagOfWordsConfig,
    BagOfWordsVictim,
    cut_features,
    train_bag_of_words,
)
from scpn.adversarial.victims.scoring import accuracy
from scpn.errors import DataError, ModelError, UsageError


def test_features_of_a_text() -> None:
    assert list(cut_features(("A film.",), 2)) == ["a", "film", ".", "a film", "film ."]


def test_features_of_a_pair_tell_who_has_them() -> None:
    assert sorted(cut_features(("No film", "A film"), 1)) == ["1 no", "2 a", "= film"]


def test_probabilities_by_hand() -> None:
    # tf-idf of "good film": both occur once, so 1 + ln 1 = 1 times idf (3, 4), over its norm 5.
    victim = BagOfWordsVictim(
        BagOfWordsConfig(longest=1), ["film", "good"], np.array([4.0, 3.0]),
        np.array([[0.0, 0.0], [1.0, 2.0]]), np.array([0.0, -1.0]), ["no", "yes"], 1,
    )  # fmt: skip
    # Log-odds 0.8 * 1 + 0.6 * 2 - 1 = 1; "other" has no known word: log-odds -1.
    found = victim.predict_proba([("good film",), ("other",)])
    yes = 1 / (1 + np.exp(-1))
    np.testing.assert_allclose(found, [[1 - yes, yes], [yes, 1 - yes]], rtol=1e-12)


@pytest.mark.parametrize("strength", [0.5, 8.0])
def test_same_as_scikit_learn(strength: float) -> None:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    data = reviews()
    victim = train_bag_of_words(data, data, config=BagOfWordsConfig(strengths=(strength,)))
    plain = make_pipeline(
        TfidfVectorizer(token_pattern=r"\S+", ngram_range=(1, 2), sublinear_tf=True),
        LogisticRegression(C=strength, max_iter=2000),
    )
    texts = [example.texts[0] for example in data]
    plain.fit(texts, [example.label for example in data])
    assert victim.labels == list(plain.classes_)
    np.testing.assert_allclose(
        victim.predict_proba([(text,) for text in texts]), plain.predict_proba(texts), atol=1e-6
    )


def test_sentences_and_pairs_are_learned(tmp_path: Path) -> None:
    train, dev = reviews(THINGS[:4]), reviews(THINGS[4:])
    assert accuracy(train_bag_of_words(train, dev, config=BagOfWordsConfig()), dev) == 100
    data = pairs()
    victim = train_bag_of_words(data[16:], data[:16], config=BagOfWordsConfig())
    assert (accuracy(victim, data[:16]), victim.num_texts) == (100, 2)


def test_saved_is_loaded(tmp_path: Path) -> None:
    data = [*reviews(), Example("x", ("It rained .",), "other")]  # three labels
    victim = train_bag_of_words(data, data, config=BagOfWordsConfig())
    texts = [example.texts for example in data]
    victim.save(tmp_path / "full")
    victim.save(tmp_path / "half", half=True)
    assert {path.name for path in (tmp_path / "full").iterdir()} == {
        "config.json", "model.safetensors",
    }  # fmt: skip
    for name, tolerance in (("full", 1e-6), ("half", 5e-3)):
        again = load_victim(str(tmp_path / name))
        np.testing.assert_allclose(
            again.predict_proba(texts), victim.predict_proba(texts), atol=tolerance
        )
        assert (again.labels, again.num_texts) == (["hated", "liked", "other"], 1)
    (tmp_path / "full" / "model.safetensors").write_bytes(b"")
    with pytest.raises(ModelError, match="holds no bag-of-words classifier or a damaged one"):
        load_victim(str(tmp_path / "full"))


def test_impossible_training() -> None:
    data = reviews()
    with pytest.raises(DataError, match="has one label only"):
        train_bag_of_words(data[:5], data, config=BagOfWordsConfig())
    with pytest.raises(DataError, match="no n-gram is in 99 training examples"):
        train_bag_of_words(data, data, config=BagOfWordsConfig(min_count=99))
    with pytest.raises(UsageError, match="strengths are"):
        train_bag_of_words(data, data, config=BagOfWordsConfig(strengths=()))
