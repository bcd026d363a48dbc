"""Which word vectors are learned, and how many trees judge a parser in training."""

from dataclasses import dataclass
from typing import ClassVar

from scpn.settings import Settings, setting

DEV_LIMIT = 150
"""Trees of each dev file used while a parser is trained."""


@dataclass(frozen=True)
class WordVectorSettings(Settings):
    """Which words get vectors, and what a vector is learned from."""

    panel: ClassVar[str] = "Word vectors"

    size: int = setting(100, "Dimensions of a vector.", min=1)
    num_words: int = setting(30_000, "Number of words, the most frequent ones.", min=1)
    min_count: int = setting(5, "Words that occur less often get no vector.", min=1)
    # A word at distance d in a window counts 1/d.
    window: int = setting(
        0,
        "Context words on each side, for meaning; 0 counts the places one and two words away "
        "separately, for syntax.",
        min=0,
    )
    contexts: int = setting(
        4_000, "Number of words that count as contexts, the most frequent ones.", min=1
    )
    tokenized: bool = setting(False, "The text is already split into treebank tokens.")
