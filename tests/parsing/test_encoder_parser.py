"""A chart parser over a pretrained encoder, against benepar's own."""

import dataclasses
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from benepar.parse_chart import ChartParser
from nltk import Tree
from parser_models import SENTENCES, TREES, small_config
from tiny_encoder import write_tiny_encoder
from transformers import PreTrainedTokenizerFast

from scpn.errors import ModelError, SentenceError, UsageError
from scpn.parsing import load_parser, save_parser
from scpn.parsing.architectures import build_chart_parser
from scpn.parsing.benepar_backend import BeneparParser, save_chart_parser
from scpn.parsing.encoder_parser import EncoderChartParser
from scpn.parsing.subwords import surrounding_pieces
from scpn.parsing.treebank import with_top
from scpn.pretrained.precision import Precision
from scpn.trees.linearize import linearize
from scpn.word_vectors import WordVectors

ODD = [["\u200b"], ["a", "\u200b", "\ud800", "x" * 3000], ["日本", "😀", "\x00"], ["Dogs"] * 30]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_encoder(tmp_path_factory.mktemp("encoders") / "tiny")


def build(folder: Path, **settings: Any) -> EncoderChartParser:
    config = dataclasses.replace(small_config(), encoder=str(folder), **settings)
    torch.manual_seed(0)
    model = build_chart_parser([with_top(tree) for tree in TREES], config)
    assert isinstance(model, EncoderChartParser)
    # Fresh span scores are near zero; larger ones make trees differ.
    with torch.no_grad():
        model.f_label[-1].weight.mul_(20)
    return model.eval()


def save(model: EncoderChartParser, folder: Path, *, precision: Precision = "single") -> None:
    folder.mkdir()
    save_chart_parser(model, folder, state=model.state_dict(), precision=precision)


@dataclass
class Example:
    """What benepar asks of a training example."""

    words: list[str]
    tree: Tree | None

    @property
    def space_after(self) -> list[bool]:
        return [True] * len(self.words)

    def leaves(self) -> list[str]:
        return self.words

    def pos(self) -> list[tuple[str, str]]:
        return self.tree.pos() if self.tree else [(word, "UNK") for word in self.words]


def stock_name(name: str) -> str:
    """What benepar calls a parameter of ours."""
    name = name.replace("subwords.model", "pretrained_model")
    return name.replace("project_subwords", "project_pretrained")


@pytest.fixture
def stock(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[EncoderChartParser], Any]:
    """Makes benepar's own parser with the parameters of one of ours."""

    def surround(tokenizer: Any, ids: list[int]) -> list[int]:
        prefix, suffix = surrounding_pieces(tokenizer)
        return [*prefix, *ids, *suffix]

    # benepar asks for it; transformers 5 lacks it, and 4 has it for each kind of tokenizer only.
    name = "build_inputs_with_special_tokens"
    monkeypatch.setattr(PreTrainedTokenizerFast, name, surround, raising=False)
    return partial(_stock, folder)


def _stock(folder: Path, model: EncoderChartParser) -> ChartParser:
    hparams = small_config().hparams()
    hparams.use_chars_lstm, hparams.use_pretrained = False, True
    hparams.use_encoder = model.encoder is not None
    reference = ChartParser(
        model.tag_vocab, model.label_vocab, {}, hparams, pretrained_model_path=str(folder)
    )
    state = {stock_name(name): value for name, value in model.state_dict().items()}
    missing, unexpected = reference.load_state_dict(state, strict=False)
    assert not unexpected
    assert all("pooler" in name for name in missing)
    return reference.eval()


@pytest.mark.parametrize("num_layers", [0, 2])
def test_trees_equal_those_of_benepar(folder: Path, stock: Any, num_layers: int) -> None:
    model = build(folder, num_layers=num_layers)
    expected = stock(model).parse([Example(words, None) for words in SENTENCES])
    found = model.parse_batch(SENTENCES)
    assert [linearize(tree, words=True) for tree in found] == [
        linearize(tree[0] if tree.label() == "TOP" else tree, words=True) for tree in expected
    ]
    assert max(tree.height() for tree in found) > 3


def test_loss_and_gradients_equal_those_of_benepar(folder: Path, stock: Any) -> None:
    model = build(folder)
    reference = stock(model)
    trees = [with_top(tree) for tree in TREES]
    loss = model.loss(trees)
    loss.backward()
    ((_, batch),) = reference.encode_and_collate_subbatches(
        [Example(tree.leaves(), tree) for tree in trees], 100_000
    )
    expected = reference.compute_loss(batch)
    expected.backward()
    assert loss.item() > 1
    torch.testing.assert_close(loss, expected)
    theirs = dict(reference.named_parameters())
    for name, parameter in model.named_parameters():
        gradient = theirs[stock_name(name)].grad
        torch.testing.assert_close(parameter.grad, gradient, rtol=1e-3, atol=1e-4, msg=name)


def test_batched_equals_single_and_order_does_not_matter(folder: Path) -> None:
    parser = BeneparParser(build(folder), name="p", batch_tokens=12)
    trees = parser.parse(SENTENCES)
    assert trees == [parser.parse([words])[0] for words in SENTENCES]
    assert parser.parse(SENTENCES[::-1]) == trees[::-1]


def test_saved_folder_needs_no_encoder(folder: Path, tmp_path: Path) -> None:
    encoder = shutil.copytree(folder, tmp_path / "encoder")
    model = build(encoder)
    save(model, tmp_path / "saved")
    shutil.rmtree(encoder)
    assert sorted(path.name for path in (tmp_path / "saved").iterdir()) == [
        "config.json",
        "model.safetensors",
    ]
    assert str(tmp_path) not in (tmp_path / "saved/config.json").read_text()
    parser = load_parser(tmp_path / "saved")
    assert isinstance(parser, BeneparParser)
    assert parser.max_words == 30
    assert parser.parse(SENTENCES) == model.parse_batch(SENTENCES)
    save(parser.model, tmp_path / "again")  # type: ignore[arg-type]
    for name in ("config.json", "model.safetensors"):
        one, two = ((tmp_path / saved / name).read_bytes() for saved in ("saved", "again"))
        assert one.replace(b'"saved"', b'"again"') == two


def test_half_precision(folder: Path, tmp_path: Path) -> None:
    model = build(folder)
    save(model, tmp_path / "half", precision="half")
    loaded = BeneparParser.load(tmp_path / "half").model
    for name, value in loaded.state_dict().items():
        torch.testing.assert_close(value, model.state_dict()[name].half().float(), msg=name)
    assert [tree.leaves() for tree in loaded.parse_batch(SENTENCES)] == SENTENCES


def test_odd_words_and_bad_sentences(folder: Path) -> None:
    parser = BeneparParser(build(folder), name="p")
    assert [tree.leaves() for tree in parser.parse(ODD)] == ODD
    empty, good, long, blank = parser.parse_tokens([[], ["She"], ["x"] * 31, ["a", ""]])
    assert isinstance(good, Tree)
    assert all(isinstance(outcome, SentenceError) for outcome in (empty, long, blank))


def test_word_vectors_and_an_encoder_are_too_much(folder: Path) -> None:
    vectors = WordVectors(["she"], np.ones((1, 4), dtype=np.float32))
    config = dataclasses.replace(small_config(), encoder=str(folder))
    with pytest.raises(UsageError, match="word vectors or a pretrained encoder, not both"):
        build_chart_parser([with_top(TREES[0])], config, vectors=vectors)


@pytest.mark.parametrize(
    ("part", "value"),
    [("transformer", {"model_type": "none"}), ("tokenizer", {}), ("prefix", None), ("more", 1)],
)
def test_damaged_description_is_a_model_error(
    folder: Path, tmp_path: Path, part: str, value: Any
) -> None:
    save(build(folder), tmp_path / "saved")
    path = tmp_path / "saved/config.json"
    config = json.loads(path.read_text())
    config["encoder"][part] = value
    path.write_text(json.dumps(config))
    with pytest.raises(ModelError, match=r"config.json is damaged") as caught:
        load_parser(tmp_path / "saved")
    assert "\n" not in str(caught.value)


def test_parser_is_saved_in_bytes_and_loads(folder: Path, tmp_path: Path) -> None:
    model = build(folder)
    (tmp_path / "small").mkdir()
    save(model, tmp_path / "whole")
    save_parser(BeneparParser(model, name="p"), tmp_path / "small")
    whole, small = (tmp_path / name / "model.safetensors" for name in ("whole", "small"))
    assert small.stat().st_size < 0.5 * whole.stat().st_size
    for name, value in BeneparParser.load(tmp_path / "small").model.state_dict().items():
        before = model.state_dict()[name]
        # A byte holds the largest number of a row in 127 steps.
        assert (value - before).abs().max() <= before.abs().max() / 250, name
