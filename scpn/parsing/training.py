"""Training a chart parser from scratch on treebanks: deterministic, resumable, several processes.

Everything random in step n follows from (seed, n), so a run that was killed and resumed ends
with the same parameters as one that was not.
"""

import csv
import dataclasses
import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from accelerate import Accelerator
from nltk import Tree
from torch import Tensor

from scpn.errors import ModelError, UsageError
from scpn.fileio import write_atomically
from scpn.parsing.benepar_backend import BeneparParser, save_scratch_parser
from scpn.parsing.chart_parser import ChartParserConfig, ScratchChartParser, build_chart_parser
from scpn.parsing.treebank import vary, with_top
from scpn.runtime import seed_everything
from scpn.trees.linearize import linearize
from scpn.trees.reader import read_tree

Score = Callable[[Sequence[Tree], Sequence[Tree]], dict[str, float]]


@dataclasses.dataclass
class ParserTrainingConfig:
    """How a parser is trained."""

    model: ChartParserConfig = dataclasses.field(default_factory=ChartParserConfig)
    """Sizes and dropouts of the network."""
    steps: int = 7500
    """Parameter updates; the learning rate falls to zero at the last one."""
    batch_size: int = 80
    """Sentences per update, over all processes together."""
    learning_rate: float = 1e-3
    """Peak learning rate of Adam."""
    warmup_steps: int = 200
    """Updates over which the learning rate rises."""
    clip_norm: float = 5.0
    """Largest norm of the gradient."""
    ema_decay: float = 0.999
    """Decay of the moving average of parameters, which is what gets evaluated and saved."""
    lower: float = 0.5
    """Share of sentences that are lower-cased, so that the parser works on such text too."""
    unpunctuated: float = 0.08
    """Share of sentences whose final punctuation mark is dropped."""
    max_words: int = 100
    """Longer training sentences are left out."""
    evaluate_every: int = 500
    """Updates between evaluations and checkpoints."""
    seed: int = 1
    """Seed of initialization, order, augmentation and dropout."""


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
    """Train until `config.steps` and keep the parameters with the best dev F1.

    Args:
        train: Trees with words, no root wrapper.
        dev: The same, for choosing the best parameters.
        config: Hyperparameters, saved beside the model.
        output: Folder of the model, the checkpoint and `log.csv`.
        score: Figures of (gold, predicted) trees; must contain `f1`.
        resume: Continue from `output/checkpoint.pt`.
        cpu: Stay on the CPU even if there is a GPU.
        report: Called with the figures of each evaluation.
        progress: Called with (finished updates, all updates).

    Returns:
        The best parser, as it is saved in `output`.

    Raises:
        UsageError: `output` holds a checkpoint and `resume` is false.
        ModelError: The checkpoint was made with other settings.
    """
    checkpoint = output / "checkpoint.pt"
    if checkpoint.exists() and not resume:
        raise UsageError(
            f"{output} holds an unfinished or finished run; add --resume or choose another folder"
        )
    output.mkdir(parents=True, exist_ok=True)
    accelerator = Accelerator(cpu=cpu)
    seed_everything(config.seed)
    run = _Run(
        config, build_chart_parser([with_top(tree) for tree in train], config.model), accelerator
    )
    if checkpoint.exists():
        run.load(checkpoint)
    # Progress made before the crash but after its checkpoint is repeated, not lost.
    for step in range(run.step, config.steps):
        batch = _batch(train, config, step)
        run.update(batch[accelerator.process_index :: accelerator.num_processes])
        progress(step + 1, config.steps)
        if (step + 1) % config.evaluate_every == 0 or step + 1 == config.steps:
            figures = run.evaluate(dev, score)
            if accelerator.is_main_process:
                run.keep_if_best(figures, output)
                run.save(checkpoint)
                _log(output / "log.csv", figures)
                report(figures)
            accelerator.wait_for_everyone()
    return BeneparParser.load(output)


class _Run:
    """The mutable state of a training run."""

    def __init__(
        self, config: ParserTrainingConfig, model: ScratchChartParser, accelerator: Accelerator
    ) -> None:
        self.config, self.accelerator = config, accelerator
        self.model = model.to(accelerator.device)
        self.average = {name: value.clone() for name, value in model.state_dict().items()}
        self.optimizer = torch.optim.Adam(
            model.parameters(), lr=config.learning_rate, betas=(0.9, 0.98)
        )
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, self._rate)
        self.step, self.best_f1 = 0, -1.0
        self.started = time.monotonic()
        self.loss_sum, self.loss_count = 0.0, 0

    def _rate(self, step: int) -> float:
        config = self.config
        warm = (step + 1) / config.warmup_steps
        return max(
            0.0, min(warm, (config.steps - step) / max(1, config.steps - config.warmup_steps))
        )

    def update(self, batch: list[Tree]) -> None:
        """One parameter update from this process's share of a batch."""
        rank = self.accelerator.process_index
        torch.manual_seed((self.config.seed * 1_000_003 + self.step) * 64 + rank)
        self.model.train()
        loss = self.model.loss(batch)
        loss.backward()
        self._share_gradients()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip_norm)
        self.optimizer.step()
        self.optimizer.zero_grad()
        self.schedule.step()
        self.step += 1
        self.loss_sum, self.loss_count = self.loss_sum + loss.item(), self.loss_count + 1
        decay = min(self.config.ema_decay, (1 + self.step) / (10 + self.step))
        current = self.model.state_dict()
        floats = [name for name, value in current.items() if value.is_floating_point()]
        torch._foreach_lerp_(
            [self.average[name] for name in floats], [current[name] for name in floats], 1 - decay
        )

    def _share_gradients(self) -> None:
        if self.accelerator.num_processes == 1:
            return
        gradients = [p.grad for p in self.model.parameters() if p.grad is not None]
        flat: Tensor = self.accelerator.reduce(
            torch.cat([gradient.flatten() for gradient in gradients]), reduction="mean"
        )
        for gradient, shared in zip(
            gradients, flat.split([g.numel() for g in gradients]), strict=True
        ):
            gradient.copy_(shared.view_as(gradient))

    def evaluate(self, dev: Sequence[Tree], score: Score) -> dict[str, float]:
        """Figures of the averaged parameters on dev, parsed by all processes together."""
        current = {name: value.clone() for name, value in self.model.state_dict().items()}
        self.model.load_state_dict(self.average)
        parser = BeneparParser(self.model.eval(), name="training")
        share = [*range(self.accelerator.process_index, len(dev), self.accelerator.num_processes)]
        parsed = parser.parse_tokens([dev[index].leaves() for index in share])
        pairs = [
            (index, linearize(tree, words=True)) for index, tree in zip(share, parsed, strict=True)
        ]
        self.model.load_state_dict(current)
        self.model.train()  # forget word vectors of the averaged parameters
        everyone = dict(_gather(self.accelerator, pairs))
        predicted = [read_tree(everyone[index]) for index in range(len(dev))]
        figures = score(list(dev), predicted)
        mean_loss = self.loss_sum / max(1, self.loss_count)
        self.loss_sum, self.loss_count = 0.0, 0
        seconds = time.monotonic() - self.started
        return {"step": self.step, "seconds": round(seconds), "loss": mean_loss, **figures}

    def keep_if_best(self, figures: dict[str, float], output: Path) -> None:
        """Save the averaged parameters if their F1 is the best so far."""
        if figures["f1"] <= self.best_f1:
            return
        self.best_f1 = figures["f1"]
        save_scratch_parser(self.model, output, state=self.average)

    def save(self, path: Path) -> None:
        """Write everything a resumed run needs."""
        state = {
            "config": dataclasses.asdict(self.config),
            "step": self.step,
            "best_f1": self.best_f1,
            "model": self.model.state_dict(),
            "average": self.average,
            "optimizer": self.optimizer.state_dict(),
            "schedule": self.schedule.state_dict(),
        }
        with write_atomically(path, "wb") as file:
            torch.save(state, file)

    def load(self, path: Path) -> None:
        """Continue from a checkpoint; raises ModelError if its settings differ."""
        state = torch.load(path, map_location=self.accelerator.device, weights_only=True)
        if state["config"] != dataclasses.asdict(self.config):
            raise ModelError(f"{path} was made with other settings; use those or another folder")
        self.model.load_state_dict(state["model"])
        self.average = state["average"]
        self.optimizer.load_state_dict(state["optimizer"])
        self.schedule.load_state_dict(state["schedule"])
        self.step, self.best_f1 = state["step"], state["best_f1"]


def _gather(accelerator: Accelerator, items: list[Any]) -> list[Any]:
    if accelerator.num_processes == 1:
        return items
    from accelerate.utils import gather_object

    gathered: list[Any] = gather_object(items)
    return gathered


def _batch(trees: Sequence[Tree], config: ParserTrainingConfig, step: int) -> list[Tree]:
    """The batch of update `step`: a function of the seed and the step alone."""
    per_epoch = max(1, len(trees) // config.batch_size)
    epoch, position = divmod(step, per_epoch)
    batches = _epoch(trees, config, epoch)
    rng = random.Random(f"{config.seed}-{step}")
    return [
        with_top(vary(trees[index], rng, lower=config.lower, unpunctuated=config.unpunctuated))
        for index in batches[position]
    ]


_EPOCHS: dict[tuple[int, int, int, int], list[list[int]]] = {}


def _epoch(trees: Sequence[Tree], config: ParserTrainingConfig, epoch: int) -> list[list[int]]:
    """Batches of one epoch: shuffled, then sorted by length within pools of fifty batches."""
    key = (id(trees), config.batch_size, config.seed, epoch)
    if key not in _EPOCHS:
        _EPOCHS.clear()
        _EPOCHS[key] = list(_draw_epoch(trees, config, random.Random(f"{config.seed}-{epoch}")))
    return _EPOCHS[key]


def _draw_epoch(
    trees: Sequence[Tree], config: ParserTrainingConfig, rng: random.Random
) -> Iterator[list[int]]:
    order = list(range(len(trees)))
    rng.shuffle(order)
    size = config.batch_size
    batches = []
    for begin in range(0, len(order), 50 * size):
        pool = sorted(
            order[begin : begin + 50 * size], key=lambda index: len(trees[index].leaves())
        )
        batches += [pool[start : start + size] for start in range(0, len(pool), size)]
    rng.shuffle(batches)
    yield from batches


def _log(path: Path, figures: dict[str, float]) -> None:
    is_new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(figures))
        if is_new:
            writer.writeheader()
        writer.writerow({name: round(value, 4) for name, value in figures.items()})
