"""The one training loop: deterministic, resumable, on one or several processes or GPUs.

Everything random in update n (its batches, their noise, dropout) follows from (seed, n), so the
only state a run carries is its parameters, their moving average, the optimizer's moments and the
counters. A run that was killed and resumed therefore ends with the same bits as one that was not,
and gradients of several processes are summed before they are divided, so that two processes do
what one process does with `accumulate=2`.
"""

import csv
import dataclasses
import json
import math
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

import torch
from accelerate import Accelerator
from accelerate.utils import broadcast_object_list
from torch import Tensor, nn

from scpn.config import save_config, to_dict
from scpn.errors import ModelError, ScpnError, UsageError
from scpn.fileio import write_atomically
from scpn.training.optimizers import RowAdamW, row_parameters

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

B = TypeVar("B")
CHECKPOINT_NAME, LOG_NAME, CONFIG_NAME = "checkpoint.pt", "log.csv", "training.yaml"


@dataclasses.dataclass
class TrainerConfig:
    """How parameters are updated, evaluated and kept."""

    steps: int = 10_000
    """Updates; the learning rate reaches zero at the last one."""
    learning_rate: float = 1e-3
    """Peak learning rate of Adam."""
    warmup_steps: int = 300
    """Updates over which the learning rate rises linearly."""
    decay: Literal["linear", "cosine"] = "linear"
    """Shape of the fall of the learning rate after the warm-up."""
    weight_decay: float = 0.0
    """Decoupled weight decay (AdamW)."""
    clip_norm: float = 1.0
    """Largest norm of the gradient."""
    accumulate: int = 1
    """Batches per update and process."""
    ema_decay: float = 0.999
    """Decay of the moving average of parameters that is evaluated and kept; 0 turns it off."""
    evaluate_every: int = 500
    """Updates between evaluations, each followed by a checkpoint."""
    patience: int = 20
    """Evaluations without a new best after which training stops."""
    mixed_precision: Literal["no", "bf16"] = "no"
    """Number format of the forward pass; bf16 pays off on GPUs and on CPUs that have it."""
    seed: int = 1
    """Seed of everything random."""


class TaskMemory(Protocol):
    """What a task remembers from update to update, such as negatives chosen for the next ones."""

    def state_dict(self) -> dict[str, Any]:
        """Tensors and plain values to keep in a checkpoint; the same in every process."""
        ...

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Go back to what `state_dict` gave."""
        ...


class Trainer(Generic[B]):
    """Trains a module; the task comes in as functions.

    Gradients of embeddings made with `sparse=True` stay sparse: see `RowAdamW`.

    Args:
        model: The module, on any device.
        config: See `TrainerConfig`.
        output: Folder of checkpoint and log; made if missing.
        draw: Batch number n of the run, a function of n alone.
        loss: Summed loss of a batch and its weight (its tokens, say); the gradient is that of
            the sum of losses over the sum of weights.
        evaluate: Figures of the model in evaluation mode; called in the main process.
        keep: Saves the given parameters as the best so far; called in the main process.
        criterion: The figure that decides; with a leading minus, smaller is better.
        resume: Continue from the checkpoint in `output`.
        cpu: Stay on the CPU even if there is a GPU.
        identity: What must not change between a run and its resumption beside the settings, such as
            the number of examples and their `checksum`.
        memory: State of the task that no batch number gives; kept in the checkpoint.
        settings: All settings of the task, to be saved as `training.yaml` in `output`; none of them
            may change either. Its field `trainer`, if it has one, stands for `config`.
        rate: Peak learning rate of a parameter, by its name; None is that of `config` for all.
        report: Called with the figures of each evaluation.
        progress: Called with (finished updates, all updates).

    Raises:
        UsageError: `output` holds a checkpoint and `resume` is false, or several processes train
            a model with sparse gradients.
        ModelError: The checkpoint was made with other settings or is damaged.
        ScpnError: In `run`: the loss became infinite or no number.
    """

    def __init__(
        self,
        model: nn.Module,
        *,
        config: TrainerConfig,
        output: Path,
        draw: Callable[[int], B],
        loss: Callable[[nn.Module, B], tuple[Tensor, Tensor]],
        evaluate: Callable[[nn.Module], dict[str, float]],
        keep: Callable[[dict[str, Tensor]], None],
        criterion: str,
        resume: bool = False,
        cpu: bool = False,
        identity: Mapping[str, Any] | None = None,
        memory: TaskMemory | None = None,
        settings: "DataclassInstance | None" = None,
        rate: Callable[[str], float] | None = None,
        report: Callable[[dict[str, float]], None] = lambda figures: None,
        progress: Callable[[int, int], None] = lambda step, total: None,
    ) -> None:
        self.config, self.output = config, output
        self.draw, self.loss, self.evaluate, self.keep = draw, loss, evaluate, keep
        self.criterion, self.report, self.progress = criterion, report, progress
        self.accelerator = Accelerator(cpu=cpu, mixed_precision=config.mixed_precision)
        self.identity, self.memory = self._identify(settings, identity or {}), memory
        self.model = model.to(self.accelerator.device)
        self.average = {name: value.clone() for name, value in self.model.state_dict().items()}
        self._sparse = {id(parameter) for parameter in row_parameters(model)}
        if self._sparse and self.accelerator.num_processes > 1:
            raise UsageError(
                "sparse gradients cannot be summed over processes; start one process, or set "
                "sparse=false"
            )
        optimizer = RowAdamW if self._sparse else torch.optim.AdamW
        self.optimizer = optimizer(
            _parameter_groups(model, rate or (lambda name: config.learning_rate)),
            lr=config.learning_rate,
            betas=(0.9, 0.98),
            weight_decay=config.weight_decay,
        )
        self.schedule = torch.optim.lr_scheduler.LambdaLR(self.optimizer, self._rate)
        self.step, self.best, self.stale = 0, -math.inf, 0
        self.seconds, self._resumed_at = 0.0, time.monotonic()
        self._loss_sum, self._weight_sum = 0.0, 0.0
        path = output / CHECKPOINT_NAME
        if path.exists() and not resume:
            raise UsageError(f"{output} holds a run already; add --resume or choose another folder")
        output.mkdir(parents=True, exist_ok=True)
        if path.exists():
            self._load(path)
        # Only now: a run that is refused must not overwrite the settings of the one that is there.
        if settings is not None and self.accelerator.is_main_process:
            save_config(settings, output / CONFIG_NAME)

    def run(self) -> dict[str, float]:
        """Train to the end or until patience runs out; returns the last figures."""
        figures: dict[str, float] = {}
        while self.step < self.config.steps and self.stale < self.config.patience:
            self._update()
            self.progress(self.step, self.config.steps)
            if self.step % self.config.evaluate_every == 0 or self.step == self.config.steps:
                figures = self._evaluate()
        return figures

    def _identify(
        self, settings: "DataclassInstance | None", identity: Mapping[str, Any]
    ) -> dict[str, Any]:
        """What a run may not change: settings and task, as plain values.

        Batches per update count, not how they are spread over processes, so a run may be resumed
        with half the processes and twice the accumulation.
        """
        config = dataclasses.asdict(self.config)
        config["accumulate"] *= self.accelerator.num_processes
        task = {} if settings is None else to_dict(settings)
        task.pop("trainer", None)
        whole = {"config": config, "task": {**task, **identity}}
        plain: dict[str, Any] = json.loads(json.dumps(whole, default=str))
        return plain

    # -- one update ------------------------------------------------------------------------

    def _rate(self, step: int) -> float:
        warm = (step + 1) / max(1, self.config.warmup_steps)
        left = (self.config.steps - step) / max(1, self.config.steps - self.config.warmup_steps)
        left = min(1.0, max(0.0, left))
        if self.config.decay == "cosine":
            left = 0.5 - 0.5 * math.cos(math.pi * left)
        return min(warm, left)

    def _update(self) -> None:
        accelerator, config = self.accelerator, self.config
        self.model.train()
        weight_sum = torch.zeros((), device=accelerator.device)
        loss_sum = torch.zeros((), device=accelerator.device)
        for part in range(config.accumulate):
            number = part * accelerator.num_processes + accelerator.process_index
            number += self.step * accelerator.num_processes * config.accumulate
            # Dropout of batch n is the same whichever process computes it.
            torch.manual_seed(config.seed * 1_000_003 + number)
            with accelerator.autocast():
                loss, weight = self.loss(self.model, self.draw(number))
            loss.backward()  # type: ignore[no-untyped-call]
            weight_sum += weight
            loss_sum += loss.detach()
        self._clip(self._combine_gradients(loss_sum, weight_sum))
        self.optimizer.step()
        self.optimizer.zero_grad()
        self.schedule.step()
        self.step += 1
        self._move_average()

    def _gradients(self) -> list[Tensor]:
        """Gradient of each parameter; of a sparse one, the values of its touched rows."""
        gradients = []
        for parameter in self.model.parameters():
            if id(parameter) in self._sparse:
                if parameter.grad is not None:
                    parameter.grad = parameter.grad.coalesce()
                    gradients.append(parameter.grad.values())
            elif parameter.requires_grad:
                # Another process may have a gradient where this one's batch gave none.
                if parameter.grad is None:
                    parameter.grad = torch.zeros_like(parameter)
                gradients.append(parameter.grad)
        return gradients

    def _combine_gradients(self, loss_sum: Tensor, weight_sum: Tensor) -> list[Tensor]:
        """Sum gradients and weights over processes, then divide the one by the other."""
        gradients = self._gradients()
        totals = torch.stack([loss_sum, weight_sum])
        if self.accelerator.num_processes > 1:
            flat = torch.cat([*(gradient.flatten() for gradient in gradients), totals])
            flat = self.accelerator.reduce(flat, reduction="sum")
            *parts, totals = flat.split([*(g.numel() for g in gradients), 2])
            for gradient, part in zip(gradients, parts, strict=True):
                gradient.copy_(part.view_as(gradient))
        if not (bool(totals.isfinite().all()) and totals[1] > 0):
            raise ScpnError(
                f"update {self.step + 1}: the loss is {float(totals[0])} over a weight of "
                f"{float(totals[1])}; resume with a lower learning rate from another folder, "
                "or look at the data"
            )
        torch._foreach_div_(gradients, float(totals[1]))
        self._loss_sum += float(totals[0])
        self._weight_sum += float(totals[1])
        return gradients

    def _clip(self, gradients: list[Tensor]) -> None:
        """Shrink the gradient to the largest norm allowed, as torch's clip_grad_norm_ does."""
        norm = torch.stack(torch._foreach_norm(gradients)).norm()
        torch._foreach_mul_(gradients, (self.config.clip_norm / (norm + 1e-6)).clamp(max=1.0))

    def _move_average(self) -> None:
        if not self.config.ema_decay:
            return  # the average is the current value, copied when it is looked at
        decay = min(self.config.ema_decay, (1 + self.step) / (10 + self.step))
        current = self.model.state_dict()
        names = [name for name, value in current.items() if value.is_floating_point()]
        torch._foreach_lerp_(
            [self.average[name] for name in names], [current[name] for name in names], 1 - decay
        )

    # -- evaluation and checkpoints ----------------------------------------------------------

    @torch.no_grad()
    def _evaluate(self) -> dict[str, float]:
        if not self.config.ema_decay:
            for name, value in self.model.state_dict().items():
                self.average[name].copy_(value)
        shared: list[dict[str, float] | None] = [None]
        if self.accelerator.is_main_process:
            current = {name: value.clone() for name, value in self.model.state_dict().items()}
            self.model.load_state_dict(self.average)
            self.model.eval()
            shared = [self.evaluate(self.model)]
            self.model.load_state_dict(current)
        if self.accelerator.num_processes > 1:
            broadcast_object_list(shared)
        assert shared[0] is not None
        self.seconds += time.monotonic() - self._resumed_at
        self._resumed_at = time.monotonic()
        figures = {
            "step": self.step,
            "seconds": round(self.seconds),
            "loss": self._loss_sum / max(1e-9, self._weight_sum),
            **shared[0],
        }
        self._loss_sum, self._weight_sum = 0.0, 0.0
        self._remember(figures)
        return figures

    def _remember(self, figures: dict[str, float]) -> None:
        name = self.criterion.lstrip("-")
        value = -figures[name] if self.criterion.startswith("-") else figures[name]
        is_best = value > self.best
        self.best, self.stale = max(value, self.best), 0 if is_best else self.stale + 1
        if self.accelerator.is_main_process:
            if is_best:
                self.keep(self.average)
            _append(self.output / LOG_NAME, figures)
            self._save(self.output / CHECKPOINT_NAME)
            self.report(figures)
        self.accelerator.wait_for_everyone()

    def _save(self, path: Path) -> None:
        state = {
            "identity": self.identity,
            "counters": [self.step, self.best, self.stale, self.seconds],
            "model": self.model.state_dict(),
            "average": self.average,
            "optimizer": self.optimizer.state_dict(),
            "schedule": self.schedule.state_dict(),
            "memory": {} if self.memory is None else self.memory.state_dict(),
        }
        with write_atomically(path, "wb") as file:
            torch.save(state, file)

    def _load(self, path: Path) -> None:
        damaged = f"{path} is damaged; remove it to start over"
        try:
            # Not to the accelerator's device: with several CPU processes that is "cpu:0", which
            # torch cannot load to.
            state = torch.load(path, map_location="cpu", weights_only=True)
            identity = state["identity"]
        except Exception as error:  # torch raises whatever the damage makes pickle raise
            raise ModelError(damaged) from error
        if identity != self.identity:
            change = _difference(identity, self.identity)
            raise ModelError(
                f"{path} was made with other settings or data ({change}); "
                "use those or another folder"
            )
        try:
            self.model.load_state_dict(state["model"])
            device = self.accelerator.device
            self.average = {name: value.to(device) for name, value in state["average"].items()}
            self.optimizer.load_state_dict(state["optimizer"])
            self.schedule.load_state_dict(state["schedule"])
            self.step, self.best, self.stale, self.seconds = state["counters"]
            if self.memory is not None:
                self.memory.load_state_dict(state["memory"])
        except (KeyError, ValueError, RuntimeError) as error:
            raise ModelError(damaged) from error
        if self.accelerator.is_main_process:
            _cut_log(self.output / LOG_NAME, self.step)


def _parameter_groups(model: nn.Module, rate: Callable[[str], float]) -> list[dict[str, Any]]:
    """Parameters of one learning rate together, as optimizers take them."""
    groups: dict[float, list[nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        groups.setdefault(rate(name), []).append(parameter)
    return [{"params": parameters, "lr": value} for value, parameters in groups.items()]


def _difference(old: Any, new: Any, name: str = "") -> str:
    """The first setting in which two runs differ, as `name: old, now new`."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *new]:
            if key not in old or key not in new or old[key] != new[key]:
                return _difference(old.get(key), new.get(key), f"{name}.{key}".lstrip("."))
    return f"{name}: {old}, now {new}"


def _append(path: Path, figures: dict[str, float]) -> None:
    """Add a row to a CSV log; a log with other columns gets a new header line."""
    header = ",".join(figures)
    known = path.exists() and header in path.read_text(encoding="utf-8").splitlines()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        if not known:
            file.write(header + "\n")
        writer.writerow([round(value, 5) for value in figures.values()])


def _cut_log(path: Path, step: int) -> None:
    """Drop rows of updates that come after the checkpoint and will be made again."""
    if not path.exists():
        return
    rows = path.read_text(encoding="utf-8").splitlines()
    kept = [row for row in rows if not row[:1].isdigit() or int(row.split(",")[0]) <= step]
    if kept != rows:
        with write_atomically(path) as file:
            file.write("".join(f"{row}\n" for row in kept))
