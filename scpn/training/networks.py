"""Training the parse generator and the paraphraser: one recipe, two roles."""

import dataclasses
import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from accelerate import PartialState
from torch import Tensor, nn

from scpn.config import to_dict
from scpn.data.examples import (
    Examples,
    Mixture,
    ParaphraseExamples,
    ParseExamples,
    ReconstructionExamples,
)
from scpn.data.packing import Packed
from scpn.errors import DataError, ModelError
from scpn.models.interface import Batch
from scpn.models.model import ControlledModel, NetworkConfig, Role
from scpn.nn.masking import real_tokens
from scpn.training.batching import BatchSampler
from scpn.training.corpus import Corpus, CorpusConfig, prepare_corpus
from scpn.training.trainer import Trainer, TrainerConfig
from scpn.training.validation import TemplateValidation


@dataclasses.dataclass
class NetworkTrainingConfig:
    """How a parse generator or a paraphraser is trained."""

    network: NetworkConfig = dataclasses.field(default_factory=NetworkConfig)
    """Which network, and its sizes."""
    trainer: TrainerConfig = dataclasses.field(default_factory=TrainerConfig)
    """Updates, learning rate, evaluation."""
    corpus: CorpusConfig = dataclasses.field(default_factory=CorpusConfig)
    """Vocabulary and limits, used when the corpus is packed for the first time."""
    batch_tokens: int = 2500
    """Padded tokens of the longer side of a batch, at most."""
    pairs_share: float = 1.0
    """Share of the pairs, in both directions, that one epoch uses."""
    reconstruction_share: float = 0.5
    """Paraphraser: share of the parsed text that one epoch uses for reconstruction."""
    pair_reconstruction_share: float = 0.15
    """Paraphraser: the same for the source sides of the pairs."""
    drop: float = 0.5
    """Reconstruction: largest share of words dropped from a sentence."""
    dev_examples: int = 2000
    """Examples of the dev split behind the dev loss."""
    start: str = ""
    """Folder of a model of the same role and sizes whose parameters training starts from; empty
    starts from random ones. The corpus must be packed with its pieces (`corpus.subwords`)."""


def examples_for(role: Role, config: NetworkTrainingConfig, corpus: Corpus, split: str) -> Mixture:
    """Training or dev examples of a role; dev has pairs only, each direction once.

    Raises:
        DataError: The corpus has no pairs in that split.
    """
    if split not in corpus.pairs:
        raise DataError(f"the packed corpus has no {split} pairs; label more of them or set --dev")
    pairs = corpus.pairs[split]
    share = config.pairs_share if split == "train" else 1.0
    if role == "parse-generator":
        return Mixture([(ParseExamples(pairs, corpus.labels), share)])
    template_control = config.network.template_control
    paraphrases = ParaphraseExamples(pairs, corpus.labels, template_control=template_control)
    parts: list[tuple[Examples, float]] = [(paraphrases, share)]
    if split != "train" or template_control:
        return Mixture(parts)
    sources: list[tuple[Packed | None, float]] = [
        (corpus.text, config.reconstruction_share),
        (pairs, config.pair_reconstruction_share),
    ]
    for sentences, part in sources:
        if sentences is not None and part > 0:
            damaged = ReconstructionExamples(sentences, corpus.pieces.ends_word, drop=config.drop)
            parts.append((damaged, part))
    return Mixture(parts)


def build_model(role: Role, config: NetworkTrainingConfig, corpus: Corpus) -> ControlledModel:
    """A model before training: random, the same for the same seed, or the one of `config.start`.

    Raises:
        ModelError: The model to start from has other sizes, labels or pieces.
    """
    torch.manual_seed(config.trainer.seed)
    pieces = corpus.pieces if role == "paraphraser" else None
    words = corpus.words if role == "paraphraser" else None
    model = ControlledModel(role, config.network, corpus.labels, pieces, words=words)
    if config.start:
        _start_from(model, Path(config.start))
    return model


def _start_from(model: ControlledModel, folder: Path) -> None:
    """Take over the parameters in `folder`; what they mean must be the same."""
    start = ControlledModel.load(folder, model.role, device="cpu")
    reason = None
    if start.labels.tokens != model.labels.tokens:
        reason = "other labels"
    elif start.pieces and model.pieces and start.pieces.model != model.pieces.model:
        reason = f"other pieces (pack the corpus with corpus.subwords={folder})"
    elif to_dict(start.config) != to_dict(model.config):
        reason = "another network; take over the settings in its config.json"
    if reason:
        raise ModelError(f"training cannot start from {folder}: it has {reason}")
    model.network.load_state_dict(start.network.state_dict())


def train_network(
    role: Role,
    *,
    config: NetworkTrainingConfig,
    corpus: Corpus,
    output: Path,
    validate: Callable[[ControlledModel], dict[str, float]] = lambda model: {},
    resume: bool = False,
    cpu: bool = False,
    report: Callable[[dict[str, float]], None] = lambda figures: None,
    progress: Callable[[int, int], None] = lambda step, total: None,
) -> ControlledModel:
    """Train and keep the parameters with the lowest dev loss.

    Args:
        role: Which of the two networks.
        config: Hyperparameters.
        corpus: Packed data and vocabularies.
        output: Folder of the model, the checkpoint and `log.csv`.
        validate: More figures of the model in evaluation mode, such as its template match.
        resume: Continue from the checkpoint in `output`.
        cpu: Stay on the CPU even if there is a GPU.
        report: Called with the figures of each evaluation.
        progress: Called with (finished updates, all updates).

    Returns:
        The best model, as it is saved in `output`.
    """
    model = build_model(role, config, corpus)
    sampler = BatchSampler(
        examples_for(role, config, corpus, "train"),
        model.alignment,
        budget=config.batch_tokens,
        seed=config.trainer.seed,
    )
    dev = dev_batches(examples_for(role, config, corpus, "dev"), sampler, config.dev_examples)

    def evaluate(network: nn.Module) -> dict[str, float]:
        return {"dev_loss": mean_loss(network, dev, model.device), **validate(model)}

    trainer = Trainer(
        model.network,
        config=config.trainer,
        output=output,
        draw=sampler.draw,
        loss=batch_loss,
        evaluate=evaluate,
        keep=lambda state: model.save(output, state=state),
        criterion="-dev_loss",
        resume=resume,
        cpu=cpu,
        identity={"role": role, "examples": len(sampler.examples)},
        settings=config,
        report=report,
        progress=progress,
    )
    trainer.run()
    return ControlledModel.load(output, role, device="cpu")


def train_from_files(
    role: Role,
    packed: Path,
    *,
    shards: Sequence[Path] = (),
    trees: Sequence[Path] = (),
    config: NetworkTrainingConfig,
    output: Path,
    parser: str | None = None,
    resume: bool = False,
    cpu: bool = False,
    report: Callable[[dict[str, float]], None] = lambda figures: None,
    progress: Callable[[int, int], None] = lambda step, total: None,
) -> ControlledModel:
    """Pack the data if that is not done yet, and train one network; see `train_network`.

    Args:
        packed: Folder of packed data and vocabularies; see `prepare_corpus`.
        shards: Folders or files of labeled pairs.
        trees: Files of one tree with words a line.
        parser: Parser that checks outputs during training; None is the bundled one.
    """
    with PartialState(cpu=cpu).main_process_first():  # one process packs, the others load
        corpus = prepare_corpus(packed, shards=shards, trees=trees, config=config.corpus)
    return train_network(
        role,
        config=config,
        corpus=corpus,
        output=output,
        validate=TemplateValidation(corpus.pairs.get("dev"), parser=parser),
        resume=resume,
        cpu=cpu,
        report=report,
        progress=progress,
    )


def batch_loss(network: nn.Module, batch: Batch) -> tuple[Tensor, Tensor]:
    """Negative log-likelihood of the targets of a batch, summed, and their number."""
    batch = batch.to(next(network.parameters()).device)
    return -network(batch).sum(), real_tokens(batch.target).sum()


def dev_batches(examples: Mixture, sampler: BatchSampler, limit: int) -> list[Batch]:
    """The same `limit` examples at every evaluation, in batches of similar length."""
    rng = random.Random(0)
    chosen = rng.sample(range(len(examples)), min(limit, len(examples)))
    lengths = examples.lengths()
    chosen.sort(key=lambda index: int(lengths[index]))
    parts = np.array_split(np.array(chosen), max(1, math.ceil(len(chosen) / 64)))
    return [sampler.collate([examples.get(int(i), rng) for i in part]) for part in parts]


@torch.no_grad()
def mean_loss(network: nn.Module, batches: list[Batch], device: torch.device) -> float:
    """Negative log-likelihood per target token, in nats."""
    losses = [batch_loss(network, batch) for batch in batches]
    return float(sum(loss for loss, _ in losses) / sum(weight for _, weight in losses))
