"""Devices, and what loading models leaves alone."""

import os
import subprocess
import sys

import pytest
import torch

from scpn.errors import UsageError
from scpn.runtime import prepare_training, resolve_device


def test_no_device_is_a_gpu_if_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for has_gpu, kind in ((True, "cuda"), (False, "cpu")):
        monkeypatch.setattr(torch.cuda, "is_available", lambda has_gpu=has_gpu: has_gpu)
        assert resolve_device(None).type == kind


def test_a_device_is_named_or_given() -> None:
    assert resolve_device("cpu") == resolve_device(torch.device("cpu")) == torch.device("cpu")


@pytest.mark.parametrize("name", ["warp", "cuda:99"])
def test_a_device_that_cannot_be_used(name: str) -> None:
    with pytest.raises(UsageError, match=f"device '{name}' cannot be used: .*; try --device cpu"):
        resolve_device(name)


_TINY = 1e-310
_LOAD = f"""
import os, torch
threads = torch.get_num_threads()
import scpn
scpn.Paraphraser.from_pretrained()
assert not os.environ.keys() & {{"OMP_WAIT_POLICY", "TOKENIZERS_PARALLELISM"}}
assert torch.get_num_threads() == threads
assert (torch.tensor([{_TINY}], dtype=torch.float64) * 1.0).item() != 0
"""


@pytest.mark.slow
def test_loading_models_changes_no_state_of_the_process() -> None:
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith(("OMP", "TOK"))
    }
    subprocess.run([sys.executable, "-c", _LOAD], check=True, env=environment)


def test_trainings_flush_denormal_numbers() -> None:
    prepare_training()
    try:
        assert (torch.tensor([_TINY], dtype=torch.float64) * 1.0).item() == 0
    finally:
        torch.set_flush_denormal(False)
