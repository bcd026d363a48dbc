"""Names and checksums of the evaluated models, for reports."""

import hashlib
from pathlib import Path

from scpn.errors import ModelError
from scpn.paraphraser.paraphraser import PARTS
from scpn.pretrained import BUNDLED
from scpn.pretrained.folder import WEIGHTS_NAME

DIGEST_LENGTH = 12


def describe_model(
    model: str | Path | None = None, *, uncontrolled: str | Path | None = None
) -> dict[str, str]:
    """Return the name of a model and a short SHA-256 of the weights of each of its parts.

    The digests are the beginnings of those on the model cards. The parser that is named beside
    figures may be another one than the model's own. Of a model on the hub only the name is known.

    Args:
        model: As given to `Paraphraser.from_pretrained`.
        uncontrolled: Folder of the paraphraser without control, if there is one.

    Raises:
        ModelError: Weights cannot be read.
    """
    folder = BUNDLED if model is None else Path(model)
    entries = {"model": "bundled" if model is None else str(model)}
    if folder.is_dir():
        if model is not None:
            entries["model"] = folder.resolve().name
        entries |= {f"{part}-sha256": weights_digest(folder / part) for part in PARTS}
    if uncontrolled is not None:
        entries["uncontrolled-sha256"] = weights_digest(Path(uncontrolled))
    return entries


def weights_digest(folder: Path) -> str:
    """Return the beginning of the SHA-256 of the weights in a folder.

    Raises:
        ModelError: They cannot be read.
    """
    path = folder / WEIGHTS_NAME
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:DIGEST_LENGTH]
    except OSError as error:
        raise ModelError(
            f"{path} cannot be read: {error.strerror}; is this a model folder?"
        ) from error
