"""How paraphrases are searched, ranked and accepted."""

import dataclasses
from typing import ClassVar, Literal

from scpn.errors import UsageError
from scpn.filters.settings import FilterSettings
from scpn.settings import Settings, setting

WriterNames = Literal["all", "network", "rules", "edits"]

ProposerName = Literal["all", "network", "edits", "rules"]
"""Who proposes full parses for a template; "network", the parse generator, is the paper's way."""


@dataclasses.dataclass(frozen=True)
class GenerationSettings(Settings):
    """How outputs are searched, ranked and accepted.

    With re-ranking, outputs are parsed. Those that match the template come first, then those that
    pass the filters, then those with the best merit (`CheckedOutput.merit`).
    """

    panel: ClassVar[str] = "Search"

    writers: WriterNames = setting(
        "all",
        "Who writes. all: rules and edits of the source's own tree, and the networks for forms "
        "that these leave without an accepted paraphrase; or only one of the three.",
        label="Written by",
    )
    num_return: int = setting(
        1, "Paraphrases for each form.", min=1, label="Paraphrases per form", usual=(1, 5)
    )
    beam: int = setting(
        4, "Beam width of the search for sentences.", min=1, label="Beam width", usual=(1, 8)
    )
    rerank: int = setting(
        4,
        "Parses tried for each template; 1 is no re-ranking.",
        min=1,
        label="Parses tried per form",
        usual=(1, 8),
    )
    proposers: ProposerName = setting(
        "network",
        "Who proposes parses for a template. network: the parse generator; edits: edits of the "
        "source's own tree; rules; all: the parse generator where the others find nothing.",
    )
    # Of a beam as wide as what is taken from it the last parses are poor: four from 24 instead of
    # four from four make a quarter more outputs pass (docs/experiments.md).
    parse_beam: int = setting(
        6,
        "Beam width of the search for parses, for each one tried; at least as wide as --beam.",
        min=1,
    )
    # The default was chosen on dev pairs (docs/experiments.md).
    meaning_weight: float = setting(
        4.0,
        "Weight of similarity beside the score in re-ranking; 1000 ranks by similarity.",
        min=0,
    )
    critic_candidates: int = setting(
        4, "Outputs per form that the critic reads, the best in the ranking without it.", min=1
    )
    groups: int = setting(1, "Groups of diverse beam search; 1 is plain beam search.", min=1)
    temperature: float | None = setting(
        None, "Draw words at this temperature instead of searching.", above=0
    )
    top_p: float = setting(
        0.95,
        "With --temperature: draw from the likeliest words with this total probability.",
        above=0,
        max=1,
    )
    seed: int = setting(0, "Random seed of words that are drawn.")
    max_words: int = setting(
        60, "Longest sentence that is paraphrased, in tokens; longer ones fail.", min=1
    )
    tokenized: bool = setting(False, "Sentences are treebank tokens, and so are outputs.")
    batch_size: int = setting(128, "Sentences x forms x parses decoded per batch.", min=1)
    filters: FilterSettings = dataclasses.field(default_factory=FilterSettings)

    def check_together(self) -> None:
        """See `Settings.check_together`."""
        if self.num_return > self.beam * self.rerank:
            raise UsageError(
                f"num_return is {self.num_return}, but a beam of {self.beam} with {self.rerank} "
                f"parses gives at most {self.beam * self.rerank} outputs; raise beam or rerank"
            )
        if self.beam % self.groups:
            raise UsageError(
                f"a beam of {self.beam} cannot be split into {self.groups} equal groups"
            )

    @property
    def requests_at_a_time(self) -> int:
        """Sentences times controls decoded together: each has `rerank` parses."""
        return max(1, self.batch_size // self.rerank)
