"""Figures of attacks on one data set, over one victim or several of different seeds.

A rate is a ratio of sums over examples and seeds. Its interval comes from drawing examples anew,
each with what happened to it under all seeds; how far the seeds lie apart stands beside it.
"""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from scpn.adversarial.bootstrap import Interval, difference_interval, ratio_interval
from scpn.adversarial.validity import JudgedOutcome

LENGTHS = ((1, 10), (11, 20), (21, 30), (31, None))
"""Bins of words, separated by spaces, of all texts of an example."""
Count = Callable[[JudgedOutcome], bool]


@dataclasses.dataclass(frozen=True)
class Rate:
    """A ratio of counts, 0 to 1.

    Attributes:
        interval: The ratio and its bootstrap interval over examples; None if nothing counts.
        by_seed: The ratio of each seed; None where nothing counts.
    """

    interval: Interval | None
    by_seed: list[float | None]

    @property
    def value(self) -> float | None:
        """The ratio over all seeds."""
        return None if self.interval is None else self.interval.value


@dataclasses.dataclass(frozen=True)
class GroupFigures:
    """Figures of the examples of one label or length.

    Attributes:
        name: The label, or the range of lengths.
        examples: Examples with a prediction, over all seeds.
        accuracy: Right / examples.
        broken_rate: Broken / examples.
    """

    name: str
    examples: int
    accuracy: Rate
    broken_rate: Rate


@dataclasses.dataclass(frozen=True)
class FormReport:
    """Figures of one form on the examples that the victim gets right.

    Attributes:
        name: The template, or the name of a baseline's version.
        candidates: Candidates, over all seeds.
        accepted: Those that pass every rule.
        broken: Examples that one of them breaks.
        broken_rate: The same / examples that the victim gets right.
        valid: Examples that a valid one breaks, of those that the judge knows.
    """

    name: str
    candidates: int
    accepted: int
    broken: int
    broken_rate: Rate
    valid: int


@dataclasses.dataclass(frozen=True)
class AttackFigures:
    """All figures of an attack.

    Attributes:
        examples: Examples of the data set.
        failed: Examples without a prediction, over all seeds.
        accuracy: Right / examples.
        broken_rate: Broken / examples, the figure of Iyyer et al. 2018.
        broken_of_right: Broken / right, which others call the success rate.
        validity: Broken examples whose strongest candidate is valid / broken examples that the
            judge knows.
        valid_broken: Examples that a valid candidate breaks / examples that the judge knows.
        accuracy_under_attack: Right and not broken / examples.
        forms: By form.
        labels: By gold label.
        lengths: By number of words.
    """

    examples: int
    failed: int
    accuracy: Rate
    broken_rate: Rate
    broken_of_right: Rate
    validity: Rate
    valid_broken: Rate
    accuracy_under_attack: Rate
    forms: list[FormReport]
    labels: list[GroupFigures]
    lengths: list[GroupFigures]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return dataclasses.asdict(self)


class Runs:
    """Judged attacks on the same examples, one for each seed.

    Args:
        runs: The examples of each seed.
    """

    def __init__(self, runs: Sequence[Sequence[JudgedOutcome]]) -> None:
        self.runs = [[item for item in run if item.outcome.is_counted] for run in runs]
        self.failed = sum(len(run) for run in runs) - sum(len(run) for run in self.runs)

    def rate(self, above: Count, below: Count) -> Rate:
        """Ratio of the examples that are `above` and `below` to those that are `below`."""
        counts: dict[str, list[int]] = {}
        by_seed: list[float | None] = []
        for run in self.runs:
            totals = [0, 0]
            for item in run:
                if not below(item):
                    continue
                pair = counts.setdefault(item.outcome.id, [0, 0])
                for place, value in enumerate((above(item), True)):
                    pair[place] += value
                    totals[place] += value
            by_seed.append(totals[0] / totals[1] if totals[1] else None)
        numbers = list(counts.values())
        if not numbers:
            return Rate(None, by_seed)
        return Rate(ratio_interval([a for a, _ in numbers], [b for _, b in numbers]), by_seed)

    def restricted(self, keep: Count) -> "Runs":
        """The runs with only the examples for which `keep` is true."""
        return Runs([[item for item in run if keep(item)] for run in self.runs])

    def mean_by_example(self, count: Count) -> dict[str, float]:
        """For each example the share of seeds for which `count` is true."""
        found: dict[str, list[bool]] = {}
        for run in self.runs:
            for item in run:
                found.setdefault(item.outcome.id, []).append(count(item))
        return {key: sum(values) / len(values) for key, values in found.items()}


def summarize_attack(runs: Sequence[Sequence[JudgedOutcome]]) -> AttackFigures:
    """All figures of the attacks of one system on victims of some seeds."""
    data = Runs(runs)
    ids = {item.outcome.id for run in runs for item in run}
    return AttackFigures(
        examples=len(ids),
        failed=data.failed,
        accuracy=data.rate(_is_right, _always),
        broken_rate=data.rate(is_broken, _always),
        broken_of_right=data.rate(is_broken, _is_right),
        validity=data.rate(
            lambda item: item.strongest_is_valid, lambda item: is_broken(item) and item.is_judged
        ),
        valid_broken=data.rate(lambda item: bool(item.valid), lambda item: item.is_judged),
        accuracy_under_attack=data.rate(
            lambda item: _is_right(item) and not is_broken(item), _always
        ),
        forms=_by_form(data),
        labels=_by_label(data),
        lengths=_by_length(data),
    )


def compare_broken(
    left: Sequence[Sequence[JudgedOutcome]], right: Sequence[Sequence[JudgedOutcome]]
) -> Interval | None:
    """Broken rate of `left` minus that of `right`, over the examples that both have (paired)."""
    first, second = (Runs(runs).mean_by_example(is_broken) for runs in (left, right))
    shared = [key for key in first if key in second]
    if not shared:
        return None
    return difference_interval([first[key] for key in shared], [second[key] for key in shared])


def is_broken(item: JudgedOutcome) -> bool:
    """At least one accepted candidate is predicted wrong, and the original right."""
    return bool(item.outcome.breaking)


def _is_right(item: JudgedOutcome) -> bool:
    return item.outcome.is_right


def _always(item: JudgedOutcome) -> bool:
    return True


def _by_label(data: Runs) -> list[GroupFigures]:
    labels = sorted({item.outcome.label for run in data.runs for item in run})
    return [
        _group(label, data.restricted(lambda item, label=label: item.outcome.label == label))  # type: ignore[misc]
        for label in labels
    ]


def _by_length(data: Runs) -> list[GroupFigures]:
    groups = []
    for low, high in LENGTHS:

        def fits(item: JudgedOutcome, low: int = low, high: int | None = high) -> bool:
            length = sum(len(text.split()) for text in item.outcome.texts)
            return low <= length and (high is None or length <= high)

        chosen = data.restricted(fits)
        if any(chosen.runs):
            groups.append(_group(f"{low} or more" if high is None else f"{low}-{high}", chosen))
    return groups


def _group(name: str, data: Runs) -> GroupFigures:
    return GroupFigures(
        name,
        sum(len(run) for run in data.runs),
        data.rate(_is_right, _always),
        data.rate(is_broken, _always),
    )


def _by_form(data: Runs) -> list[FormReport]:
    right = data.restricted(_is_right)
    counts: dict[str, list[int]] = {}
    for run in right.runs:
        for item in run:
            for record in item.outcome.records:
                if record["template"] is not None:
                    number = counts.setdefault(record["template"], [0, 0])
                    number[0] += 1
                    number[1] += bool(record["accepted"])
    return [
        _form(name, candidates, accepted, right) for name, (candidates, accepted) in counts.items()
    ]


def _form(name: str, candidates: int, accepted: int, right: Runs) -> FormReport:
    def breaks(item: JudgedOutcome) -> bool:
        return any(record["template"] == name for record in item.outcome.breaking)

    def is_valid(item: JudgedOutcome) -> bool:
        return item.is_judged and any(record["template"] == name for record in item.valid)

    def number(count: Count) -> int:
        return sum(count(item) for run in right.runs for item in run)

    return FormReport(
        name, candidates, accepted, number(breaks), right.rate(breaks, _always), number(is_valid)
    )
