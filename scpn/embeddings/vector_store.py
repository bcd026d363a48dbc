"""Vectors on disk as they are made, so that a run that was killed goes on where it stopped.

A store is a folder with two files that only grow: `vectors.npy`, the rows, and `blocks.jsonl`, a
line for each finished block below a header that describes the run. A block counts when its line is
whole; rows behind the last one that counts are cut off when the run continues.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from scpn.errors import UsageError
from scpn.fileio import make_folder, write_atomically, writing_error
from scpn.runs.header import header_of, read_header, read_json_line

_KIND = "store"
_ROWS, _LEDGER = "vectors.npy", "blocks.jsonl"


class VectorStore:
    """Rows of vectors in a folder; use it as a context manager while adding to it.

    Args:
        folder: Made if missing.
        run: What must be the same for a run to be continued: model, options, version.
        dimension: D, the width of a row.
        resume: Continue with what is in the folder; otherwise it is emptied.
        keep_texts: Keep the sentences too, for `iterate_blocks`.

    Attributes:
        num_kept_blocks: Blocks of an earlier run.
        num_kept_rows: Rows in them.
        num_rows: Rows there are.
    """

    def __init__(
        self,
        folder: Path,
        run: Mapping[str, Any],
        *,
        dimension: int,
        resume: bool = False,
        keep_texts: bool = False,
    ) -> None:
        self.folder, self.dimension = folder, dimension
        self.num_kept_blocks = self.num_kept_rows = self.num_rows = 0
        self._run = {**run, "dimension": dimension}
        self._resume, self._keep_texts = resume, keep_texts
        self._sizes: list[int] = []
        self._digests: list[str] = []
        self._checked = 0
        self._streams: tuple[IO[bytes], IO[bytes]] | None = None

    @property
    def path(self) -> Path:
        """The file of the rows; a whole .npy file after `close`."""
        return self.folder / _ROWS

    def __enter__(self) -> "VectorStore":
        """Open the files, keeping what can be kept of an earlier run.

        Raises:
            UsageError: The earlier run had other options.
            DataError: The folder cannot be written.
        """
        make_folder(self.folder)
        ledger = self.folder / _LEDGER
        try:
            end = self._find_end(ledger) if self._resume and ledger.exists() else 0
            mode = "r+b" if end else "wb"
            self._streams = (self.path.open(mode), ledger.open(mode))
            if end:
                for stream, size in zip(
                    self._streams, (_offset(self.num_rows, self.dimension), end), strict=True
                ):
                    stream.truncate(size)
                    stream.seek(size)
            else:
                self._write_header(0)
                self._write_line(header_of(_KIND, self._run))
        except OSError as error:
            self.close()
            raise writing_error(self.folder, error) from error
        self.num_kept_blocks, self.num_kept_rows = len(self._sizes), self.num_rows
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the files; after an error a store without a row is removed, it is of no use."""
        self.close()
        if error is not None and not self.num_rows:
            self.remove()

    def check(self, number: int, texts: Sequence[str]) -> None:
        """Make sure that block `number` of the earlier run had these sentences.

        Raises:
            UsageError: It had others.
        """
        if _digest(texts) != self._digests[number]:
            first = sum(self._sizes[:number]) + 1
            raise UsageError(
                f"{str(self.folder)!r} cannot be continued: of the sentences from number {first:,} "
                f"on some are others than before; give the same input, or start again with "
                "--overwrite"
            )
        self._checked = number + 1

    def check_end(self) -> None:
        """Make sure that the input was not shorter than what the earlier run had done.

        Raises:
            UsageError: It was.
        """
        if self._checked < self.num_kept_blocks:
            raise UsageError(
                f"{str(self.folder)!r} cannot be continued: it has {self.num_kept_rows:,} "
                "sentences done, but the input has fewer; give the same input, or start again with "
                "--overwrite"
            )

    def append(self, texts: Sequence[str], vectors: NDArray[np.float32]) -> None:
        """Add a block.

        Args:
            texts: N sentences.
            vectors: Shape (N, D).

        Raises:
            DataError: There is no space left, or the like.
        """
        rows, _ = self._open_streams()
        line: dict[str, Any] = {"rows": len(texts), "digest": _digest(texts)}
        if self._keep_texts:
            line["texts"] = list(texts)
        try:
            rows.write(np.ascontiguousarray(vectors, dtype="<f4").tobytes())
            rows.flush()  # before the line that makes it count
            self._write_line(line)
        except OSError as error:
            raise writing_error(self.path, error) from error
        self._sizes.append(len(texts))
        self._digests.append(line["digest"])
        self.num_rows += len(texts)

    def close(self) -> None:
        """Close the files; `path` then is a whole .npy file of the rows there are."""
        if self._streams is None:
            return
        (rows, ledger), self._streams = self._streams, None
        with rows, ledger:
            rows.seek(0)
            rows.write(_header(self.num_rows, self.dimension))
            rows.flush()
            os.fsync(rows.fileno())

    def load(self) -> NDArray[np.float32]:
        """The rows as a memory map. Shape (N, D)."""
        if self.num_rows == 0:  # an empty file cannot be mapped
            return np.zeros((0, self.dimension), dtype=np.float32)
        rows: NDArray[np.float32] = np.load(self.path, mmap_mode="r")
        return rows

    def iterate_blocks(self) -> Iterator[tuple[list[str], NDArray[np.float32]]]:
        """Sentences and vectors of each block; needs `keep_texts`."""
        rows, begin = self.load(), 0
        with (self.folder / _LEDGER).open("rb") as stream:
            read_json_line(stream)
            while (line := read_json_line(stream)) is not None:
                yield line["texts"], np.asarray(rows[begin : begin + line["rows"]])
                begin += line["rows"]

    def move_to(self, target: Path) -> None:
        """Make the rows appear as `target` and remove the folder.

        Raises:
            DataError: The target cannot be written; the store is kept.
        """
        self.close()
        try:
            self.path.replace(target)
        except OSError as error:
            raise writing_error(target, error) from error
        self.remove()

    def remove(self) -> None:
        """Remove the folder."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _find_end(self, ledger: Path) -> int:
        """Read the blocks that count; returns the end of the last one's line."""
        with ledger.open("rb") as stream:
            if not read_header(_KIND, stream, self._run, self.folder):
                return 0
            end = stream.tell()
            present = self.path.stat().st_size if self.path.exists() else 0
            if present < _offset(0, self.dimension):
                return 0
            while (line := read_json_line(stream)) is not None:
                # A machine that crashed may have kept the line and lost the rows.
                if _offset(self.num_rows + line["rows"], self.dimension) > present:
                    break
                self._sizes.append(line["rows"])
                self._digests.append(line["digest"])
                self.num_rows += line["rows"]
                end = stream.tell()
        return end

    def _open_streams(self) -> tuple[IO[bytes], IO[bytes]]:
        if self._streams is None:
            raise ValueError("the store is not open; use it in a with statement")
        return self._streams

    def _write_header(self, num_rows: int) -> None:
        self._open_streams()[0].write(_header(num_rows, self.dimension))

    def _write_line(self, value: Mapping[str, Any]) -> None:
        _, ledger = self._open_streams()
        ledger.write(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
        ledger.flush()


def write_parquet(store: VectorStore, target: Path, *, metadata: Mapping[str, Any]) -> None:
    """Write a store with texts as Parquet, a row group a block, columns `text` and `embedding`.

    Args:
        store: Made with `keep_texts`, and closed.
        target: The file to appear.
        metadata: Kept in the file's metadata under `scpn`.

    Raises:
        DataError: The target cannot be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema(
        [("text", pa.string()), ("embedding", pa.list_(pa.float32(), store.dimension))],
        metadata={"scpn": json.dumps(dict(metadata))},
    )
    with (
        write_atomically(target, "wb") as stream,
        pq.ParquetWriter(stream, schema, compression="zstd") as writer,
    ):
        for texts, vectors in store.iterate_blocks():
            flat = pa.array(vectors.reshape(-1))
            column = pa.FixedSizeListArray.from_arrays(flat, store.dimension)
            writer.write_table(pa.table([pa.array(texts, pa.string()), column], schema=schema))


def _header(num_rows: int, dimension: int) -> bytes:
    """Head of a .npy file; numpy pads it so that its size does not depend on the rows."""
    from io import BytesIO

    head = BytesIO()
    np.lib.format.write_array_header_1_0(
        head, {"descr": "<f4", "fortran_order": False, "shape": (num_rows, dimension)}
    )
    return head.getvalue()


def _offset(num_rows: int, dimension: int) -> int:
    """Where row `num_rows` begins in the file."""
    return len(_header(0, dimension)) + 4 * num_rows * dimension


def _digest(texts: Sequence[str]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for text in texts:
        raw = text.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "little"))
        digest.update(raw)
    return digest.hexdigest()
