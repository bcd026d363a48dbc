"""Which templates are mined from a corpus, and how many are ranked for a sentence."""

from dataclasses import dataclass
from typing import ClassVar

from scpn.settings import Settings, setting

NUM_RANKED = 10
"""Templates ranked for a sentence."""


@dataclass(frozen=True)
class TemplateMiningSettings(Settings):
    """Which templates are mined, and which counts are kept."""

    panel: ClassVar[str] = "Mining"

    top: int = setting(20, "Number of templates.", min=1)
    split: str = setting("train", "Split of labeled files; 'all' for all.")
    min_count: int = setting(
        2, "Leave pairs of templates seen less often out of --statistics.", min=1
    )
