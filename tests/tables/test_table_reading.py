"""Rows of tables in."""

import gzip
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scpn.errors import DataError, UsageError
from scpn.tables.reading import Problem, count_rows, read_json_strictly, read_rows
from scpn.tables.writing import write_rows


def test_line_numbers_are_those_of_the_file(tmp_path: Path) -> None:
    csv = tmp_path / "a.csv"
    csv.write_text('text,label\n"two\nlines",1\n\nlast,0\n')
    assert list(read_rows(csv)) == [
        (2, {"text": "two\nlines", "label": "1"}),
        (5, {"text": "last", "label": "0"}),
    ]
    jsonl = tmp_path / "a.jsonl"
    jsonl.write_text('{"a": 1}\n\n{"a": 2}\n')
    assert list(read_rows(jsonl)) == [(1, {"a": 1}), (3, {"a": 2})]


def test_compressed(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv.gz"
    path.write_bytes(gzip.compress(b"text\tlabel\nYes .\t1\n"))
    assert list(read_rows(path)) == [(2, {"text": "Yes .", "label": "1"})]


def test_file_without_a_header_has_numbered_columns(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("1\tA film .\n0\tA song .\n")  # "1" is a label here, not a name
    rows = [row for _, row in read_rows(path, columns=["2", "1"])]
    assert rows == [{"1": "1", "2": "A film ."}, {"1": "0", "2": "A song ."}]
    again = tmp_path / "b.tsv"
    write_rows(again, ({**row, "source_id": "x"} for row in rows))
    assert again.read_text().splitlines()[0] == "1\t2\tsource_id"
    assert [row for _, row in read_rows(again, columns=["2", "1"])] == [
        {**row, "source_id": "x"} for row in rows
    ]


def test_bad_rows_are_told_and_the_others_read(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("text\tlabel\nonly text\nfine\t1\n")
    assert list(read_rows(path)) == [
        (2, Problem("1 columns where the first row has 2", "only text")),
        (3, {"text": "fine", "label": "1"}),
    ]
    jsonl = tmp_path / "a.jsonl"
    jsonl.write_text('{"a": 1\n[1, 2]\n{"a": 2}\n')
    problems = list(read_rows(jsonl))
    assert "is no JSON" in str(problems[0][1])
    assert "expected an object" in str(problems[1][1])
    assert problems[2] == (3, {"a": 2})


@pytest.mark.parametrize(
    ("name", "content", "error", "message"),
    [
        ("a.xls", "x", UsageError, r"no known kind; known are \.tsv, \.csv, \.jsonl, \.parquet"),
        ("a.csv", "", DataError, "is empty; give at least one row"),
        ("a.csv", "text,text\na,b\n", DataError, "the header has 'text' twice"),
        ("a.parquet", "no parquet", DataError, "is damaged or no Parquet file"),
    ],
)
def test_unreadable(
    tmp_path: Path, name: str, content: str, error: type[Exception], message: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(error, match=message):
        list(read_rows(tmp_path / name))


def test_dataset_with_named_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rows(list[dict[str, Any]]):
        features = {"label": SimpleNamespace(names=["no", "yes"]), "text": SimpleNamespace()}  # noqa: RUF012

    known = {
        "train": Rows([{"text": "A .", "label": 1}, {"text": "B .", "label": -1}]),
        "dev": Rows([{"text": "C .", "label": 0}]),
    }
    module = ModuleType("datasets")
    module.load_dataset = lambda name, *, split: known[split]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "datasets", module)
    assert list(read_rows("hf:org/task")) == [
        (1, {"text": "A .", "label": "yes"}),
        (2, {"text": "B .", "label": None}),
    ]
    assert list(read_rows("hf:org/task:dev")) == [(1, {"text": "C .", "label": "no"})]


def test_json_lines_that_must_all_be_readable(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"a": 1}\n\n["b"]\n')
    assert list(read_json_strictly(path)) == [(1, {"a": 1}), (3, ["b"])]
    path.write_text('{"a": 1}\n{"a": \n')
    with pytest.raises(DataError, match=r"a\.jsonl:2: is no JSON"):
        list(read_json_strictly(path))
    path.write_text("1" * 5000 + "\n")  # more digits than Python takes for a number
    with pytest.raises(DataError, match=r"a\.jsonl:1: is no JSON"):
        list(read_json_strictly(path))


def test_byte_that_is_not_utf8_harms_its_row_only(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"a": "caf\xe9"}\n{"a": "tea"}\n')
    assert list(read_rows(path)) == [(1, {"a": "caf\udce9"}), (2, {"a": "tea"})]


def test_rows_of_parquet_are_counted(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": ["x", "y", "z"]}), tmp_path / "a.parquet")
    assert count_rows(tmp_path / "a.parquet", "parquet") == 3


def test_parquet_from_standard_input() -> None:
    with pytest.raises(UsageError, match="cannot be read from standard input; give the file"):
        list(read_rows("-", kind="parquet"))
