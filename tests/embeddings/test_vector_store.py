"""Vectors on disk: what counts after a kill, and the files they become."""

import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from scpn.embeddings.vector_store import VectorStore, write_parquet
from scpn.errors import DataError, UsageError

RUN = {"model": "m", "limit": None}
FIRST, SECOND = ["a", "b", "c"], ["d", "e"]


def rows(count: int, start: float = 0.0) -> np.ndarray:
    return (np.arange(count * 4, dtype=np.float32) + start).reshape(count, 4)


def open_store(folder: Path, **options: bool) -> VectorStore:
    return VectorStore(folder, RUN, dimension=4, **options)


def fill(folder: Path, **options: bool) -> VectorStore:
    with open_store(folder, **options) as store:
        store.append(FIRST, rows(3))
        store.append(SECOND, rows(2, start=50))
    return store


def test_rows_are_a_plain_npy_file(tmp_path: Path) -> None:
    store = fill(tmp_path / "store")
    expected = np.concatenate([rows(3), rows(2, start=50)])
    assert np.array_equal(np.load(store.path), expected)
    assert np.array_equal(store.load(), expected)
    assert isinstance(store.load(), np.memmap)
    # What numpy itself writes, byte for byte.
    np.save(tmp_path / "numpy.npy", expected)
    assert store.path.read_bytes() == (tmp_path / "numpy.npy").read_bytes()


def test_no_row_is_a_file_too(tmp_path: Path) -> None:
    with open_store(tmp_path / "store") as store:
        pass
    assert np.load(store.path).shape == (0, 4)
    assert store.load().shape == (0, 4)


def test_move_leaves_only_the_target(tmp_path: Path) -> None:
    store = fill(tmp_path / "store")
    store.move_to(tmp_path / "out.npy")
    assert [path.name for path in tmp_path.iterdir()] == ["out.npy"]
    assert np.load(tmp_path / "out.npy").shape == (5, 4)


def test_parquet_holds_texts_and_a_row_group_a_block(tmp_path: Path) -> None:
    store = fill(tmp_path / "store", keep_texts=True)
    write_parquet(store, tmp_path / "out.parquet", metadata={"model": "m"})
    file = pq.ParquetFile(tmp_path / "out.parquet")
    assert [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)] == [3, 2]
    table = file.read()
    assert table["text"].to_pylist() == FIRST + SECOND
    assert table["embedding"].to_pylist() == store.load().tolist()
    assert json.loads(table.schema.metadata[b"scpn"]) == {"model": "m"}


@pytest.mark.parametrize("torn_bytes", [1, 7, 31])
def test_a_torn_last_block_is_done_again(tmp_path: Path, torn_bytes: int) -> None:
    whole = fill(tmp_path / "whole").path.read_bytes()
    folder = tmp_path / "torn"
    with open_store(folder) as store:
        store.append(FIRST, rows(3))
    # As a kill leaves it: rows without a whole line.
    with (folder / "vectors.npy").open("ab") as stream:
        stream.write(b"x" * torn_bytes)
    with (folder / "blocks.jsonl").open("ab") as stream:
        stream.write(b'{"rows": 2, "dig')
    with open_store(folder, resume=True) as store:
        assert (store.num_kept_blocks, store.num_kept_rows) == (1, 3)
        store.check(0, FIRST)
        store.append(SECOND, rows(2, start=50))
        store.check_end()
    assert store.path.read_bytes() == whole


def test_a_line_without_its_rows_does_not_count(tmp_path: Path) -> None:
    store = fill(tmp_path / "store")
    size = store.path.stat().st_size
    with store.path.open("r+b") as stream:
        stream.truncate(size - 4)
    with open_store(tmp_path / "store", resume=True) as store:
        assert store.num_kept_rows == 3


def test_without_resume_all_begins_anew(tmp_path: Path) -> None:
    fill(tmp_path / "store")
    with open_store(tmp_path / "store") as store:
        assert store.num_rows == 0
    assert np.load(store.path).shape == (0, 4)


def test_another_input_is_refused(tmp_path: Path) -> None:
    fill(tmp_path / "store")
    with open_store(tmp_path / "store", resume=True) as store:
        store.check(0, FIRST)
        with pytest.raises(UsageError, match="sentences from number 4 on some are others"):
            store.check(1, ["d", "changed"])
        with pytest.raises(UsageError, match="has 5 sentences done, but the input has fewer"):
            store.check_end()


def test_texts_that_join_alike_are_told_apart(tmp_path: Path) -> None:
    with open_store(tmp_path / "store") as store:
        store.append(["ab", "c"], rows(2))
    with (
        open_store(tmp_path / "store", resume=True) as store,
        pytest.raises(UsageError, match="some are others"),
    ):
        store.check(0, ["a", "bc"])


def test_other_options_are_refused(tmp_path: Path) -> None:
    fill(tmp_path / "store")
    other = VectorStore(tmp_path / "store", {**RUN, "model": "n"}, dimension=4, resume=True)
    with pytest.raises(UsageError, match='model was "m", now it is "n"'):
        other.__enter__()


def test_a_foreign_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "blocks.jsonl").write_text('{"hello": 1}\n')
    with pytest.raises(DataError, match="is no unfinished run of this version"):
        open_store(tmp_path, resume=True).__enter__()


def test_a_store_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="file has that name"):
        open_store(tmp_path / "file").__enter__()
