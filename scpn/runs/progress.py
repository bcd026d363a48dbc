"""How far a run is, for whoever shows it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a stage of a run is.

    Attributes:
        stage: What is done, such as "paraphrasing"; another one begins a new stage.
        done: Items that are done, those of an earlier run included.
        total: Items there are, or None if that is not known.
        skipped: Items that an earlier run had done, which took no time.
        note: What has come of them so far, in a few words.
        unit: What the items are, in the plural.
        is_estimate: The total is not exact.
    """

    stage: str
    done: int
    total: int | None = None
    skipped: int = 0
    note: str = ""
    unit: str = "sentences"
    is_estimate: bool = False


OnProgress = Callable[[Progress], None]
"""Called at the beginning of a stage, with nothing done, and as often as something is done."""

OnProblem = Callable[[str], None]
"""Called with one line, the place and what is wrong, for each item that fails."""
