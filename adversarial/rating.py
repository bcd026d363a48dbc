"""Figures of filled-in rating sheets: validity, quality, agreement of raters.

An adversarial example is *valid* if more than half of the raters give it the gold label of the
example it was made from (Iyyer et al. 2018, section 5.2, who compare the workers' label with the
original one and do not say how three workers are counted).
"""

import csv
import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from scpn.adversarial.agreement import fleiss_kappa
from scpn.adversarial.bootstrap import Interval, mean_interval
from scpn.adversarial.rating_sheet import (
    COLUMNS,
    QUALITY_SCALE,
    KeyRow,
    RatingKey,
    digest_of,
    read_key,
)
from scpn.errors import DataError, UsageError
from scpn.fileio import read_lines

_MAX_NAMED = 5  # rows that one message names
_DELIMITERS = (",", ";", "\t")  # of spreadsheets in different countries
Answers = dict[str, str]
"""Answer of one rater by the name of the row."""


@dataclasses.dataclass(frozen=True)
class SystemRatings:
    """Ratings of one system.

    Attributes:
        system: Its name.
        validity: Share of its examples that are valid, 0 to 1.
        label_votes: Share of all answers that are the gold label, 0 to 1.
        quality: Share of each grade among all answers, 0 to 1.
        paraphrases: Share of answers that are 1 or 2, with an interval over examples, 0 to 1.
        label_kappa: Agreement on labels, or None; see `fleiss_kappa`.
        quality_kappa: Agreement on grades, or None.
    """

    system: str
    validity: Interval
    label_votes: float
    quality: dict[str, float]
    paraphrases: Interval
    label_kappa: float | None
    quality_kappa: float | None


@dataclasses.dataclass(frozen=True)
class RaterFigures:
    """How well one rater answered the control questions.

    Attributes:
        rater: Name: the file without its ending.
        labels: Share of original texts that got their gold label, or None without such controls.
        quality: Share of known pairs that got their grade, or None. For two unrelated texts the
            grade is 0; for the same text twice 1 will do as well, it may be ungrammatical.
    """

    rater: str
    labels: float | None
    quality: float | None


@dataclasses.dataclass(frozen=True)
class RatingReport:
    """All figures of a set of sheets.

    Attributes:
        systems: One entry a system, by name.
        raters: One entry a sheet.
        label_kappa: Agreement on the labels of all rows.
        quality_kappa: Agreement on the grades of all rows.
        provenance: What the key says of the sheet.
    """

    systems: list[SystemRatings]
    raters: list[RaterFigures]
    label_kappa: float | None
    quality_kappa: float | None
    provenance: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return dataclasses.asdict(self)


def summarize_sheets(sheets: Sequence[Path], key: Path, *, seed: int = 0) -> RatingReport:
    """Read the sheets that raters filled in, and compute all figures.

    Args:
        sheets: One file for each rater; its name without the ending is the name of the rater.
        key: The key that `write_sheet` wrote.
        seed: Seed of the bootstrap.

    Raises:
        UsageError: Two sheets have one name.
        DataError: There is no sheet, or a file cannot be used; see `read_sheet` and `read_key`.
    """
    names = [sheet.stem for sheet in sheets]
    if len(set(names)) < len(names):
        raise UsageError(
            f"sheets are {', '.join(names)}; give each rater's sheet once, by its name"
        )
    known = read_key(key)
    answers = {sheet.stem: read_sheet(sheet, known) for sheet in sheets}
    return summarize_ratings(answers, known, seed=seed)


def summarize_ratings(
    sheets: Mapping[str, Answers], key: RatingKey, *, seed: int = 0
) -> RatingReport:
    """Compute the figures of complete sheets.

    Args:
        sheets: Answers of each rater, from `read_sheet`.
        key: Key of the sheet.
        seed: Seed of the bootstrap.

    Raises:
        DataError: There is no sheet.
    """
    if not sheets:
        raise DataError("no sheet with ratings; give at least one")
    by_system: dict[str, dict[str, KeyRow]] = defaultdict(dict)
    for name, row in key.rows.items():
        if row.role == "rated":
            by_system[row.system][name] = row
    return RatingReport(
        systems=[
            _summarize(system, rows, sheets, seed) for system, rows in sorted(by_system.items())
        ],
        raters=[_check_rater(rater, answers, key) for rater, answers in sheets.items()],
        label_kappa=_kappa(key.rows, "label", sheets),
        quality_kappa=_kappa(key.rows, "quality", sheets),
        provenance=key.provenance,
    )


def read_sheet(path: str | Path, key: RatingKey) -> Answers:
    """Read a sheet that a rater filled in; separators may be commas, semicolons or tabs.

    Raises:
        DataError: It is no such sheet; rows are missing, doubled, unknown or changed; an answer is
            missing or not allowed. The message names the first rows concerned.
    """
    answers: Answers = {}
    problems: dict[str, list[str]] = defaultdict(list)
    for line, cells in _read_cells(path):
        name = cells["row"].strip()
        place = f"{name or '(no name)'} (line {line})"
        if name not in key.rows:
            problems["not in the key, so of another sheet"].append(place)
        elif name in answers:
            problems["there twice"].append(place)
        else:
            shown = (cells["text"], cells["second_text"])
            if digest_of(key.rows[name].kind, *shown) != key.rows[name].digest:
                problems["changed: a text is not what was exported"].append(place)
            answers[name] = _answer(cells["answer"], key.allowed(name), place, problems)
    missing = [name for name in key.rows if name not in answers]
    if missing:
        problems["missing"] += missing
    if problems:
        raise DataError("; ".join(_list(what, rows) for what, rows in problems.items()), path=path)
    return answers


def _answer(cell: str, allowed: Sequence[str], place: str, problems: dict[str, list[str]]) -> str:
    """The answer as it is written in the key."""
    text = cell.strip()
    if not text:
        problems[f"without an answer (fill in one of {', '.join(allowed)})"].append(place)
        return ""
    for answer in allowed:
        # Spreadsheets write 2 as 2.0 at times, and raters do not look at case.
        if text.casefold() == answer.casefold() or text == f"{answer}.0":
            return answer
    problems[f"answered with something else than {', '.join(allowed)}"].append(
        f"{place}: {text[:40]!r}"
    )
    return ""


def _list(what: str, rows: Sequence[str]) -> str:
    more = f" and {len(rows) - _MAX_NAMED} more" if len(rows) > _MAX_NAMED else ""
    count = f"{len(rows)} row{'' if len(rows) == 1 else 's'}"
    return f"{count} {what}: {', '.join(rows[:_MAX_NAMED])}{more}"


def _read_cells(path: str | Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Line number and named cells of each row of a sheet."""
    lines = (f"{line}\n" for _, line in read_lines(path))
    header = next(lines, "")
    delimiter = max(_DELIMITERS, key=header.count)
    names = [name.strip().casefold() for name in next(csv.reader([header], delimiter=delimiter))]
    if missing := [name for name in COLUMNS if name not in names]:
        raise DataError(
            f"has no column {', '.join(map(repr, missing))}; a sheet has the columns "
            f"{', '.join(COLUMNS)}",
            path=path,
            line=1,
        )
    reader = csv.DictReader(lines, names, delimiter=delimiter, restval="")
    try:
        for cells in reader:
            yield reader.line_num + 1, {name: cells[name] or "" for name in COLUMNS}
    except csv.Error as error:
        raise DataError(f"is no CSV ({error})", path=path, line=reader.line_num + 1) from error


def _summarize(
    system: str, rows: Mapping[str, KeyRow], sheets: Mapping[str, Answers], seed: int
) -> SystemRatings:
    votes = [
        fmean(answers[name] == row.expected for answers in sheets.values())
        for name, row in rows.items()
        if row.kind == "label"
    ]
    grades = [
        [answers[name] for answers in sheets.values()]
        for name, row in rows.items()
        if row.kind == "quality"
    ]
    pooled = [grade for item in grades for grade in item]
    return SystemRatings(
        system=system,
        validity=mean_interval([float(share > 0.5) for share in votes], seed=seed),
        label_votes=fmean(votes),
        quality={grade: pooled.count(grade) / len(pooled) for grade in QUALITY_SCALE},
        paraphrases=mean_interval(
            [fmean(grade != "0" for grade in item) for item in grades], seed=seed
        ),
        label_kappa=_kappa(rows, "label", sheets),
        quality_kappa=_kappa(rows, "quality", sheets),
    )


def _kappa(rows: Mapping[str, KeyRow], kind: str, sheets: Mapping[str, Answers]) -> float | None:
    chosen = [name for name, row in rows.items() if row.kind == kind]
    return fleiss_kappa([[answers[name] for answers in sheets.values()] for name in chosen])


def _check_rater(rater: str, answers: Answers, key: RatingKey) -> RaterFigures:
    hits: dict[str, list[bool]] = {"label": [], "quality": []}
    for name, row in key.rows.items():
        if row.role == "same":
            hits["quality"].append(answers[name] != "0")
        elif row.role != "rated":
            hits[row.kind].append(answers[name] == row.expected)
    shares = {kind: fmean(found) if found else None for kind, found in hits.items()}
    return RaterFigures(rater, shares["label"], shares["quality"])
