"""Training the two networks: what they are fed, and that runs can be resumed."""

import dataclasses
import random
from pathlib import Path
from typing import Any

import pytest
import torch
from network_corpus import NOUNS, VERBS, write_pairs, write_trees
from torch import Tensor

from scpn.errors import DataError, ModelError
from scpn.models.model import NetworkConfig
from scpn.models.recurrent import RecurrentConfig
from scpn.training.batching import BatchSampler
from scpn.training.corpus import Corpus, CorpusConfig, prepare_corpus
from scpn.training.networks import (
    NetworkTrainingConfig,
    batch_loss,
    build_model,
    dev_batches,
    examples_for,
    mean_loss,
    train_network,
)
from scpn.training.trainer import TrainerConfig

NUM_PAIRS = len(NOUNS) * len(VERBS) * (len(NOUNS) - 1)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("corpus")
    return prepare_corpus(
        folder / "packed",
        shards=[write_pairs(folder / "pairs", splits=("train", "dev"))],
        trees=[write_trees(folder / "trees.txt")],
        config=CorpusConfig(vocabulary_size=300),
    )


def config(steps: int = 6, **options: Any) -> NetworkTrainingConfig:
    sizes = RecurrentConfig(
        embedding_size=16,
        encoder_size=12,
        control_embedding_size=8,
        control_size=8,
        decoder_size=16,
    )
    return NetworkTrainingConfig(
        network=NetworkConfig(recurrent=sizes),
        trainer=TrainerConfig(steps=steps, evaluate_every=3, warmup_steps=2, learning_rate=1e-2),
        batch_tokens=200,
        dev_examples=20,
        **options,
    )


def sampler_for(role: Any, corpus: Corpus, settings: NetworkTrainingConfig) -> BatchSampler:
    model = build_model(role, settings, corpus)
    examples = examples_for(role, settings, corpus, "train")
    return BatchSampler(examples, model.alignment, budget=settings.batch_tokens, seed=1)


def test_the_paraphraser_learns_from_pairs_text_and_reconstruction(corpus: Corpus) -> None:
    train = len(corpus.pairs["train"])
    mixture = examples_for("paraphraser", config(), corpus, "train")
    assert mixture.sizes == [2 * train, 32, train]
    assert [share for _, share in mixture.parts] == [1.0, 0.5, 0.15]
    bare = config(reconstruction_share=0.0, pair_reconstruction_share=0.0)
    assert examples_for("paraphraser", bare, corpus, "train").sizes == [2 * train]
    without_text = dataclasses.replace(corpus, text=None)
    assert examples_for("paraphraser", config(), without_text, "train").sizes == [2 * train, train]


def test_the_parse_generator_learns_from_pairs(corpus: Corpus) -> None:
    mixture = examples_for("parse-generator", config(pairs_share=0.5), corpus, "train")
    assert mixture.sizes == [2 * len(corpus.pairs["train"])]
    assert [share for _, share in mixture.parts] == [0.5]


@pytest.mark.parametrize("role", ["parse-generator", "paraphraser"])
def test_dev_examples_are_all_pairs_in_both_directions(role: Any, corpus: Corpus) -> None:
    mixture = examples_for(role, config(pairs_share=0.1), corpus, "dev")
    assert mixture.sizes == [2 * len(corpus.pairs["dev"])]


def test_a_split_without_pairs_is_refused(corpus: Corpus) -> None:
    with pytest.raises(DataError, match="the packed corpus has no test pairs; label more of them"):
        examples_for("paraphraser", config(), corpus, "test")


def test_the_same_seed_builds_the_same_model(corpus: Corpus) -> None:
    one, other = (build_model("paraphraser", config(), corpus) for _ in range(2))
    other_state = other.network.state_dict()
    for name, value in one.network.state_dict().items():
        assert torch.equal(value, other_state[name])


def test_dev_batches_are_the_same_every_time(corpus: Corpus) -> None:
    settings = config()
    sampler = sampler_for("paraphraser", corpus, settings)
    dev = examples_for("paraphraser", settings, corpus, "dev")
    first, second = (dev_batches(dev, sampler, 30) for _ in range(2))
    assert sum(len(batch.source) for batch in first) == 30
    for one, other in zip(first, second, strict=True):
        assert torch.equal(one.target, other.target)
    assert sum(len(b.source) for b in dev_batches(dev, sampler, 10_000)) == len(dev)


def test_the_mean_loss_is_per_token_whatever_the_batches(corpus: Corpus) -> None:
    settings = config()
    model = build_model("paraphraser", settings, corpus)
    model.network.eval().requires_grad_(False)
    sampler = sampler_for("paraphraser", corpus, settings)
    dev = examples_for("paraphraser", settings, corpus, "dev")
    rows = [dev.get(index, random.Random(0)) for index in range(5)]
    together = mean_loss(model.network, [sampler.collate(rows)], model.device)
    apart = mean_loss(model.network, [sampler.collate([row]) for row in rows], model.device)
    assert together == pytest.approx(apart, rel=1e-5)
    loss, weight = batch_loss(model.network, sampler.collate(rows))
    assert together == pytest.approx(float(loss / weight), rel=1e-6)
    assert int(weight) == sum(len(row.target) for row in rows)


def state_of(path: Path, corpus: Corpus, role: Any, **options: Any) -> dict[str, Tensor]:
    options = {"config": config(), "cpu": True} | options
    model = train_network(role, corpus=corpus, output=path, **options)
    return model.network.state_dict()


@pytest.mark.parametrize("role", ["parse-generator", "paraphraser"])
def test_a_run_that_was_killed_and_resumed_ends_the_same(
    role: Any, corpus: Corpus, tmp_path: Path
) -> None:
    class KilledError(Exception):
        pass

    def kill(figures: dict[str, float]) -> None:
        raise KilledError

    whole = state_of(tmp_path / "whole", corpus, role)
    with pytest.raises(KilledError):
        state_of(tmp_path / "killed", corpus, role, report=kill)
    resumed = state_of(tmp_path / "killed", corpus, role, resume=True)
    assert all(torch.equal(resumed[name], value) for name, value in whole.items())


def test_a_run_is_not_resumed_as_another(corpus: Corpus, tmp_path: Path) -> None:
    state_of(tmp_path, corpus, "paraphraser")
    other = config(drop=0.25)
    with pytest.raises(ModelError, match="was made with other settings or data"):
        state_of(tmp_path, corpus, "paraphraser", config=other, resume=True)
    with pytest.raises(ModelError, match="was made with other settings or data"):
        state_of(tmp_path, corpus, "parse-generator", resume=True)


def test_figures_hold_the_dev_loss_and_what_validation_adds(corpus: Corpus, tmp_path: Path) -> None:
    seen: list[dict[str, float]] = []
    state_of(
        tmp_path,
        corpus,
        "parse-generator",
        validate=lambda model: {"mode": float(model.network.training)},
        report=seen.append,
    )
    assert [figures["step"] for figures in seen] == [3, 6]
    assert all(figures["mode"] == 0.0 and figures["dev_loss"] > 0 for figures in seen)


@pytest.mark.slow
@pytest.mark.parametrize("role", ["parse-generator", "paraphraser"])
def test_the_dev_loss_falls(role: Any, corpus: Corpus, tmp_path: Path) -> None:
    losses: list[float] = []
    settings = config(steps=200)
    settings.trainer.evaluate_every = 50
    settings.trainer.ema_decay = 0.9
    state_of(tmp_path, corpus, role, config=settings, report=lambda f: losses.append(f["dev_loss"]))
    assert losses[-1] < 0.5 * losses[0]
    assert losses[-1] < 1.0


def test_training_starts_from_a_saved_model(corpus: Corpus, tmp_path: Path) -> None:
    first = build_model("paraphraser", config(), corpus)
    with torch.no_grad():
        for value in first.network.parameters():
            value.add_(0.5)
    first.save(tmp_path / "first")
    again = build_model("paraphraser", config(start=str(tmp_path / "first")), corpus)
    for name, value in again.network.state_dict().items():
        assert torch.equal(value, first.network.state_dict()[name]), name


def test_training_does_not_start_from_a_model_of_other_pieces(
    corpus: Corpus, tmp_path: Path
) -> None:
    build_model("paraphraser", config(), corpus).save(tmp_path / "first")
    settings = CorpusConfig(vocabulary_size=290)
    shards = [write_pairs(tmp_path / "pairs", splits=("train", "dev"))]
    other = prepare_corpus(tmp_path / "packed", shards=shards, trees=[], config=settings)
    with pytest.raises(ModelError, match=r"other pieces .pack the corpus with corpus\.subwords="):
        build_model("paraphraser", config(start=str(tmp_path / "first")), other)
    taken = CorpusConfig(vocabulary_size=290, subwords=str(tmp_path / "first"))
    same = prepare_corpus(tmp_path / "packed again", shards=shards, trees=[], config=taken)
    assert same.pieces.model == corpus.pieces.model
    build_model("paraphraser", config(start=str(tmp_path / "first")), same)


def test_training_does_not_start_from_a_network_of_another_size(
    corpus: Corpus, tmp_path: Path
) -> None:
    settings = config()
    build_model("parse-generator", settings, corpus).save(tmp_path / "first")
    settings.network.recurrent.decoder_size = 20
    settings.start = str(tmp_path / "first")
    with pytest.raises(ModelError, match="another network"):
        build_model("parse-generator", settings, corpus)
