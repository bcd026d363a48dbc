"""The folder of a saved network: a description, the weights, and files of vocabularies."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import safetensors
import safetensors.torch
from torch import Tensor, nn

from scpn.errors import ModelError
from scpn.fileio import write_atomically
from scpn.pretrained.precision import Precision, compress, expand
from scpn.runtime import Device, resolve_device

CONFIG_NAME, WEIGHTS_NAME = "config.json", "model.safetensors"


def write_description(folder: Path, description: Mapping[str, Any]) -> None:
    """Write what `read_description` reads; "kind" and "format" are among the keys."""
    with write_atomically(folder / CONFIG_NAME) as file:
        json.dump(description, file, indent=1)
        file.write("\n")


def read_description(folder: Path, *, kind: str, format_: int) -> dict[str, Any]:
    """Read the description of a network.

    Args:
        folder: Where it is.
        kind: What it must be.
        format_: Version of the layout that can be read.

    Raises:
        ModelError: There is none, it is damaged, or of another kind or format.
    """
    path = folder / CONFIG_NAME
    try:
        description = json.loads(read_bytes(path))
    except ValueError as error:
        raise ModelError(f"{path} is damaged: {error}") from error
    found = description.get("kind") if isinstance(description, dict) else None
    if found != kind:
        raise ModelError(f"{folder} holds {found or 'no model of ours'}, a {kind} is needed")
    if description.get("format") != format_:
        raise ModelError(
            f"{folder} has format {description.get('format')}, this version reads {format_}"
        )
    return dict(description)


def save_weights(
    folder: Path, state: Mapping[str, Tensor], *, precision: Precision = "single"
) -> None:
    """Write the parameters of a network; the file appears whole or not at all.

    Args:
        folder: Must exist.
        state: The parameters, for instance averaged ones.
        precision: How numbers are stored.

    Raises:
        DataError: The folder cannot be written.
    """
    with write_atomically(folder / WEIGHTS_NAME, "wb") as file:
        file.write(safetensors.torch.save(compress(state, precision)))


def load_weights(network: nn.Module, folder: Path, *, device: Device = None) -> None:
    """Load the parameters of a network and put it into evaluation mode.

    Args:
        network: Gets them.
        folder: Where `save_weights` wrote them.
        device: Where the network goes.

    Raises:
        ModelError: They are missing, damaged, or of another network.
    """
    path = folder / WEIGHTS_NAME
    try:
        network.load_state_dict(expand(safetensors.torch.load(read_bytes(path))))
    except (safetensors.SafetensorError, RuntimeError) as error:
        reason = " ".join(line.strip() for line in str(error).splitlines()[:2])
        raise ModelError(
            f"{path} is damaged or of another model: {reason}; copy the folder again"
        ) from error
    network.to(resolve_device(device)).eval()


def read_bytes(path: Path) -> bytes:
    """Read a file of the folder.

    Raises:
        ModelError: It cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise ModelError(
            f"{path} cannot be read: {error.strerror}; is this a model folder?"
        ) from error
