"""The process: devices, threads, memory, denormal numbers.

Nothing here happens by itself. What concerns the whole process is asked for by commands, worker
processes and trainings; whoever uses the library may ask for it too.
"""

import ctypes
import os
import sys
from typing import TYPE_CHECKING, TypeAlias

from scpn.errors import UsageError

if TYPE_CHECKING:
    import torch

Device: TypeAlias = "str | torch.device | None"
"""Where a network runs, for all that loads one. None is a GPU if there is one, else the CPU."""

KEPT_BYTES = 1 << 30  # largest block that comes from the heap, most free memory at its end


def resolve_device(device: Device) -> "torch.device":
    """Return the device that is meant; see `Device`.

    Raises:
        UsageError: If torch does not know the name or the device is not on this machine.
    """
    import torch

    if device is None:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        found = torch.device(device)
        torch.empty(1, device=found)
    except (RuntimeError, AssertionError) as error:
        reason = str(error).splitlines()[0]
        raise UsageError(
            f"device {str(device)!r} cannot be used: {reason}; try --device cpu"
        ) from error
    return found


def prepare_process() -> None:
    """Set what makes any work with torch faster, best before torch is loaded.

    Waiting OpenMP threads sleep: spinning ones slow parsing twentyfold on a busy machine. Freed
    memory is kept, see `_keep_memory`.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    _keep_memory()


def prepare_training() -> None:
    """Set what makes trainings faster.

    Denormal numbers make an LSTM's backward pass on a CPU fifteen times slower, so they are
    flushed to zero. Inference meets none: paraphrasing takes the same time and gives the same.
    """
    import torch

    torch.set_flush_denormal(True)


def share_cores(processes: int) -> None:
    """Let one of several processes that work side by side take its share of torch's threads.

    Args:
        processes: How many there are; 1 is the caller's own, which is left as it is.
    """
    if processes > 1:
        import torch

        prepare_process()
        torch.set_num_threads(max(1, torch.get_num_threads() // processes))


def _keep_memory() -> None:
    """Let glibc keep the memory of large tensors that are freed.

    By default it goes back to the system at once, and every large tensor pays for its pages anew:
    a quarter of a training update, a tenth of paraphrasing. Other C libraries are left as they are.
    """
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        trim_threshold, mmap_threshold = -1, -3  # names of malloc.h
        mallopt(trim_threshold, KEPT_BYTES)
        mallopt(mmap_threshold, KEPT_BYTES)
