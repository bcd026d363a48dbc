"""Weights on disk: what one network saves, another of its kind loads."""

from pathlib import Path

import pytest
import safetensors.torch
import torch
from torch import nn

from scpn.errors import ModelError
from scpn.pretrained.folder import WEIGHTS_NAME, load_weights, save_weights
from scpn.pretrained.precision import Precision

STATE = {"weight": torch.tensor([[1.27, -0.64]]), "bias": torch.tensor([0.1])}


@pytest.mark.parametrize(
    ("precision", "types", "bias"),
    [
        ("single", {"weight": torch.float32, "bias": torch.float32}, 0.1),
        # The nearest number of 11 significant bits: 0.1 = 1638.4 / 2 ** 14.
        ("half", {"weight": torch.float16, "bias": torch.float16}, 1638 / 2**14),
        (
            "byte",
            {"weight": torch.int8, "weight.row_scales": torch.float32, "bias": torch.float16},
            1638 / 2**14,
        ),
    ],
)
def test_what_is_saved_is_loaded(
    precision: Precision, types: dict[str, torch.dtype], bias: float, tmp_path: Path
) -> None:
    save_weights(tmp_path, STATE, precision=precision)
    stored = safetensors.torch.load_file(tmp_path / WEIGHTS_NAME)
    assert {name: value.dtype for name, value in stored.items()} == types
    network = nn.Linear(2, 1)
    load_weights(network, tmp_path)
    assert network.weight.tolist()[0] == pytest.approx([1.27, -0.64], abs=5e-4)
    assert network.bias.item() == pytest.approx(bias, abs=1e-8)
    assert not network.training


def test_weights_of_another_network_or_none(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read: No such file"):
        load_weights(nn.Linear(2, 1), tmp_path)
    save_weights(tmp_path, STATE)
    with pytest.raises(ModelError, match=r"damaged or of another model: .*size mismatch"):
        load_weights(nn.Linear(3, 1), tmp_path)
