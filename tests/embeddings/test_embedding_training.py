"""Training sentence encoders: it learns, resumes to the bit, and refuses what cannot be."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from stop_error import StopError

from scpn.config import load_config
from scpn.data.readers import PairInput
from scpn.embeddings.corpus import TextPairs, build_views, read_text_pairs
from scpn.embeddings.encoder import Encoder
from scpn.embeddings.training import (
    EmbeddingTrainingConfig,
    Prepared,
    prepare,
    retrieval_accuracy,
    train_encoder,
)
from scpn.embeddings.units import learn_units
from scpn.errors import DataError, ModelError, UsageError

THINGS = {
    "ship": "vessel", "road": "street", "rock": "stone", "child": "kid", "shop": "store",
    "woods": "forest", "gift": "present", "coat": "jacket", "doctor": "physician",
}  # fmt: skip
DEEDS = {"bought": "purchased", "saw": "noticed", "fixed": "repaired", "liked": "enjoyed"}
PEOPLE = {"ann": "ann", "tom": "tom", "the queen": "the queen", "my aunt": "my aunt"}


def synonym_pairs() -> list[tuple[str, str]]:
    """Sentences and the same with other words; without learning they share the person only."""
    return [
        (f"{who} {does} the {what}", f"{PEOPLE[who]} {DEEDS[does]} the {THINGS[what]}")
        for who in PEOPLE
        for does in DEEDS
        for what in THINGS
    ]


def write_pairs(folder: Path, *, begin: int = 0) -> PairInput:
    path = folder / "pairs.tsv"
    path.write_text("".join(f"{a}\t{b}\n" for a, b in synonym_pairs()[begin:]))
    return PairInput.parse(str(path))


def settings(*overrides: str) -> EmbeddingTrainingConfig:
    return load_config(
        EmbeddingTrainingConfig,
        overrides=[
            "encoder.parts=[{units: word, size: 16}, {units: trigram, size: 16}]",
            "objective.batch_size=10",
            "objective.mega_batches=4",
            "objective.annealing=3",
            "trainer.steps=40",
            "trainer.evaluate_every=10",
            "trainer.learning_rate=0.03",
            "trainer.warmup_steps=1",
            "dev_pairs=20",
            "min_count=1",
            *overrides,
        ],
    )


def run(folder: Path, *overrides: str, output: str = "model", **options: Any) -> Encoder:
    config = settings(*overrides)
    prepared = prepare([write_pairs(folder)], config, name="small")
    return train_encoder(prepared, config, output=folder / output, cpu=True, **options)


# -- it learns -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "overrides",
    [
        [],
        ["objective.sides=2", "objective.negatives=mix", "encoder.mix=add"],
        ["encoder.sparse=false", "objective.word_dropout=0.1"],
        ["encoder.parts=[{units: word, composition: gran, size: 16}]", "objective.scrambling=0.3"],
        [
            "encoder.parts=[{units: ngram, composition: charagram, size: 16}]",
            "trainer.learning_rate=0.005",
        ],
    ],
)
def test_synonyms_are_learned(tmp_path: Path, overrides: list[str]) -> None:
    config = settings("trainer.steps=120", "trainer.evaluate_every=60", *overrides)
    prepared = prepare([write_pairs(tmp_path)], config, name="small")
    network = prepared.encoder.network
    before = retrieval_accuracy(network, prepared.views, prepared.dev.pairs)
    best = train_encoder(prepared, config, output=tmp_path / "model", cpu=True)
    assert before < 70
    assert retrieval_accuracy(best.network, prepared.views, prepared.dev.pairs) > 90
    synonym, other, query = best.embed(["a vessel", "a jacket", "a ship"])
    assert np.dot(synonym, query) > np.dot(other, query)


def test_figures_say_loss_dev_and_speed(tmp_path: Path) -> None:
    reports: list[dict[str, float]] = []
    run(tmp_path, report=reports.append)
    assert [figures["step"] for figures in reports] == [10, 20, 30, 40]
    assert reports[-1]["loss"] < reports[0]["loss"]
    assert all(figures["pairs_per_s"] > 0 for figures in reports)
    assert reports[-1]["dev"] > reports[0]["dev"] or reports[0]["dev"] > 95
    with (tmp_path / "model/log.csv").open() as file:
        assert next(csv.reader(file)) == ["step", "seconds", "loss", "dev"]


def test_epochs_set_the_number_of_updates(tmp_path: Path) -> None:
    config = settings("epochs=2", "dev_pairs=0", "trainer.evaluate_every=1000")
    prepared = prepare([write_pairs(tmp_path)], config, name="small")
    steps: list[int] = []
    train_encoder(
        prepared,
        config,
        output=tmp_path / "model",
        cpu=True,
        progress=lambda step, total: steps.append(total),
    )
    # 144 pairs in batches of ten, twice.
    assert len(steps) == steps[0] == 29


def test_given_validation_chooses(tmp_path: Path) -> None:
    values = iter([1.0, 5.0, 2.0, 3.0])
    kept: list[float] = []

    def validate(encoder: Encoder) -> dict[str, float]:
        kept.append(float(encoder.embed(["the ship"])[0, 0]))
        return {"dev": next(values)}

    best = run(tmp_path, validate=validate)
    assert float(best.embed(["the ship"])[0, 0]) == kept[1]


def test_stored_bytes_are_loaded(tmp_path: Path) -> None:
    small = run(tmp_path, "precision=byte")
    assert np.isfinite(small.embed(["the ship"])).all()
    weights = tmp_path / "model/model.safetensors"
    assert weights.stat().st_size < 1.5 * sum(t.weight.numel() for _, t in small.network.tables)


def test_training_goes_on_from_a_trained_encoder(tmp_path: Path) -> None:
    first = run(tmp_path)
    config = settings(f"start={tmp_path / 'model'}", "trainer.seed=2")
    prepared = prepare([write_pairs(tmp_path)], config, name="second")
    texts = ["tom saw the ship", "the queen fixed the coat"]
    np.testing.assert_array_equal(prepared.encoder.embed(texts), first.embed(texts))
    second = train_encoder(prepared, config, output=tmp_path / "second", cpu=True)
    assert not np.array_equal(second.embed(texts), first.embed(texts))


# -- resuming ------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [13, 25, 38])
@pytest.mark.parametrize("negatives", ["max", "mix"])
def test_resumed_inside_a_mega_batch_equals_uninterrupted(
    tmp_path: Path, stop: int, negatives: str
) -> None:
    """Checkpoints at 10, 20 and 30 lie inside mega-batches (begun at 0 1 2 3 5 7 10 14 18 ...)."""
    extra = [f"objective.negatives={negatives}", "objective.word_dropout=0.2"]
    extra += ["trainer.evaluate_every=6"]

    def crash(step: int, total: int) -> None:
        if step == stop:
            raise StopError

    run(tmp_path, *extra, output="whole")
    with pytest.raises(StopError):
        run(tmp_path, *extra, output="parts", progress=crash)
    run(tmp_path, *extra, output="parts", resume=True)
    whole, parts = (
        torch.load(tmp_path / name / "checkpoint.pt", weights_only=True)
        for name in ("whole", "parts")
    )
    assert whole["counters"][:3] == parts["counters"][:3]
    for name, value in whole["model"].items():
        assert torch.equal(value, parts["model"][name]), name
    assert (tmp_path / "whole/model.safetensors").read_bytes() == (
        tmp_path / "parts/model.safetensors"
    ).read_bytes()


def test_other_pairs_cannot_resume(tmp_path: Path) -> None:
    run(tmp_path)
    config = settings()
    other = prepare([write_pairs(tmp_path, begin=3)], config, name="small")
    with pytest.raises(ModelError, match="was made with other settings or data"):
        train_encoder(other, config, output=tmp_path / "model", cpu=True, resume=True)
    with pytest.raises(UsageError, match="holds a run already"):
        train_encoder(other, config, output=tmp_path / "model", cpu=True)


def test_one_pair_is_a_clear_error(tmp_path: Path) -> None:
    config = settings("dev_pairs=0")
    prepared = prepare([write_pairs(tmp_path, begin=143)], config, name="small")
    with pytest.raises(DataError, match="pair 1 of 1 in a pool has no negative"):
        train_encoder(prepared, config, output=tmp_path / "model", cpu=True)


# -- pairs ---------------------------------------------------------------------------------------


def test_pairs_are_cleaned_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "mixed.tsv"
    path.write_text(
        "Rain fell.\tIt rained.\n"
        "It rained .\train fell .\n"  # the same again, turned around
        "Rain fell.\train fell .\n"  # a copy but for case and spaces
        " \tIt rained.\n"
        "Rain fell on the hills for days.\tIt rained.\n"
        "Rain fell.\tRain came down.\n"
    )
    seen: list[tuple[str, int]] = []
    pairs = read_text_pairs(
        [PairInput.parse(str(path))],
        max_words=6,
        progress=lambda name, number: seen.append((name, number)),
    )
    assert pairs.texts == ["rain fell .", "it rained .", "rain came down ."]
    assert pairs.pairs.tolist() == [[0, 1], [0, 2]]
    assert pairs.dropped == {"repeated": 1, "copies": 1, "empty": 1, "too long": 1}
    assert seen == [("mixed", 2)]


def test_limit_of_a_corpus_draws_pairs_and_drops_unused_texts(tmp_path: Path) -> None:
    source = write_pairs(tmp_path)
    limited = read_text_pairs([source], max_words=20, limits={"pairs": 30})
    assert len(limited) == 30
    assert limited.dropped == {"over the limit": 114}
    assert sorted(np.unique(limited.pairs)) == list(range(len(limited.texts)))
    again = read_text_pairs([source], max_words=20, limits={"pairs": 30})
    assert again.texts == limited.texts
    other = read_text_pairs([source], max_words=20, limits={"pairs": 30}, seed=1)
    assert other.texts != limited.texts


def test_what_a_limit_leaves_out_may_come_from_a_later_corpus(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.tsv").write_text("It rained .\tRain fell .\nHe left .\tHe went .\n")
    inputs = [PairInput.parse(str(tmp_path / f"{name}.tsv")) for name in ("one", "two")]
    pairs = read_text_pairs(inputs, max_words=9, limits={"one": 1})
    assert len(pairs) == 2
    assert pairs.dropped == {"over the limit": 1, "repeated": 1}


def test_without_held_out_pairs_the_last_parameters_are_kept(tmp_path: Path) -> None:
    steps: list[dict[str, float]] = []
    extra = ["dev_pairs=0", "trainer.steps=20", "trainer.evaluate_every=2", "trainer.patience=2"]
    kept = run(tmp_path, *extra, report=steps.append)
    assert [figures["step"] for figures in steps] == list(range(2, 21, 2))
    last = torch.load(tmp_path / "model/checkpoint.pt", weights_only=True)["model"]
    for name, values in kept.network.state_dict().items():
        assert torch.allclose(values, last[name]), name


def test_limit_for_no_corpus_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="limits name 'pears', which is none of the inputs: pairs"):
        read_text_pairs([write_pairs(tmp_path)], max_words=20, limits={"pears": 30})


def test_no_usable_pair_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no pair can be used: .*'too long': 144"):
        read_text_pairs([write_pairs(tmp_path)], max_words=2)


def test_held_out_pairs_share_no_text_with_the_others() -> None:
    pairs = TextPairs([str(n) for n in range(8)], np.array([[0, 1], [1, 2], [3, 4], [5, 6]]), {})
    for seed in range(10):
        train, dev = pairs.hold_out(1, seed=seed)
        assert len(dev) == 1
        assert not set(train.pairs.ravel()) & set(dev.pairs.ravel())
    with pytest.raises(DataError, match="with 4 pairs held out none of 4 remains"):
        pairs.hold_out(4, seed=0)


def test_views_hold_the_units_of_each_text() -> None:
    texts = ["rain fell", "snow", "rain came"]
    units = {"word": learn_units("word", [t.split() for t in texts], size=3)}
    views = build_views([*texts, "sun"], units)  # type: ignore[arg-type]
    assert views["word"].ids.tolist() == [0, 2, 0, 1]  # snow, the fourth by alphabet, is unknown
    assert views["word"].lengths.tolist() == [2, 0, 2, 0]


def test_retrieval_accuracy_by_hand(tmp_path: Path) -> None:
    texts = ["ann", "ann", "tom", "tom tom", "queen", "tom ann"]
    config = settings("encoder.parts=[{units: word, size: 2}]", "dev_pairs=0")
    prepared: Prepared = prepare([write_pairs(tmp_path)], config, name="small")
    units = prepared.encoder.units
    table = prepared.encoder.network.tables[0][1].weight
    with torch.no_grad():
        table.zero_()
        table[units["word"].encode(["ann"])] = torch.tensor([1.0, 0.0])
        table[units["word"].encode(["tom"])] = torch.tensor([0.0, 1.0])
        table[units["word"].encode(["queen"])] = torch.tensor([-1.0, 0.1])
    # The nearest of ann, tom tom, tom ann: right for ann and tom, "tom tom" for queen.
    pairs = np.array([[0, 1], [2, 3], [4, 5]])
    accuracy = retrieval_accuracy(prepared.encoder.network, build_views(texts, units), pairs)
    assert accuracy == pytest.approx(200 / 3)
    assert retrieval_accuracy(prepared.encoder.network, {}, pairs[:0]) == 0.0
