"""An output that appears whole or not at all, and the file from which a run continues.

Results go to `TARGET.partial` beside the target, one flushed JSON line an item below a header that
describes the run. At the end the target is written from it and the partial file removed.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from scpn.errors import DataError, UsageError
from scpn.fileio import reading_error, writing_error
from scpn.runs.header import header_of, read_header, read_json_line

_KIND = "partial"

Record = dict[str, Any]
Write = Callable[[Path, Iterable[Record]], object]
"""Writes records into a file, which appears whole or not at all."""


@dataclass(frozen=True, slots=True)
class ItemResult:
    """What became of one item.

    Attributes:
        records: Its results, as they are written.
        error: Why it failed, or None.
    """

    records: list[Record] = field(default_factory=list)
    error: str | None = None


class PartialOutput:
    """Results on their way into a file; use it as a context manager.

    A run is continued at a multiple of `chunk_size` items, so that items are batched (and random
    numbers drawn) as in a run that was never stopped.

    Args:
        target: File that appears at the end.
        description: What must be the same for a run to be continued; see `require`.
        chunk_size: Items after which a run can be continued.
        resume: Continue an unfinished run, if there is one.
        overwrite: Replace a target that is there, and an unfinished run.

    Attributes:
        num_kept: Items of an earlier run that need not be done again; known once it is entered.

    Raises:
        UsageError: The target is a folder; it exists, or an unfinished run does, and nothing was
            said about that.
    """

    def __init__(
        self,
        target: Path,
        description: Mapping[str, Any],
        *,
        chunk_size: int,
        resume: bool = False,
        overwrite: bool = False,
    ) -> None:
        self.target, self.path = target, target.with_name(f"{target.name}.partial")
        self.num_kept = 0
        self.chunk_size = chunk_size
        self._description = dict(description)
        self._stream: IO[bytes] | None = None
        self._num_written = 0
        self._finished = False
        self._resume = self._check(resume=resume, overwrite=overwrite)

    @classmethod
    def of(
        cls,
        target: Path | None,
        description: Mapping[str, Any],
        *,
        chunk_size: int,
        resume: bool,
        overwrite: bool,
    ) -> "PartialOutput | None":
        """The output that is asked for; None if no file is named.

        Raises:
            UsageError: See the class; or `resume` or `overwrite` without a file.
        """
        if target is None:
            if resume or overwrite:
                option = "--resume" if resume else "--overwrite"
                raise UsageError(f"{option} is about a file; name it with --output")
            return None
        return cls(target, description, chunk_size=chunk_size, resume=resume, overwrite=overwrite)

    def _check(self, *, resume: bool, overwrite: bool) -> bool:
        has_partial = self.path.exists()
        more = " together with --resume" if resume and has_partial else ""
        refuse_existing(self.target, overwrite=overwrite, more=more)
        check_unfinished(self.path, resume=resume, overwrite=overwrite)
        return resume and has_partial

    def require(self, **description: Any) -> None:
        """Add to what must be the same for a run to be continued, before it is opened."""
        self._description |= description

    def __enter__(self) -> "PartialOutput":
        """Open the partial file, keeping what can be kept of an earlier run.

        Raises:
            UsageError: The earlier run had another description.
            DataError: The file cannot be written.
        """
        try:
            end = self._find_end() if self._resume else 0
            self._stream = self.path.open("r+b" if end else "wb")
            if end:
                self._stream.truncate(end)
                self._stream.seek(end)
            else:
                self._write_line(header_of(_KIND, self._description))
        except OSError as error:
            if self._stream is not None and not self.num_kept:
                self.discard()
            raise writing_error(self.target, error) from error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close; the partial file stays if there is something in it to continue from.

        The error that ends the run gets a note that says so.
        """
        self._close()
        if not self.is_unfinished:
            self.path.unlink(missing_ok=True)
        elif error is not None:
            note_unfinished(error, self.path)

    @property
    def num_done(self) -> int:
        """Items in the partial file."""
        return self.num_kept + self._num_written

    @property
    def is_unfinished(self) -> bool:
        """There is something to continue from: the run has done a chunk, and not all."""
        return self.num_done >= self.chunk_size and not self._finished

    def replay(self) -> Iterator[Record]:
        """Yield what is kept of each item of the earlier run: digest, records and error."""
        for number, entry in enumerate(self._entries()):
            if number == self.num_kept:
                return
            yield entry

    def write(self, content: str, result: ItemResult) -> None:
        """Add the result of the next item.

        Args:
            content: What tells the item from others.
            result: What became of it.

        Raises:
            DataError: There is no space left, or the like.
        """
        entry = {"digest": digest(content), "records": result.records, "error": result.error}
        try:
            self._write_line(entry)
        except OSError as error:
            raise writing_error(self.target, error) from error
        self._num_written += 1

    def finish(self, write: Write) -> None:
        """Make the target appear.

        Args:
            write: Writes all records.

        Raises:
            DataError: The target cannot be written; the partial file is kept.
        """
        self._close()
        write(self.target, self.records())
        self._finished = True

    def discard(self) -> None:
        """Give up: leave neither the target nor the partial file."""
        self._close()
        self.path.unlink(missing_ok=True)
        self._finished = True

    def records(self) -> Iterator[Record]:
        """Yield the records of all items that are done, in order.

        Raises:
            DataError: The partial file is damaged or cannot be read.
        """
        count = 0
        for entry in self._entries():
            yield from entry["records"]
            count += 1
        if count != self.num_done:
            raise DataError(
                f"is damaged after {count} of {self.num_done} items; run again with --resume",
                path=self.path,
            )

    def _find_end(self) -> int:
        """Offset behind the last item to keep; 0 if there is nothing, not even a header."""
        with self.path.open("rb") as stream:
            if not read_header(_KIND, stream, self._description, self.path):
                return 0
            end, count = stream.tell(), 0
            while read_json_line(stream) is not None:
                count += 1
                if count % self.chunk_size == 0:
                    end, self.num_kept = stream.tell(), count
        return end

    def _entries(self) -> Iterator[Record]:
        try:
            with self.path.open("rb") as stream:
                read_json_line(stream)
                while (entry := read_json_line(stream)) is not None:
                    yield entry
        except OSError as error:
            raise reading_error(self.path, error) from error

    def _write_line(self, value: Mapping[str, Any]) -> None:
        if self._stream is None:
            raise ValueError("the partial file is not open; use it in a with statement")
        self._stream.write(json.dumps(value, ensure_ascii=False).encode("utf-8") + b"\n")
        self._stream.flush()

    def _close(self) -> None:
        if self._stream is not None:
            stream, self._stream = self._stream, None
            with suppress(OSError):  # a line that could not be written is still in the buffer
                stream.close()


def refuse_existing(path: Path, *, overwrite: bool, more: str = "") -> None:
    """Check that a new file `path` would replace nothing by accident.

    Args:
        path: The file.
        overwrite: Replace it.
        more: Ends the advice.

    Raises:
        UsageError: It is a folder, or a file and `overwrite` is not set.
    """
    if path.is_dir():
        raise UsageError(f"--output {str(path)!r} is a folder; name a file in it")
    if path.exists() and not overwrite:
        raise UsageError(
            f"--output {str(path)!r} exists already; choose another name, or replace it with "
            f"--overwrite{more}"
        )


def check_unfinished(path: Path, *, resume: bool, overwrite: bool) -> None:
    """Check that an unfinished run, if there is one at `path`, is to be continued or replaced.

    Raises:
        UsageError: It is neither.
    """
    if path.exists() and not (resume or overwrite):
        raise UsageError(
            f"{str(path)!r} holds an unfinished run; continue it with --resume, or start again "
            "with --overwrite"
        )


def note_unfinished(error: BaseException, path: Path) -> None:
    """Note on an error how its run continues; in nested runs the outer note replaces the inner."""
    begin = "what is done is kept in "
    others = [note for note in getattr(error, "__notes__", []) if not note.startswith(begin)]
    error.__notes__ = [*others, f"{begin}{path}; continue with the same command and --resume"]


def digest(content: str) -> str:
    """Return a short text that tells items apart, to see whether an input has changed."""
    return hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
