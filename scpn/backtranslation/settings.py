"""How sentences are translated and translated back."""

from dataclasses import dataclass
from typing import ClassVar

from scpn.settings import Settings, setting


@dataclass(frozen=True)
class BackTranslationSettings(Settings):
    """What decides which versions a sentence gets."""

    panel: ClassVar[str] = "Translation"

    num: int = setting(1, "Most versions per sentence.", min=1, short="n")
    batch_size: int = setting(256, "Sentences translated per batch.", min=1)
