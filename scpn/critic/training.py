"""Training a critic on readings, over a pretrained encoder or from an earlier critic."""

import dataclasses
import math
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import torch
from sklearn.metrics import roc_auc_score
from torch import Tensor, nn
from torch.nn import functional

from scpn.critic.corruptions import make_readings
from scpn.critic.critic import PairCritic, load_critic
from scpn.critic.network import CriticConfig, CriticNetwork
from scpn.critic.readings import LABELS, Reading, read_readings
from scpn.errors import DataError, UsageError
from scpn.parsing.subwords import SubwordEncoder
from scpn.parsing.treebank import load_treebank
from scpn.training.batching import LengthBatches
from scpn.training.checksum import checksum
from scpn.training.optimizers import rates_over_encoder
from scpn.training.trainer import Trainer, TrainerConfig

_MAX_WORDS = 60  # of a sentence that readings are made from


def _trainer_config() -> TrainerConfig:
    return TrainerConfig(
        steps=4000, learning_rate=1e-3, warmup_steps=200, ema_decay=0.995, evaluate_every=250
    )


@dataclasses.dataclass
class CriticTrainingConfig:
    """How a critic is trained."""

    encoder: str = ""
    """Pretrained encoder: a folder or a name on the hub. Empty if `initial` is given."""
    initial: str = ""
    """Critic to go on from: a folder or the name of a bundled one."""
    model: CriticConfig = dataclasses.field(default_factory=CriticConfig)
    """Sizes of the network above a new encoder."""
    trainer: TrainerConfig = dataclasses.field(default_factory=_trainer_config)
    """Updates, learning rate, evaluation."""
    batch_size: int = 32
    """Pairs of a batch; an update uses `trainer.accumulate` batches in each process."""
    encoder_learning_rate: float = 1e-4
    """Peak learning rate of the encoder; `trainer.learning_rate` is that of the rest."""
    frozen_layers: int = 0
    """Lowest layers of the encoder that stay as they are; its embeddings always do."""


def load_readings(files: Iterable[Path], *, trees: Sequence[Path] = ()) -> list[Reading]:
    """Read what readers said, and make readings of good sentences; see `make_readings`.

    Args:
        files: Tables of readings.
        trees: Files with one tree of a good sentence a line; those of long ones are left out.

    Raises:
        DataError: A file cannot be read, or a line is no reading or no tree.
    """
    readings = [reading for path in files for reading in read_readings(path)]
    if trees:
        readings += make_readings(load_treebank(trees, max_words=_MAX_WORDS))
    return readings


def train_critic(
    train: Sequence[Reading],
    dev: Sequence[Reading],
    *,
    config: CriticTrainingConfig,
    output: Path,
    resume: bool = False,
    cpu: bool = False,
    report: Callable[[dict[str, float]], None] = lambda figures: None,
    progress: Callable[[int, int], None] = lambda step, total: None,
) -> PairCritic:
    """Train and keep the parameters that separate good from other outputs best.

    Args:
        train: Readings to learn from.
        dev: Readings of outputs that choose the best parameters; see `score_critic`.
        config: Hyperparameters.
        output: Folder of the critic, the checkpoint, `log.csv` and `training.yaml`.
        resume: Continue from the checkpoint in `output`.
        cpu: Stay on the CPU even if there is a GPU.
        report: Called with the figures of each evaluation.
        progress: Called with (finished updates, all updates).

    Returns:
        The best critic, as it is saved in `output`.

    Raises:
        UsageError: There is neither an encoder nor an earlier critic, or both; or `output` holds
            a checkpoint and `resume` is false.
        DataError: No training readings, or dev readings that cannot decide.
        ModelError: Something cannot be loaded, or the checkpoint is of another run.
    """
    if not train:
        raise DataError("there are no readings to train on")
    torch.manual_seed(config.trainer.seed)
    critic = _new_critic(config, name=output.resolve().name)
    score_critic(critic, dev)  # says now, not after the first updates, what is wrong with them
    _freeze(critic.network, config.frozen_layers)
    batches = LengthBatches(
        [len(reading.source) + len(reading.paraphrase) for reading in train],
        batch_size=config.batch_size,
        seed=config.trainer.seed,
    )
    trainer = Trainer(
        critic.network,
        config=config.trainer,
        output=output,
        draw=lambda number: [train[index] for index in batches.draw(number)],
        loss=batch_loss,
        evaluate=lambda _: score_critic(critic, dev),
        keep=lambda state: critic.save(output, state=state),
        criterion="auc",
        resume=resume,
        cpu=cpu,
        identity={
            "readings": len(train),
            "checksum": checksum(f"{reading.source}\t{reading.paraphrase}" for reading in train),
        },
        settings=config,
        rate=rates_over_encoder(
            config.trainer.learning_rate, encoder_rate=config.encoder_learning_rate
        ),
        report=report,
        progress=progress,
    )
    trainer.run()
    return PairCritic.load(output)


def batch_loss(network: nn.Module, readings: Sequence[Reading]) -> tuple[Tensor, Tensor]:
    """Cross-entropy of the labels that are known, summed by weight, and the sum of weights.

    A label may lie between 0 and 1, such as the share of readers who agreed.
    """
    logits = network([(reading.source, reading.paraphrase) for reading in readings])
    known = [[label is not None for label in reading.labels] for reading in readings]
    labels = [[label or 0.0 for label in reading.labels] for reading in readings]
    weights = logits.new_tensor([reading.weight for reading in readings])
    weights = weights.unsqueeze(1) * logits.new_tensor(known)
    loss = functional.binary_cross_entropy_with_logits(
        logits, logits.new_tensor(labels), weight=weights, reduction="sum"
    )
    return loss, weights.sum()


def score_critic(critic: PairCritic, readings: Sequence[Reading]) -> dict[str, float]:
    """How well a critic tells readings apart, in percent.

    Returns:
        `auc`, the mean of `auc-good` and `auc-sound`: the chance that an output with the label
        scores higher than one without it (area under the ROC curve). `error-good`: how far the
        predicted share of good outputs is off on average, over ten groups of equal size sorted
        by prediction (expected calibration error).

    Raises:
        DataError: All readings have one value of a label.
    """
    texts = [(reading.source, reading.paraphrase) for reading in readings]
    predicted = critic.predict(texts)
    figures: dict[str, float] = {}
    for name in ("good", "sound"):
        column = LABELS.index(name)
        known = [(i, r.labels[column]) for i, r in enumerate(readings)]
        pairs = [
            (label >= 0.5, float(predicted[i, column])) for i, label in known if label is not None
        ]
        if len({truth for truth, _ in pairs}) < 2:
            raise DataError(f"dev readings need some that are {name} and some that are not")
        truths, scores = zip(*pairs, strict=True)
        figures[f"auc-{name}"] = 100 * float(roc_auc_score(truths, scores))
        if name == "good":
            figures["error-good"] = 100 * calibration_error(truths, scores)
    return {"auc": (figures["auc-good"] + figures["auc-sound"]) / 2, **figures}


def calibration_error(
    truths: Sequence[bool], scores: Sequence[float], *, groups: int = 10
) -> float:
    """Mean distance of predicted and true shares over groups of equal size, sorted by score."""
    order = sorted(range(len(scores)), key=scores.__getitem__)
    size = math.ceil(len(order) / groups)
    error = 0.0
    for begin in range(0, len(order), size):
        group = order[begin : begin + size]
        error += abs(sum(truths[i] for i in group) - sum(scores[i] for i in group))
    return error / len(order)


def _new_critic(config: CriticTrainingConfig, *, name: str) -> PairCritic:
    """A critic to train."""
    if bool(config.encoder) == bool(config.initial):
        raise UsageError(
            "give either a pretrained encoder, encoder=FOLDER, "
            "or a critic to go on from, initial=FOLDER"
        )
    if config.initial:
        critic = load_critic(config.initial)
        critic.name = name
        return critic
    network = CriticNetwork(SubwordEncoder.from_pretrained(config.encoder), config=config.model)
    return PairCritic(network, config=config.model, name=name)


def _freeze(network: CriticNetwork, layers: int) -> None:
    """Leave the embeddings of the encoder and its lowest layers as they are."""
    for name, parameter in network.subwords.named_parameters():
        layer = re.search(r"\.layers?\.(\d+)\.", name)
        if "embeddings" in name or (layer is not None and int(layer[1]) < layers):
            parameter.requires_grad_(False)
