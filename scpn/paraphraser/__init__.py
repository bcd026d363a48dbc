"""Sentences and templates in, checked paraphrases out."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from scpn.paraphraser.types import (
    CheckedOutput,
    Control,
    FormRequest,
    GenerationSettings,
    Paraphrase,
    SentenceResult,
)

if TYPE_CHECKING:
    from scpn.paraphraser.paraphraser import Paraphraser
    from scpn.paraphraser.run import paraphrase_file

__all__ = [
    "CheckedOutput",
    "Control",
    "GenerationSettings",
    "Paraphrase",
    "Paraphraser",
    "FormRequest",
    "SentenceResult",
    "paraphrase_file",
]

_HOMES = {
    "Paraphraser": "scpn.paraphraser.paraphraser",
    "paraphrase_file": "scpn.paraphraser.run",
}


def __getattr__(name: str) -> Any:
    # Requests are checked before torch is loaded, so that a bad one fails at once.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
