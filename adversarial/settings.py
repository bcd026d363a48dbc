"""How examples are attacked, and what is added to data."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from scpn.settings import Settings, setting

Sides = Literal["first", "second", "both"]
OrderName = Literal["all", "first", "best", "guided"]

_SIDES = "Which text of a pair is paraphrased."


@dataclass(frozen=True)
class AttackSettings(Settings):
    """How examples are attacked."""

    panel: ClassVar[str] = "Attack"

    sides: Sides = setting("first", _SIDES)
    search: OrderName = setting(
        "all",
        "Templates tried: all; up to the first success; as many as the budget, drawn; up to the "
        "first success, those first that broke similar examples.",
    )
    budget: int | None = setting(None, "Most templates tried on an example.", min=1)
    accepted_only: bool = setting(False, "Do not ask the victim about rejected candidates.")
    chunk_size: int = setting(32, "Examples attacked together.", min=1)
    max_failures: int = setting(
        5, "Stop when the victim fails on this many examples in a row.", min=1
    )
    seed: int = setting(0, "Seed of --search best.")


@dataclass(frozen=True)
class AugmentSettings(Settings):
    """What is added to the data."""

    panel: ClassVar[str] = "Rows"

    sides: Sides = setting("first", _SIDES)
    per_sentence: int = setting(1, "Accepted paraphrases wanted of each example.", min=1, short="n")
    balance: bool = setting(
        False, "Keep as many paraphrases of each label as make labels equally frequent."
    )
    include_original: bool = setting(True, "Write the examples themselves too.")
    seed: int = setting(0, "Seed of the templates drawn.")
