"""What pairs become in each kind of file."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scpn.data.writers import ColumnTypes, open_pairs
from scpn.errors import DataError

ROWS: list[dict[str, Any]] = [
    {"source": "a\tb\nc", "target": "d", "n": 1},
    {"source": "e", "target": "f\r\ng", "n": 2.5, "more": {"k": [1]}},
]


def columns_of(*blocks: list[dict[str, Any]]) -> ColumnTypes:
    columns = ColumnTypes()
    for block in blocks:
        columns.observe(block)
    return columns


def test_tsv_has_one_line_a_pair_whatever_the_text_holds(tmp_path: Path) -> None:
    with open_pairs(str(tmp_path / "a.tsv"), columns_of(ROWS)) as write:
        write(ROWS[:1])
        write(ROWS[1:])
    assert (tmp_path / "a.tsv").read_text().split("\n") == [
        "source\ttarget\tn\tmore", "a b c\td\t1\t", 'e\tf g\t2.5\t{"k": [1]}', "",
    ]  # fmt: skip


def test_jsonl_keeps_text_as_it_is(tmp_path: Path) -> None:
    rows = [*ROWS, {"source": "half \ud83d", "target": "caf\u00e9"}]
    with open_pairs(str(tmp_path / "a.jsonl"), columns_of(rows[:2])) as write:
        write(rows)
    lines = (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == rows
    assert "caf\u00e9" in lines[2]


def test_columns_find_a_type_for_all_blocks() -> None:
    columns = columns_of(
        [{"i": 1, "f": 1, "mixed": 1, "list": [1], "none": None}],
        [{"i": 2, "f": 0.5, "mixed": "x", "list": ["x"], "none": None}],
        [{"mixed": 3, "big": 2**80, "late": True, "odd": [1, "x"]}],
    )
    assert list(columns) == [
        "source",
        "target",
        "i",
        "f",
        "mixed",
        "list",
        "none",
        "big",
        "late",
        "odd",
    ]
    found = {name: str(kind) for name, kind in list(columns.types.items())[2:]}
    assert found == {
        "i": "int64", "f": "double", "mixed": "string", "list": "string", "none": "null",
        "big": "string", "late": "bool", "odd": "string",
    }  # fmt: skip


def test_parquet_writes_as_json_what_has_no_common_type(tmp_path: Path) -> None:
    blocks: list[list[dict[str, Any]]] = [
        [{"source": "a", "target": "b", "mixed": 1, "empty": None}],
        [{"source": "c", "target": "d", "mixed": [1, "x"]}],
        [],
    ]
    with open_pairs(str(tmp_path / "a.parquet"), columns_of(*blocks)) as write:
        for block in blocks:
            write(block)
    table = pq.read_table(tmp_path / "a.parquet")
    assert table.column("mixed").to_pylist() == ["1", '[1, "x"]']
    assert table.schema.field("empty").type == pa.string()


def test_parquet_value_that_fits_no_column(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    with (
        pytest.raises(DataError, match=r"fits no Parquet column .*; write \.jsonl"),
        open_pairs(str(path), columns_of([{"source": "a", "target": "b"}])) as write,
    ):
        write([{"source": "half \ud83d", "target": "b"}])
    assert not path.exists()


@pytest.mark.parametrize("name", ["a.tsv", "a.jsonl.gz", "a.tsv.xz", "a.parquet", "a.txt::b.txt"])
def test_files_appear_whole_or_not_at_all(tmp_path: Path, name: str) -> None:
    where = "::".join(str(tmp_path / part) for part in name.split("::"))

    def fail_midway() -> None:
        with open_pairs(where, columns_of(ROWS)) as write:
            write(ROWS)
            raise KeyError

    with pytest.raises(KeyError):
        fail_midway()
    assert list(tmp_path.iterdir()) == []
