"""Controlled paraphrases: a sentence and a syntactic template in, a paraphrase with proof out."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scpn.errors import ScpnError
    from scpn.paraphraser import Paraphrase, Paraphraser
    from scpn.parsing import load_parser
    from scpn.templates import Template

__version__ = "0.8.0"

# Loaded on first use (PEP 562), so that `scpn --help` imports no torch.
_HOMES = {
    "Paraphrase": "scpn.paraphraser",
    "Paraphraser": "scpn.paraphraser",
    "ScpnError": "scpn.errors",
    "Template": "scpn.templates",
    "load_parser": "scpn.parsing",
}
__all__ = ["Paraphrase", "Paraphraser", "ScpnError", "Template", "load_parser"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'scpn' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
