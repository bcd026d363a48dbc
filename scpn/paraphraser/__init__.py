"""Sentences and templates in, checked paraphrases out."""

from scpn.paraphraser.paraphraser import Paraphraser
from scpn.paraphraser.records import (
    Candidate,
    Control,
    GenerationSettings,
    Paraphrase,
    Request,
    SentenceResult,
)

__all__ = [
    "Candidate",
    "Control",
    "GenerationSettings",
    "Paraphrase",
    "Paraphraser",
    "Request",
    "SentenceResult",
]
