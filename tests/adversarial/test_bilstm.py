"""The BiLSTM victim and its training."""

import dataclasses
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import torch
from labeled_reviews import THINGS, pairs, reviews

from scpn.adversarial.protocol import Example
from scpn.adversarial.victims import load_victim
from scpn.adversarial.victims.bilstm import (
    NUM_SPECIAL,
    PAD,
    UNKNOWN,
    WORD_SCALE,
    BilstmConfig,
    BilstmNetwork,
    BilstmVictim,
    WordIds,
    find_matches,
)
from scpn.adversarial.victims.bilstm_training import (
    BilstmTrainingConfig,
    LabeledBatches,
    batch_loss,
    choose_words,
    train_bilstm,
)
from scpn.adversarial.victims.scoring import accuracy
from scpn.errors import DataError, ModelError, UsageError
from scpn.nn.masking import pad
from scpn.runtime import prepare_training
from scpn.word_vectors import WordVectors

SMALL = BilstmConfig(word_size=8, size=6, hidden=6, dropout=0.1, word_dropout=0.05)
WORDS = ["the", "film", "good", "bad", "."]


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    prepare_training()


def network(num_texts: int = 1) -> BilstmNetwork:
    torch.manual_seed(0)
    return BilstmNetwork(
        SMALL, num_words=len(WORDS) + NUM_SPECIAL, num_labels=3, num_texts=num_texts
    ).eval()


def victim(num_texts: int = 1) -> BilstmVictim:
    return BilstmVictim(network(num_texts), WORDS, ["x", "y", "z"], num_texts)


def test_words_are_split_lowered_and_cut() -> None:
    ids = WordIds(WORDS, max_words=4)
    assert ids.encode("The film isn't bad.") == [2, 3, UNKNOWN, UNKNOWN]
    assert ids.encode("") == [UNKNOWN]
    # Plain text and its tokens are the same to the victim.
    assert WordIds(WORDS, max_words=9).encode("Bad film.") == [5, 3, 6]
    assert WordIds(WORDS, max_words=9).encode("bad film .") == [5, 3, 6]


def test_sentence_vector_is_last_highest_and_mean() -> None:
    net = network()
    ids = torch.tensor([[2, 3, 4]])
    states, (last, _) = net.encoder.lstm(net.words(ids))
    expected = torch.cat([last[0], last[1], states.max(1).values, states.mean(1)], -1)
    torch.testing.assert_close(net.encode(ids), expected)


def test_pair_is_both_vectors_difference_and_product() -> None:
    net = network(num_texts=2)
    a, b = pad([[2, 3]]), pad([[4, 3, 6]])
    u, v = net.encode(a, b), net.encode(b, a)
    features = torch.cat([u, v, (u - v).abs(), u * v], -1)
    torch.testing.assert_close(net([a, b]), net.output(net.hidden(features).relu()))


def test_words_that_the_other_text_has() -> None:
    first = pad([[2, 3, UNKNOWN, 3], [4]])
    second = pad([[3, UNKNOWN], [5, 4]])
    assert find_matches(first, second).tolist() == [
        [False, True, False, True],
        [True] + 3 * [False],
    ]
    net = network(num_texts=2)
    assert not torch.allclose(net.encode(first, second), net.encode(first, first))
    plain = BilstmNetwork(
        dataclasses.replace(SMALL, match=False), num_words=7, num_labels=2, num_texts=2
    )
    assert plain.encoder.lstm.input_size == 8 == network().encoder.lstm.input_size
    assert net.encoder.lstm.input_size == 9


@pytest.mark.parametrize("num_texts", [1, 2])
def test_batched_is_single(num_texts: int) -> None:
    texts = [
        ("The film .", "Bad ."),
        ("A good , good , good film .", "The"),
        ("?", "The bad film is the good film ."),
    ]
    examples = [example[:num_texts] for example in texts]
    clf = victim(num_texts)
    together = clf.predict_proba(examples)
    alone = np.concatenate([clf.predict_proba([example]) for example in examples])
    np.testing.assert_allclose(together, alone, atol=1e-6)
    assert np.ptp(together, axis=0).min() > 1e-4  # the texts do matter


def test_hidden_words_are_unknown_ones() -> None:
    net = BilstmNetwork(
        dataclasses.replace(SMALL, dropout=0.0, word_dropout=1.0),
        num_words=7, num_labels=2, num_texts=1,
    )  # fmt: skip
    ids = pad([[2, 3, 4], [5]])
    hidden = torch.tensor([[UNKNOWN] * 3, [UNKNOWN, PAD, PAD]])
    net.train()
    in_training = net.encode(ids)
    net.eval()
    torch.testing.assert_close(in_training, net.encode(hidden))
    assert not torch.allclose(net.encode(ids), net.encode(hidden))


def test_loss_is_summed_cross_entropy() -> None:
    net = network()
    labels = torch.tensor([2, 0])
    ids = pad([[2, 3], [4]])
    loss, weight = batch_loss(net, ([ids], labels))
    log_probabilities = net([ids]).log_softmax(-1)
    torch.testing.assert_close(loss, -(log_probabilities[0, 2] + log_probabilities[1, 0]))
    assert weight == 2


def test_saved_is_loaded(tmp_path: Path) -> None:
    clf = victim(num_texts=2)
    examples = [("The film .", "Bad film ."), ("Good .", "The")]
    clf.save(tmp_path / "full")
    clf.save(tmp_path / "half", precision="half")
    clf.save(tmp_path / "byte", precision="byte")
    again = load_victim(str(tmp_path / "full"), num_texts=2, labels=["x", "y", "z"])
    np.testing.assert_array_equal(again.predict_proba(examples), clf.predict_proba(examples))
    assert (again.name, again.labels, again.num_texts) == ("full", ["x", "y", "z"], 2)
    for name, error in (("half", 2e-3), ("byte", 2e-2)):
        short = load_victim(str(tmp_path / name)).predict_proba(examples)
        np.testing.assert_allclose(short, clf.predict_proba(examples), atol=error)
    sizes = [(tmp_path / x / "model.safetensors").stat().st_size for x in ("byte", "half", "full")]
    assert sizes[0] < sizes[1] < 0.7 * sizes[2]


_NO_BILSTM = "holds no BiLSTM classifier or a damaged one"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("model.safetensors", b"damaged", "model.safetensors is damaged or of another model"),
        ("model.safetensors", None, "model.safetensors cannot be read"),
        ("config.json", b'{"kind": "bilstm"}', _NO_BILSTM),
        ("config.json", b'{"kind": "bilstm", "config": {"sise": 1}}', _NO_BILSTM),
    ],
)
def test_damaged_folder(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    victim().save(tmp_path)
    if content is None:
        (tmp_path / name).unlink()
    else:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ModelError, match=message):
        load_victim(str(tmp_path))


def test_weights_of_another_vocabulary(tmp_path: Path) -> None:
    victim().save(tmp_path)
    config = tmp_path / "config.json"
    description = json.loads(config.read_text())
    config.write_text(json.dumps({**description, "words": ["one"]}))
    with pytest.raises(ModelError, match=r"of another model: .*size mismatch"):
        load_victim(str(tmp_path))


def test_epoch_has_each_example_once() -> None:
    rows = [([[index]], index % 2) for index in range(2, 25)]
    batches = LabeledBatches(rows, batch_size=4, seed=1)
    assert batches.num_batches == 6
    for epoch in (0, 1):
        drawn = [batches.draw(epoch * 6 + number) for number in range(6)]
        ids = [int(row) for (column,), _ in drawn for row in column[:, 0]]
        assert Counter(ids) == Counter(range(2, 25))
        assert all(
            int(word) % 2 == int(label)
            for (column,), labels in drawn
            for word, label in zip(column[:, 0], labels, strict=True)
        )
    first = [ids.tolist() for ids in batches.draw(0)[0]]
    assert first == [ids.tolist() for ids in LabeledBatches(rows, batch_size=4, seed=1).draw(0)[0]]


def test_choice_of_words() -> None:
    train = [Example("1", ("One one two .",), "a"), Example("2", ("Rare word .",), "b")]
    vectors = WordVectors(["new", "rare", "far"], np.eye(3, dtype=np.float32))
    config = BilstmTrainingConfig(min_count=2, vector_words=1)
    # "rare" occurs once, but has a vector; "far" is not among the first vectors.
    assert choose_words(train, config, vectors) == [".", "one", "rare", "new"]
    assert choose_words(train, config, None) == [".", "one"]


def config(**settings: object) -> BilstmTrainingConfig:
    defaults: dict[str, object] = {
        "model": SMALL, "epochs": 12, "batch_size": 8, "learning_rate": 0.02, "evaluations": 1,
    }  # fmt: skip
    return BilstmTrainingConfig(**{**defaults, **settings})  # type: ignore[arg-type]


def test_sentences_are_learned(tmp_path: Path) -> None:
    train, dev = reviews(THINGS[:4]), reviews(THINGS[4:])
    clf = train_bilstm(train, dev, config=config(epochs=10), output=tmp_path, cpu=True)
    assert accuracy(clf, dev) == 100
    assert clf.labels == ["hated", "liked"]
    again = load_victim(str(tmp_path))
    texts = [example.texts for example in dev]
    np.testing.assert_array_equal(again.predict_proba(texts), clf.predict_proba(texts))


def test_pairs_are_learned(tmp_path: Path) -> None:
    data = pairs()
    clf = train_bilstm(data[16:], data[:16], config=config(), output=tmp_path, cpu=True)
    assert accuracy(clf, data[:16]) == 100
    assert clf.num_texts == 2


class _StopError(Exception):
    pass


def test_resumed_is_uninterrupted(tmp_path: Path) -> None:
    data = reviews()
    settings = config(epochs=4, patience=99)
    whole = train_bilstm(data, data[:9], config=settings, output=tmp_path / "whole", cpu=True)

    def stop(step: int, total: int) -> None:
        if step == 15:  # in the third of four epochs of six updates
            raise _StopError

    with pytest.raises(_StopError):
        train_bilstm(
            data, data[:9], config=settings, output=tmp_path / "cut", cpu=True, progress=stop
        )
    with pytest.raises(UsageError, match="holds a run already; add --resume"):
        train_bilstm(data, data[:9], config=settings, output=tmp_path / "cut", cpu=True)
    with pytest.raises(ModelError, match="made with other settings or data"):
        train_bilstm(
            data[1:], data[:9], config=settings, output=tmp_path / "cut", cpu=True, resume=True
        )
    resumed = train_bilstm(
        data, data[:9], config=settings, output=tmp_path / "cut", cpu=True, resume=True
    )
    expected, found = whole.network.state_dict(), resumed.network.state_dict()
    assert all(torch.equal(expected[name], found[name]) for name in expected)


def test_word_vectors_are_where_it_starts(tmp_path: Path) -> None:
    vectors = np.zeros((2, 8), dtype=np.float32)
    vectors[0, 0] = vectors[1, 1] = 1
    path = tmp_path / "vectors.safetensors"
    WordVectors(["film", "unseen"], vectors).save(path)
    data = reviews()
    clf = train_bilstm(
        data, data[:9], cpu=True, output=tmp_path / "out",
        config=config(word_vectors=str(path), epochs=0.1, learning_rate=1e-6),
    )  # fmt: skip
    for word, column in (("film", 0), ("unseen", 1)):
        row = clf.network.words.weight[clf.ids.encode(word)[0]]
        expected = torch.zeros(8)
        expected[column] = 8**0.5 * WORD_SCALE
        torch.testing.assert_close(row.detach(), expected, atol=1e-3, rtol=0)
    with pytest.raises(UsageError, match=r"have 8 dimensions, the network 9; set model.word_size"):
        train_bilstm(
            data, data[:9], cpu=True, output=tmp_path / "other",
            config=config(word_vectors=str(path), model=BilstmConfig(word_size=9)),
        )  # fmt: skip


def test_one_class_or_an_unknown_label(tmp_path: Path) -> None:
    data = reviews()
    liked = [example for example in data if example.label == "liked"]
    with pytest.raises(DataError, match="has one label only, 'liked'; a classifier needs two"):
        train_bilstm(liked, data, config=config(), output=tmp_path, cpu=True)
    with pytest.raises(DataError, match="has no example"):
        train_bilstm([], data, config=config(), output=tmp_path, cpu=True)
    other = [Example("x", ("A .",), "like")]
    with pytest.raises(DataError, match=r"example x has the label 'like', which .*'liked'.*hated"):
        train_bilstm(data, other, config=config(), output=tmp_path, cpu=True)
