"""Sentences to constituency trees."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

    from scpn.parsing.protocol import Parser


def load_parser(
    name_or_path: str | Path | None = None, *, device: "torch.device | None" = None
) -> "Parser":
    """Load a parser.

    Args:
        name_or_path: A folder written by `scpn train parser`, the name of a bundled parser, or
            anything benepar can load (`benepar_en3`, a folder, a file). None is the bundled one.
        device: Where to run it; None is the CPU.

    Raises:
        ModelError: There is no such model, or it is damaged or of another kind.
    """
    from scpn.parsing.benepar_backend import BeneparParser, is_parser_folder, load_benepar_model
    from scpn.pretrained import bundled_folder

    folder = bundled_folder(name_or_path or "parser")
    if folder is None and is_parser_folder(Path(name_or_path or "")):
        folder = Path(name_or_path or "")
    if folder is not None:
        return BeneparParser.load(folder, device=device)
    return load_benepar_model(str(name_or_path), device=device)
