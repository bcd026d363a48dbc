"""A small task for the trainer: a noisy regression with dropout. Run as a program, it trains it.

`python trainer_task.py FOLDER [key=value ...]` resumes whatever is in FOLDER.
"""

import sys
import time
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from scpn.config import load_config
from scpn.fileio import write_atomically
from scpn.training.trainer import Trainer, TrainerConfig

Batch = tuple[Tensor, Tensor]
TRUTH = torch.linspace(-1, 1, 6)


def draw(number: int) -> Batch:
    """Batch `number`; sizes differ."""
    generator = torch.Generator().manual_seed(number)
    inputs = torch.randn(3 + number % 4, 6, generator=generator)
    return inputs, inputs @ TRUTH


def loss(model: nn.Module, batch: Batch) -> tuple[Tensor, Tensor]:
    inputs, targets = batch
    return (model(inputs)[:, 0] - targets).square().sum(), torch.tensor(float(len(targets)))


def new_model() -> nn.Module:
    torch.manual_seed(7)
    return nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Dropout(0.3), nn.Linear(8, 1))


def dev_loss(model: nn.Module) -> dict[str, float]:
    assert not model.training
    total, weight = loss(model, draw(10**6))
    return {"dev_loss": float(total / weight)}


def new_trainer(output: Path, config: TrainerConfig, **settings: Any) -> Trainer[Batch]:
    """A trainer whose best parameters go to `best.pt`."""

    def keep(state: dict[str, Tensor]) -> None:
        with write_atomically(output / "best.pt", "wb") as file:
            torch.save(state, file)

    defaults: dict[str, Any] = {
        "draw": draw,
        "loss": loss,
        "evaluate": dev_loss,
        "keep": keep,
        "criterion": "-dev_loss",
        "cpu": True,
    }
    model = settings.pop("model", None) or new_model()
    return Trainer(model, config=config, output=output, **(defaults | settings))


if __name__ == "__main__":
    torch.set_num_threads(1)
    folder = Path(sys.argv[1])
    overrides = [text for text in sys.argv[2:] if not text.startswith("pause=")]
    pause = sum(float(text[6:]) for text in sys.argv[2:] if text.startswith("pause="))
    trainer = new_trainer(
        folder,
        load_config(TrainerConfig, overrides=overrides),
        resume=True,
        progress=lambda step, total: time.sleep(pause),
    )
    trainer.run()
