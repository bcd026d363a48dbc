"""Which pairs are read, which are worth parsing, and how they are held out."""

from dataclasses import dataclass, field
from typing import ClassVar

from scpn.errors import UsageError
from scpn.settings import Settings, setting


@dataclass(frozen=True)
class DropRules(Settings):
    """Limits a pair must respect."""

    panel: ClassVar[str] = "Rules"

    min_tokens: int = setting(3, "Fewest tokens per sentence.", min=1)
    max_tokens: int = setting(40, "Most tokens per sentence.", min=1)
    max_length_ratio: float = setting(
        3.0, "Largest ratio of the numbers of tokens of the two sentences.", min=1
    )
    max_trigram_overlap: float = setting(
        0.9,
        "Largest share of trigrams that both sentences have; 1 lets everything pass.",
        min=0,
        max=1,
    )
    min_unigram_f1: float = setting(
        0.2,
        "Smallest F1 of the words that both sentences have; 0 lets everything pass.",
        min=0,
        max=1,
    )
    single_sentence: bool = setting(False, "Drop pairs with more than one sentence on a side.")

    def check_together(self) -> None:
        """See `Settings.check_together`."""
        if self.min_tokens > self.max_tokens:
            raise UsageError(
                f"min_tokens is {self.min_tokens} and max_tokens {self.max_tokens}; "
                "needed: 1 <= min_tokens <= max_tokens"
            )


@dataclass(frozen=True)
class PairReading(Settings):
    """How files of pairs are read."""

    panel: ClassVar[str] = "Pairs"

    tokenized: bool = setting(False, "Sentences are already split into treebank tokens.")
    limit: int | None = setting(None, "Read at most this many pairs of each input.", min=1)
    pairs_per_cluster: int = setting(
        10, "Pairs drawn from each group of versions of a sentence.", min=1
    )
    seed: int = setting(0, "Random seed.")


@dataclass(frozen=True)
class LabelingOptions(PairReading):
    """What decides the content of the shards."""

    rules: DropRules = field(default_factory=DropRules)
    dev: float = setting(
        0.0,
        "Pairs held out for development, counted before the rules apply; a number below 1 is a "
        "share of the clusters.",
        min=0,
    )
    test: float = setting(0.0, "Pairs held out for testing, counted the same way.", min=0)
    chunk_size: int = setting(10_000, "Pairs read per shard.", min=1)
