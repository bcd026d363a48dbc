"""Training sentence encoders on paraphrase pairs."""

import dataclasses
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from accelerate import PartialState
from torch import nn
from torch.nn import functional as F

from scpn import training
from scpn.data.readers import PairInput
from scpn.embeddings.corpus import TextPairs, build_views, read_text_pairs
from scpn.embeddings.encoder import Encoder
from scpn.embeddings.initialization import continue_from, start_from_word_vectors
from scpn.embeddings.megabatches import MegaBatches, ObjectiveConfig, embed_rows
from scpn.embeddings.network import EncoderConfig, Views
from scpn.embeddings.units import UnitKind, Units, learn_units
from scpn.errors import UsageError
from scpn.pretrained.precision import Precision
from scpn.training.checksum import checksum
from scpn.training.trainer import Trainer, TrainerConfig
from scpn.word_vectors import WordVectors

PRESETS = Path(training.__file__).with_name("presets")
_PREFIX = "embeddings-"


def _trainer_config() -> TrainerConfig:
    return TrainerConfig(
        learning_rate=1e-3, warmup_steps=100, ema_decay=0.0, evaluate_every=1000, clip_norm=1e9
    )


def _max_units() -> dict[UnitKind, int]:
    return {"word": 30_000, "trigram": 20_000, "ngram": 60_000, "piece": 20_000}


@dataclasses.dataclass
class EmbeddingTrainingConfig:
    """How a sentence encoder is trained."""

    encoder: EncoderConfig = dataclasses.field(default_factory=EncoderConfig)
    """Which encoders."""
    objective: ObjectiveConfig = dataclasses.field(default_factory=ObjectiveConfig)
    """Loss, negatives, noise."""
    trainer: TrainerConfig = dataclasses.field(default_factory=_trainer_config)
    """Updates, learning rate, evaluation."""
    epochs: float = 0.0
    """If not 0, the number of updates is so many times the training pairs."""
    max_units: dict[UnitKind, int] = dataclasses.field(default_factory=_max_units)
    """Largest vocabulary of each kind of unit."""
    min_count: int = 2
    """Rarer units of the training text have no vector."""
    max_words: int = 60
    """Pairs with a longer side are left out."""
    limits: dict[str, int] = dataclasses.field(default_factory=dict)
    """Pairs at most of a corpus, by its name."""
    dev_pairs: int = 1000
    """Pairs held out; the figure is how often the right one of them is nearest."""
    word_vectors: str = ""
    """File of `scpn train word-vectors` with initial vectors; empty begins at random."""
    start: str = ""
    """Folder of a trained encoder to go on from, with its units, as many as `max_units` allows."""
    smoothing: float = 3e-4
    """Frequency at which initial vectors are halved; 0 takes them as they are."""
    precision: Precision = "single"
    """How numbers are stored: single, half, or byte (a scale for each row)."""


@dataclasses.dataclass
class Prepared:
    """Everything that training needs beside its settings."""

    encoder: Encoder
    views: Views
    train: TextPairs
    dev: TextPairs


def prepare(
    inputs: Sequence[PairInput],
    config: EmbeddingTrainingConfig,
    *,
    name: str,
    progress: Callable[[str, int], None] = lambda name, pairs: None,
) -> Prepared:
    """Read the pairs, learn the vocabularies, build the untrained encoder.

    Raises:
        DataError: The pairs cannot be read, or are too few.
        UsageError: The settings do not fit together.
    """
    seed = config.trainer.seed
    pairs = read_text_pairs(
        inputs, max_words=config.max_words, limits=config.limits, seed=seed, progress=progress
    )
    train, dev = pairs.hold_out(config.dev_pairs, seed=seed)
    torch.manual_seed(seed)
    if config.start:
        folder, sizes = Path(config.start), config.max_units
        encoder = continue_from(folder, config.encoder, max_units=sizes, name=name)
        views = build_views(pairs.texts, encoder.units)
    else:
        encoder = Encoder(config.encoder, _learn_units(train, config), name=name)
        views = build_views(pairs.texts, encoder.units)
        if config.word_vectors:
            vectors, a = WordVectors.load(Path(config.word_vectors)), config.smoothing
            start_from_word_vectors(encoder.network, encoder.units, vectors, views, smoothing=a)
    encoder.network.remember_start()
    return Prepared(encoder, views, train, dev)


def _learn_units(train: TextPairs, config: EmbeddingTrainingConfig) -> dict[UnitKind, Units]:
    """Vocabularies of the texts in training pairs."""
    used = np.unique(train.pairs)
    return {
        kind: learn_units(
            kind,
            (train.texts[index].split(" ") for index in used),
            size=config.max_units[kind],
            min_count=config.min_count,
        )
        for kind in config.encoder.kinds
    }


def train_encoder(
    prepared: Prepared,
    config: EmbeddingTrainingConfig,
    *,
    output: Path,
    validate: Callable[[Encoder], dict[str, float]] | None = None,
    resume: bool = False,
    cpu: bool = False,
    report: Callable[[dict[str, float]], None] = lambda figures: None,
    progress: Callable[[int, int], None] = lambda step, total: None,
) -> Encoder:
    """Train and keep the best parameters.

    Args:
        prepared: From `prepare`, with the same settings.
        config: Hyperparameters.
        output: Folder of the model, the checkpoint, `log.csv` and `training.yaml`.
        validate: Figures of the encoder, "dev" among them, which decides which parameters are
            best; without it `retrieval_accuracy` on the held-out pairs does.
        resume: Continue from the checkpoint in `output`.
        cpu: Stay on the CPU even if there is a GPU.
        report: Called with the figures of each evaluation, speed in pairs a second included.
        progress: Called with (finished updates, all updates).

    Returns:
        The best encoder, as it is saved in `output`.

    Raises:
        UsageError: `output` holds a checkpoint and `resume` is false.
        ModelError: The checkpoint was made with other settings or pairs, or is damaged.
        DataError: A pair has no negative.
    """
    encoder = prepared.encoder
    # The first to ask accelerate for its state decides about the GPU.
    processes = PartialState(cpu=cpu).num_processes
    batches_per_update = config.trainer.accumulate * int(processes)
    pairs_per_update = batches_per_update * min(config.objective.batch_size, len(prepared.train))
    settings = _with_updates(config, len(prepared.train) / pairs_per_update)
    batches = MegaBatches(
        prepared.views,
        prepared.train.pairs,
        config=config.objective,
        seed=config.trainer.seed,
        batches_per_update=batches_per_update,
        ordered=frozenset(part.units for part in config.encoder.parts if part.is_ordered),
    )
    has_dev = validate is not None or len(prepared.dev.pairs) > 0

    def evaluate(network: nn.Module) -> dict[str, float]:
        if validate is not None:
            return validate(encoder)
        if not has_dev:
            return {}
        return {"dev": retrieval_accuracy(network, prepared.views, prepared.dev.pairs)}

    trainer = Trainer(
        encoder.network,
        config=settings,
        output=output,
        draw=batches.draw,
        loss=batches.loss,
        evaluate=evaluate,
        keep=lambda state: encoder.save(output, state=state, precision=config.precision),
        criterion="dev" if has_dev else "step",  # with nothing to choose by, the last is best
        resume=resume,
        cpu=cpu,
        identity={
            "pairs": len(prepared.train),
            "checksum": checksum([prepared.train.pairs.tobytes(), *prepared.train.texts]),
        },
        memory=batches,
        settings=config,
        report=_Speedometer(report, pairs_per_update),
        progress=progress,
    )
    trainer.run()
    return Encoder.load(output)


def retrieval_accuracy(network: nn.Module, views: Views, pairs: np.ndarray) -> float:
    """Share of pairs, in percent, whose target is nearest to the source among all targets."""
    if not len(pairs):
        return 0.0
    left, right = (
        F.normalize(embed_rows(network, _select(views, pairs[:, side])), dim=-1) for side in (0, 1)
    )
    nearest = (left @ right.T).argmax(1).cpu()
    return 100 * float((nearest == torch.arange(len(pairs))).double().mean())


class _Speedometer:
    """Adds the pairs a second since the last report to the figures."""

    def __init__(self, report: Callable[[dict[str, float]], None], pairs_per_update: int) -> None:
        self.report, self.pairs_per_update = report, pairs_per_update
        self._step, self._time = 0.0, time.monotonic()

    def __call__(self, figures: dict[str, float]) -> None:
        elapsed = time.monotonic() - self._time
        pairs = (figures["step"] - self._step) * self.pairs_per_update
        self.report({**figures, "pairs_per_s": pairs / max(elapsed, 1e-9)})
        self._step, self._time = figures["step"], time.monotonic()


def _select(views: Views, texts: np.ndarray) -> Views:
    rows = torch.from_numpy(texts.astype(np.int64))
    return {kind: bags.select(rows) for kind, bags in views.items()}


def _with_updates(config: EmbeddingTrainingConfig, updates_per_epoch: float) -> TrainerConfig:
    if not config.epochs:
        return config.trainer
    steps = max(1, round(config.epochs * updates_per_epoch))
    return dataclasses.replace(config.trainer, steps=steps)


def find_preset(name: str | None) -> Path | None:
    """File of a preset such as `word-trigram`, or of settings.

    Raises:
        UsageError: It is neither.
    """
    if name is None or Path(name).is_file():
        return None if name is None else Path(name)
    preset = PRESETS / f"{_PREFIX}{name.removeprefix(_PREFIX)}.yaml"
    if not preset.is_file():
        known = sorted(path.stem.removeprefix(_PREFIX) for path in PRESETS.glob(f"{_PREFIX}*.yaml"))
        raise UsageError(
            f"--config {name!r} is no file and no preset; the presets are {', '.join(known)}"
        )
    return preset
