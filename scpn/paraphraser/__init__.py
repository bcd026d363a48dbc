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

__all__ = [
    "CheckedOutput",
    "Control",
    "GenerationSettings",
    "Paraphrase",
    "Paraphraser",
    "FormRequest",
    "SentenceResult",
]


def __getattr__(name: str) -> Any:
    # Requests are checked before torch is loaded, so that a bad one fails at once.
    if name != "Paraphraser":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module("scpn.paraphraser.paraphraser").Paraphraser
