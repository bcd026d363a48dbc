"""Parser folders: saved and loaded, half precision, damage; and models of benepar's own."""

import dataclasses
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import safetensors.torch
import torch
import transformers
from benepar.nkutil import HParams
from benepar.parse_chart import ChartParser
from nltk import Tree
from parser_models import SENTENCES, TREES, save_small_parser, small_config
from tokenizers import Tokenizer
from tokenizers.models import Unigram
from tokenizers.pre_tokenizers import Metaspace
from tokenizers.processors import TemplateProcessing
from transformers import BertConfig, BertTokenizerFast, T5Config, T5TokenizerFast

from scpn.errors import ModelError, SentenceError
from scpn.parsing import load_parser
from scpn.parsing.architectures import build_chart_parser
from scpn.parsing.benepar_backend import (
    BeneparParser,
    PretrainedBeneparParser,
    load_benepar_model,
    restore_special_tokens,
    save_chart_parser,
)
from scpn.parsing.treebank import with_top
from scpn.word_vectors import WordVectors

TRANSFORMERS_4 = transformers.__version__.startswith("4.")
WORDS = ["she", "drove", "home", ".", "the", "old", "man", "saw", "a", "ship"]
TAGS = {"UNK": 0, "NN": 1, "VB": 2, ".": 3}
LABELS = {"": 0, "S": 1, "NP": 2, "VP": 3, "TOP::S": 4}


# -- our folders -------------------------------------------------------------------------------


def test_saved_and_loaded_parses_the_same(tmp_path: Path) -> None:
    model = save_small_parser(tmp_path / "small")
    parser = load_parser(tmp_path / "small")
    assert isinstance(parser, BeneparParser)
    assert parser.name == "small"
    assert parser.max_words == 30
    assert parser.parse(SENTENCES) == model.parse_batch(SENTENCES)


def test_half_precision_is_half_the_size_and_loads(tmp_path: Path) -> None:
    save_small_parser(tmp_path / "full")
    model = save_small_parser(tmp_path / "half", precision="half")
    full, half = (tmp_path / name / "model.safetensors" for name in ("full", "half"))
    # Both files hold the same header.
    assert half.stat().st_size < 0.6 * full.stat().st_size
    loaded = BeneparParser.load(tmp_path / "half")
    assert {value.dtype for value in loaded.model.parameters()} == {torch.float32}
    for name, value in loaded.model.state_dict().items():
        torch.testing.assert_close(value, model.state_dict()[name].half().float(), msg=name)
    assert [tree.leaves() for tree in loaded.parse(SENTENCES)] == SENTENCES


def test_weights_load_into_benepar_itself(tmp_path: Path) -> None:
    save_small_parser(tmp_path / "small")
    config = json.loads((tmp_path / "small/config.json").read_text())
    reference = ChartParser(
        config["tag_vocab"],
        config["label_vocab"],
        config["char_vocab"],
        HParams(**config["hparams"]),
    )
    reference.load_state_dict(safetensors.torch.load_file(tmp_path / "small/model.safetensors"))


def test_order_of_batches_does_not_change_the_order_of_trees(tmp_path: Path) -> None:
    parser = BeneparParser(save_small_parser(tmp_path / "p"), name="p", batch_tokens=12)
    assert [tree.leaves() for tree in parser.parse(SENTENCES * 3)] == SENTENCES * 3
    assert parser.parse(SENTENCES) == [parser.parse([words])[0] for words in SENTENCES]


def test_batches_hold_sentences_of_like_length_and_few_words() -> None:
    batches = []

    def parse_batch(sentences: list[list[str]]) -> list[Tree]:
        batches.append([len(words) for words in sentences])
        return [Tree("S", words) for words in sentences]

    model: Any = SimpleNamespace(max_words=100, parse_batch=parse_batch)
    parser = BeneparParser(model, name="p", batch_tokens=12)
    sentences = [["w"] * length for length in (5, 2, 6, 2, 3)]
    assert [len(tree) for tree in parser.parse_tokens(sentences)] == [5, 2, 6, 2, 3]
    # A fourth sentence of five words would make the first batch 4 * 5 = 20 words with padding.
    assert batches == [[2, 2, 3], [5, 6]]


def test_parse_tokenizes_text(tmp_path: Path) -> None:
    parser = BeneparParser(save_small_parser(tmp_path / "p"), name="p")
    assert parser.parse(["She can't (go)."])[0].leaves() == [
        "She",
        "ca",
        "n't",
        "(",
        "go",
        ")",
        ".",
    ]


def test_bad_sentences_leave_the_others_alone(tmp_path: Path) -> None:
    parser = BeneparParser(save_small_parser(tmp_path / "p"), name="p")
    empty, good, long, blank = parser.parse_tokens([[], ["She"], ["x"] * 31, ["a", ""]])
    assert isinstance(good, Tree)
    assert isinstance(empty, SentenceError)
    assert isinstance(blank, SentenceError)
    assert str(long) == "the sentence has 31 words, the parser takes at most 30; split it"
    assert parser.parse_tokens([]) == []
    with pytest.raises(SentenceError, match="sentence 2: an empty sentence has no parse"):
        parser.parse([["She"], []])


def spoil(folder: Path, how: str) -> None:
    """Damage a parser folder."""
    config, weights = folder / "config.json", folder / "model.safetensors"
    values = json.loads(config.read_text())
    if how == "no config":
        config.unlink()
    elif how == "no weights":
        weights.unlink()
    elif how == "cut config":
        config.write_text(config.read_text()[:200])
    elif how == "cut weights":
        weights.write_bytes(weights.read_bytes()[:5000])
    elif how == "empty weights":
        weights.write_bytes(b"")
    elif how == "other kind":
        config.write_text(json.dumps({"kind": "scpn-paraphraser"}))
    elif how == "list":
        config.write_text("[]")
    elif how == "lacks a key":
        del values["label_vocab"]
        config.write_text(json.dumps(values))
    elif how == "other sizes":
        values["hparams"]["d_model"] = 32
        config.write_text(json.dumps(values))


_DAMAGED = r"model\.safetensors is damaged or of another model: .*; copy the folder again"


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("no config", "is not a parser folder: it has no config.json"),
        ("no weights", "model.safetensors cannot be read"),
        ("cut config", "cannot load"),
        ("cut weights", _DAMAGED),
        ("empty weights", _DAMAGED),
        ("other kind", "holds a 'scpn-paraphraser', not a 'scpn-chart-parser'"),
        ("list", "cannot load"),
        ("lacks a key", "config.json is damaged: KeyError: 'label_vocab'"),
        ("other sizes", _DAMAGED),
    ],
)
def test_damaged_folder_is_a_model_error(tmp_path: Path, how: str, message: str) -> None:
    folder = tmp_path / "small"
    save_small_parser(folder)
    spoil(folder, how)
    with pytest.raises(ModelError, match=message) as caught:
        load_parser(folder)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("how", ["no config", "cut config", "list"])
def test_loading_our_kind_names_the_damage(tmp_path: Path, how: str) -> None:
    folder = tmp_path / "small"
    save_small_parser(folder)
    spoil(folder, how)
    with pytest.raises(ModelError, match=r"not a parser folder|is damaged|of unknown kind"):
        BeneparParser.load(folder)


def test_unknown_name_is_a_model_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no parser called 'benepar_xx9'"):
        load_parser("benepar_xx9")
    with pytest.raises(ModelError, match="no parser called"):
        load_parser(tmp_path / "missing")


def test_a_file_that_is_no_model_is_a_model_error(tmp_path: Path) -> None:
    (tmp_path / "model.pt").write_bytes(b"no model")
    with pytest.raises(ModelError, match="benepar cannot load"):
        load_parser(tmp_path / "model.pt")


# -- models in benepar's own formats -----------------------------------------------------------


def export(folder: Path, tokenizer: Any, config: Any) -> ChartParser:
    """Write an untrained parser over a pretrained encoder in benepar's release format."""
    tokenizer.save_pretrained(folder)
    config.save_pretrained(folder)
    restore_special_tokens()
    hparams = small_config().hparams()
    hparams.use_chars_lstm, hparams.use_pretrained = False, True
    torch.manual_seed(0)
    model = ChartParser(TAGS, LABELS, {}, hparams, pretrained_model_path=str(folder)).eval()
    with torch.no_grad():
        model.f_label[-1].weight.mul_(20)
    saved = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**saved, "benepar": model.config}))
    torch.save(model.state_dict(), folder / "benepar_model.bin")
    return model


def export_bert(folder: Path, **settings: Any) -> ChartParser:
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS, "##s"]
    if TRANSFORMERS_4:
        folder.mkdir()
        (folder / "vocab.txt").write_text("\n".join(vocabulary))
        given: dict[str, Any] = {"vocab_file": str(folder / "vocab.txt")}
    else:
        given = {"vocab": {word: index for index, word in enumerate(vocabulary)}}
    tokenizer = BertTokenizerFast(**given, **settings)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
    )
    return export(folder, tokenizer, config)


def export_t5(folder: Path) -> ChartParser:
    pieces = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", -9.0), ("▁", -2.0)]
    pieces += [(f"▁{word}", -3.0) for word in WORDS] + [("s", -4.0), (".", -4.0)]
    if TRANSFORMERS_4:
        plain = Tokenizer(Unigram(pieces, unk_id=2))
        plain.pre_tokenizer = Metaspace()
        plain.post_processor = TemplateProcessing("$A </s>", special_tokens=[("</s>", 1)])
        tokenizer = T5TokenizerFast(tokenizer_object=plain, extra_ids=0)
    else:
        tokenizer = T5TokenizerFast(vocab=pieces, extra_ids=0)
    config = T5Config(
        vocab_size=len(tokenizer),
        d_model=16,
        d_kv=8,
        d_ff=16,
        num_layers=1,
        num_heads=2,
        decoder_start_token_id=0,
    )
    return export(folder, tokenizer, config)


@pytest.mark.parametrize("make", [export_bert, export_t5])
def test_release_of_benepar_loads_and_parses(tmp_path: Path, make: Any) -> None:
    make(tmp_path / "benepar_tiny")
    parser = load_parser(tmp_path / "benepar_tiny")
    assert isinstance(parser, PretrainedBeneparParser)
    assert parser.name == "benepar_tiny"
    sentences = [WORDS[:4], WORDS[4:], ["she"], ["a", "ships", "unknown", "."]]
    trees = parser.parse(sentences)
    assert [tree.leaves() for tree in trees] == sentences
    assert {tree.label() for tree in trees} <= {"S", "NP", "VP"}
    assert trees == [parser.parse([words])[0] for words in sentences]


def test_special_tokens_are_those_around_a_text(tmp_path: Path) -> None:
    export_bert(tmp_path / "bert")
    export_t5(tmp_path / "t5")
    bert = load_benepar_model(str(tmp_path / "bert")).model.retokenizer
    t5 = load_benepar_model(str(tmp_path / "t5")).model.retokenizer
    assert bert.tokenizer.build_inputs_with_special_tokens([-100]) == [2, -100, 3]
    assert (bert.start_token_idx, bert.stop_token_idx) == (0, -1)
    # T5 has no start token; its decoder's input is shifted by one.
    assert t5.tokenizer.build_inputs_with_special_tokens([-100]) == [-100, 1]
    assert (t5.start_token_idx, t5.stop_token_idx) == (0, -1)


def test_position_numbers_saved_by_old_versions_are_left_out(tmp_path: Path) -> None:
    model = export_bert(tmp_path / "old")
    state = model.state_dict() | {
        "pretrained_model.embeddings.position_ids": torch.arange(512).unsqueeze(0)
    }
    torch.save(state, tmp_path / "old/benepar_model.bin")
    (tree,) = load_parser(tmp_path / "old").parse([WORDS])
    assert tree.leaves() == WORDS


def test_checkpoint_file_of_benepar_loads(tmp_path: Path) -> None:
    model = save_small_parser(tmp_path / "small")
    torch.save({"config": model.config, "state_dict": model.state_dict()}, tmp_path / "model.pt")
    parser = load_parser(tmp_path / "model.pt")
    assert parser.parse(SENTENCES) == model.parse_batch(SENTENCES)


def test_sentence_that_benepar_refuses_leaves_the_others_alone(tmp_path: Path) -> None:
    export_bert(tmp_path / "bert", model_max_length=8)
    parser = load_parser(tmp_path / "bert")
    good, long, control, empty = parser.parse_tokens([WORDS[:4], WORDS, ["\u200d"], []])
    assert isinstance(good, Tree)
    assert "exceeds the maximum supported length of 8" in str(long)
    assert isinstance(control, SentenceError)
    assert isinstance(empty, SentenceError)


def test_release_without_weights_is_a_model_error(tmp_path: Path) -> None:
    export_bert(tmp_path / "bert")
    (tmp_path / "bert/benepar_model.bin").unlink()
    with pytest.raises(ModelError, match="benepar cannot load"):
        load_parser(tmp_path / "bert")


def test_word_vectors_are_saved_with_the_parser(tmp_path: Path) -> None:
    words = ["she", "dog", "the"]
    vectors = WordVectors(words, np.eye(3, 4, dtype=np.float32))
    torch.manual_seed(0)
    model = build_chart_parser(
        [with_top(tree) for tree in TREES], small_config(), vectors=vectors
    ).eval()
    with torch.no_grad():
        known, unknown = model.embed_words(["Dog", "dogs"])
        # The vector of "dog", whatever its case, is row 2 of the table; "dogs" has none.
        assert torch.equal(model.word_vectors[2], torch.tensor([0.0, 2.0, 0.0, 0.0]))
        added = model.word_projection(model.word_vectors[2])
        model.word_vectors.zero_()
        plain, same = model.embed_words(["Dog", "dogs"])
        torch.testing.assert_close(known, plain + added)
        assert torch.equal(unknown, same)
        model.word_vectors[1:] = torch.randn(3, 4)
    save_chart_parser(model, tmp_path, state=model.state_dict())
    loaded = BeneparParser.load(tmp_path).model
    assert loaded.config == model.config
    for name, value in model.state_dict().items():
        assert torch.equal(loaded.state_dict()[name], value), name
    assert loaded.parse_batch(SENTENCES[:1]) == model.parse_batch(SENTENCES[:1])


def test_words_lose_their_vectors_in_training_only() -> None:
    vectors = WordVectors(["she"], np.ones((1, 4), dtype=np.float32))
    config = dataclasses.replace(small_config(), word_vector_dropout=1.0)
    model = build_chart_parser([with_top(tree) for tree in TREES], config, vectors=vectors)
    bare = model.train().embed_words(["she"])
    assert not torch.equal(model.eval().embed_words(["she"]), bare)
    with torch.no_grad():
        model.word_projection.weight.zero_()
    assert torch.equal(model.embed_words(["she"]), bare)
