"""Reads attacks from files: examples with the records of their candidates."""

import dataclasses
import itertools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from scpn.adversarial.protocol import Texts
from scpn.errors import DataError, UsageError
from scpn.tables.reading import read_json_strictly

Record = Mapping[str, Any]
_NEEDED = (
    *("id", "label", "texts", "prediction", "probabilities", "error"),
    *("template", "candidate", "candidate_probabilities", "verdict", "accepted", "paraphrases"),
)


@dataclasses.dataclass(frozen=True)
class AttackOutcome:
    """Outcome of the attack on one example.

    Attributes:
        records: As `AttackResult.to_records` makes them; one at least.
    """

    records: tuple[Record, ...]

    @property
    def id(self) -> str:
        """Id of the example."""
        return str(self.records[0]["id"])

    @property
    def label(self) -> str:
        """Its gold label."""
        return str(self.records[0]["label"])

    @property
    def texts(self) -> Texts:
        """The original texts."""
        return tuple(self.records[0]["texts"])

    @property
    def is_counted(self) -> bool:
        """The victim gave a prediction for it."""
        return self.records[0]["probabilities"] is not None

    @property
    def is_right(self) -> bool:
        """The victim's prediction for the original is right."""
        return self.is_counted and self.records[0]["prediction"] == self.label

    @property
    def breaking(self) -> list[Record]:
        """Records of the candidates that break it, the strongest first."""
        found = [record for record in self.records if record["verdict"] == "broken"]
        return sorted(found, key=lambda record: record["candidate_probabilities"][self.label])


def read_outcomes(path: str | Path) -> Iterator[AttackOutcome]:
    """Stream the examples of a file that `scpn attack` wrote.

    Raises:
        DataError: The file cannot be read, or a line is no record of an attack.
    """
    lines = (_check(record, path, line) for line, record in read_json_strictly(path))
    yield from group_outcomes(lines)


def split_name(text: str | Path) -> tuple[str, Path]:
    """System and file of `NAME=FILE` or `FILE`; without a name it is that of the file."""
    name, equals, path = str(text).partition("=")
    if equals and not Path(text).exists():
        return name, Path(path)
    return Path(text).stem, Path(text)


def read_attacks(files: Iterable[str | Path]) -> dict[str, list[AttackOutcome]]:
    """Read the attacks of several systems.

    Args:
        files: `NAME=FILE` or `FILE` of each.

    Raises:
        UsageError: Two systems have one name.
        DataError: A file cannot be read, is of something else, or has no example.
    """
    found: dict[str, list[AttackOutcome]] = {}
    for name, path in map(split_name, files):
        if name in found:
            raise UsageError(f"two systems are called {name!r}; name each with NAME=FILE")
        found[name] = list(read_outcomes(path))
        if not found[name]:
            raise DataError("has no example", path=path)
    return found


def group_outcomes(records: Iterable[Record]) -> Iterator[AttackOutcome]:
    """Examples from their records; those of one example follow each other."""
    for _, group in itertools.groupby(records, key=lambda record: record["id"]):
        yield AttackOutcome(tuple(group))


def _check(record: Any, path: str | Path, line: int) -> Record:
    if not isinstance(record, dict) or not record.keys() >= set(_NEEDED):
        missing = _NEEDED if not isinstance(record, dict) else set(_NEEDED) - record.keys()
        raise DataError(
            f"is no record of an attack: {', '.join(sorted(missing))} missing; give a file that "
            "`scpn attack` wrote",
            path=path,
            line=line,
        )
    return record
