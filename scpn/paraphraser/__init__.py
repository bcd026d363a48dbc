"""Sentences and templates in, checked paraphrases out."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scpn.paraphraser.paraphraser import Paraphraser
    from scpn.paraphraser.run import paraphrase_file
    from scpn.paraphraser.settings import GenerationSettings
    from scpn.paraphraser.types import (
        CheckedOutput,
        Control,
        FormRequest,
        Paraphrase,
        SentenceResult,
    )

# Settings are known before anything is loaded, and requests are checked before torch is, so that a
# bad one fails at once.
_HOMES = {
    "CheckedOutput": "types",
    "Control": "types",
    "FormRequest": "types",
    "GenerationSettings": "settings",
    "Paraphrase": "types",
    "Paraphraser": "paraphraser",
    "SentenceResult": "types",
    "paraphrase_file": "run",
}
__all__ = [
    "CheckedOutput",
    "Control",
    "FormRequest",
    "GenerationSettings",
    "Paraphrase",
    "Paraphraser",
    "SentenceResult",
    "paraphrase_file",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
