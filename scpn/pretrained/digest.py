"""Fingerprints of models, so that a run is continued with the same ones only."""

import hashlib
import inspect
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np

from scpn.pretrained import BUNDLED

_BLOCK = 1 << 20
_WORD_LISTS = ("words", "features", "labels")


def digest_of_files(*places: str | None) -> str:
    """Fingerprint of the files of models: changes if any of them changes; nothing is loaded.

    Args:
        places: Folders or files, with a kind and a colon before them or not; what is neither counts
            by its name, and None for the bundled models.
    """
    digest = hashlib.blake2b(digest_size=16)
    for place in places:
        folder = BUNDLED if place is None else Path(place.partition(":")[2] or place)
        digest.update(f"{place} ".encode("utf-8", "surrogatepass"))
        for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            if path.is_file():
                digest.update(f"{path.relative_to(folder)} {path.stat().st_size} ".encode())
                with path.open("rb") as stream:
                    while block := stream.read(_BLOCK):
                        digest.update(block)
    return digest.hexdigest()


def models_digest(models: object) -> str:
    """Fingerprint of the models: changes if any weight, word or name changes.

    Args:
        models: An object whose attributes, and their attributes, are looked through for networks,
            arrays, word lists, names and functions: a paraphraser, a translator, a victim.
    """
    digest = hashlib.blake2b(digest_size=16)
    for name, part in sorted(getattr(models, "__dict__", {}).items()):
        if not _feed(digest.update, name, part):
            for key, value in sorted(getattr(part, "__dict__", {}).items()):
                _feed(digest.update, f"{name} {key}", value)
    return digest.hexdigest()


def _feed(update: Callable[[bytes], None], name: str, value: object) -> bool:
    """Add a network, numbers, a text, a word list or a function; tell whether it was one."""
    import torch

    if isinstance(value, torch.nn.Module):
        for weight, tensor in sorted(value.state_dict().items()):
            update(f"{name} {weight} {tuple(tensor.shape)}".encode())
            # As bytes, since numpy has no half-precision type of every kind.
            flat = tensor.detach().cpu().flatten().view(torch.uint8)
            update(flat.numpy().tobytes())
        return True
    if isinstance(value, np.ndarray):
        update(f"{name} {value.shape}".encode() + value.tobytes())
        return True
    if isinstance(value, str) or (isinstance(value, list) and name.endswith(_WORD_LISTS)):
        update(f"{name} {value}".encode("utf-8", "surrogatepass"))
        return True
    if inspect.isfunction(value):
        # What a function does may depend on anything; the file it stands in says most of it.
        with suppress(OSError, TypeError):
            update(name.encode() + Path(inspect.getfile(value)).read_bytes())
        return True
    return False
