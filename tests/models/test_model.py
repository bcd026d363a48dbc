"""Networks with their vocabularies: building, saving, loading."""

import json
from pathlib import Path
from typing import Any

import pytest
import safetensors.torch
import torch

from scpn.errors import ModelError, UsageError
from scpn.models.model import ControlledModel, NetworkConfig
from scpn.models.recurrent import RecurrentConfig
from scpn.models.transformer import TransformerConfig
from scpn.tokenization.vocabulary import LabelVocabulary, SubwordVocabulary

LABELS = LabelVocabulary(["(S", "(NP", "(VP", "DT", "NN", "VBD", ".", ")"])
RECURRENT = RecurrentConfig(
    embedding_size=8, encoder_size=6, control_embedding_size=4, control_size=4, decoder_size=8
)
TRANSFORMER = TransformerConfig(size=8, num_heads=2, inner_size=8, encoder_layers=1)


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> SubwordVocabulary:
    sentences = [["the", "cat", "sat", "on", "the", "mat", "."], ["a", "dog", "ate", "bones"]] * 3
    prefix = tmp_path_factory.mktemp("vocabulary") / "subwords"
    return SubwordVocabulary.train(sentences, size=290, model_prefix=prefix)


def build(pieces: SubwordVocabulary | None, kind: Any = "recurrent") -> ControlledModel:
    torch.manual_seed(0)
    config = NetworkConfig(kind=kind, recurrent=RECURRENT, transformer=TRANSFORMER)
    role: Any = "parse-generator" if pieces is None else "paraphraser"
    return ControlledModel(role, config, LABELS, pieces)


@pytest.mark.parametrize("kind", ["recurrent", "transformer"])
@pytest.mark.parametrize("role", ["parse-generator", "paraphraser"])
def test_a_saved_model_is_loaded_exactly(
    kind: str, role: Any, pieces: SubwordVocabulary, tmp_path: Path
) -> None:
    model = build(pieces if role == "paraphraser" else None, kind)
    model.save(tmp_path / "new" / "folder")
    loaded = ControlledModel.load(tmp_path / "new" / "folder", role)
    assert loaded.role == role
    assert loaded.config == model.config
    assert loaded.labels.tokens == LABELS.tokens
    assert not loaded.network.training
    state = loaded.network.state_dict()
    assert state.keys() == model.network.state_dict().keys()
    for name, value in model.network.state_dict().items():
        assert torch.equal(state[name], value), name
    if role == "paraphraser":
        assert loaded.pieces is not None
        assert loaded.pieces.encode(["cat"]) == pieces.encode(["cat"])


def test_half_precision_is_close_and_smaller(pieces: SubwordVocabulary, tmp_path: Path) -> None:
    model = build(pieces)
    model.save(tmp_path / "whole")
    model.save(tmp_path / "half", half=True)
    sizes = [(tmp_path / n / "model.safetensors").stat().st_size for n in ("half", "whole")]
    assert sizes[0] < 0.6 * sizes[1]
    loaded = ControlledModel.load(tmp_path / "half", "paraphraser").network.state_dict()
    for name, value in model.network.state_dict().items():
        assert loaded[name].dtype == torch.float32
        torch.testing.assert_close(loaded[name], value, rtol=1e-3, atol=1e-4)


def test_other_parameters_can_be_saved(tmp_path: Path) -> None:
    model = build(None)
    state = {name: value + 1 for name, value in model.network.state_dict().items()}
    model.save(tmp_path, state=state)
    loaded = ControlledModel.load(tmp_path, "parse-generator").network.state_dict()
    assert all(torch.equal(loaded[name], value) for name, value in state.items())


def test_encode_shares_sources(pieces: SubwordVocabulary) -> None:
    model = build(pieces)
    model.network.eval()
    sources = [pieces.encode(["the", "cat"]), pieces.encode(["a", "dog", "sat", "."])]
    controls = [LABELS.encode(text.split()) for text in ("(S NN )", "(S DT NN . )", "(S NN . )")]
    memory = model.encode(sources, [1, 0, 1], controls)
    assert memory.source[0].tolist() == memory.source[2].tolist() == sources[1]
    assert memory.num_units.tolist() == [1, 3, 2]
    assert memory.anchors.tolist() == [[1, 2, 0, 0], [1, 2, 3, 4], [1, 2, 3, 0]]
    alone = model.encode(sources[1:], [0], controls[2:])
    torch.testing.assert_close(memory.select(torch.tensor([2])).states, alone.states)


def test_a_model_of_the_other_role_is_refused(pieces: SubwordVocabulary, tmp_path: Path) -> None:
    build(pieces).save(tmp_path)
    with pytest.raises(ModelError, match="holds scpn-paraphraser, a scpn-parse-generator is need"):
        ControlledModel.load(tmp_path, "parse-generator")


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"nothing/config\.json cannot be read: No such file"):
        ControlledModel.load(tmp_path / "nothing", "paraphraser")


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "subwords.model"])
def test_a_missing_file_is_named(name: str, pieces: SubwordVocabulary, tmp_path: Path) -> None:
    build(pieces).save(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(ModelError, match=f"{name} cannot be read.*is this a model folder"):
        ControlledModel.load(tmp_path, "paraphraser")


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "subwords.model"])
@pytest.mark.parametrize("share", [0.0, 0.5, 0.99])
def test_a_truncated_file_is_damaged(
    name: str, share: float, pieces: SubwordVocabulary, tmp_path: Path
) -> None:
    build(pieces).save(tmp_path)
    content = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(content[: int(share * len(content))])
    with pytest.raises(ModelError, match="damaged"):
        ControlledModel.load(tmp_path, "paraphraser")


def test_weights_of_another_model_are_refused(tmp_path: Path) -> None:
    model = build(None)
    model.save(tmp_path)
    state = model.network.state_dict()
    del state["gate.weight"]
    safetensors.torch.save_file(state, tmp_path / "model.safetensors")
    with pytest.raises(ModelError, match=r"damaged or of another model: .*Missing.*gate\.weight"):
        ControlledModel.load(tmp_path, "parse-generator")
    state = model.network.state_dict() | {"gate.weight": torch.zeros(1, 3)}
    safetensors.torch.save_file(state, tmp_path / "model.safetensors")
    with pytest.raises(ModelError, match=r"size mismatch for gate\.weight"):
        ControlledModel.load(tmp_path, "parse-generator")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 99}, "has format 99, this version reads 1"),
        ({"kind": "something"}, "holds something, a scpn-parse-generator is needed"),
        ({"labels": None}, "is damaged"),
        ({"labels": ["NN"]}, "needs the closing bracket"),
        ({"network": None}, "is damaged"),
        ({"network": {"kinds": "recurrent"}}, "unknown configuration key 'kinds'"),
        ({"network": {"kind": "table"}}, "kind: expected one of"),
    ],
)
def test_another_description_is_refused(
    change: dict[str, Any], message: str, tmp_path: Path
) -> None:
    build(None).save(tmp_path)
    path = tmp_path / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(ModelError, match=message):
        ControlledModel.load(tmp_path, "parse-generator")


@pytest.mark.parametrize("text", ["[]", "3", '"scpn-paraphraser"', "{}", "null"])
def test_another_json_file_is_no_model(text: str, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(text)
    with pytest.raises(ModelError, match="holds no model of ours, a scpn-paraphraser is needed"):
        ControlledModel.load(tmp_path, "paraphraser")


def test_vocabularies_must_suit_the_role(pieces: SubwordVocabulary) -> None:
    with pytest.raises(UsageError, match="a paraphraser needs subword pieces"):
        ControlledModel("paraphraser", NetworkConfig(), LABELS)
    with pytest.raises(UsageError, match="a parse generator has none"):
        ControlledModel("parse-generator", NetworkConfig(), LABELS, pieces)


@pytest.mark.parametrize("kind", ["recurrent", "transformer"])
def test_words_cannot_be_aligned_with_a_template(kind: Any, pieces: SubwordVocabulary) -> None:
    config = NetworkConfig(kind=kind, template_control=True)
    with pytest.raises(UsageError, match=r"no leaves to align .* set kind=recurrent and recurr"):
        ControlledModel("paraphraser", config, LABELS, pieces)


def test_a_template_can_control_by_attention(pieces: SubwordVocabulary) -> None:
    config = NetworkConfig(recurrent=RecurrentConfig(control="attention"), template_control=True)
    model = ControlledModel("paraphraser", config, LABELS, pieces)
    assert not model.is_aligned
