"""A .npy file of vectors that grows as they are computed."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from scpn.errors import DataError
from scpn.fileio import write_atomically, writing_error


class VectorFile:
    """Rows of vectors that only grow; use `continued` as a context manager while adding to it.

    Args:
        path: The file.
        dimension: D, the width of a row.

    Attributes:
        num_rows: Rows there are.
    """

    def __init__(self, path: Path, dimension: int) -> None:
        self.path, self.dimension, self.num_rows = path, dimension, 0
        self._stream: IO[bytes] | None = None

    @contextmanager
    def continued(self, num_rows: int) -> Iterator[None]:
        """Keep the first rows and open the file for more; it is complete when the context ends.

        Args:
            num_rows: Rows of an earlier run that are kept; 0 starts the file anew.

        Raises:
            DataError: There are fewer, or the file cannot be written.
        """
        self.num_rows, end = num_rows, self._offset(num_rows)
        try:
            present = self.path.stat().st_size if self.path.exists() else 0
            if num_rows and present < end:  # a machine that crashed may have lost some
                raise DataError("lacks rows; start again with --overwrite", path=self.path)
            self._stream = self.path.open("r+b" if num_rows else "wb")
            self._stream.write(self._header(num_rows))
            self._stream.truncate(end)
            self._stream.seek(end)
        except OSError as error:
            raise writing_error(self.path, error) from error
        with self._stream:
            try:
                yield
            finally:
                self._stream.seek(0)
                self._stream.write(self._header(self.num_rows))
                self._stream.flush()
                os.fsync(self._stream.fileno())

    def append(self, vectors: NDArray[np.float32]) -> None:
        """Add rows, which are in the file when this returns.

        Args:
            vectors: Shape (N, D).

        Raises:
            DataError: There is no space left, or the like.
        """
        if self._stream is None:
            raise ValueError("the file is not open; use `continued` in a with statement")
        try:
            self._stream.write(np.ascontiguousarray(vectors, dtype="<f4").tobytes())
            self._stream.flush()
        except OSError as error:
            raise writing_error(self.path, error) from error
        self.num_rows += len(vectors)

    def load(self) -> NDArray[np.float32]:
        """The rows as a memory map. Shape (N, D)."""
        if self.num_rows == 0:  # an empty file cannot be mapped
            return np.zeros((0, self.dimension), dtype=np.float32)
        rows: NDArray[np.float32] = np.load(self.path, mmap_mode="r")
        return rows

    def move_to(self, target: Path) -> None:
        """Make the file appear as `target`.

        Raises:
            DataError: The target cannot be written.
        """
        try:
            self.path.replace(target)
        except OSError as error:
            raise writing_error(target, error) from error

    def remove(self) -> None:
        """Remove the file if it is there."""
        self.path.unlink(missing_ok=True)

    def _offset(self, num_rows: int) -> int:
        """Where row `num_rows` begins in the file."""
        return len(self._header(0)) + 4 * num_rows * self.dimension

    def _header(self, num_rows: int) -> bytes:
        """Head of a .npy file; numpy pads it so that its size does not depend on the rows."""
        head = BytesIO()
        np.lib.format.write_array_header_1_0(
            head, {"descr": "<f4", "fortran_order": False, "shape": (num_rows, self.dimension)}
        )
        return head.getvalue()


def write_parquet(
    vectors: VectorFile,
    blocks: Iterable[list[str]],
    target: Path,
    *,
    metadata: Mapping[str, Any],
) -> None:
    """Write vectors with their texts as Parquet, columns `text` and `embedding`.

    Args:
        vectors: The rows.
        blocks: Texts of all rows in their order; each block becomes a row group.
        target: The file to appear.
        metadata: Kept in the file's metadata under `scpn`.

    Raises:
        DataError: The target cannot be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema(
        [("text", pa.string()), ("embedding", pa.list_(pa.float32(), vectors.dimension))],
        metadata={"scpn": json.dumps(dict(metadata))},
    )
    rows, begin = vectors.load(), 0
    with (
        write_atomically(target, "wb") as stream,
        pq.ParquetWriter(stream, schema, compression="zstd") as writer,
    ):
        for texts in blocks:
            flat = pa.array(np.asarray(rows[begin : begin + len(texts)]).reshape(-1))
            column = pa.FixedSizeListArray.from_arrays(flat, vectors.dimension)
            writer.write_table(pa.table([pa.array(texts, pa.string()), column], schema=schema))
            begin += len(texts)
