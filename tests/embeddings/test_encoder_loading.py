"""One door to encoders of any make."""

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from encoder_models import SENTENCES, new_encoder

from scpn.embeddings import load_encoder
from scpn.embeddings.network import PartConfig
from scpn.errors import ModelError, SentenceError, UsageError


class LettersModel:
    """Has the `encode` of a SentenceTransformer: counts of five letters."""

    def __init__(self, path: str, device: str) -> None:
        if path == "broken":
            raise OSError("no weights here\nand more")
        self.path, self.device, self.calls = path, device, []  # type: ignore[var-annotated]

    def encode(
        self,
        sentences: Sequence[str],
        batch_size: int,
        show_progress_bar: bool,
        convert_to_numpy: bool,
    ) -> np.ndarray:
        assert convert_to_numpy
        assert not show_progress_bar
        self.calls.append((len(sentences), batch_size))
        if self.path == "nan":
            return np.full((len(sentences), 5), np.nan)
        if self.path == "flat":
            return np.zeros(5)
        return np.array([[text.count(letter) for letter in "aeiou"] for text in sentences])


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = ModuleType("sentence_transformers")
    module.SentenceTransformer = LettersModel
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)


def test_folder(tmp_path: Path) -> None:
    encoder = new_encoder(PartConfig(size=6))
    encoder.save(tmp_path)
    for path in (tmp_path, str(tmp_path)):
        loaded = load_encoder(path)
        np.testing.assert_array_equal(loaded.embed(SENTENCES), encoder.embed(SENTENCES))


def test_unknown_name_is_a_model_error() -> None:
    with pytest.raises(ModelError, match="no sentence encoder 'nowhere': it is no folder and no"):
        load_encoder("nowhere")


def test_bundled_model_of_another_kind_is_a_model_error() -> None:
    with pytest.raises(ModelError, match="a scpn-sentence-encoder is needed"):
        load_encoder("paraphraser")


@pytest.mark.usefixtures("library")
def test_model_of_sentence_transformers() -> None:
    encoder: Any = load_encoder("sentence-transformers:some/model")
    assert encoder.name == "sentence-transformers:some/model"
    assert encoder.dimension == 5
    assert (encoder.model.path, encoder.model.device) == ("some/model", "cpu")
    vectors = encoder.embed(["abea", "", "ou"], unknown="zero", batch_size=7)
    assert vectors.tolist() == [[2, 1, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 1, 1]]
    assert vectors.dtype == np.float32
    assert encoder.model.calls[-1] == (2, 7)
    with pytest.raises(SentenceError, match="sentence 2 has no vector: it is empty"):
        encoder.embed(["abea", " ", ""])
    assert encoder.embed([]).shape == (0, 5)


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("broken", "no sentence-transformers model 'broken' can be loaded: no weights here$"),
        ("nan", "returned NaN or infinity"),
        ("flat", r"gave an array of shape \(5,\) for 1 sentences"),
    ],
)
def test_bad_model_of_sentence_transformers(path: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        load_encoder(f"sentence-transformers:{path}")


def test_missing_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(UsageError, match=r'run: pip install "scpn\[judges\]"'):
        load_encoder("sentence-transformers:some/model")
    with pytest.raises(UsageError, match="names no model; write sentence-transformers:PATH"):
        load_encoder("sentence-transformers:")
