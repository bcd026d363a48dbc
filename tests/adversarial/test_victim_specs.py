"""Victims by name."""

import json
from pathlib import Path
from typing import Any

import pytest
from labeled_reviews import reviews

from scpn.adversarial.victims import bundled_classifiers, load_victim
from scpn.adversarial.victims.bag_of_words import BagOfWordsConfig, train_bag_of_words
from scpn.errors import ModelError, ScpnError, UsageError
from scpn.pretrained import BUNDLED
from scpn.pretrained.cards import file_hashes, load_card

LABELS = {"labels": ["a", "b"]}


@pytest.mark.parametrize(
    ("spec", "options", "message"),
    [
        ("absent", {}, "there is no victim 'absent'; write bundled:NAME, a FOLDER of"),
        ("bundled:sst3", {}, "classifier 'sst3'; did you mean 'sst2'.*there are sick, sst2"),
        ("bundled:", {}, "no bundled classifier ''"),
        ("hf", {}, "there is no victim 'hf'"),
        ("process:cat", {}, "does not say what its probabilities belong to; name its labels"),
        ("bundled:sst2", {"timeout_s": 3.0}, "only process:COMMAND has one"),
        ("python:json:loads", {**LABELS, "batch_size": 0}, "the batch size is 0"),
        ("process:cat", {**LABELS, "timeout_s": 0.0}, "the timeout is 0 s"),
    ],
)  # fmt: skip
def test_wrong_request(spec: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        load_victim(spec, **options)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "has no readable config.json, so it holds no classifier"),
        ("{", "has no readable config.json"),
        ('{"kind": "parser"}', "holds 'parser', which is no classifier; known are bilstm, bag"),
        ("[1]", "which is no classifier"),
    ],
)
def test_folder_of_something_else(tmp_path: Path, content: str | None, message: str) -> None:
    if content is not None:
        (tmp_path / "config.json").write_text(content)
    with pytest.raises(ModelError, match=message):
        load_victim(str(tmp_path))


def test_trained_victim_knows_labels_and_texts(tmp_path: Path) -> None:
    data = reviews()
    train_bag_of_words(data, data, config=BagOfWordsConfig()).save(tmp_path)
    victim = load_victim(str(tmp_path), labels=["hated", "liked"], num_texts=1, batch_size=3)
    assert victim.batch_size == 3
    renamed = load_victim(str(tmp_path), labels=["bad", "good"])
    assert renamed.labels == ["bad", "good"]
    texts = [("a good film",), ("a dull film",)]
    assert (renamed.predict_proba(texts) == victim.predict_proba(texts)).all()
    for labels in (["liked", "hated"], ["bad", "liked"], ["bad", "fair", "good"]):
        with pytest.raises(UsageError, match=f"hated, liked, which {', '.join(labels)} cannot ren"):
            load_victim(str(tmp_path), labels=labels)
    with pytest.raises(UsageError, match=r"reads 1 text\(s\), not 2; name as many text columns"):
        load_victim(str(tmp_path), num_texts=2)
    config = tmp_path / "config.json"
    config.write_text(json.dumps({**json.loads(config.read_text()), "labels": ["liked"]}))
    with pytest.raises(ScpnError, match="needs two or more"):
        load_victim(str(tmp_path))


def test_bundled_classifiers_work_and_have_cards() -> None:
    assert bundled_classifiers() == ["sick", "sst2"]
    sentiment = load_victim("bundled:sst2")
    assert (sentiment.labels, sentiment.num_texts) == (["0", "1"], 1)
    found = sentiment.predict_proba(
        [("A wonderful , moving and beautiful film .",), ("A dull , stupid and boring mess .",)]
    )
    assert found.argmax(1).tolist() == [1, 0]
    entailment = load_victim("bundled:sick")
    assert entailment.labels == ["CONTRADICTION", "ENTAILMENT", "NEUTRAL"]
    same, denied = entailment.predict_proba(
        [
            ("A man is playing a guitar", "A man is playing a guitar"),
            ("A man is playing a guitar", "There is no man playing a guitar"),
        ]
    )
    assert entailment.labels[same.argmax()] == "ENTAILMENT"
    assert entailment.labels[denied.argmax()] == "CONTRADICTION"
    for name in bundled_classifiers():
        card = load_card(f"classifier-{name}")
        assert card.files == file_hashes(BUNDLED / "classifiers" / name)
        assert all((card.data, card.commands, card.figures, card.limits))
        assert all({"name", "licence"} <= set(corpus) for corpus in card.data)
