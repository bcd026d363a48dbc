"""Bundled models, their cards and where weights come from."""

import os
from pathlib import Path

BUNDLED = Path(__file__).parent / "bundled"


def bundled_folder(name: str | os.PathLike[str]) -> Path | None:
    """Folder of the bundled model called `name`, or None if there is none."""
    text = os.fspath(name)
    if not text or "/" in text or "\\" in text or text.startswith("."):
        return None
    folder = BUNDLED / text
    return folder if folder.is_dir() else None
