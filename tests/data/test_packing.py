"""Ragged id sequences on disk."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scpn.data.packing import MAX_ID, Packed, Ragged
from scpn.errors import DataError

SEQUENCES = st.lists(st.lists(st.integers(0, MAX_ID), max_size=6), max_size=12)
RECORDS = [{"a": [1, 2, 3], "b": []}, {"a": [], "b": [MAX_ID]}, {"a": [4], "b": [5, 6]}]


@given(SEQUENCES)
def test_ragged_holds_what_it_was_given(sequences: list[list[int]]) -> None:
    ragged = Ragged.build(sequences)
    assert [ragged[i] for i in range(len(ragged))] == sequences
    assert ragged.lengths.tolist() == [len(sequence) for sequence in sequences]


def test_ids_that_need_more_than_two_bytes_are_no_ids() -> None:
    with pytest.raises(OverflowError):
        Ragged.build([[MAX_ID + 1]])


@pytest.mark.parametrize("records", [RECORDS, []])
def test_packed_data_come_back(records: list[dict[str, list[int]]], tmp_path: Path) -> None:
    Packed.build(iter(records), ["a", "b"]).save(tmp_path / "new" / "folder")
    packed = Packed.load(tmp_path / "new" / "folder")
    assert len(packed) == len(records)
    for name in ("a", "b"):
        assert [packed[name][i] for i in range(len(packed))] == [r[name] for r in records]


def test_many_records_are_collected_in_chunks() -> None:
    records = [{"a": [i % 7] * (i % 3)} for i in range(120_001)]
    packed = Packed.build(iter(records), ["a"])
    assert len(packed) == 120_001
    for index in (0, 49_999, 50_000, 99_999, 100_000, 120_000):
        assert packed["a"][index] == records[index]["a"]


@pytest.mark.parametrize(
    "name", ["packed.json", "a.values.npy", "a.offsets.npy", "b.values.npy", "b.offsets.npy"]
)
@pytest.mark.parametrize("damage", ["missing", "empty", "cut off"])
def test_a_torn_folder_is_refused(name: str, damage: str, tmp_path: Path) -> None:
    Packed.build(iter(RECORDS), ["a", "b"]).save(tmp_path)
    path = tmp_path / name
    content = path.read_bytes()
    path.unlink()
    if damage != "missing":
        path.write_bytes(content[:-1] if damage == "cut off" else b"")
    with pytest.raises(DataError, match="not a complete folder of packed data"):
        Packed.load(tmp_path)


def test_a_folder_written_over_halfway_is_refused(tmp_path: Path) -> None:
    Packed.build(iter(RECORDS), ["a", "b"]).save(tmp_path / "old")
    Packed.build(iter(RECORDS[:2]), ["a", "b"]).save(tmp_path / "new")
    for kind in ("values", "offsets"):
        (tmp_path / "new" / f"a.{kind}.npy").replace(tmp_path / "old" / f"a.{kind}.npy")
    with pytest.raises(DataError, match="the arrays of a are of another state of the folder"):
        Packed.load(tmp_path / "old")
    Packed.build(iter(RECORDS), ["a", "b"]).save(tmp_path / "mixed")
    np.save(tmp_path / "mixed" / "b.values.npy", np.zeros(2, dtype=np.uint16))
    with pytest.raises(DataError, match="the arrays of b"):
        Packed.load(tmp_path / "mixed")


def test_another_format_is_refused(tmp_path: Path) -> None:
    Packed.build(iter(RECORDS), ["a", "b"]).save(tmp_path)
    path = tmp_path / "packed.json"
    path.write_text(path.read_text().replace('"format": 1', '"format": 7'))
    with pytest.raises(DataError, match="packed data of format 7, need 1"):
        Packed.load(tmp_path)


@pytest.mark.parametrize("text", ["[]", "3", "{}", "null", '{"format": 1, "fields": 3}'])
def test_another_json_file_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "packed.json").write_text(text)
    with pytest.raises(DataError, match="not a complete folder of packed data"):
        Packed.load(tmp_path)
