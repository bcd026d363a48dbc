"""How the numbers of a model are stored: single, half, or bytes with a scale for each row."""

from collections.abc import Mapping
from typing import Literal

import torch
from torch import Tensor

Precision = Literal["single", "half", "byte"]
_SCALES = ".row_scales"


def compress(state: Mapping[str, Tensor], precision: Precision) -> dict[str, Tensor]:
    """Tensors as they are stored.

    With "byte", each row of a matrix is divided by its largest absolute value over 127 and
    rounded, which leaves an error of at most 1/254 of that value; biases are stored in half
    precision.
    """
    stored: dict[str, Tensor] = {}
    for name, value in state.items():
        value = value.detach().to("cpu", torch.float32).contiguous()
        if precision == "byte" and value.dim() == 2:
            scales = value.abs().amax(1) / 127
            steps = (value / scales.clamp(min=1e-30)[:, None]).round()
            stored[name] = steps.clamp(-127, 127).to(torch.int8)
            stored[name + _SCALES] = scales
        else:
            stored[name] = value if precision == "single" else value.to(torch.float16)
    return stored


def expand(stored: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Single-precision tensors from what `compress` gave."""
    return {
        name: value.float() * stored[name + _SCALES][:, None]
        if name + _SCALES in stored
        else value.float()
        for name, value in stored.items()
        if not name.endswith(_SCALES)
    }
