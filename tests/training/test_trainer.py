"""The one training loop."""

import csv
import dataclasses
import math
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import torch
import trainer_task
from stop_error import StopError
from torch import nn
from trainer_task import new_model, new_trainer

from scpn.errors import ModelError, ScpnError, UsageError
from scpn.training.trainer import TrainerConfig


def config(**settings: Any) -> TrainerConfig:
    return TrainerConfig(
        **{"steps": 30, "evaluate_every": 10, "warmup_steps": 5, "learning_rate": 0.01} | settings
    )


def state_of(folder: Path) -> dict[str, Any]:
    state: dict[str, Any] = torch.load(folder / "checkpoint.pt", weights_only=True)
    return state


def assert_same_run(first: Path, second: Path) -> None:
    """Bit for bit the same parameters, averages, moments and best parameters."""
    one, two = state_of(first), state_of(second)
    for part in ("model", "average"):
        for name, value in one[part].items():
            assert torch.equal(value, two[part][name]), (part, name)
    for index, moments in one["optimizer"]["state"].items():
        for name, value in moments.items():
            assert torch.equal(value, two["optimizer"]["state"][index][name]), (index, name)
    assert one["schedule"] == two["schedule"]
    assert one["counters"][:3] == two["counters"][:3]
    best = [torch.load(folder / "best.pt", weights_only=True) for folder in (first, second)]
    assert all(torch.equal(value, best[1][name]) for name, value in best[0].items())
    assert rows_without_time(first) == rows_without_time(second)


def rows_without_time(folder: Path) -> list[dict[str, str]]:
    with (folder / "log.csv").open(newline="") as file:
        return [{k: v for k, v in row.items() if k != "seconds"} for row in csv.DictReader(file)]


def stop_at(step: int) -> Any:
    def progress(done: int, total: int) -> None:
        if done == step:
            raise StopError

    return progress


# -- what an update is -------------------------------------------------------------------------


def test_first_update_by_hand(tmp_path: Path) -> None:
    model = nn.Linear(1, 1, bias=False)
    nn.init.constant_(model.weight, 0.5)
    trainer = new_trainer(
        tmp_path,
        config(steps=1, evaluate_every=1, clip_norm=1e9, warmup_steps=1, accumulate=2),
        model=model,
        # Losses 3w and 5w of weights 1 and 3: the gradient is 8 / 4 = 2.
        draw=lambda number: [(3.0, 1.0), (5.0, 3.0)][number],
        loss=lambda m, batch: (batch[0] * m.weight.sum(), torch.tensor(batch[1])),
        evaluate=lambda m: {"dev_loss": 0.0},
    )
    seen = []
    trainer.optimizer.register_step_pre_hook(lambda *_: seen.append(model.weight.grad.clone()))
    figures = trainer.run()
    assert seen == [torch.tensor([[2.0]])]
    # Adam's first step has the size of the learning rate.
    assert model.weight.item() == pytest.approx(0.5 - 0.01)
    assert figures["loss"] == pytest.approx((3 * 0.5 + 5 * 0.5) / 4)
    assert figures["step"] == 1


def test_gradient_is_clipped(tmp_path: Path) -> None:
    trainer = new_trainer(tmp_path, config(steps=1, clip_norm=1e-3))
    norms = []

    def note(*_: object) -> None:
        grads = [p.grad.flatten() for p in trainer.model.parameters() if p.grad is not None]
        norms.append(float(torch.cat(grads).norm()))

    trainer.optimizer.register_step_pre_hook(note)
    trainer.run()
    assert norms == [pytest.approx(1e-3, rel=1e-2)]


@pytest.mark.parametrize(
    ("decay", "expected"),
    [
        ("linear", [0.25, 0.5, 0.75, 1.0, 1.0, 0.75, 0.5, 0.25]),
        ("cosine", [0.25, 0.5, 0.75, 1.0, 1.0, 0.853553, 0.5, 0.146447]),
    ],
)
def test_learning_rate_by_hand(tmp_path: Path, decay: Any, expected: list[float]) -> None:
    settings = config(steps=8, warmup_steps=4, decay=decay, learning_rate=1.0)
    trainer = new_trainer(tmp_path, settings)
    rates = []
    trainer.optimizer.register_step_pre_hook(
        lambda optimizer, *_: rates.append(optimizer.param_groups[0]["lr"])
    )
    trainer.run()
    assert rates == pytest.approx(expected, abs=1e-6)


def test_parameters_may_have_learning_rates_of_their_own(tmp_path: Path) -> None:
    model = nn.Linear(1, 1)
    before = [parameter.item() for parameter in (model.weight, model.bias)]
    trainer = new_trainer(
        tmp_path,
        config(steps=1, warmup_steps=2, ema_decay=0.0),
        model=model,
        draw=lambda number: None,
        loss=lambda m, batch: ((m.weight + m.bias).sum(), torch.tensor(1.0)),
        evaluate=lambda m: {"dev_loss": 0.0},
        rate=lambda name: {"weight": 0.5, "bias": 0.25}[name],
    )
    trainer.run()
    # Adam's first step has the size of the learning rate, here half of the peak.
    assert model.weight.item() == pytest.approx(before[0] - 0.25, abs=1e-5)
    assert model.bias.item() == pytest.approx(before[1] - 0.125, abs=1e-5)


@pytest.mark.parametrize("ema_decay", [0.0, 0.5, 0.999])
def test_moving_average_by_its_formula(tmp_path: Path, ema_decay: float) -> None:
    model = new_model()
    expected = {name: value.clone() for name, value in model.state_dict().items()}

    def follow(step: int, total: int) -> None:
        decay = min(ema_decay, (1 + step) / (10 + step))
        for name, value in model.state_dict().items():
            expected[name] = decay * expected[name] + (1 - decay) * value

    trainer = new_trainer(
        tmp_path, config(steps=12, ema_decay=ema_decay), model=model, progress=follow
    )
    trainer.run()
    for name, value in trainer.average.items():
        torch.testing.assert_close(value, expected[name], msg=name)


def test_averaged_parameters_are_evaluated_and_kept(tmp_path: Path) -> None:
    trainer = new_trainer(tmp_path, config(steps=10))
    figures = trainer.run()
    current = {name: value.clone() for name, value in trainer.model.state_dict().items()}
    kept = torch.load(tmp_path / "best.pt", weights_only=True)
    assert all(torch.equal(value, kept[name]) for name, value in trainer.average.items())
    assert not all(torch.equal(value, kept[name]) for name, value in current.items())
    trainer.model.load_state_dict(kept)
    with torch.no_grad():
        assert trainer_task.dev_loss(trainer.model.eval()) == {"dev_loss": figures["dev_loss"]}


def test_parameter_without_gradient_stays(tmp_path: Path) -> None:
    model = new_model()
    model.register_parameter("unused", nn.Parameter(torch.ones(3)))
    new_trainer(tmp_path, config(steps=3), model=model).run()
    assert model.get_parameter("unused").tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_loss_that_is_no_number_stops_the_run(tmp_path: Path, bad: float) -> None:
    trainer = new_trainer(
        tmp_path,
        config(),
        loss=lambda model, batch: (model(batch[0]).sum() * bad, torch.tensor(1.0)),
    )
    with pytest.raises(ScpnError, match=r"update 1: the loss is (nan|-?inf) over a weight of 1.0"):
        trainer.run()


# -- keeping and stopping ----------------------------------------------------------------------


def scripted(values: list[float]) -> Any:
    """An evaluation that returns `values` one after the other."""
    remaining = iter(values)
    return lambda model: {"score": next(remaining)}


def test_best_is_kept_and_patience_ends_the_run(tmp_path: Path) -> None:
    kept: list[int] = []
    trainer = new_trainer(
        tmp_path,
        config(steps=100, evaluate_every=2, patience=3),
        evaluate=scripted([1.0, 3.0, 2.0, 3.0, 2.5, 9.0]),
        criterion="score",
        keep=lambda state: kept.append(trainer.step),
    )
    figures = trainer.run()
    assert kept == [2, 4]
    assert figures["step"] == 10
    assert (trainer.best, trainer.stale) == (3.0, 3)


def test_leading_minus_makes_smaller_better(tmp_path: Path) -> None:
    kept: list[int] = []
    trainer = new_trainer(
        tmp_path,
        config(steps=8, evaluate_every=2),
        evaluate=scripted([3.0, 1.0, 2.0, math.nan]),
        criterion="-score",
        keep=lambda state: kept.append(trainer.step),
    )
    trainer.run()
    assert kept == [2, 4]


def test_last_update_is_evaluated_and_reported(tmp_path: Path) -> None:
    reported: list[float] = []
    progress: list[tuple[int, int]] = []
    new_trainer(
        tmp_path,
        config(steps=5, evaluate_every=3),
        report=lambda figures: reported.append(figures["step"]),
        progress=lambda done, total: progress.append((done, total)),
    ).run()
    assert reported == [3, 5]
    assert progress == [(n, 5) for n in range(1, 6)]
    header, *rows = (tmp_path / "log.csv").read_text().splitlines()
    assert header == "step,seconds,loss,dev_loss"
    assert [row.split(",")[0] for row in rows] == ["3", "5"]


# -- resuming ----------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [4, 10, 17, 29])
def test_crashed_and_resumed_equals_uninterrupted(tmp_path: Path, stop: int) -> None:
    new_trainer(tmp_path / "whole", config()).run()
    with pytest.raises(StopError):
        new_trainer(tmp_path / "parts", config(), progress=stop_at(stop)).run()
    new_trainer(tmp_path / "parts", config(), resume=True).run()
    assert_same_run(tmp_path / "whole", tmp_path / "parts")


def test_crash_between_log_and_checkpoint_leaves_one_row(tmp_path: Path) -> None:
    new_trainer(tmp_path / "whole", config()).run()
    trainer = new_trainer(tmp_path / "parts", config())
    save, calls = trainer._save, []

    def save_once(path: Path) -> None:
        if calls:
            raise StopError
        calls.append(path)
        save(path)

    trainer._save = save_once  # type: ignore[method-assign]
    with pytest.raises(StopError):
        trainer.run()
    assert len(rows_without_time(tmp_path / "parts")) == 2
    new_trainer(tmp_path / "parts", config(), resume=True).run()
    assert_same_run(tmp_path / "whole", tmp_path / "parts")


def test_finished_run_resumes_to_nothing(tmp_path: Path) -> None:
    new_trainer(tmp_path, config()).run()
    before = (tmp_path / "checkpoint.pt").read_bytes()
    new_trainer(tmp_path, config(), resume=True).run()
    assert (tmp_path / "checkpoint.pt").read_bytes() == before


def test_patience_holds_across_a_resumption(tmp_path: Path) -> None:
    settings = config(steps=100, evaluate_every=2, patience=3)
    options: dict[str, Any] = {"criterion": "score", "keep": lambda state: None}
    with pytest.raises(StopError):
        new_trainer(
            tmp_path,
            settings,
            evaluate=scripted([5.0, 1.0, 1.0]),
            progress=stop_at(7),
            **options,
        ).run()
    trainer = new_trainer(tmp_path, settings, evaluate=scripted([1.0] * 9), resume=True, **options)
    assert trainer.run()["step"] == 8


@pytest.mark.slow
def test_killed_at_any_moment_and_resumed_equals_uninterrupted(tmp_path: Path) -> None:
    settings = ["steps=60", "evaluate_every=5", "learning_rate=0.01", "patience=99"]
    program = [sys.executable, trainer_task.__file__]
    subprocess.run([*program, str(tmp_path / "whole"), *settings], check=True)
    rng, killed = random.Random(5), 0
    for _ in range(30):
        process = subprocess.Popen([*program, str(tmp_path / "parts"), *settings, "pause=0.03"])
        log, size = tmp_path / "parts/log.csv", -1
        deadline = time.monotonic() + 300
        # Start-up takes seconds: wait for a sign of life, then strike within the next updates.
        while process.poll() is None and time.monotonic() < deadline:
            now = log.stat().st_size if log.exists() else 0
            if size >= 0 and now > size:
                break
            size = now
            time.sleep(0.01)
        time.sleep(rng.uniform(0, 0.4))
        process.send_signal(signal.SIGKILL)
        killed += process.wait() != 0
        if process.returncode == 0:
            break
    assert killed >= 2
    subprocess.run([*program, str(tmp_path / "parts"), *settings], check=True)
    assert_same_run(tmp_path / "whole", tmp_path / "parts")


@pytest.mark.slow
def test_two_processes_equal_accumulation_of_two(tmp_path: Path) -> None:
    settings = ["steps=20", "evaluate_every=10", "learning_rate=0.01"]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    subprocess.run(
        [sys.executable, trainer_task.__file__, str(tmp_path / "one"), *settings, "accumulate=2"],
        check=True,
        env=environment,
    )
    launch = ["-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2"]
    subprocess.run(
        [sys.executable, *launch, trainer_task.__file__, str(tmp_path / "two"), *settings],
        check=True,
        env=environment,
    )
    one, two = state_of(tmp_path / "one"), state_of(tmp_path / "two")
    assert one["identity"] == two["identity"]
    for part in ("model", "average"):
        for name, value in one[part].items():
            torch.testing.assert_close(value, two[part][name], rtol=1e-5, atol=1e-7, msg=name)
    # One row an evaluation: only the main process writes.
    assert len(rows_without_time(tmp_path / "two")) == 2
    # And a run of two processes continues in one.
    new_trainer(
        tmp_path / "two",
        TrainerConfig(steps=20, evaluate_every=10, learning_rate=0.01, accumulate=2),
        resume=True,
    ).run()


def test_second_run_in_a_folder_needs_resume(tmp_path: Path) -> None:
    new_trainer(tmp_path, config(steps=1)).run()
    with pytest.raises(UsageError, match="holds a run already; add --resume or choose another"):
        new_trainer(tmp_path, config(steps=1))


@pytest.mark.parametrize("how", ["cut", "empty", "text", "other"])
def test_damaged_checkpoint_is_a_model_error(tmp_path: Path, how: str) -> None:
    new_trainer(tmp_path, config(steps=1)).run()
    path = tmp_path / "checkpoint.pt"
    if how == "cut":
        path.write_bytes(path.read_bytes()[:-500])
    elif how == "empty":
        path.write_bytes(b"")
    elif how == "text":
        path.write_text("no checkpoint")
    else:
        torch.save({"weights": torch.ones(2)}, path)
    with pytest.raises(ModelError, match=r"checkpoint.pt is damaged; remove it to start over"):
        new_trainer(tmp_path, config(steps=1), resume=True)


def test_checkpoint_lacking_a_part_is_a_model_error(tmp_path: Path) -> None:
    new_trainer(tmp_path, config(steps=1)).run()
    state = state_of(tmp_path)
    del state["optimizer"]
    torch.save(state, tmp_path / "checkpoint.pt")
    with pytest.raises(ModelError, match="is damaged"):
        new_trainer(tmp_path, config(steps=1), resume=True)


def test_changed_settings_are_a_model_error_that_names_one(tmp_path: Path) -> None:
    new_trainer(tmp_path, config(steps=1), identity={"data": Path("a"), "sizes": (1, 2)}).run()
    same: dict[str, Any] = {"data": Path("a"), "sizes": (1, 2)}
    new_trainer(tmp_path, config(steps=1), identity=same, resume=True)
    with pytest.raises(ModelError, match=r"\(config.seed: 1, now 2\); use those or another"):
        new_trainer(tmp_path, config(steps=1, seed=2), identity=same, resume=True)
    with pytest.raises(ModelError, match=r"\(task.data: a, now b\)"):
        new_trainer(tmp_path, config(steps=1), identity=same | {"data": Path("b")}, resume=True)
    with pytest.raises(ModelError, match=r"config.accumulate: 1, now 2"):
        new_trainer(tmp_path, config(steps=1, accumulate=2), identity=same, resume=True)


@dataclasses.dataclass
class _Task:
    size: int = 3
    trainer: TrainerConfig = dataclasses.field(default_factory=TrainerConfig)


def test_no_setting_of_the_task_may_change_but_those_of_the_trainer_are_compared_once(
    tmp_path: Path,
) -> None:
    new_trainer(tmp_path, config(steps=1), settings=_Task()).run()
    assert state_of(tmp_path)["identity"]["task"] == {"size": 3}
    other = _Task(trainer=TrainerConfig(patience=1))  # `config` counts
    new_trainer(tmp_path, config(steps=1), settings=other, resume=True)
    with pytest.raises(ModelError, match=r"\(task.size: 3, now 4\)"):
        new_trainer(tmp_path, config(steps=1), settings=_Task(size=4), resume=True)
