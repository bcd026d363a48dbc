"""Tables in and out."""

import gzip
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from scpn.errors import DataError, UsageError
from scpn.tables.reading import Problem, read_rows
from scpn.tables.writing import write_rows

ROWS: list[dict[str, Any]] = [
    {"text": 'He said "no", twice.', "label": "1", "note": "a,b"},
    {"text": "Café № 5", "label": "0", "note": ""},
]


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".jsonl", ".parquet"])
def test_written_is_read_again(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    assert write_rows(path, iter(ROWS)) == 2
    assert [row for _, row in read_rows(path)] == ROWS


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


def test_values_that_are_no_text(tmp_path: Path) -> None:
    row = {"text": "tab\there", "none": None, "list": ["a", "b"], "yes": True}
    write_rows(tmp_path / "a.tsv", [row])
    assert (tmp_path / "a.tsv").read_text().splitlines() == [
        "text\tnone\tlist\tyes",
        'tab here\t\t["a", "b"]\ttrue',
    ]
    write_rows(tmp_path / "a.parquet", [row, {**row, "none": "later"}])
    assert [r for _, r in read_rows(tmp_path / "a.parquet")][1] == {**row, "none": "later"}


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_new_column_in_a_later_row(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    with pytest.raises(DataError, match=r"row 2 has .b., which .* lack.*; write \.jsonl"):
        write_rows(path, [{"a": "1"}, {"a": "1", "b": "2"}])
    assert not path.exists()  # whole or not at all


def test_other_type_in_a_later_row_of_parquet(tmp_path: Path) -> None:
    rows = [{"a": 1}] * 65_536 + [{"a": "text"}]
    with pytest.raises(DataError, match="after row 65536, a value fits no Parquet column"):
        write_rows(tmp_path / "a.parquet", rows)


def test_unknown_kind_of_output(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"must end in \.tsv, \.csv, \.jsonl or \.parquet"):
        write_rows(tmp_path / "a.txt", ROWS)
