"""Figures of an attack, counted from its records."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from scpn.adversarial.bootstrap import Interval, ratio_interval
from scpn.errors import DataError


@dataclasses.dataclass
class FormFigures:
    """Figures of one form on the examples that the victim gets right.

    Attributes:
        candidates: Candidates of this form.
        accepted: Those that pass every rule.
        broken: Examples that one of them breaks.
    """

    candidates: int = 0
    accepted: int = 0
    broken: int = 0


@dataclasses.dataclass
class LabelFigures:
    """Figures of the examples of one label.

    Attributes:
        examples: Examples that the victim gave a prediction for.
        right: Those it gets right as they are.
        broken: Those of them that are broken.
    """

    examples: int = 0
    right: int = 0
    broken: int = 0


class AttackSummary:
    """Counts of an attack.

    Attributes:
        failed: Examples without a prediction; they are in no other figure.
        unparaphrased: Examples that are right and cannot be paraphrased.
        forms: Figures of each form.
        labels: Figures of each label.
    """

    def __init__(self) -> None:
        self.failed = self.unparaphrased = 0
        self.forms: dict[str, FormFigures] = {}
        self.labels: dict[str, LabelFigures] = {}
        self._right: list[bool] = []
        self._broken: list[bool] = []

    def add(self, records: Sequence[Mapping[str, Any]]) -> None:
        """Count the records of one example, see `AttackResult.to_records`."""
        first = records[0]
        if first["probabilities"] is None:
            self.failed += 1
            return
        is_right = first["prediction"] == first["label"]
        is_broken = any(record["verdict"] == "broken" for record in records)
        self._right.append(is_right)
        self._broken.append(is_broken)
        label = self.labels.setdefault(first["label"], LabelFigures())
        label.examples += 1
        label.right += is_right
        label.broken += is_broken
        self.unparaphrased += is_right and first["error"] is not None
        if is_right:
            self._add_forms(records)

    def _add_forms(self, records: Sequence[Mapping[str, Any]]) -> None:
        for record in records:
            if record["template"] is not None:
                form = self.forms.setdefault(record["template"], FormFigures())
                form.candidates += 1
                form.accepted += bool(record["accepted"])
        for name in {r["template"] for r in records if r["verdict"] == "broken"}:
            self.forms[name].broken += 1

    @property
    def examples(self) -> int:
        """Examples that the victim gave a prediction for."""
        return len(self._right)

    @property
    def right(self) -> int:
        """Examples that it gets right."""
        return sum(self._right)

    @property
    def broken(self) -> int:
        """Examples that are broken."""
        return sum(self._broken)

    @property
    def accuracy(self) -> Interval | None:
        """Right / examples, 0 to 1; None without examples."""
        return _ratio(self._right, [True] * self.examples)

    @property
    def broken_rate(self) -> Interval | None:
        """Broken / examples, 0 to 1: the figure of Iyyer et al. 2018, section 5. None without."""
        return _ratio(self._broken, [True] * self.examples)

    @property
    def broken_of_right(self) -> Interval | None:
        """Broken / right, 0 to 1, which others call the success rate; None if none is right."""
        return _ratio(self._broken, self._right)

    def to_dict(self) -> dict[str, Any]:
        """All figures, for JSON."""
        rates = {
            "accuracy": self.accuracy,
            "broken_rate": self.broken_rate,
            "broken_of_right": self.broken_of_right,
        }
        return {
            "examples": self.examples,
            "failed": self.failed,
            "unparaphrased": self.unparaphrased,
            "right": self.right,
            "broken": self.broken,
            **{name: rate and rate.to_dict() for name, rate in rates.items()},
            "by_template": {name: dataclasses.asdict(form) for name, form in self.forms.items()},
            "by_label": {name: dataclasses.asdict(label) for name, label in self.labels.items()},
        }


def _ratio(above: Sequence[bool], below: Sequence[bool]) -> Interval | None:
    try:
        return ratio_interval(above, below)
    except DataError:  # nothing to divide by
        return None
