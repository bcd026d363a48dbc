"""AdamW on touched rows, and the trainer with sparse gradients."""

from pathlib import Path
from typing import Any

import pytest
import torch
from test_trainer import StopError, assert_same_run, stop_at
from torch import Tensor, nn
from torch.nn import functional as F
from trainer_task import new_trainer

from scpn.errors import UsageError
from scpn.training.optimizers import RowAdamW, row_parameters
from scpn.training.trainer import TrainerConfig


class Table(nn.Module):
    """Scores of ids: an embedding and a projection."""

    def __init__(self, *, sparse: bool) -> None:
        super().__init__()
        torch.manual_seed(3)
        self.table = nn.Embedding(12, 4, sparse=sparse)
        self.projection = nn.Linear(4, 1)

    def forward(self, ids: Tensor) -> Tensor:
        scores: Tensor = self.projection(self.table(ids))[:, 0]
        return scores


def config(**settings: Any) -> TrainerConfig:
    return TrainerConfig(**{"steps": 8, "evaluate_every": 4, "warmup_steps": 1} | settings)


def trainer(folder: Path, settings: TrainerConfig, *, sparse: bool = True, **more: Any) -> Any:
    options: dict[str, Any] = {
        "model": Table(sparse=sparse),
        "draw": lambda number: torch.arange(12).roll(number),
        "loss": lambda m, ids: (m(ids).square().sum(), torch.tensor(float(len(ids)))),
        "evaluate": lambda m: {"dev_loss": 0.0},
    }
    return new_trainer(folder, settings, **(options | more))


def test_dense_gradients_are_adamw_to_the_bit() -> None:
    one, two = Table(sparse=False), Table(sparse=False)
    optimizers = [
        RowAdamW(one.parameters(), lr=0.1, weight_decay=0.2),
        torch.optim.AdamW(two.parameters(), lr=0.1, weight_decay=0.2),
    ]
    for step in range(5):
        for model, optimizer in zip((one, two), optimizers, strict=True):
            model(torch.arange(step, step + 3)).square().sum().backward()
            optimizer.step()
            optimizer.zero_grad()
    for left, right in zip(one.parameters(), two.parameters(), strict=True):
        assert torch.equal(left, right)


def test_touched_rows_move_as_with_adamw_and_others_stay() -> None:
    models = Table(sparse=True), Table(sparse=False)
    kinds = RowAdamW, torch.optim.AdamW
    optimizers = [
        kind(model.parameters(), lr=0.1, weight_decay=0.2)
        for kind, model in zip(kinds, models, strict=True)
    ]
    ids = torch.tensor([1, 5, 5, 7])
    before = models[0].table.weight.detach().clone()
    for _ in range(6):
        for model, optimizer in zip(models, optimizers, strict=True):
            F.softplus(model(ids)).sum().backward()
            if model.table.weight.grad.is_sparse:
                model.table.weight.grad = model.table.weight.grad.coalesce()
            optimizer.step()
            optimizer.zero_grad()
    touched = [1, 5, 7]
    untouched = [row for row in range(12) if row not in touched]
    sparse, dense = (model.table.weight.detach() for model in models)
    torch.testing.assert_close(sparse[touched], dense[touched])
    assert torch.equal(sparse[untouched], before[untouched])
    assert not torch.equal(sparse[touched], before[touched])


def test_sparse_tables_are_found() -> None:
    assert [p.shape for p in row_parameters(Table(sparse=True))] == [(12, 4)]
    assert row_parameters(Table(sparse=False)) == []


@pytest.mark.parametrize("clip_norm", [1e9, 1e-2])
@pytest.mark.parametrize("accumulate", [1, 2])
def test_sparse_and_dense_runs_agree(tmp_path: Path, clip_norm: float, accumulate: int) -> None:
    settings = config(clip_norm=clip_norm, accumulate=accumulate, ema_decay=0.0)
    runs = {}
    for sparse in (True, False):
        run = trainer(tmp_path / str(sparse), settings, sparse=sparse)
        run.run()
        runs[sparse] = run.average
    for name, value in runs[True].items():  # every batch has every id, so nothing stays behind
        torch.testing.assert_close(value, runs[False][name])


def test_table_without_gradient_stays_as_it_is(tmp_path: Path) -> None:
    run = trainer(
        tmp_path,
        config(),
        loss=lambda m, ids: (m.projection.weight.square().sum(), torch.tensor(1.0)),
    )
    before = run.model.table.weight.detach().clone()
    run.run()
    assert torch.equal(run.model.table.weight, before)


def test_without_moving_average_the_current_parameters_are_kept(tmp_path: Path) -> None:
    run = trainer(tmp_path, config(ema_decay=0.0))
    run.run()
    kept = torch.load(tmp_path / "best.pt", weights_only=True)
    assert set(kept) == set(run.model.state_dict())
    for name, value in run.model.state_dict().items():
        assert torch.equal(run.average[name], value)


def some_rows(number: int) -> Tensor:
    return torch.randint(12, (3,), generator=torch.Generator().manual_seed(number))


@pytest.mark.parametrize("stop", [3, 4, 6])
@pytest.mark.parametrize("ema_decay", [0.0, 0.9])
def test_sparse_run_resumes_to_the_bit(tmp_path: Path, stop: int, ema_decay: float) -> None:
    settings = config(ema_decay=ema_decay)
    trainer(tmp_path / "whole", settings, draw=some_rows).run()
    with pytest.raises(StopError):
        trainer(tmp_path / "parts", settings, draw=some_rows, progress=stop_at(stop)).run()
    trainer(tmp_path / "parts", settings, draw=some_rows, resume=True).run()
    assert_same_run(tmp_path / "whole", tmp_path / "parts")


class Tally:
    """Counts the batches a task has seen; the loss depends on it."""

    def __init__(self) -> None:
        self.seen = 0

    def loss(self, model: nn.Module, ids: Tensor) -> tuple[Tensor, Tensor]:
        self.seen += 1
        return model(ids).square().sum() * self.seen, torch.tensor(1.0)

    def state_dict(self) -> dict[str, Any]:
        return {"seen": self.seen}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        self.seen = state["seen"]


def test_memory_of_a_task_is_in_the_checkpoint(tmp_path: Path) -> None:
    def run(folder: str, tally: Tally, **more: Any) -> None:
        trainer(tmp_path / folder, config(), loss=tally.loss, memory=tally, **more).run()

    run("whole", Tally())
    with pytest.raises(StopError):
        run("parts", Tally(), progress=stop_at(6))
    resumed = Tally()
    run("parts", resumed, resume=True)
    assert resumed.seen == 8
    assert_same_run(tmp_path / "whole", tmp_path / "parts")


def test_several_processes_refuse_sparse_gradients(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accelerate.Accelerator.num_processes", 2)
    with pytest.raises(UsageError, match="cannot be summed over processes; start one process"):
        trainer(tmp_path, config())
