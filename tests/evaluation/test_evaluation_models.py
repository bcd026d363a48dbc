"""What a report says of the models, and which models may stand where."""

import hashlib
from pathlib import Path
from types import SimpleNamespace

import pytest

from scpn.errors import ModelError, UsageError
from scpn.evaluation import describe_model, load_uncontrolled
from scpn.models.model import ControlledModel, NetworkConfig


def model_folder(folder: Path) -> Path:
    for part in ("parser", "parse-generator", "paraphraser"):
        (folder / part).mkdir(parents=True)
        (folder / part / "model.safetensors").write_bytes(part.encode())
    return folder


def test_describes_a_folder(tmp_path: Path) -> None:
    folder = model_folder(tmp_path / "mine")
    digest = hashlib.sha256(b"paraphraser").hexdigest()
    described = describe_model(folder, uncontrolled=folder / "paraphraser")
    assert described["model"] == "mine"
    assert described["paraphraser-sha256"] == digest[:12]
    assert described["uncontrolled-sha256"] == digest[:12]
    assert len(described) == 5


def test_describes_a_name() -> None:
    assert describe_model("someone/somewhere") == {"model": "someone/somewhere"}


def test_weights_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="is this a model folder"):
        describe_model(tmp_path)


def test_uncontrolled_model_must_have_no_control(monkeypatch: pytest.MonkeyPatch) -> None:
    config = NetworkConfig(kind="recurrent")
    monkeypatch.setattr(
        ControlledModel, "load", lambda *_, **__: SimpleNamespace(config=config, role="paraphraser")
    )
    beside = SimpleNamespace(parser="parser", parse_generator="generator")
    with pytest.raises(UsageError, match="with control 'aligned'; one without is trained with"):
        load_uncontrolled("folder", beside)  # type: ignore[arg-type]
    config.recurrent.control = "none"
    model = load_uncontrolled("folder", beside)  # type: ignore[arg-type]
    assert model.parser == "parser"  # type: ignore[comparison-overlap]
    assert model.paraphraser.config is config
