"""A rating sheet that is being filled in: its questions, its answers, its file."""

import csv
import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from scpn.adversarial.rating_sheet import COLUMNS, QUALITY_SCALE
from scpn.errors import DataError, UsageError
from scpn.fileio import read_lines
from scpn.tables.writing import SHEET, open_table

_DELIMITERS = (",", ";", "\t")
_MAX_ROWS = 5000


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row of a sheet.

    Attributes:
        name: Of the row.
        question: As it stands in the sheet.
        texts: One text, or the two that are compared.
        choices: Answers allowed.
    """

    name: str
    question: str
    texts: tuple[str, ...]
    choices: tuple[str, ...]

    def explain(self, choice: str) -> str:
        """A choice with its meaning."""
        meaning = QUALITY_SCALE.get(choice)
        return choice if meaning is None else f"{choice}  {meaning}"


@dataclass(slots=True)
class RatingSession:
    """A sheet that one rater works through.

    Attributes:
        rows: Its questions, in order.
        header: Columns of the file, in its order.
        cells: All cells of each row, as they were read.
        digest: Of the questions; the same sheet has the same one whoever fills it in.
        answers: By the name of the row.
        position: Of the question on show, from 0.
        token: Name of this session among others.
    """

    rows: list[SheetRow]
    header: list[str]
    cells: list[dict[str, str]]
    digest: str
    answers: dict[str, str] = field(default_factory=dict)
    position: int = 0
    token: str = field(default_factory=lambda: uuid4().hex)

    @classmethod
    def open(cls, path: str | Path) -> "RatingSession":
        """Read a sheet, whether empty or begun.

        Raises:
            DataError: It is no sheet.
        """
        text = "".join(f"{line}\n" for _, line in read_lines(path))
        first = text.split("\n", 1)[0]
        reader = csv.DictReader(
            io.StringIO(text), delimiter=max(_DELIMITERS, key=first.count), restval=""
        )
        header = list(reader.fieldnames or ())
        if missing := [name for name in COLUMNS if name not in header]:
            raise DataError(
                f"is no rating sheet: it has no column {', '.join(missing)}; send the file that "
                "`scpn rate export` wrote",
                path=path,
                line=1,
            )
        cells = list(reader)
        if not 0 < len(cells) <= _MAX_ROWS:
            raise DataError(f"has {len(cells):,} rows; 1 to {_MAX_ROWS:,} are taken", path=path)
        rows = [_question(row, path, number) for number, row in enumerate(cells, start=2)]
        digest = hashlib.blake2b(repr(rows).encode("utf-8", "surrogatepass"), digest_size=8)
        session = cls(rows, header, cells, digest.hexdigest())
        session.take({row["row"]: row["answer"].strip() for row in cells})
        return session

    @property
    def current(self) -> SheetRow:
        """The question on show."""
        return self.rows[self.position]

    def take(self, answers: Mapping[str, str]) -> None:
        """Take over earlier answers; those that are not allowed are ignored."""
        for row in self.rows:
            if answers.get(row.name) in row.choices:
                self.answers[row.name] = answers[row.name]

    def rate(self, answer: str) -> None:
        """Note the answer to the question on show, and go to the next that has none.

        Raises:
            UsageError: It is not one of the choices.
        """
        if answer not in self.current.choices:
            raise UsageError(
                f"{answer[:40]!r} is no answer here; answers are {', '.join(self.current.choices)}"
            )
        self.answers[self.current.name] = answer
        self.go_to_open()

    def go_to_open(self) -> None:
        """Show the next question without an answer, from here on and then from the beginning."""
        total = len(self.rows)
        for step in range(total):
            place = (self.position + step) % total
            if self.rows[place].name not in self.answers:
                self.position = place
                return

    def move(self, step: int) -> None:
        """Show another question."""
        self.position = (self.position + step) % len(self.rows)

    def save(self, path: Path) -> None:
        """Write the sheet with the answers, as `scpn rate import` reads it."""
        rows = (row | {"answer": self.answers.get(row["row"], "")} for row in self.cells)
        with open_table(path, self.header, kind="csv", style=SHEET) as write:
            write(rows)


def _question(row: dict[str, str], path: str | Path, line: int) -> SheetRow:
    """A row of the sheet; the question itself says which answers are allowed."""
    asked, _, ending = row["question"].rpartition("?")
    choices = tuple(QUALITY_SCALE)
    if not all(f"{grade} {meaning}" in ending for grade, meaning in QUALITY_SCALE.items()):
        choices = tuple(filter(None, (choice.strip() for choice in ending.split(" / "))))
    if not asked or len(choices) < 2:
        raise DataError(
            "does not ask a question with its answers; send the file as it was exported",
            path=path,
            line=line,
        )
    texts = tuple(text for text in (row["text"], row["second_text"]) if text.strip())
    return SheetRow(row["row"], f"{asked}?", texts, choices)
