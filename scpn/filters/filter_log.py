"""What a filter decided about each pair, on disk block by block, so that a run can go on.

The file holds a line of JSON that describes the run, then blocks. A block is a header (number of
pairs, digest of their sentences, checksum), the number of the rule that removed each pair (one
byte, 0 for a pair that is kept) and its score (four bytes, NaN for a pair that was not scored).
"""

import json
import os
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from scpn.data.pairs import ParaphrasePair
from scpn.errors import DataError
from scpn.fileio import reading_error, writing_error
from scpn.runs.header import header_of, read_header

_KIND = "decisions"
_HEADER = struct.Struct("<I8sI")


@dataclass(frozen=True)
class Decisions:
    """What was decided about consecutive pairs.

    Attributes:
        rules: Number of the rule that removed each pair, 0 if it is kept. Shape (N,).
        scores: Paraphrase score of each pair, NaN if it was not scored. Shape (N,).
        digest: Of the sentences, to see whether they are still the same; 8 bytes.
    """

    rules: NDArray[np.uint8]
    scores: NDArray[np.float32]
    digest: bytes

    def __len__(self) -> int:
        return len(self.rules)

    def to_bytes(self) -> bytes:
        """Return the block of the file."""
        body = self.rules.astype("u1").tobytes() + self.scores.astype("<f4").tobytes()
        return _HEADER.pack(len(self), self.digest, zlib.crc32(body)) + body


def digest_pairs(pairs: Iterable[ParaphrasePair]) -> bytes:
    """Return 8 bytes that tell these sentences from others."""
    digest = blake2b(digest_size=8)
    for pair in pairs:
        text = f"{len(pair.source)} {pair.source}{pair.target}\n"
        digest.update(text.encode("utf-8", "surrogatepass"))
    return digest.digest()


class DecisionLog:
    """The file of decisions of a run; use it as a context manager.

    Args:
        path: Where it lies.
        run: What must be the same for the run to be continued.
        resume: Continue the run in the file, if there is one; else the file starts anew.

    Attributes:
        num_blocks: Whole blocks in the file.
        num_pairs: Pairs in them.
    """

    def __init__(self, path: Path, run: Mapping[str, Any], *, resume: bool = False) -> None:
        self.path = path
        self.num_blocks = self.num_pairs = 0
        self._run = dict(run)
        self._start = self._resume() if resume and path.exists() else 0
        self._stream: IO[bytes] | None = None

    def __enter__(self) -> "DecisionLog":
        try:
            self._stream = self.path.open("r+b" if self._start else "wb")
            if self._start:
                # A block that was being written when the run stopped is done again.
                self._stream.truncate(self._start)
                self._stream.seek(self._start)
            else:
                line = json.dumps(header_of(_KIND, self._run))
                self._stream.write(line.encode() + b"\n")
        except OSError as error:
            raise writing_error(self.path, error) from error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close; the file stays unless nothing was decided yet."""
        if self._stream is not None:
            self._stream.close()
        if not self.num_blocks:
            self.remove()

    def append(self, decisions: Decisions) -> None:
        """Add a block and see that it reaches the disk.

        Raises:
            DataError: There is no space left, or the like.
        """
        if self._stream is None:
            raise ValueError("the log is not open; use it in a with statement")
        try:
            self._stream.write(decisions.to_bytes())
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise writing_error(self.path, error) from error
        self.num_blocks += 1
        self.num_pairs += len(decisions)

    def read(self) -> Iterator[Decisions]:
        """Yield the blocks that were whole when the iteration began, in their order."""
        with self.path.open("rb") as stream:
            stream.readline()
            for _ in range(self.num_blocks):
                block = _read_block(stream)
                if block is None:
                    raise DataError("is damaged; start again with --overwrite", path=self.path)
                yield block

    def remove(self) -> None:
        """Delete the file; the run is finished, or has not begun."""
        self.path.unlink(missing_ok=True)

    def _resume(self) -> int:
        """Count the whole blocks; return where they end, 0 if the file has not even a header."""
        try:
            with self.path.open("rb") as stream:
                if not read_header(_KIND, stream, self._run, self.path):
                    return 0
                end = stream.tell()
                while (block := _read_block(stream)) is not None:
                    self.num_blocks += 1
                    self.num_pairs += len(block)
                    end = stream.tell()
        except OSError as error:
            raise reading_error(self.path, error) from error
        return end


def _read_block(stream: IO[bytes]) -> Decisions | None:
    """Read a block; None at the end, which is also where a torn one begins."""
    header = stream.read(_HEADER.size)
    if len(header) < _HEADER.size:
        return None
    size, digest, checksum = _HEADER.unpack(header)
    body = stream.read(5 * size)
    if len(body) < 5 * size or zlib.crc32(body) != checksum:
        return None
    rules = np.frombuffer(body, dtype="u1", count=size)
    return Decisions(rules, np.frombuffer(body, dtype="<f4", offset=size), digest)
