"""Vectors of words from an encoder over pieces."""

import json
from pathlib import Path

import pytest
import torch
from tiny_encoder import VOCABULARY, WORDS, write_tiny_encoder
from torch import Tensor
from transformers import AutoModel, T5Config, T5Model

from scpn.errors import ModelError
from scpn.parsing.subwords import SubwordEncoder

CLS, SEP = 2, 3
SENTENCES = [["She", "drove", "home"], ["dogs"], ["the", "cat", "can't", "sleep", "!?"]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_encoder(tmp_path_factory.mktemp("encoders") / "tiny")


@pytest.fixture(scope="module")
def encoder(folder: Path) -> SubwordEncoder:
    return SubwordEncoder.from_pretrained(str(folder)).eval()


def ids(*pieces: str) -> list[int]:
    return [VOCABULARY.index(piece) for piece in pieces]


@torch.no_grad()
def embed(encoder: SubwordEncoder, sentences: list[list[str]]) -> list[Tensor]:
    """Vectors of each sentence, without what stands behind its end."""
    vectors, mask = encoder(sentences)
    assert mask.sum(1).tolist() == [len(words) + 2 for words in sentences]
    assert not vectors[~mask].any()
    return [row[inside] for row, inside in zip(vectors, mask, strict=True)]


@torch.no_grad()
def test_a_word_is_its_last_piece_and_boundaries_are_special_pieces(
    folder: Path, encoder: SubwordEncoder
) -> None:
    model = AutoModel.from_pretrained(folder).eval()
    cat = ids("the", "c", "##a", "##t", "c", "##a", "##n", "'", "t", "sleep", "!", "?")
    pieces = [
        ([CLS, *ids("she", "drove", "home"), SEP], [0, 1, 2, 3, 4]),
        ([CLS, *ids("dog", "##s"), SEP], [0, 2, 3]),
        ([CLS, *cat, SEP], [0, 1, 4, 9, 10, 12, 13]),
    ]
    for found, (row, places) in zip(embed(encoder, SENTENCES), pieces, strict=True):
        expected = model(torch.tensor([row])).last_hidden_state[0, places]
        torch.testing.assert_close(found, expected)


@torch.no_grad()
def test_a_long_sentence_is_read_in_windows(tmp_path: Path) -> None:
    encoder = SubwordEncoder.from_pretrained(str(write_tiny_encoder(tmp_path, positions=8))).eval()
    words = [*WORDS, "dogs", "the", "mans"]  # six pieces fit beside [CLS] and [SEP]
    (found,) = embed(encoder, [words])
    windows = embed(encoder, [words[:6], words[6:11], words[11:]])
    inner = [window[1:-1] for window in windows]
    expected = torch.cat([windows[0][:1], *inner, windows[-1][-1:]])
    torch.testing.assert_close(found, expected)
    assert len(embed(encoder, [["dogs"] * 100])[0]) == 102


@pytest.mark.parametrize("word", ["", "\u200b", "\x00", "\u00ad", "日", "\ud800", "😀"])
def test_a_word_without_pieces_of_its_own_is_unknown(encoder: SubwordEncoder, word: str) -> None:
    found = embed(encoder, [["the", word, "dog"]])[0]
    # Half a surrogate pair counts as a question mark.
    reference = embed(encoder, [["the", "?" if word == "\ud800" else "日", "dog"]])[0]
    torch.testing.assert_close(found, reference)


def test_of_a_long_word_the_end_is_read(encoder: SubwordEncoder) -> None:
    cut = embed(encoder, [["the", "-" * 50 + "dog"]])[0]
    whole = embed(encoder, [["the", "-" * 31 + "dog"]])[0]
    torch.testing.assert_close(cut, whole)


def test_no_special_pieces_and_no_unknown_one(tmp_path: Path) -> None:
    write_tiny_encoder(tmp_path, surrounded=False)
    found = embed(SubwordEncoder.from_pretrained(str(tmp_path)).eval(), [["dogs", "sleep"]])[0]
    first, last = found[0], found[-1]
    assert not torch.equal(first, found[1])  # the first piece of "dogs", not the last
    assert torch.equal(last, found[2])


def test_the_description_is_enough(folder: Path, encoder: SubwordEncoder) -> None:
    text = json.dumps(encoder.description())
    assert str(folder) not in text
    copy = SubwordEncoder.from_description(json.loads(text)).eval()
    copy.load_state_dict(encoder.state_dict())
    for one, two in zip(embed(encoder, SENTENCES), embed(copy, SENTENCES), strict=True):
        assert torch.equal(one, two)
    assert copy.description() == encoder.description()
    assert not any("pooler" in name for name in encoder.state_dict())


def test_what_is_no_encoder_is_a_model_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"missing' cannot be loaded as an encoder: .*; give a"):
        SubwordEncoder.from_pretrained(str(tmp_path / "missing"))
    damaged = write_tiny_encoder(tmp_path / "damaged")
    (damaged / "model.safetensors").write_bytes(b"no model")
    with pytest.raises(ModelError, match="cannot be loaded as an encoder") as caught:
        SubwordEncoder.from_pretrained(str(damaged))
    assert "\n" not in str(caught.value)
    both = write_tiny_encoder(tmp_path / "t5")
    config = T5Config(
        vocab_size=len(VOCABULARY), d_model=8, d_kv=4, d_ff=8, num_layers=1, num_heads=2
    )
    T5Model(config).save_pretrained(both)
    with pytest.raises(ModelError, match="is no encoder with a fast tokenizer"):
        SubwordEncoder.from_pretrained(str(both))
