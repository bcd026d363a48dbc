"""Process-wide settings of torch: threads, denormals, seeds, devices."""

import os
import random

import numpy as np
import torch

from scpn.errors import UsageError


def prepare_torch(*, threads: int | None = None) -> None:
    """Set what every entry point needs before any torch work.

    Denormal numbers make an LSTM's backward pass on a CPU fifteen times slower, so they are
    flushed to zero.

    Args:
        threads: Threads of one operator; None keeps torch's own choice.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    torch.set_flush_denormal(True)
    if threads is not None:
        torch.set_num_threads(threads)


def seed_everything(seed: int) -> None:
    """Seed Python, NumPy and torch (CPU and GPUs)."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
    torch.manual_seed(seed)


def resolve_device(name: str | None) -> torch.device:
    """Return the device called `name`; None picks a GPU if there is one.

    Raises:
        UsageError: If torch does not know the name or the device is not on this machine.
    """
    if name is None:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0]
        raise UsageError(f"device {name!r} cannot be used: {reason}; try --device cpu") from error
    return device
