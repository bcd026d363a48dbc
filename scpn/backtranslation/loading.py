"""Translators by name."""

import torch

from scpn.backtranslation.marian import MarianTranslator
from scpn.backtranslation.process import ProcessTranslator
from scpn.backtranslation.translator import Translator

_PROCESS = "process:"


def load_translator(spec: str, *, device: torch.device | None = None) -> Translator:
    """Load a translator.

    Args:
        spec: `process:COMMAND`, see `ProcessTranslator`; else a folder or a repository on the hub,
            see `MarianTranslator.load`.
        device: Where a model runs; None is the CPU.

    Raises:
        UsageError: There is no such program.
        ModelError: There is no such model, or it is damaged or of another kind.
    """
    if spec.startswith(_PROCESS):
        return ProcessTranslator(spec.removeprefix(_PROCESS))
    return MarianTranslator.load(spec, device=device)
