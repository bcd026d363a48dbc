"""Rows of tables out: what the bytes of each style are."""

import gzip
import lzma
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from scpn.errors import DataError, UsageError
from scpn.tables.reading import read_rows
from scpn.tables.writing import PLAIN, RESULTS, SCORES, SHEET, Style, json_line, write_rows

ROWS: list[dict[str, Any]] = [
    {"text": 'He said "no", twice.', "label": "1", "note": "a,b"},
    {"text": "Café № 5", "label": "0", "note": ""},
]

RECORD: dict[str, Any] = {
    "text": '"Yes,"\tshe\r\nsaid', "good": False, "none": None, "figure": -0.25, "why": ["x", "y"],
}  # fmt: skip


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".jsonl", ".parquet"])
def test_written_is_read_again(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    assert write_rows(path, iter(ROWS)) == 2
    assert [row for _, row in read_rows(path)] == ROWS


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


@pytest.mark.parametrize(
    ("style", "line"),
    [
        (PLAIN, '"Yes," she said\tfalse\t\t-0.25\t["x", "y"]\n'),
        (RESULTS, '"""Yes,"" she said"\tfalse\t\t-0.25\tx; y\n'),
        (SCORES, '"Yes," she said\tfalse\t\t-0.250000\t["x", "y"]\n'),
    ],
)
def test_styles_of_tsv(tmp_path: Path, style: Style, line: str) -> None:
    write_rows(tmp_path / "a.tsv", [RECORD], style=style)
    assert (tmp_path / "a.tsv").read_bytes().decode() == f"text\tgood\tnone\tfigure\twhy\n{line}"


def test_csv_for_spreadsheets_has_a_mark_and_keeps_line_breaks(tmp_path: Path) -> None:
    write_rows(tmp_path / "a.csv", [RECORD], columns=["text", "why"], style=SHEET)
    expected = '\ufefftext,why\r\n"""Yes,""\tshe\r\nsaid",x; y\r\n'
    assert (tmp_path / "a.csv").read_bytes().decode() == expected


def test_header_line_without_rows(tmp_path: Path) -> None:
    assert write_rows(tmp_path / "a.tsv", [], columns={"source": str, "score": float}) == 0
    assert (tmp_path / "a.tsv").read_text() == "source\tscore\n"
    write_rows(tmp_path / "a.parquet", [], columns={"source": str, "score": float})
    schema = pq.read_schema(tmp_path / "a.parquet")
    assert [str(field.type) for field in schema] == ["string", "double"]


@pytest.mark.parametrize(("suffix", "unpack"), [(".gz", gzip.decompress), (".xz", lzma.decompress)])
def test_compressed_by_the_name(tmp_path: Path, suffix: str, unpack: Any) -> None:
    path = tmp_path / f"a.jsonl{suffix}"
    write_rows(path, ROWS)
    assert unpack(path.read_bytes()).decode() == "".join(map(json_line, ROWS))
    first = path.read_bytes()
    write_rows(path, ROWS)
    assert path.read_bytes() == first  # no time stamp


def test_json_line() -> None:
    assert json_line({"a": "\u00e9\u2028\n"}) == '{"a": "\u00e9\u2028\\n"}\n'
    assert json_line({"a": 0.12345678, "b": 1}, decimals=6) == '{"a": 0.123457, "b": 1}\n'


def test_half_a_character_tears_no_file(tmp_path: Path) -> None:
    for suffix in (".tsv", ".jsonl"):
        write_rows(tmp_path / f"a{suffix}", [{"text": "half \ud83d"}])
    assert (tmp_path / "a.tsv").read_text() == "text\nhalf ?\n"
    assert [row for _, row in read_rows(tmp_path / "a.jsonl")] == [{"text": "half \ud83d"}]
