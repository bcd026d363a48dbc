"""Training a chart parser on treebanks, from scratch or over a pretrained encoder."""

import dataclasses
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from nltk import Tree
from torch import Tensor, nn

from scpn.errors import SentenceError
from scpn.parsing.architectures import build_chart_parser
from scpn.parsing.benepar_backend import BeneparParser, save_chart_parser
from scpn.parsing.chart_parser import BatchedChartParser, ChartParserConfig
from scpn.parsing.encoder_parser import EncoderChartParser
from scpn.parsing.treebank import load_treebank, vary, with_top
from scpn.training.batching import LengthBatches
from scpn.training.checksum import checksum
from scpn.training.optimizers import rates_over_encoder
from scpn.training.settings import DEV_LIMIT
from scpn.training.trainer import Trainer, TrainerConfig
from scpn.word_vectors import WordVectors

Score = Callable[[Sequence[Tree], Sequence[Tree]], dict[str, float]]


def _trainer_config() -> TrainerConfig:
    return TrainerConfig(
        steps=7500, learning_rate=1e-3, warmup_steps=200, clip_norm=5.0, evaluate_every=500
    )


@dataclasses.dataclass
class ParserTrainingConfig:
    """How a parser is trained."""

    model: ChartParserConfig = dataclasses.field(default_factory=ChartParserConfig)
    """Sizes and dropouts of the network."""
    trainer: TrainerConfig = dataclasses.field(default_factory=_trainer_config)
    """Updates, learning rate, evaluation."""
    batch_size: int = 80
    """Sentences of a batch; an update uses `trainer.accumulate` batches in each process."""
    lower: float = 0.5
    """Share of sentences that are lower-cased, so that the parser works on such text too."""
    unpunctuated: float = 0.08
    """Share of sentences whose final punctuation mark is dropped."""
    max_words: int = 100
    """Longer training sentences are left out."""
    word_vectors: str = ""
    """File of `scpn train word-vectors`; empty trains on characters alone."""
    encoder_learning_rate: float = 1e-4
    """Peak learning rate of a pretrained encoder; `trainer.learning_rate` is that of the rest."""
    sparse: bool = True
    """Update only the piece embeddings of a batch in that encoder; false for several processes."""


class TreeBatches:
    """Training batches by number: shuffled, of similar length, varied in case and punctuation.

    Args:
        trees: Trees with words and without a root wrapper.
        config: Batch size and shares of variation.
        seed: Seed of order and variation.
    """

    def __init__(self, trees: Sequence[Tree], *, config: ParserTrainingConfig, seed: int) -> None:
        self.trees, self.config, self.seed = trees, config, seed
        lengths = [len(tree.leaves()) for tree in trees]
        self._batches = LengthBatches(lengths, batch_size=config.batch_size, seed=seed)

    def draw(self, number: int) -> list[Tree]:
        """Batch `number`, counted from 0 over all epochs; its trees stand under TOP."""
        rng = random.Random(f"{self.seed}-{number}")
        lower, unpunctuated = self.config.lower, self.config.unpunctuated
        return [
            with_top(vary(self.trees[index], rng, lower=lower, unpunctuated=unpunctuated))
            for index in self._batches.draw(number)
        ]


def load_trees(
    train: Sequence[Path],
    dev: Sequence[Path],
    config: ParserTrainingConfig,
    *,
    dev_limit: int = DEV_LIMIT,
) -> tuple[list[Tree], list[Tree]]:
    """Read the treebanks that `train_parser` takes, without sentences too long for the parser.

    Args:
        train: Files with one tree a line.
        dev: The same, for choosing the best parameters.
        config: Hyperparameters.
        dev_limit: Trees of each dev file.

    Raises:
        DataError: A file cannot be read, has no tree, or a line is none.
    """
    longest = min(config.max_words, config.model.encoder_max_len - 2)
    train_trees = load_treebank(train, max_words=longest)
    return train_trees, [
        tree for path in dev for tree in load_treebank([path], max_words=longest)[:dev_limit]
    ]


def train_parser(
    train: Sequence[Tree],
    dev: Sequence[Tree],
    *,
    config: ParserTrainingConfig,
    output: Path,
    score: Score,
    resume: bool = False,
    cpu: bool = False,
    report: Callable[[dict[str, float]], None] = lambda figures: None,
    progress: Callable[[int, int], None] = lambda step, total: None,
) -> BeneparParser:
    """Train and keep the parameters with the best dev F1.

    Args:
        train: Trees without a root wrapper; see `scpn.parsing.treebank.load_treebank`.
        dev: Trees for choosing the best parameters.
        config: Hyperparameters.
        output: Folder of the model, the checkpoint, `log.csv` and `training.yaml`.
        score: Figures of predicted against gold trees; must contain "f1".
        resume: Continue from the checkpoint in `output`.
        cpu: Stay on the CPU even if there is a GPU.
        report: Called with the figures of each evaluation.
        progress: Called with (finished updates, all updates).

    Returns:
        The best parser, as it is saved in `output`.

    Raises:
        UsageError: `output` holds a checkpoint and `resume` is false.
        ModelError: The checkpoint was made with other settings or trees, or is damaged.
    """
    torch.manual_seed(config.trainer.seed)
    vectors = WordVectors.load(Path(config.word_vectors)) if config.word_vectors else None
    model = build_chart_parser([with_top(tree) for tree in train], config.model, vectors=vectors)
    if isinstance(model, EncoderChartParser):
        model.subwords.piece_embeddings.sparse = config.sparse
    trainer = Trainer(
        model,
        config=config.trainer,
        output=output,
        draw=TreeBatches(train, config=config, seed=config.trainer.seed).draw,
        loss=batch_loss,
        evaluate=lambda _: score(dev, _parse(model, dev)),
        keep=lambda state: save_chart_parser(model, output, state=state),
        criterion="f1",
        resume=resume,
        cpu=cpu,
        identity={
            "trees": len(train),
            "checksum": checksum(" ".join(tree.leaves()) for tree in train),
        },
        settings=config,
        rate=rates_over_encoder(
            config.trainer.learning_rate, encoder_rate=config.encoder_learning_rate
        ),
        report=report,
        progress=progress,
    )
    trainer.run()
    return BeneparParser.load(output)


def batch_loss(model: nn.Module, trees: Sequence[Tree]) -> tuple[Tensor, Tensor]:
    """Loss of a batch times its sentences, and the number of sentences."""
    assert isinstance(model, BatchedChartParser)
    loss = model.loss(trees)
    return loss * len(trees), loss.new_tensor(float(len(trees)))


def _parse(model: BatchedChartParser, gold: Sequence[Tree]) -> list[Tree]:
    """Parse the words of gold trees; a sentence that is too long gets a flat tree."""
    parser = BeneparParser(model, name="training")
    outcomes = parser.parse_tokens([tree.leaves() for tree in gold])
    return [
        Tree("X", [Tree(tag, [word]) for word, tag in tree.pos()])
        if isinstance(outcome, SentenceError)
        else outcome
        for tree, outcome in zip(gold, outcomes, strict=True)
    ]
