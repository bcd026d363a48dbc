"""Training of the BiLSTM victim."""

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from scpn.adversarial.protocol import Example
from scpn.adversarial.victims.bilstm import (
    NUM_SPECIAL,
    PAD,
    WORD_SCALE,
    BilstmConfig,
    BilstmNetwork,
    BilstmVictim,
    WordIds,
)
from scpn.adversarial.victims.scoring import accuracy, check_task
from scpn.embeddings.units import split_words
from scpn.errors import UsageError
from scpn.nn.masking import pad
from scpn.pretrained.precision import Precision
from scpn.training.batching import LengthBatches
from scpn.training.checksum import checksum
from scpn.training.trainer import Trainer, TrainerConfig
from scpn.word_vectors import WordVectors

Batch = tuple[list[Tensor], Tensor]
"""Ids of the words of each text, shapes (B, S), and the numbers of the labels, shape (B,)."""


@dataclasses.dataclass
class BilstmTrainingConfig:
    """How a BiLSTM is trained."""

    model: BilstmConfig = dataclasses.field(default_factory=BilstmConfig)
    """Sizes and dropouts of the network."""
    epochs: float = 12
    """Passes over the training set; the learning rate reaches zero at the end."""
    batch_size: int = 50
    """Examples of an update."""
    learning_rate: float = 1e-3
    """Peak learning rate of Adam."""
    weight_decay: float = 1e-4
    """Decoupled weight decay."""
    evaluations: int = 2
    """Evaluations on the dev set in an epoch; the parameters of the best are kept."""
    patience: int = 12
    """Evaluations without a new best after which training stops."""
    word_vectors: str = ""
    """File of `scpn train word-vectors` that word vectors start from; empty starts from noise."""
    vector_words: int = 20_000
    """Most frequent words of that file that are known even if the training set lacks them."""
    min_count: int = 1
    """Rarer words of the training set that have no vector in that file are unknown."""
    precision: Precision = "single"
    """How the numbers are stored; training has 32 bits each."""
    seed: int = 1
    """Seed of parameters, order and dropout."""


class LabeledBatches:
    """Training batches by number: shuffled, of similar length.

    Args:
        rows: For each example the ids of each of its texts, and the number of its label.
        batch_size: Examples of a batch; the last one of an epoch may have fewer.
        seed: Seed of the order.

    Attributes:
        num_batches: Batches of an epoch.
    """

    def __init__(
        self, rows: Sequence[tuple[list[list[int]], int]], *, batch_size: int, seed: int
    ) -> None:
        self.rows = rows
        lengths = [max(map(len, texts)) for texts, _ in rows]
        self._batches = LengthBatches(lengths, batch_size=batch_size, seed=seed)
        self.num_batches = self._batches.num_batches

    def draw(self, number: int) -> Batch:
        """Batch `number`, counted from 0 over all epochs."""
        rows = [self.rows[index] for index in self._batches.draw(number)]
        texts = zip(*(texts for texts, _ in rows), strict=True)
        labels = torch.tensor([label for _, label in rows])
        return [pad(column, value=PAD) for column in texts], labels


def train_bilstm(
    train: Sequence[Example],
    dev: Sequence[Example],
    *,
    config: BilstmTrainingConfig,
    output: Path,
    resume: bool = False,
    cpu: bool = False,
    report: Callable[[dict[str, float]], None] = lambda figures: None,
    progress: Callable[[int, int], None] = lambda step, total: None,
) -> BilstmVictim:
    """Train a BiLSTM and keep the parameters with the best dev accuracy.

    Args:
        train: Training examples.
        dev: Examples for choosing the best parameters.
        config: Hyperparameters.
        output: Folder of the model, the checkpoint, `log.csv` and `training.yaml`.
        resume: Continue from the checkpoint in `output`.
        cpu: Stay on the CPU even if there is a GPU.
        report: Called with the figures of each evaluation.
        progress: Called with (finished updates, all updates).

    Returns:
        The best one, as it is saved in `output`.

    Raises:
        UsageError: `output` holds a checkpoint and `resume` is false, or the word vectors are not
            as wide as the network's.
        DataError: The examples are of one class, or dev has a label that train lacks.
        ModelError: The checkpoint was made with other settings or examples, or is damaged; or the
            word vectors cannot be read.
    """
    labels = check_task(train, dev)
    vectors = WordVectors.load(Path(config.word_vectors)) if config.word_vectors else None
    words = choose_words(train, config, vectors)
    torch.manual_seed(config.seed)
    num_texts = len(train[0].texts)
    network = BilstmNetwork(
        config.model, num_words=len(words) + NUM_SPECIAL, num_labels=len(labels),
        num_texts=num_texts,
    )  # fmt: skip
    if vectors is not None:
        _start_from(network, words, vectors)
    victim = BilstmVictim(network, words, labels, num_texts)
    batches = LabeledBatches(_number(train, victim), batch_size=config.batch_size, seed=config.seed)
    trainer = Trainer(
        network,
        config=_trainer_config(config, batches.num_batches),
        output=output,
        draw=batches.draw,
        loss=batch_loss,
        evaluate=lambda _: {"accuracy": accuracy(victim, dev)},
        keep=lambda state: victim.save(output, state=state, precision=config.precision),
        criterion="accuracy",
        resume=resume,
        cpu=cpu,
        identity={
            "words": len(words),
            "checksum": checksum("\t".join([each.label, *each.texts]) for each in train),
        },
        settings=config,
        report=report,
        progress=progress,
    )
    trainer.run()
    return BilstmVictim.load(output)


def choose_words(
    train: Sequence[Example], config: BilstmTrainingConfig, vectors: WordVectors | None
) -> list[str]:
    """Words of the table: those of the training set by frequency, then those of word vectors."""
    counts = Counter(
        word for example in train for text in example.texts for word in split_words(text)
    )
    listed = set() if vectors is None else set(vectors.words)
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    words = [word for word in ranked if counts[word] >= config.min_count or word in listed]
    more = [] if vectors is None else vectors.words[: config.vector_words]
    return list(dict.fromkeys([*words, *more]))


def batch_loss(model: nn.Module, batch: Batch) -> tuple[Tensor, Tensor]:
    """Summed cross entropy of a batch, and its examples."""
    assert isinstance(model, BilstmNetwork)
    texts, labels = batch
    device = model.words.weight.device
    logits = model([ids.to(device) for ids in texts])
    loss = F.cross_entropy(logits, labels.to(device), reduction="sum")
    return loss, loss.new_tensor(float(len(labels)))


def _start_from(network: BilstmNetwork, words: Sequence[str], vectors: WordVectors) -> None:
    """Set word vectors to distributional ones, scaled to the size of the others."""
    width = vectors.vectors.shape[1]
    if width != network.config.word_size:
        raise UsageError(
            f"the word vectors have {width} dimensions, the network {network.config.word_size}; "
            f"set model.word_size={width} or give others"
        )
    row_of = {word: row for row, word in enumerate(vectors.words)}
    known = [(index, row_of[word]) for index, word in enumerate(words) if word in row_of]
    if not known:
        return
    indices, rows = map(list, zip(*known, strict=True))
    with torch.no_grad():
        places = torch.tensor(indices) + NUM_SPECIAL
        # Unit vectors; elements of the size of the others.
        scaled = torch.from_numpy(vectors.vectors[rows]) * width**0.5 * WORD_SCALE
        network.words.weight[places] = scaled


def _number(examples: Sequence[Example], victim: BilstmVictim) -> list[tuple[list[list[int]], int]]:
    ids: WordIds = victim.ids
    return [
        ([ids.encode(text) for text in example.texts], victim.labels.index(example.label))
        for example in examples
    ]


def _trainer_config(config: BilstmTrainingConfig, num_batches: int) -> TrainerConfig:
    steps = max(1, round(config.epochs * num_batches))
    return TrainerConfig(
        steps=steps,
        learning_rate=config.learning_rate,
        warmup_steps=min(100, max(1, steps // 10)),
        weight_decay=config.weight_decay,
        clip_norm=5.0,
        ema_decay=0.99,
        evaluate_every=max(1, num_batches // max(1, config.evaluations)),
        patience=config.patience,
        seed=config.seed,
    )
