"""Initial unit vectors from word vectors."""

from pathlib import Path

import numpy as np
import pytest
import torch
from encoder_models import SENTENCES, new_encoder

from scpn.embeddings.initialization import continue_from, start_from_word_vectors
from scpn.embeddings.network import EncoderConfig, PartConfig
from scpn.errors import ModelError, UsageError
from scpn.word_vectors import WordVectors

VECTORS = WordVectors(
    ["the", "bread", "breads", "zebra"],
    np.array([[1, 0], [0, 1], [0.6, 0.8], [-1, 0]], dtype=np.float32),
)


def test_words_and_trigrams_by_hand() -> None:
    encoder = new_encoder(PartConfig("word", size=2), PartConfig("trigram", size=2))
    words, trigrams = (table.weight for _, table in encoder.network.tables)
    before = words.detach().clone()
    views = encoder.split(SENTENCES)
    start_from_word_vectors(encoder.network, encoder.units, VECTORS, views, smoothing=0.01)

    def share(kind: str, unit: int) -> float:
        ids = views[kind].ids  # type: ignore[index]
        return float((ids == unit).sum()) / len(ids)

    the, bread, snow = encoder.units["word"].encode(["the", "bread", "snow"])
    weight = 0.01 / (0.01 + share("word", the))
    assert words[the].tolist() == pytest.approx([weight, 0])
    assert words[bread].tolist() == pytest.approx([0, 0.01 / (0.01 + share("word", bread))])
    assert torch.equal(words[snow], before[snow])
    # "bre" is in bread and breads: (0.3, 0.9) on the average.
    bre = encoder.units["trigram"].units.index("bre")  # type: ignore[attr-defined]
    weight = 0.01 / (0.01 + share("trigram", bre))
    assert trigrams[bre].tolist() == pytest.approx([0.3 * weight, 0.9 * weight])


def test_without_smoothing_vectors_are_taken_as_they_are() -> None:
    encoder = new_encoder(PartConfig("word", size=2))
    views = encoder.split(SENTENCES)
    start_from_word_vectors(encoder.network, encoder.units, VECTORS, views, smoothing=0)
    the = encoder.units["word"].encode(["the"])[0]
    assert encoder.network.tables[0][1].weight[the].tolist() == [1.0, 0.0]


def test_widths_must_agree() -> None:
    encoder = new_encoder(PartConfig("word", size=3))
    with pytest.raises(UsageError, match="have 2 dimensions, a part of the model 3; set size=2 or"):
        start_from_word_vectors(encoder.network, encoder.units, VECTORS, {}, smoothing=0)


def test_ngrams_across_words_are_refused() -> None:
    encoder = new_encoder(PartConfig("ngram", "charagram", size=2))
    with pytest.raises(UsageError, match="cannot begin with word vectors"):
        start_from_word_vectors(
            encoder.network, encoder.units, VECTORS, encoder.split(SENTENCES), smoothing=0
        )


def test_training_goes_on_from_an_encoder_with_its_most_frequent_units(tmp_path: Path) -> None:
    parts = [PartConfig("word", "lstm-average", size=3), PartConfig("piece", size=3)]
    old = new_encoder(*parts)
    old.save(tmp_path)
    config = EncoderConfig([PartConfig("word", "lstm-average", size=3, dropout=0.5), parts[1]])
    same = continue_from(tmp_path, config, max_units={"word": 1000, "piece": 5}, name="new")
    same.network.eval()
    assert same.name == "new"
    np.testing.assert_array_equal(same.embed(SENTENCES), old.embed(SENTENCES))
    small = continue_from(tmp_path, config, max_units={"word": 4, "piece": 5}, name="new")
    assert len(small.units["word"]) == 4
    assert torch.equal(
        small.network.tables[0][1].weight, old.network.tables[0][1].weight[:4].detach()
    )
    with pytest.raises(UsageError, match=r"has the parts .*lstm-average.* the settings ask for"):
        continue_from(tmp_path, EncoderConfig(), max_units={"word": 4}, name="new")
    with pytest.raises(ModelError, match="is this a model folder"):
        continue_from(tmp_path / "nowhere", config, max_units={"word": 4}, name="new")
