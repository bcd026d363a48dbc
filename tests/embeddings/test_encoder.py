"""Sentences to vectors: against plain implementations, in batches, through files."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from encoder_models import ORDERED, SENTENCES, new_encoder
from torch import Tensor, nn

from scpn.embeddings.bags import Bags
from scpn.embeddings.encoder import Encoder
from scpn.embeddings.network import Composition, PartConfig
from scpn.embeddings.recurrent import GatedAverageEncoder, LstmEncoder
from scpn.embeddings.units import cut_ngrams, split_words
from scpn.errors import ModelError, SentenceError, UsageError

COMPOSITIONS: tuple[Composition, ...] = ("average", "charagram", *ORDERED)


def table_of(encoder: Encoder, part: int = 0) -> Tensor:
    return encoder.network.tables[part][1].weight.detach()


def word_rows(encoder: Encoder, sentence: str) -> Tensor:
    return table_of(encoder)[encoder.units["word"].encode(split_words(sentence))]


# -- what each model computes --------------------------------------------------------------------


def test_average_is_the_mean_of_word_vectors() -> None:
    encoder = new_encoder(PartConfig("word", size=7))
    expected = [word_rows(encoder, text).mean(0).numpy() for text in SENTENCES]
    np.testing.assert_allclose(encoder.embed(SENTENCES), expected, rtol=1e-5, atol=1e-7)


def test_charagram_is_bias_and_sum_through_tanh() -> None:
    encoder = new_encoder(PartConfig("ngram", "charagram", size=7))
    bias = torch.linspace(-1, 1, 7)
    encoder.network.parts[0].bias.data.copy_(bias)  # type: ignore[union-attr]
    id_of = {unit: i for i, unit in enumerate(encoder.units["ngram"].units)}  # type: ignore[attr-defined]
    for text in SENTENCES:
        total = bias.clone()
        for ngram in cut_ngrams(split_words(text)):
            if ngram in id_of:
                total += table_of(encoder)[id_of[ngram]]
        np.testing.assert_allclose(
            encoder.embed([text])[0], total.tanh().numpy(), rtol=1e-4, atol=1e-6
        )


@pytest.mark.parametrize("composition", ["lstm-last", "lstm-average", "blstm-average"])
def test_lstm_against_one_sentence_at_a_time(composition: Composition) -> None:
    encoder = new_encoder(PartConfig("word", composition, size=5, state_size=6))
    part = encoder.network.parts[0]
    assert isinstance(part, LstmEncoder)
    vectors = encoder.embed(SENTENCES)
    for text, vector in zip(SENTENCES, vectors, strict=True):
        with torch.no_grad():
            states = part.states.lstm(word_rows(encoder, text)[None])[0][0]
        if composition == "blstm-average":
            expected = (states[:, :6] + states[:, 6:]).mean(0) / 2
        else:
            expected = states[-1] if composition == "lstm-last" else states.mean(0)
        np.testing.assert_allclose(vector, expected.numpy(), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("kind", ["gran", "gran-2", "gran-3", "gran-4", "gran-5", "bigran"])
def test_gated_averages_against_their_formulas(kind: Composition) -> None:
    encoder = new_encoder(PartConfig("word", kind, size=4))
    part = encoder.network.parts[0]
    assert isinstance(part, GatedAverageEncoder)
    vectors = encoder.embed(SENTENCES)
    for text, vector in zip(SENTENCES, vectors, strict=True):
        np.testing.assert_allclose(
            vector, gated_average(part, word_rows(encoder, text)), rtol=1e-4, atol=1e-6
        )


@torch.no_grad()
def gated_average(part: GatedAverageEncoder, inputs: Tensor) -> np.ndarray:
    """The definitions, word by word."""
    states = part.states.lstm(inputs[None])[0][0]
    if part.kind == "bigran":
        states = (states[:, :4] + states[:, 4:]) / 2
    memory, outputs = torch.zeros(4), []
    for x, h in zip(inputs, states, strict=True):
        score = part.gate_input.weight @ x + part.gate_state.weight @ h + part.gate_input.bias
        if part.kind == "gran-4":
            score = score + part.gate_memory.weight @ memory
        gate = 1 / (1 + torch.exp(-score))
        if part.kind in ("gran", "bigran"):
            outputs.append(gate * x)
        elif part.kind == "gran-2":
            outputs.append(gate * h)
        elif part.kind == "gran-5":
            outputs.append(gate[:4] * x + gate[4:] * h)
        else:
            memory = gate[:4] * x + gate[4:] * memory
    result = memory / len(inputs) if not outputs else torch.stack(outputs).mean(0)
    return result.numpy()


def test_open_gates_give_the_plain_average() -> None:
    encoder = new_encoder(PartConfig("word", "gran", size=6))
    part = encoder.network.parts[0]
    assert isinstance(part, GatedAverageEncoder)
    nn.init.zeros_(part.gate_input.weight)
    nn.init.zeros_(part.gate_state.weight)
    nn.init.constant_(part.gate_input.bias, 40.0)
    expected = [word_rows(encoder, text).mean(0).numpy() for text in SENTENCES]
    np.testing.assert_allclose(encoder.embed(SENTENCES), expected, rtol=1e-5, atol=1e-7)


def test_mixtures_add_or_stand_side_by_side() -> None:
    parts = [PartConfig("word", size=6), PartConfig("trigram", size=6)]
    joined = new_encoder(*parts)
    added = new_encoder(*parts, mix="add")
    assert (joined.dimension, added.dimension) == (12, 6)
    vectors = joined.embed(SENTENCES)
    np.testing.assert_allclose(
        added.embed(SENTENCES), vectors[:, :6] + vectors[:, 6:], rtol=1e-5, atol=1e-7
    )
    np.testing.assert_allclose(
        vectors[:, :6], [word_rows(joined, text).mean(0) for text in SENTENCES], rtol=1e-5
    )


@pytest.mark.parametrize("kind", ["word", "trigram", "piece"])
def test_averages_do_not_depend_on_order(kind: str) -> None:
    encoder = new_encoder(PartConfig(kind, size=6))  # type: ignore[arg-type]
    one, two = encoder.embed(["the old sailor heard us", "us heard the sailor old"])
    np.testing.assert_allclose(one, two, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("composition", ORDERED)
def test_recurrent_models_depend_on_order(composition: Composition) -> None:
    encoder = new_encoder(PartConfig("word", composition, size=6))
    one, two = encoder.embed(["the old sailor heard us", "us heard the sailor old"])
    assert np.abs(one - two).max() > 1e-4


def test_ngrams_depend_on_order() -> None:
    encoder = new_encoder(PartConfig("ngram", "charagram", size=6))
    one, two = encoder.embed(["the old sailor", "sailor old the"])
    assert np.abs(one - two).max() > 1e-4


# -- the contract of embed -----------------------------------------------------------------------


@pytest.mark.parametrize("composition", COMPOSITIONS)
def test_batch_size_does_not_change_vectors(composition: Composition) -> None:
    encoder = new_encoder(PartConfig("word", composition, size=6), PartConfig("trigram", size=5))
    texts = [*SENTENCES, "", "xqz"]
    whole = encoder.embed(texts, unknown="zero")
    assert whole.shape == (10, 11)
    assert whole.dtype == np.float32
    for size in (1, 3, 9):
        np.testing.assert_allclose(
            encoder.embed(texts, batch_size=size, unknown="zero"), whole, rtol=1e-5, atol=1e-6
        )


@pytest.mark.parametrize("composition", COMPOSITIONS)
def test_unknown_text_is_an_error_or_zeros_never_nan(composition: Composition) -> None:
    encoder = new_encoder(PartConfig("word", composition, size=6))
    vectors = encoder.embed(["", "  ", "xqz wvk", SENTENCES[0]], unknown="zero")
    assert not vectors[:3].any()
    assert np.isfinite(vectors).all()
    assert vectors[3].any()
    for text, reason in (("  ", "it is empty"), ("xqz", "none of 'xqz' is known to the encoder")):
        with pytest.raises(SentenceError, match=f"sentence 3 has no vector: {reason}; leave it"):
            encoder.embed([SENTENCES[0], SENTENCES[1], text, ""], batch_size=2)


def test_no_sentences_give_no_rows() -> None:
    assert new_encoder(PartConfig(size=6)).embed([]).shape == (0, 6)


def test_batch_size_must_be_positive() -> None:
    with pytest.raises(UsageError, match="batch_size is 0, must be at least 1"):
        new_encoder(PartConfig(size=6)).embed(["storms"], batch_size=0)


def test_embedding_ignores_dropout_and_leaves_the_mode() -> None:
    encoder = new_encoder(PartConfig("word", size=6, dropout=0.5))
    expected = encoder.embed(SENTENCES)
    encoder.network.train()
    np.testing.assert_array_equal(encoder.embed(SENTENCES), expected)
    assert encoder.network.training


def test_dropout_in_training_is_of_the_right_size() -> None:
    encoder = new_encoder(PartConfig("word", size=4, dropout=0.3))
    views = {"word": Bags.from_lists([encoder.units["word"].encode(split_words(SENTENCES[0]))])}
    encoder.network.train()
    torch.manual_seed(2)
    with torch.no_grad():
        mean = torch.stack([encoder.network(views)[0] for _ in range(3000)]).mean(0)
    np.testing.assert_allclose(mean, encoder.embed(SENTENCES[:1])[0], atol=0.01)


# -- settings that cannot be ---------------------------------------------------------------------


def test_parts_of_different_widths_cannot_be_added() -> None:
    with pytest.raises(UsageError, match=r"widths \[4, 5\] cannot be added; give them one width"):
        new_encoder(PartConfig("word", size=4), PartConfig("trigram", size=5), mix="add")


def test_a_model_needs_parts_of_some_size() -> None:
    with pytest.raises(UsageError, match="needs at least one part"):
        new_encoder()
    with pytest.raises(UsageError, match="size is 0"):
        PartConfig(size=0)


# -- files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("composition", COMPOSITIONS)
def test_saved_and_loaded_is_the_same_model(tmp_path: Path, composition: Composition) -> None:
    parts = [PartConfig("ngram", "charagram", size=5), PartConfig("piece", composition, size=6)]
    encoder = new_encoder(*parts)
    encoder.save(tmp_path / "model")
    loaded = Encoder.load(tmp_path / "model")
    assert loaded.name == "small"
    assert not loaded.network.training
    np.testing.assert_array_equal(loaded.embed(SENTENCES), encoder.embed(SENTENCES))


@pytest.mark.parametrize(("precision", "share"), [("half", 0.51), ("byte", 0.3)])
def test_small_files_change_vectors_little(tmp_path: Path, precision: str, share: float) -> None:
    encoder = new_encoder(PartConfig("word", size=64), PartConfig("trigram", size=64))
    encoder.save(tmp_path / "whole")
    encoder.save(tmp_path / "small", precision=precision)  # type: ignore[arg-type]
    whole, small = encoder.embed(SENTENCES), Encoder.load(tmp_path / "small").embed(SENTENCES)
    cosines = (whole * small).sum(1) / np.linalg.norm(whole, axis=1) / np.linalg.norm(small, axis=1)
    assert cosines.min() > 0.9999
    sizes = [(tmp_path / name / "model.safetensors").stat().st_size for name in ("small", "whole")]
    assert sizes[0] < share * sizes[1]


def test_given_parameters_are_saved_instead(tmp_path: Path) -> None:
    encoder, other = new_encoder(PartConfig(size=6)), new_encoder(PartConfig(size=6), seed=2)
    encoder.save(tmp_path, state=other.network.state_dict())
    np.testing.assert_array_equal(Encoder.load(tmp_path).embed(SENTENCES), other.embed(SENTENCES))


def test_damaged_folders_are_model_errors(tmp_path: Path) -> None:
    encoder = new_encoder(PartConfig(size=6))
    encoder.save(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())

    def rewrite(**changes: object) -> None:
        (tmp_path / "config.json").write_text(json.dumps(config | changes))

    rewrite(kind="scpn-paraphraser")
    with pytest.raises(ModelError, match="holds scpn-paraphraser, a scpn-sentence-encoder is"):
        Encoder.load(tmp_path)
    rewrite(format=9)
    with pytest.raises(ModelError, match="has format 9, this version reads 1"):
        Encoder.load(tmp_path)
    rewrite(network={"parts": [{"units": "syllable"}]})
    with pytest.raises(ModelError, match=r"config.json is damaged: .*syllable"):
        Encoder.load(tmp_path)
    (tmp_path / "config.json").write_text("{")
    with pytest.raises(ModelError, match=r"config.json is damaged"):
        Encoder.load(tmp_path)
    rewrite()
    (tmp_path / "model.safetensors").write_bytes(b"no tensors")
    with pytest.raises(ModelError, match=r"model.safetensors is damaged or of another model"):
        Encoder.load(tmp_path)
    (tmp_path / "words.txt").unlink()
    with pytest.raises(ModelError, match=r"words.txt is missing; is this a whole model folder\?"):
        Encoder.load(tmp_path)
    with pytest.raises(ModelError, match=r"cannot be read: .*; is this a model folder\?"):
        Encoder.load(tmp_path / "nowhere")
