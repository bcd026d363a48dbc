"""Readings that a critic learns from: a pair, and what a reader said or what is known of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scpn.errors import DataError
from scpn.tables.reading import raise_problems, read_rows

LABELS = ("follows", "same", "english", "good", "sound")
"""Names of the labels, in the order of the network's outputs; each is a probability or unknown.

`follows`: what the paraphrase says follows from the source. `same`: it says the same. `english`: it
is good English. `good`: a reader would call it a good paraphrase. `sound`: a reader would not call
it bad."""

_GRADES = {"0": (0.0, 0.0), "1": (0.0, 1.0), "2": (1.0, 1.0)}  # of "good" and "sound"


@dataclass(frozen=True, slots=True)
class Reading:
    """A pair and what is known of it.

    Attributes:
        source: Text of the source; empty if only the English of the paraphrase is known.
        paraphrase: Text of the paraphrase.
        labels: A number from 0 to 1 for each of `LABELS`; None where it is unknown.
        weight: What the pair counts in training.
    """

    source: str
    paraphrase: str
    labels: tuple[float | None, ...]
    weight: float = 1.0


def read_readings(path: str | Path) -> Iterator[Reading]:
    """Stream the readings of a table with the columns `source` and `paraphrase`.

    Beside them stands what is known: any of `LABELS`, numbers from 0 to 1, or `grade`, which is 0
    (no paraphrase), 1 (in part, or awkward) or 2 (good) and gives `good` and `sound`; and perhaps
    `weight`. An empty cell is an unknown label.

    Args:
        path: Any file that `scpn.tables.reading.read_rows` reads.

    Raises:
        DataError: The file cannot be read, or a row is no reading.
    """
    for number, row in raise_problems(read_rows(path), path):
        try:
            reading = _read(row)
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(
                "a reading has a source, a paraphrase, and a grade (0, 1, 2) or some of "
                f"{', '.join(LABELS)} (0 to 1)",
                path=path,
                line=number,
            ) from error
        yield reading


def _read(row: Mapping[str, Any]) -> Reading:
    good, sound = _GRADES[str(row["grade"])] if _is_known(row.get("grade")) else (None, None)
    given: dict[str, float | None] = {"good": good, "sound": sound}
    given |= {name: float(row[name]) for name in LABELS if _is_known(row.get(name))}
    labels = tuple(given.get(name) for name in LABELS)
    weight = float(row["weight"]) if _is_known(row.get("weight")) else 1.0
    known = [label for label in labels if label is not None]
    if not known or not all(0 <= label <= 1 for label in known) or not weight >= 0:
        raise ValueError
    return Reading(str(row["source"]), str(row["paraphrase"]), labels, weight)


def _is_known(cell: object) -> bool:
    return cell is not None and cell != ""
