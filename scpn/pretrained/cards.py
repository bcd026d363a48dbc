"""Model cards: what a bundled model is, what it was trained on, how good it is, and its hashes."""

import dataclasses
import hashlib
from pathlib import Path
from typing import Any

import yaml

from scpn.config import from_dict, to_dict
from scpn.errors import ModelError
from scpn.fileio import write_atomically

CARDS = Path(__file__).parent / "cards"


@dataclasses.dataclass
class ModelCard:
    """The card of one model."""

    name: str
    """Name of the model, which is also that of its folder."""
    version: str
    """Version of the package the model was first shipped with."""
    summary: str
    """What it does, in a sentence or two."""
    commands: list[str]
    """Commands that made it, in order."""
    data: list[dict[str, Any]]
    """Training corpora: name, amount, licence as stated by its source."""
    figures: dict[str, Any]
    """Measured figures, with what they were measured on."""
    limits: list[str]
    """What it does badly or must not be used for."""
    licence: str
    """Terms of the model itself; spelled as in the cards."""
    files: dict[str, str] = dataclasses.field(default_factory=dict)
    """SHA-256 of each file."""


def load_card(name: str) -> ModelCard:
    """The card of a bundled model.

    Raises:
        ModelError: There is none.
    """
    path = CARDS / f"{name}.yaml"
    try:
        mapping = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        known = ", ".join(sorted(card.stem for card in CARDS.glob("*.yaml")))
        raise ModelError(f"no model card {name!r}; there are {known}") from error
    return from_dict(ModelCard, mapping)


def seal_card(name: str, folder: Path) -> None:
    """Write the hashes of a model's files into its card."""
    card = dataclasses.replace(load_card(name), files=file_hashes(folder))
    text = yaml.safe_dump(to_dict(card), sort_keys=False, width=98, allow_unicode=True)
    with write_atomically(CARDS / f"{name}.yaml") as file:
        file.write(text)


def file_hashes(folder: Path) -> dict[str, str]:
    """SHA-256 of every file of a folder, by name."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
        if path.is_file()
    }
