"""What decides which pairs are mined, and which are counted."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from scpn.settings import Settings, setting

Margin = Literal["ratio", "distance", "absolute"]
Retrieval = Literal["all", "forward", "backward", "intersection", "max"]
SearchKind = Literal["exact", "approximate"]

RETRIEVAL_HELP = (
    "all: each sentence with each neighbor (default for one corpus); forward: each with its best; "
    "backward: from the other corpus; intersection: both; max: best first, each sentence once "
    "(default for two)."
)


@dataclass(frozen=True)
class MiningOptions(Settings):
    """What decides which pairs are found."""

    panel: ClassVar[str] = "Mining"

    neighbors: int = setting(
        4, "Nearest neighbors per sentence, in both directions.", min=1, short="k"
    )
    margin: Margin = setting(
        "ratio",
        "How the cosine a of a pair is compared with the mean cosine b of the neighborhoods: "
        "ratio, a / b; distance, a - b; absolute, a.",
    )
    retrieval: Retrieval = setting("max", RETRIEVAL_HELP)
    min_score: float | None = setting(None, "Smallest margin score; none keeps all.")
    top: int | None = setting(None, "Pairs to keep, best first.", min=1)
    search: SearchKind = setting(
        "exact", "approximate searches through a graph; it misses a few neighbors."
    )
    effort: int = setting(
        64,
        "Of --approximate: candidates kept in view; more is slower and misses less.",
        min=1,
    )


@dataclass(frozen=True)
class CountingOptions(Settings):
    """Which pairs and words are counted."""

    panel: ClassVar[str] = "Counting"

    max_tokens: int = setting(  # the thesis: 30
        30, "Drop pairs of sentences with a longer side.", min=1
    )
    min_pair_score: float = setting(  # the thesis: 0.35
        0.35, "Drop pairs of sentences whose own score is smaller."
    )
    min_sentences: int = setting(10, "Leave out words that are in fewer sentences.", min=1)
    max_words: int = setting(
        50_000, "Most frequent words to count; memory grows with their square at worst.", min=1
    )
