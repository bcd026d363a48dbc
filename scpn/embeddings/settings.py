"""How sentences are embedded, which pairs are mined, and which words a lexicon holds."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from scpn.settings import Settings, setting

Margin = Literal["ratio", "distance", "absolute"]
Retrieval = Literal["all", "forward", "backward", "intersection", "max"]
SearchKind = Literal["exact", "approximate"]
Measure = Literal["adjusted", "cross"]

RETRIEVAL_HELP = (
    "Pairs to consider. all: each sentence with each neighbor (default for one corpus); "
    "forward: each sentence with its best neighbor; backward: the same from the other "
    "corpus; intersection: pairs found both ways; max: best pairs first, each sentence once "
    "(default for two corpora)."
)

BATCH_SIZE = 128
"""Sentences embedded per batch; memory and speed depend on it, vectors do not."""


@dataclass(frozen=True)
class EmbeddingSettings(Settings):
    """How sentences are embedded."""

    panel: ClassVar[str] = "Model"

    batch_size: int = setting(BATCH_SIZE, "Sentences embedded per batch.", min=1)


@dataclass(frozen=True)
class MiningOptions(Settings):
    """What decides which pairs are found."""

    panel: ClassVar[str] = "Mining"

    neighbors: int = setting(
        4, "Nearest neighbors per sentence, in both directions.", min=1, short="k"
    )
    margin: Margin = setting(
        "ratio",
        "How the cosine a of a pair is compared with the mean cosine b of their neighbors. "
        "ratio: a / b; distance: a - b; absolute: a alone.",
    )
    retrieval: Retrieval = setting("max", RETRIEVAL_HELP)
    min_score: float | None = setting(None, "Smallest margin score; by default all pairs are kept.")
    top: int | None = setting(None, "Keep only this many of the best pairs.", min=1)
    search: SearchKind = setting(
        "exact", "approximate searches through a graph; it misses a few neighbors."
    )
    effort: int = setting(
        64,
        "Candidates that --approximate keeps; more is slower and misses fewer neighbors.",
        min=1,
    )


@dataclass(frozen=True)
class CountingOptions(Settings):
    """Which pairs and words are counted."""

    panel: ClassVar[str] = "Counting"

    max_tokens: int = setting(  # the thesis: 30
        30, "Drop sentence pairs with a longer sentence.", min=1
    )
    min_pair_score: float = setting(  # the thesis: 0.35
        0.35, "Drop sentence pairs whose score in the input is smaller."
    )
    min_sentences: int = setting(10, "Leave out words that occur in fewer sentences.", min=1)
    max_words: int = setting(
        50_000,
        "Count only this many of the most frequent words; at worst, memory grows with the square.",
        min=1,
    )


@dataclass(frozen=True)
class LexiconSettings(Settings):
    """Which words a lexicon holds."""

    panel: ClassVar[str] = "Lexicon"

    measure: Measure = setting(
        "adjusted", "Measure that sorts the entries and that --min-score applies to."
    )
    min_count: int = setting(  # the thesis: 10
        10, "Fewest sentence pairs in which an entry occurs.", min=1
    )
    min_score: float | None = setting(None, "Smallest value of the measure.")
    top: int | None = setting(None, "Keep only this many of the best entries.", min=1)
    # The logarithm of 0 is no number.
    smoothing: float = setting(
        0.5, "Added to observed and expected counts within a sentence.", above=0
    )
    counting: CountingOptions = field(default_factory=CountingOptions)
