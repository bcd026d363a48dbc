"""Hugging Face classifiers as victims, on a model made here."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from scpn.adversarial.victims import load_victim
from scpn.adversarial.victims.transformers import TransformersVictim, plain_labels
from scpn.errors import ModelError, UsageError, VictimError

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "good", "bad", "film", "."]


def make_model(folder: Path, **settings: Any) -> Path:
    """A BERT of a few hundred weights with its tokenizer."""
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    folder.mkdir(exist_ok=True)
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n")
    BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(WORDS), hidden_size=8, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=16, max_position_embeddings=16, initializer_range=0.5, **settings,
    )  # fmt: skip
    BertForSequenceClassification(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_model(tmp_path_factory.mktemp("models") / "tiny", num_labels=3)


def expected(folder: Path, *texts: str) -> list[float]:
    """Probabilities from the model itself, one example at a time."""
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    inputs = AutoTokenizer.from_pretrained(folder)(*texts, return_tensors="pt")
    model = AutoModelForSequenceClassification.from_pretrained(folder)
    with torch.no_grad():
        row: list[float] = model(**inputs).logits.softmax(-1)[0].tolist()
    return row


def test_same_as_the_model_alone(folder: Path) -> None:
    victim = load_victim(f"hf:{folder}", batch_size=2)
    texts = ["A good film .", "bad .", "A film"]
    found = victim.predict_proba([(text,) for text in texts])
    np.testing.assert_allclose(found, [expected(folder, text) for text in texts], atol=1e-6)
    assert np.ptp(found, axis=0).max() > 0.01
    assert (victim.name, victim.labels, victim.num_texts) == ("tiny", ["0", "1", "2"], 1)


def test_pairs_and_own_labels(folder: Path) -> None:
    # A bare folder is recognized by what is in it.
    victim = load_victim(str(folder), labels=["no", "maybe", "yes"], num_texts=2)
    found = victim.predict_proba([("A good film", "bad"), ("film", "A film .")])
    np.testing.assert_allclose(
        found,
        [expected(folder, "A good film", "bad"), expected(folder, "film", "A film .")],
        atol=1e-6,
    )
    assert victim.labels == ["no", "maybe", "yes"]


def test_long_text_is_cut(folder: Path) -> None:
    victim = load_victim(f"hf:{folder}")
    assert victim.predict_proba([("good " * 100,)]).shape == (1, 3)


def test_names_of_labels(tmp_path: Path) -> None:
    names = {0: "negative", 1: "positive"}
    folder = make_model(tmp_path / "named", id2label=names)
    assert load_victim(f"hf:{folder}").labels == ["negative", "positive"]
    with pytest.raises(UsageError, match=r"3 labels are given for .*, which has 2: negative, pos"):
        load_victim(f"hf:{folder}", labels=["a", "b", "c"])
    assert plain_labels(["LABEL_0", "LABEL_1"]) == ["0", "1"]
    assert plain_labels(["LABEL_0", "other"]) == ["LABEL_0", "other"]


def test_model_that_is_no_classifier(tmp_path: Path) -> None:
    from transformers import BertModel

    folder = make_model(tmp_path / "bare")
    BertModel.from_pretrained(folder).save_pretrained(folder)
    with pytest.raises(ModelError, match="is no sequence classifier: it has no weights 'classif"):
        load_victim(f"hf:{folder}")


def test_no_such_model(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be loaded as a Hugging Face sequence classifier"):
        TransformersVictim(str(tmp_path / "absent"))
    (tmp_path / "config.json").write_text(
        json.dumps({"model_type": "no-such", "architectures": []})
    )
    with pytest.raises(ModelError, match="give a folder or a name that AutoModelForSequence"):
        load_victim(str(tmp_path))


def test_model_that_raises(folder: Path) -> None:
    victim = TransformersVictim(str(folder))

    def fail(**inputs: Any) -> None:
        raise RuntimeError("no memory left")

    victim._model.forward = fail
    with pytest.raises(VictimError, match="victim tiny raised RuntimeError: no memory left"):
        victim.predict_proba([("A film .",)])
