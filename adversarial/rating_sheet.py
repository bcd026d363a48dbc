"""A blind sheet for raters, and the key that says what its rows are.

Two questions are asked, as by Iyyer et al. 2018 (sections 4.1 and 5.2): which label a text has, and
how good a paraphrase of its source it is (0 none, 1 ungrammatical, 2 good). All rows of the first
question come before those of the second, so that nobody who labels a text has seen its source.
Rows are shuffled; the systems that wrote the texts stand in the key only. Clean controls are mixed
in: original texts with their gold label, and pairs whose quality is known.
"""

import dataclasses
import hashlib
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from scpn.adversarial.protocol import Texts
from scpn.adversarial.settings import SheetSettings
from scpn.errors import DataError, UsageError
from scpn.fileio import write_atomically
from scpn.tables.writing import SHEET, open_table

QUALITY_SCALE = {"0": "no paraphrase", "1": "a paraphrase, but ungrammatical", "2": "a paraphrase"}
COLUMNS = ("row", "question", "text", "second_text", "answer")
KEY_KIND = "scpn-rating-key"
KEY_FORMAT = 1

Kind = Literal["label", "quality"]
Role = Literal["rated", "original", "same", "unrelated"]


@dataclasses.dataclass(frozen=True)
class RatedExample:
    """One adversarial example to be judged.

    Attributes:
        system: What made it; never shown to raters.
        id: Of the example it was made from.
        label: Gold label of that example.
        texts: The example as it was.
        adversarial: The example as the classifier got it wrong.
    """

    system: str
    id: str
    label: str
    texts: Texts
    adversarial: Texts


@dataclasses.dataclass(frozen=True)
class KeyRow:
    """What the key says of a row of the sheet.

    Attributes:
        kind: Question asked: the label, or the quality of a paraphrase.
        role: An example that is "rated", or a control: an "original" text with its gold label, the
            "same" text twice, or two "unrelated" texts.
        system: What made it; "control" for controls.
        example: Of the example, as in `RatedExample`.
        expected: Gold label of the example, or the known quality of a control; else None.
        digest: Of what is shown, to notice a row that was changed.
    """

    kind: Kind
    role: Role
    system: str
    example: str
    expected: str | None
    digest: str


@dataclasses.dataclass(frozen=True)
class RatingKey:
    """The key of a sheet: what each row is.

    Attributes:
        labels: Names of the labels.
        rows: By the name of the row, in the order of the sheet.
        provenance: Seed and files, for reports.
    """

    labels: list[str]
    rows: dict[str, KeyRow]
    provenance: dict[str, Any] = dataclasses.field(default_factory=dict)

    def allowed(self, row: str) -> list[str]:
        """Answers allowed in a row."""
        return self.labels if self.rows[row].kind == "label" else list(QUALITY_SCALE)


@dataclasses.dataclass(frozen=True)
class _Question:
    kind: Kind
    role: Role
    system: str
    example: str
    expected: str | None
    texts: tuple[str, str]


def write_sheet(
    examples: Sequence[RatedExample],
    clean: Sequence[RatedExample],
    *,
    labels: Sequence[str],
    sheet: Path,
    key: Path,
    num_controls: int = SheetSettings.controls,
    seed: int = SheetSettings.seed,
    overwrite: bool = False,
    provenance: dict[str, Any] | None = None,
) -> RatingKey:
    """Write a sheet and its key.

    Args:
        examples: What is to be judged.
        clean: Where controls are drawn from; best examples whose originals are not in the sheet.
        labels: Names of the labels.
        sheet: CSV file to write, one copy for each rater to fill in.
        key: JSON file to write; not for raters.
        num_controls: Controls of each question.
        seed: Another seed draws other controls and another order.
        overwrite: Replace files that are there; a sheet may have been filled in.
        provenance: Kept in the key.

    Raises:
        UsageError: There is nothing to judge, or a file is there already.
        DataError: A file cannot be written.
    """
    if not examples:
        raise UsageError("there is no example to rate; the attack broke none that was accepted")
    _check_targets(sheet, key, overwrite)
    generator = random.Random(seed)
    questions = [
        *_shuffled(_label_questions(examples, clean, num_controls, generator), generator),
        *_shuffled(_quality_questions(examples, clean, num_controls, generator), generator),
    ]
    width = max(3, len(str(len(questions))))
    names = [f"r{number:0{width}d}" for number in range(1, len(questions) + 1)]
    rows = {
        name: KeyRow(q.kind, q.role, q.system, q.example, q.expected, digest_of(q.kind, *q.texts))
        for name, q in zip(names, questions, strict=True)
    }
    result = RatingKey(list(labels), rows, dict(provenance or {}) | {"seed": seed})
    with open_table(sheet, COLUMNS, kind="csv", style=SHEET) as write:
        for name, question in zip(names, questions, strict=True):
            cells = (name, _ask(question.kind, labels), *question.texts, "")
            write([dict(zip(COLUMNS, cells, strict=True))])
    _write_key(result, key)
    return result


def read_key(path: str | Path) -> RatingKey:
    """Read a key that `write_sheet` wrote.

    Raises:
        DataError: The file is missing or is no key.
    """
    try:
        value = json.loads(Path(path).read_text(encoding="utf-8"))
        if value["kind"] != KEY_KIND or value["format"] != KEY_FORMAT:
            raise KeyError("kind")
        rows = {name: KeyRow(**row) for name, row in value["rows"].items()}
        return RatingKey(list(value["labels"]), rows, dict(value["provenance"]))
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(
            "is no key of a rating sheet; give the file that `scpn rate export` wrote as --key",
            path=path,
        ) from error
    except OSError as error:
        raise DataError(f"cannot be read ({error.strerror}); give the key", path=path) from error


def digest_of(kind: str, *texts: str) -> str:
    """Short digest of what a row shows; white space does not count, spreadsheets change it."""
    plain = "\n".join((kind, *(" ".join(text.split()) for text in texts)))
    return hashlib.blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _label_questions(
    examples: Sequence[RatedExample],
    clean: Sequence[RatedExample],
    num_controls: int,
    generator: random.Random,
) -> list[_Question]:
    rated = [
        _Question("label", "rated", e.system, e.id, e.label, _two(e.adversarial)) for e in examples
    ]
    controls = generator.sample(list(clean), min(num_controls, len(clean)))
    return rated + [
        _Question("label", "original", "control", e.id, e.label, _two(e.texts)) for e in controls
    ]


def _quality_questions(
    examples: Sequence[RatedExample],
    clean: Sequence[RatedExample],
    num_controls: int,
    generator: random.Random,
) -> list[_Question]:
    questions = [_Question("quality", "rated", e.system, e.id, None, _changed(e)) for e in examples]
    controls = generator.sample(list(clean), min(num_controls, len(clean)))
    for number, example in enumerate(controls):
        text = example.texts[0]
        others = [e.texts[0] for e in clean if e.texts[0] != text]
        if number % 2 or not others:
            role, other, expected = "same", text, "2"
        else:
            role, other, expected = "unrelated", generator.choice(others), "0"
        questions.append(
            _Question("quality", role, "control", example.id, expected, (text, other))  # type: ignore[arg-type]
        )
    return questions


def _shuffled(questions: list[_Question], generator: random.Random) -> list[_Question]:
    """Drop repeated texts of one system, and shuffle."""
    distinct: dict[tuple[str, tuple[str, str]], _Question] = {}
    for question in questions:
        distinct.setdefault((question.system, question.texts), question)
    kept = list(distinct.values())
    generator.shuffle(kept)
    return kept


def _ask(kind: Kind, labels: Sequence[str]) -> str:
    if kind == "label":
        return f"Which label has the text (or the pair of texts)? {' / '.join(labels)}"
    scale = ", ".join(f"{grade} {meaning}" for grade, meaning in QUALITY_SCALE.items())
    return f"Is the second text a paraphrase of the first? {scale}"


def _two(texts: Texts) -> tuple[str, str]:
    return (texts[0], texts[1] if len(texts) > 1 else "")


def _changed(example: RatedExample) -> tuple[str, str]:
    """Source and paraphrase: the sides that differ."""
    sides = [
        (old, new)
        for old, new in zip(example.texts, example.adversarial, strict=True)
        if old != new
    ]
    return (" / ".join(old for old, _ in sides), " / ".join(new for _, new in sides))


def _check_targets(sheet: Path, key: Path, overwrite: bool) -> None:
    if sheet.resolve() == key.resolve():
        raise UsageError(f"sheet and key are both {str(sheet)!r}; raters must not see the key")
    for path in (sheet, key):
        if path.exists() and not overwrite:
            raise UsageError(
                f"{str(path)!r} exists already and may hold ratings; choose another name, or "
                "replace it with --overwrite"
            )


def _write_key(key: RatingKey, path: Path) -> None:
    value = {"kind": KEY_KIND, "format": KEY_FORMAT, **dataclasses.asdict(key)}
    with write_atomically(path) as stream:
        json.dump(value, stream, ensure_ascii=False, indent=1)
        stream.write("\n")
