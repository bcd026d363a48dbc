"""Reads labeled examples from files and datasets."""

import dataclasses
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from scpn.adversarial.protocol import Example
from scpn.errors import DataError, UsageError, nearest
from scpn.tables.columns import check_column, list_columns, usual_column
from scpn.tables.reading import Problem, Row, read_rows

TEXT_COLUMNS: tuple[tuple[str, ...], ...] = (
    ("sentence1", "sentence2"),
    ("premise", "hypothesis"),
    ("sentence_a", "sentence_b"),
    ("question1", "question2"),
    ("text1", "text2"),
    ("text",),
    ("sentence",),
)
"""Text columns that are looked for in this order, if none is named; case does not count."""

LABEL_COLUMNS = ("label", "gold_label", "entailment_label", "entailment_judgment", "class")
"""Label columns that are looked for in this order, if none is named."""


@dataclasses.dataclass(frozen=True)
class Columns:
    """Columns of the parts of an example.

    Attributes:
        texts: Columns of the text or of the two texts.
        label: Column of the gold label.
        id: Column of the id, or None to take the number of the line.
    """

    texts: tuple[str, ...]
    label: str
    id: str | None = None


def read_examples(
    path: str | Path,
    *,
    text_columns: Sequence[str] = (),
    label_column: str | None = None,
    id_column: str | None = None,
    labels: Collection[str] | None = None,
    limit: int | None = None,
    on_error: Callable[[DataError], None] | None = None,
) -> Iterator[Example]:
    """Stream the examples of a file, each with all columns of its row.

    Args:
        path: .csv, .tsv, .jsonl (text also .gz, .xz), .parquet, or `hf:NAME[:SPLIT]`.
        text_columns: One column, or two for a sentence-pair task; none looks for `TEXT_COLUMNS`.
            Numbers from 1, here and for the others, name columns of a file without a header line.
        label_column: None looks for `LABEL_COLUMNS`.
        id_column: None takes the number of the line.
        labels: Labels that are allowed; None allows all.
        limit: Stop after so many examples.
        on_error: Called with what is wrong with an example, which is then left out; None raises.

    Raises:
        UsageError: The kind of file is unknown, or there are more than two text columns.
        DataError: The file cannot be read, it lacks a column, or `on_error` is None and an example
            has an empty text, no label, an unknown label, or the id of another.
    """
    if len(text_columns) > 2:
        raise UsageError(f"{len(text_columns)} text columns are named; an example has one or two")
    examples = _read(
        str(path), text_columns, label_column, id_column, labels, on_error or _raise_error
    )
    return islice(examples, limit)


def find_columns(
    row: Row,
    *,
    text_columns: Sequence[str] = (),
    label_column: str | None = None,
    id_column: str | None = None,
    path: object = None,
) -> Columns:
    """Find the columns of an example in a row.

    Raises:
        DataError: A column that is named is not there, or none is named and none is known.
    """
    for column in (*text_columns, label_column, id_column):
        if column is not None:
            check_column(column, row, path=path)
    texts = tuple(text_columns)
    if not texts:
        found = ([usual_column(row, [name]) for name in names] for names in TEXT_COLUMNS)
        texts = next((tuple(filter(None, names)) for names in found if all(names)), ())
    label = usual_column(row, LABEL_COLUMNS) if label_column is None else label_column
    if not texts or label is None:
        what = "label" if texts else "text"
        raise DataError(
            f"it is not clear which column holds the {what}; {list_columns(row)}; name one",
            path=path,
        )
    return Columns(texts, label, id_column)


def _read(
    path: str,
    text_columns: Sequence[str],
    label_column: str | None,
    id_column: str | None,
    labels: Collection[str] | None,
    on_error: Callable[[DataError], None],
) -> Iterator[Example]:
    named = [*text_columns, *(c for c in (label_column, id_column) if c is not None)]
    columns: Columns | None = None
    seen: set[str] = set()
    for line, row in read_rows(path, columns=named):
        if isinstance(row, Problem):
            on_error(row.error(path, line))
            continue
        if columns is None:
            columns = find_columns(
                row,
                text_columns=text_columns,
                label_column=label_column,
                id_column=id_column,
                path=path,
            )
        example = _build(row, columns, line)
        if isinstance(example, Example):
            problem = _problem(example, labels, seen)
            if problem is None:
                seen.add(example.id)
                yield example
                continue
            example = problem
        on_error(DataError(example, path=path, line=line))
    if columns is None:
        raise DataError("has no example; give at least one", path=path)


def _build(row: Row, columns: Columns, line: int) -> Example | str:
    """The example of a row, or what is wrong with it."""
    texts = []
    for column in columns.texts:
        text = row.get(column)
        if text is None or (isinstance(text, str) and not text.strip()):
            return f"the text in column {column!r} is empty; give at least one word"
        if not isinstance(text, str):
            return f"column {column!r} must hold text, found {str(text)[:40]!r}"
        if not _is_unicode(text):
            return (
                f"the text in column {column!r} is not UTF-8; convert the file, for instance with "
                "iconv -f LATIN1 -t UTF-8"
            )
        texts.append(text)
    label = _name(row.get(columns.label))
    if not label:
        return f"there is no label in column {columns.label!r}; each example needs one"
    id_ = str(line) if columns.id is None else _name(row.get(columns.id))
    if not id_:
        return f"there is no id in column {columns.id!r}; each example needs its own"
    return Example(id_, tuple(texts), label, row)


def _problem(example: Example, labels: Collection[str] | None, seen: set[str]) -> str | None:
    if labels is not None and example.label not in labels:
        return (
            f"the label {example.label!r} is unknown{nearest(example.label, labels)}; known are "
            f"{', '.join(labels)}"
        )
    if example.id in seen:
        return f"the id {example.id!r} stands in an earlier row too; each example needs its own"
    return None


def _name(value: Any) -> str:
    """A label or id as text; 1.0, which tables make of 1 where cells are empty, is "1"."""
    if value is None or value != value:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip()


def _is_unicode(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _raise_error(error: DataError) -> None:
    raise error
