"""Which pairs are read, which are worth parsing, and how they are held out."""

from dataclasses import dataclass, field
from typing import ClassVar

from scpn.errors import UsageError
from scpn.settings import Settings, setting


@dataclass(frozen=True)
class DropRules(Settings):
    """Limits a pair must respect."""

    panel: ClassVar[str] = "Rules"

    min_tokens: int = setting(3, "Fewest tokens of a side.", min=1)
    max_tokens: int = setting(40, "Most tokens of a side.", min=1)
    max_length_ratio: float = setting(
        3.0, "Most tokens of the longer side for one of the shorter.", min=1
    )
    max_trigram_overlap: float = setting(
        0.9, "Largest share of trigrams in common; 1 lets everything pass.", min=0, max=1
    )
    min_unigram_f1: float = setting(
        0.2, "Smallest F1 of the words in common; 0 lets everything pass.", min=0, max=1
    )
    single_sentence: bool = setting(False, "Drop pairs with several sentences a side.")

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

    tokenized: bool = setting(False, "Sentences are treebank tokens already.")
    limit: int | None = setting(None, "Pairs to read from each input.", min=1)
    pairs_per_cluster: int = setting(
        10, "Pairs drawn from each list of versions of a sentence.", min=1
    )
    seed: int = setting(0, "Seed of what is drawn.")


@dataclass(frozen=True)
class LabelingOptions(PairReading):
    """What decides the content of the shards."""

    rules: DropRules = field(default_factory=DropRules)
    dev: float = setting(
        0.0, "Pairs to hold out for dev before rules; below 1, the share of clusters.", min=0
    )
    test: float = setting(0.0, "Pairs to hold out for test, likewise.", min=0)
    chunk_size: int = setting(10_000, "Pairs read for one shard.", min=1)
