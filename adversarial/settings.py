"""How examples are attacked, added, rated and judged valid; the whole experiment; reports."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from scpn.errors import UsageError
from scpn.filters.settings import FilterSettings
from scpn.settings import Settings, setting

Sides = Literal["first", "second", "both"]
OrderName = Literal["all", "first", "best", "guided"]
Kind = Literal["bilstm", "bag-of-words"]

_SIDES = "Which text of a pair is paraphrased."


@dataclass(frozen=True)
class AttackSettings(Settings):
    """How examples are attacked."""

    panel: ClassVar[str] = "Attack"

    search: OrderName = setting(
        "all",
        "Templates to try. all: all of them; first: until one succeeds; best: as many as "
        "--budget, drawn at random; guided: until one succeeds, beginning with those that "
        "broke similar examples.",
    )
    budget: int | None = setting(None, "Most templates tried per example.", min=1)
    seed: int = setting(0, "Random seed of --search best.")
    sides: Sides = setting("first", _SIDES)
    accepted_only: bool = setting(False, "Do not try rejected paraphrases on the classifier.")
    chunk_size: int = setting(32, "Examples attacked together.", min=1)
    max_failures: int = setting(
        5, "Stop when the classifier fails on this many examples in a row.", min=1
    )


@dataclass(frozen=True)
class AugmentSettings(Settings):
    """What is added to the data."""

    panel: ClassVar[str] = "Rows"

    sides: Sides = setting("first", _SIDES)
    per_sentence: int = setting(1, "Accepted paraphrases wanted per example.", min=1, short="n")
    balance: bool = setting(
        False,
        "Balance the labels: keep as many paraphrases of each as make labels equally frequent.",
    )
    include_original: bool = setting(True, "Also write the examples themselves.")
    seed: int = setting(0, "Random seed of the templates drawn.")


@dataclass(frozen=True)
class ValidityRules(Settings):
    """What a valid paraphrase needs besides its label."""

    panel: ClassVar[str] = "Validity"

    # Without effect where no similarity is known.
    min_similarity: float = setting(
        FilterSettings.min_similarity,
        "Smallest similarity at which a paraphrase counts as valid.",
        min=-1,
        max=1,
    )
    min_overlap: float = setting(
        FilterSettings.min_overlap,
        "Smallest share of common words at which a paraphrase counts as valid.",
        min=0,
        max=1,
    )

    def allow(self, record: Mapping[str, Any]) -> bool:
        """Whether all new texts of a candidate keep enough of their sources."""
        return all(
            paraphrase["ngram_overlap"] >= self.min_overlap
            and (
                paraphrase["similarity"] is None or paraphrase["similarity"] >= self.min_similarity
            )
            for paraphrase in record["paraphrases"]
        )


@dataclass(frozen=True)
class ExperimentSettings(Settings):
    """Settings of the robustness experiment, apart from those of its classifiers."""

    panel: ClassVar[str] = "Experiment"

    kind: Kind = setting(
        "bilstm", "Family of the victim; a classifier of the other family checks labels."
    )
    # A victim, an augmentation and a victim on augmented data for each.
    seeds: tuple[int, ...] = setting((1, 2, 3), "Random seeds, separated by commas.")
    augment_seed: int | None = setting(
        None, "Draw one augmentation with this seed and share it between all seeds, to save time."
    )
    sides: Sides = setting("first", _SIDES)
    per_sentence: int = setting(
        2, "Paraphrases added per training example; 0 leaves augmentation out.", min=0
    )
    folds: int = setting(5, "Folds of the classifier that checks labels.", min=2)

    def check_together(self) -> None:
        """See `Settings.check_together`."""
        if not self.seeds or len(set(self.seeds)) < len(self.seeds):
            raise UsageError(f"seeds are {self.seeds}; give one or more, each once")


@dataclass(frozen=True)
class ReportSettings(Settings):
    """How attacks are summed up."""

    panel: ClassVar[str] = "Report"

    judge: Kind = setting(
        "bag-of-words", "Family of the judge of labels; use another one than the victim's."
    )
    folds: int = setting(ExperimentSettings.folds, "Folds of the judge of labels.", min=2)
    title: str = setting("Robustness", "Title of the page.")
    rules: ValidityRules = field(default_factory=ValidityRules)


@dataclass(frozen=True)
class SheetSettings(Settings):
    """What is drawn for raters."""

    panel: ClassVar[str] = "Sheet"

    num: int = setting(100, "Examples per system.", min=1, short="n")
    controls: int = setting(10, "Original examples mixed in per question, as a control.", min=0)
    seed: int = setting(0, "Random seed of the draw and the order.")
