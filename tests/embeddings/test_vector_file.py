"""Vectors on disk: a plain .npy file that grows, and the Parquet file it becomes."""

import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from scpn.embeddings.vector_file import VectorFile, write_parquet
from scpn.errors import DataError

TEXTS = [["a", "b", "c"], ["d", "e"]]


def rows(count: int, start: float = 0.0) -> np.ndarray:
    return (np.arange(count * 4, dtype=np.float32) + start).reshape(count, 4)


def fill(path: Path) -> VectorFile:
    vectors = VectorFile(path, 4)
    with vectors.continued(0):
        vectors.append(rows(3))
        vectors.append(rows(2, start=50))
    return vectors


def test_rows_are_a_plain_npy_file(tmp_path: Path) -> None:
    vectors = fill(tmp_path / "rows.npy")
    expected = np.concatenate([rows(3), rows(2, start=50)])
    assert np.array_equal(np.load(vectors.path), expected)
    assert np.array_equal(vectors.load(), expected)
    assert isinstance(vectors.load(), np.memmap)
    # What numpy itself writes, byte for byte.
    np.save(tmp_path / "numpy.npy", expected)
    assert vectors.path.read_bytes() == (tmp_path / "numpy.npy").read_bytes()


def test_no_row_is_a_file_too(tmp_path: Path) -> None:
    vectors = VectorFile(tmp_path / "rows.npy", 4)
    with vectors.continued(0):
        pass
    assert np.load(vectors.path).shape == (0, 4)
    assert vectors.load().shape == (0, 4)


def test_move_leaves_only_the_target(tmp_path: Path) -> None:
    fill(tmp_path / "rows.npy").move_to(tmp_path / "out.npy")
    assert [path.name for path in tmp_path.iterdir()] == ["out.npy"]
    assert np.load(tmp_path / "out.npy").shape == (5, 4)


def test_parquet_holds_texts_and_a_row_group_a_block(tmp_path: Path) -> None:
    vectors = fill(tmp_path / "rows.npy")
    write_parquet(vectors, TEXTS, tmp_path / "out.parquet", metadata={"model": "m"})
    file = pq.ParquetFile(tmp_path / "out.parquet")
    assert [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)] == [3, 2]
    table = file.read()
    assert table["text"].to_pylist() == TEXTS[0] + TEXTS[1]
    assert table["embedding"].to_pylist() == vectors.load().tolist()
    assert json.loads(table.schema.metadata[b"scpn"]) == {"model": "m"}


@pytest.mark.parametrize("torn_bytes", [1, 7, 31, 64])
def test_what_is_behind_the_rows_that_count_is_cut_off(tmp_path: Path, torn_bytes: int) -> None:
    whole = fill(tmp_path / "whole.npy").path.read_bytes()
    torn = VectorFile(tmp_path / "torn.npy", 4)
    with torn.continued(0):
        torn.append(rows(3))
    with torn.path.open("ab") as stream:  # as a kill leaves it
        stream.write(b"x" * torn_bytes)
    with torn.continued(3):
        torn.append(rows(2, start=50))
    assert torn.path.read_bytes() == whole


def test_missing_rows_are_noticed(tmp_path: Path) -> None:
    vectors = fill(tmp_path / "rows.npy")
    for path in (vectors.path, tmp_path / "missing.npy"):
        with (
            pytest.raises(DataError, match="lacks rows; start again with --overwrite"),
            VectorFile(path, 4).continued(6),
        ):
            pass


def test_a_file_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(DataError, match="a part of the path is a file"),
        VectorFile(tmp_path / "file" / "rows.npy", 4).continued(0),
    ):
        pass
