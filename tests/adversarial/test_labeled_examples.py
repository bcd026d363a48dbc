"""Labeled examples from tables."""

import json
from pathlib import Path
from typing import Any

import pytest

from scpn.adversarial.examples import Columns, find_columns, read_examples
from scpn.adversarial.protocol import Example
from scpn.errors import DataError, UsageError


def table(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "a.tsv"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_example_keeps_its_row(tmp_path: Path) -> None:
    path = table(tmp_path, "key\ttext\tlabel\tmore", "k7\tA film .\tyes\tx")
    row = {"key": "k7", "text": "A film .", "label": "yes", "more": "x"}
    assert list(read_examples(path)) == [Example("2", ("A film .",), "yes", row)]
    assert [example.id for example in read_examples(path, id_column="key")] == ["k7"]


def test_pair_by_number(tmp_path: Path) -> None:
    path = table(tmp_path, "same\tA .\tB .", "other\tC .\tD .")
    (first, second) = read_examples(path, text_columns=["2", "3"], label_column="1")
    assert (first.texts, first.label, first.id) == (("A .", "B ."), "same", "1")
    assert second.texts == ("C .", "D .")


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("Sentence1", "sentence2", "text", "label"), Columns(("Sentence1", "sentence2"), "label")),
        (("hypothesis", "premise", "gold_label"), Columns(("premise", "hypothesis"), "gold_label")),
        (("sentence_A", "sentence_B", "entailment_judgment"),
         Columns(("sentence_A", "sentence_B"), "entailment_judgment")),
        (("idx", "sentence", "label"), Columns(("sentence",), "label")),
    ],
)  # fmt: skip
def test_known_columns_are_found(names: tuple[str, ...], found: Columns) -> None:
    assert find_columns(dict.fromkeys(names, "x")) == found


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"text_columns": ["txt"]}, "has no column 'txt'; did you mean 'text'.*are text, label$"),
        ({"label_column": "gold"}, "has no column 'gold'; its columns are text, label$"),
        ({"id_column": "id"}, "has no column 'id'"),
        ({"text_columns": ["3"], "label_column": "1"}, "has no column '3'; its columns are 1, 2$"),
    ],
)
def test_missing_column(tmp_path: Path, options: dict[str, Any], message: str) -> None:
    path = table(tmp_path, "text\tlabel", "A .\t1")
    with pytest.raises(DataError, match=message):
        list(read_examples(path, **options))


@pytest.mark.parametrize(("names", "what"), [("a\tlabel", "text"), ("text\tb", "label")])
def test_columns_that_cannot_be_told(tmp_path: Path, names: str, what: str) -> None:
    message = f"not clear which column holds the {what}; its columns are .*; name one"
    with pytest.raises(DataError, match=message):
        list(read_examples(table(tmp_path, names, "A .\t1")))


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"text": "  ", "label": "a"}, r":2: the text in column 'text' is empty"),
        ({"text": None, "label": "a"}, r":2: the text in column 'text' is empty"),
        ({"text": 5, "label": "a"}, r":2: column 'text' must hold text, found '5'"),
        ({"text": "\ud800", "label": "a"}, r":2: the text in column 'text' is not UTF-8"),
        ({"text": "B .", "label": ""}, r":2: there is no label in column 'label'"),
        ({"text": "B ."}, r":2: there is no label in column 'label'"),
        ({"text": "B .", "label": "c"}, r":2: the label 'c' is unknown; known are a, b"),
        ({"text": "B .", "label": "a", "id": "1"}, r":2: the id '1' stands in an earlier row"),
        ({"text": "B .", "label": "a", "id": ""}, r":2: there is no id in column 'id'"),
    ],
)
def test_bad_example_raises_or_is_reported(
    tmp_path: Path, record: dict[str, Any], message: str
) -> None:
    path = tmp_path / "a.jsonl"
    records = [{"text": "A .", "label": "a", "id": "1"}, {"id": "2", **record},
               {"text": "C .", "label": "b", "id": "3"}]  # fmt: skip
    path.write_text("".join(json.dumps(value) + "\n" for value in records))
    with pytest.raises(DataError, match=message) as caught:
        list(read_examples(path, labels=["a", "b"], id_column="id"))
    assert caught.value.line == 2
    errors: list[DataError] = []
    examples = read_examples(path, labels=["a", "b"], id_column="id", on_error=errors.append)
    assert [example.texts[0] for example in examples] == ["A .", "C ."]
    assert [str(error) for error in errors] == [str(caught.value)]


@pytest.mark.parametrize(("value", "label"), [(1, "1"), (1.0, "1"), (0.5, "0.5"), (" a ", "a")])
def test_labels_become_names(tmp_path: Path, value: Any, label: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"text": "A .", "label": value}))
    (example,) = read_examples(path)
    assert example.label == label
    assert example.row["label"] == value


def test_limit_reads_no_further(tmp_path: Path) -> None:
    path = table(tmp_path, "text\tlabel", "A .\t1", "B .\t")
    assert len(list(read_examples(path, limit=1))) == 1


def test_no_example(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="has no example"):
        list(read_examples(table(tmp_path, "text\tlabel")))


def test_three_texts(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="3 text columns are named; an example has one or two"):
        read_examples(tmp_path / "a.tsv", text_columns=["a", "b", "c"])
