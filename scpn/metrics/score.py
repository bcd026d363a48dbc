"""The score of a corpus: a number that carries its unit, its size and its signature."""

from collections.abc import Sized
from dataclasses import dataclass, field
from typing import Any, Literal

from scpn.errors import DataError
from scpn.metrics.signature import Signature


@dataclass(frozen=True)
class Score:
    """One figure over a corpus.

    Attributes:
        name: What was measured, such as "template_match".
        value: The figure, in `unit`.
        unit: "percent" runs from 0 to 100; "edits" counts nodes per sentence; "correlation" runs
            from -100 to 100, as papers print r.
        count: Sentences (or pairs) it was taken over.
        signature: How it was made.
    """

    name: str
    value: float
    unit: Literal["percent", "edits", "correlation"]
    count: int
    signature: Signature = field(default_factory=Signature)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; the signature as its text."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "count": self.count,
            "signature": str(self.signature),
        }

    def __str__(self) -> str:
        """Return one line such as `template_match 33.8% of 3200 [match:exact]`."""
        amount = {
            "percent": f"{self.value:.1f}%",
            "edits": f"{self.value:.2f} edits",
            "correlation": f"{self.value:.1f}",
        }[self.unit]
        return f"{self.name} {amount} (n={self.count}) [{self.signature}]"


def check_parallel(what: str, left: Sized, right: Sized) -> int:
    """Return the common length of two sequences to be compared item by item.

    Args:
        what: Names of the two, for the message: "outputs and references".
        left: One sequence.
        right: The other.

    Raises:
        DataError: If they differ in length or are empty.
    """
    if len(left) != len(right):
        raise DataError(
            f"{what} must be equally many, got {len(left)} and {len(right)}; "
            "check that both come from the same file"
        )
    if not len(left):
        raise DataError(f"no {what} to score; give at least one of each")
    return len(left)
