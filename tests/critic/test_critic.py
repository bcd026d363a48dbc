"""The critic: its network, what it says of pairs, its folder, its training."""

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest
import torch
from stop_error import StopError
from tiny_encoder import WORDS, write_tiny_encoder
from typer.testing import CliRunner

from scpn.cli.train import app
from scpn.critic import Critic, Verdict, load_critic
from scpn.critic.critic import PairCritic
from scpn.critic.network import CriticConfig, CriticNetwork
from scpn.critic.readings import Reading
from scpn.critic.training import (
    CriticTrainingConfig,
    batch_loss,
    calibration_error,
    score_critic,
    train_critic,
)
from scpn.errors import DataError, ModelError, UsageError
from scpn.parsing.subwords import SubwordEncoder
from scpn.training.trainer import TrainerConfig

PAIRS = [
    ("the old man sleeps.", "the old dog drove home in the dog."),
    ("", "we sleep"),
    ("she drove home", "home she drove"),
]


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_encoder(tmp_path_factory.mktemp("encoders") / "tiny")


@pytest.fixture
def critic(encoder: Path) -> PairCritic:
    torch.manual_seed(0)
    config = CriticConfig(width=8)
    network = CriticNetwork(SubwordEncoder.from_pretrained(str(encoder)), config=config).eval()
    return PairCritic(network, config=config, name="tiny", threshold=0.4)


def test_pairs_are_judged_alike_alone_and_in_batches(critic: PairCritic) -> None:
    alone = torch.cat([critic.predict([pair]) for pair in PAIRS])
    torch.testing.assert_close(critic.predict(PAIRS), alone)
    torch.testing.assert_close(critic.predict(PAIRS, batch_size=2), alone)
    assert critic.predict([]).shape == (0, 5)
    with pytest.raises(UsageError, match="batch_size is 0, must be at least 1"):
        critic.predict(PAIRS, batch_size=0)


def test_verdicts_are_labels_of_the_lower_cased_text(critic: PairCritic) -> None:
    judge: Critic = critic
    tokens = (["She", "drove", "home", "."], ["Home", ",", "she", "drove", "."])
    [verdict] = judge.judge([tokens])
    row = critic.predict([("she drove home.", "home, she drove.")])[0].tolist()
    assert verdict == Verdict(same=row[1], english=row[2], quality=row[3])


def test_a_long_text_is_cut_to_what_the_encoder_takes(critic: PairCritic) -> None:
    # 64 positions less [CLS] and two [SEP] leave 30 pieces for each text.
    long = ["the dog " * 15, "we " * 30]
    expected = critic.predict([(long[0], long[1])])
    torch.testing.assert_close(critic.predict([(long[0] + "home", long[1] + "she")]), expected)
    assert not torch.equal(critic.predict([("we " * 29 + "home", long[1])]), expected)


def test_what_speaks_beside_the_texts_multiplies_the_odds() -> None:
    verdict = Verdict(same=0.9, english=0.8, quality=0.2)
    # 1 to 4 becomes 3 to 4.
    weighed = verdict.weigh(math.log(3))
    assert weighed.quality == pytest.approx(3 / 7)
    assert (weighed.same, weighed.english) == (0.9, 0.8)
    assert verdict.weigh(0.0) is verdict
    assert 0 < Verdict(1, 1, 0.0).weigh(-5).quality < Verdict(1, 1, 1.0).weigh(-5).quality < 1


def test_saved_and_loaded_it_says_the_same(critic: PairCritic, tmp_path: Path) -> None:
    critic.writer_odds["rule"] = 1.5
    critic.save(tmp_path / "critic")
    loaded = load_critic(tmp_path / "critic", device="cpu")
    assert (loaded.name, loaded.threshold) == ("tiny", 0.4)
    assert loaded.writer_odds == {"rule": 1.5}
    torch.testing.assert_close(loaded.predict(PAIRS), critic.predict(PAIRS))
    critic.save(tmp_path / "bytes", precision="byte")
    small = PairCritic.load(tmp_path / "bytes", device="cpu").predict(PAIRS)
    torch.testing.assert_close(small, critic.predict(PAIRS), atol=0.05, rtol=0)


def test_a_damaged_folder_is_an_error(critic: PairCritic, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        load_critic(tmp_path / "none")
    critic.save(tmp_path)
    path = tmp_path / "config.json"
    description = json.loads(path.read_text())
    path.write_text(json.dumps(description | {"network": {"height": 3}}))
    with pytest.raises(ModelError, match=r"config\.json is damaged"):
        load_critic(tmp_path)
    path.write_text(json.dumps(description | {"network": {"width": 9}}))
    with pytest.raises(ModelError, match="of another model"):
        load_critic(tmp_path)


def test_the_loss_counts_known_labels_by_weight(critic: PairCritic) -> None:
    readings = [
        Reading(*PAIRS[0], (None, 0.25, None, 1.0, None), weight=2.0),
        Reading(*PAIRS[2], (None, None, 0.0, None, None), weight=0.5),
    ]
    loss, weight = batch_loss(critic.network, readings)
    first, second = critic.predict([PAIRS[0], PAIRS[2]]).tolist()
    expected = -2 * (0.25 * math.log(first[1]) + 0.75 * math.log(1 - first[1]))
    expected += -2 * math.log(first[3]) - 0.5 * math.log(1 - second[2])
    assert (loss.item(), weight.item()) == (pytest.approx(expected, rel=1e-4), 4.5)


def test_calibration_error_of_two_groups() -> None:
    # Sorted by score: 0.1 and 0.3 of which one is true, 0.8 and 1.0 which both are.
    # |1 - 0.4| + |2 - 1.8| = 0.8, over four.
    error = calibration_error([True, True, False, True], [0.8, 0.1, 0.3, 1.0], groups=2)
    assert error == pytest.approx(0.2)


def copies(num: int, seed: int) -> list[Reading]:
    """A task: good are pairs of the same words in any order, bad is one word exchanged."""
    rng = random.Random(seed)
    readings = []
    for number in range(num):
        words = rng.sample(WORDS, k=4)
        said = rng.sample(words, k=4)
        is_good = number % 2 == 0
        if not is_good:
            said[0] = rng.choice([word for word in WORDS if word not in words])
        labels = (None, float(is_good), None, float(is_good), float(is_good))
        readings.append(Reading(" ".join(words), " ".join(said), labels))
    return readings


def config(encoder: Path | str, **trainer: Any) -> CriticTrainingConfig:
    settings = {"steps": 6, "evaluate_every": 2, "warmup_steps": 2, "ema_decay": 0.9} | trainer
    return CriticTrainingConfig(
        encoder=str(encoder),
        model=CriticConfig(width=16, dropout=0.0),
        trainer=TrainerConfig(**settings),
        batch_size=16,
        encoder_learning_rate=3e-4,
    )


@pytest.mark.slow
def test_learns_which_pairs_have_the_same_words(encoder: Path, tmp_path: Path) -> None:
    settings = config(encoder, steps=250, evaluate_every=250, learning_rate=1e-2)
    held_out = copies(100, seed=2)
    critic = train_critic(copies(800, 1), held_out, config=settings, output=tmp_path, cpu=True)
    figures = score_critic(critic, held_out)
    assert figures["auc"] == (figures["auc-good"] + figures["auc-sound"]) / 2
    assert figures["auc-good"] > 95
    assert figures["error-good"] < 15


def test_an_interrupted_training_ends_like_another(encoder: Path, tmp_path: Path) -> None:
    data = (copies(40, 1), copies(10, 2))
    whole = train_critic(*data, config=config(encoder), output=tmp_path / "whole", cpu=True)

    def stop(figures: dict[str, float]) -> None:
        if figures["step"] == 4:
            raise StopError

    options: dict[str, Any] = {"config": config(encoder), "output": tmp_path / "cut", "cpu": True}
    with pytest.raises(StopError):
        train_critic(*data, **options, report=stop)
    resumed = train_critic(*data, **options, resume=True)
    torch.testing.assert_close(resumed.predict(PAIRS), whole.predict(PAIRS), rtol=0, atol=0)
    assert (whole.name, resumed.name) == ("whole", "cut")


def test_goes_on_from_a_critic_and_leaves_frozen_layers(
    encoder: Path, critic: PairCritic, tmp_path: Path
) -> None:
    critic.save(tmp_path / "first")
    settings = config("")
    settings.initial, settings.frozen_layers = str(tmp_path / "first"), 1
    data = (copies(40, 1), copies(10, 2))
    further = train_critic(*data, config=settings, output=tmp_path / "further", cpu=True)
    assert further.threshold == 0.4
    before, after = critic.network.state_dict(), further.network.state_dict()
    changed = {name for name in before if not torch.equal(before[name], after[name])}
    pretrained = {name for name in changed if name.startswith("subwords.")}
    assert not any("embeddings" in name or ".layer.0." in name for name in pretrained)
    assert any(name.startswith("compare.") for name in changed)


def test_what_cannot_be_trained_is_said_first(encoder: Path, tmp_path: Path) -> None:
    good = [reading for reading in copies(10, 1) if reading.labels[3]]
    cases: list[tuple[type[Exception], str, Any, Any, CriticTrainingConfig]] = [
        (DataError, "no readings to train on", [], copies(4, 1), config(encoder)),
        (DataError, "some that are good and some that are not", good, good, config(encoder)),
        (
            UsageError,
            "either a pretrained encoder, encoder=FOLDER, or",
            good,
            copies(4, 1),
            config(""),
        ),
    ]
    for error, message, train, dev, settings in cases:
        with pytest.raises(error, match=message):
            train_critic(train, dev, config=settings, output=tmp_path / "x", cpu=True)
    assert not (tmp_path / "x").exists()


def test_command_trains_on_readings_and_on_trees(encoder: Path, tmp_path: Path) -> None:
    graded = tmp_path / "graded.tsv"
    rows = [(r.source, r.paraphrase, "2" if r.labels[3] else "0") for r in copies(20, 1)]
    graded.write_text(
        "source\tparaphrase\tgrade\n" + "".join("\t".join(row) + "\n" for row in rows)
    )
    trees = tmp_path / "trees.txt"
    trees.write_text(
        "(S (NP (PRP we)) (VP (VBP sleep) (PP (IN in) (NP (DT the) (NN home)))) (. .))\n"
    )
    small = ["model.width=8", "trainer.steps=2", "trainer.evaluate_every=1", "batch_size=8"]
    arguments = ["--readings", graded, "--text", trees, "--dev", graded, "--cpu"]
    command = ["critic", *map(str, arguments), "-o", str(tmp_path / "critic"), *small]
    result = CliRunner().invoke(app, [*command, f"encoder={encoder}"])
    assert result.exit_code == 0, result.output
    assert load_critic(tmp_path / "critic").name == "critic"
    assert "auc-good" in (tmp_path / "critic" / "log.csv").read_text()
    result = CliRunner().invoke(app, command[:1])
    assert result.exit_code == 2
