"""Process-wide settings of torch: threads, denormals, memory, devices."""

import ctypes
import os
import sys

import torch

from scpn.errors import UsageError

KEPT_BYTES = 1 << 30  # largest block that comes from the heap, most free memory at its end


def prepare_torch(*, threads: int | None = None) -> None:
    """Set what every entry point needs before any torch work.

    Denormal numbers make an LSTM's backward pass on a CPU fifteen times slower, so they are
    flushed to zero. Freed memory is kept, see `_keep_memory`.

    Args:
        threads: Threads of one operator; None keeps torch's own choice.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    torch.set_flush_denormal(True)
    _keep_memory()
    if threads is not None:
        torch.set_num_threads(threads)


def share_cores(processes: int) -> None:
    """Let one of several processes that work side by side take its share of torch's threads."""
    prepare_torch(threads=max(1, torch.get_num_threads() // processes))


def _keep_memory() -> None:
    """Let glibc keep the memory of large tensors that are freed.

    By default it goes back to the system at once, and every large tensor pays for its pages anew:
    a quarter of a training update. Other C libraries are left as they are.
    """
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        trim_threshold, mmap_threshold = -1, -3  # names of malloc.h
        mallopt(trim_threshold, KEPT_BYTES)
        mallopt(mmap_threshold, KEPT_BYTES)


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
