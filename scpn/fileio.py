"""Lines in, whole files out: strict decoding, transparent decompression, atomic writing."""

import errno
import gzip
import lzma
import os
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Literal, cast

from scpn.errors import DataError

_DECOMPRESSION_ERRORS = (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error)


def open_bytes(path: str | Path) -> IO[bytes]:
    """Open a file for reading, decompressing `.gz` and `.xz`; "-" is standard input.

    Raises:
        DataError: If the file is missing, is a folder, or may not be read.
    """
    if str(path) == "-":
        return sys.stdin.buffer
    path = Path(path)
    try:
        if path.suffix == ".gz":
            return cast(IO[bytes], gzip.open(path, "rb"))
        if path.suffix == ".xz":
            return lzma.open(path, "rb")
        return path.open("rb")
    except OSError as error:
        raise reading_error(path, error) from error


def read_lines(
    path: str | Path, *, errors: Literal["strict", "surrogateescape"] = "strict"
) -> Iterator[tuple[int, str]]:
    r"""Stream the lines of a UTF-8 file.

    Lines end at "\n" only (a text may hold U+2028 and the like); a trailing "\r" and a
    byte-order mark at the start are dropped.

    Args:
        path: A file, plain or `.gz` or `.xz`; "-" is standard input.
        errors: What becomes of a byte that is not UTF-8: an error, or a lone surrogate.

    Yields:
        Line number counted from 1, and the line without its end.

    Raises:
        DataError: If the file cannot be read, is damaged, or a line is not UTF-8.
    """
    number = 0
    stream = open_bytes(path)
    try:
        for number, raw in enumerate(stream, start=1):
            if number == 1:
                raw = raw.removeprefix(b"\xef\xbb\xbf")
            try:
                line = raw.decode("utf-8", errors)
            except UnicodeDecodeError as error:
                raise _decoding_error(error, path, number) from error
            yield number, line.removesuffix("\n").removesuffix("\r")
    except _DECOMPRESSION_ERRORS as error:
        raise DataError(
            f"the compressed file is damaged or cut off after this line ({error}); copy it again",
            path=path,
            line=number,
        ) from error
    except OSError as error:
        raise reading_error(Path(path), error) from error
    finally:
        if str(path) != "-":
            stream.close()


@contextmanager
def write_atomically(path: str | Path, mode: str = "w") -> Iterator[IO[Any]]:
    """Open a file that appears whole when the block ends, or not at all.

    A temporary file in the same folder is written, flushed to the disk and renamed over
    `path`. If the block raises, or the process is killed, `path` is as it was before.

    Args:
        path: The file to appear; an existing one is replaced.
        mode: "w" for UTF-8 text with "\\n" line ends, "wb" for bytes.

    Yields:
        The open temporary file.

    Raises:
        DataError: If the folder is missing or not writable, or the disk is full.
    """
    path = Path(path)
    if mode not in ("w", "wb"):
        raise ValueError(f"mode is {mode!r}; it must be 'w' or 'wb'")
    if path.is_dir():
        raise DataError("is a folder, so no file can be written there; name a file", path=path)
    try:
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    except OSError as error:
        raise writing_error(path, error) from error
    temporary = Path(name)
    text = {"encoding": "utf-8", "newline": "\n"} if mode == "w" else {}
    try:
        with os.fdopen(descriptor, mode, **text) as stream:  # type: ignore[call-overload]
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except OSError as error:
        if _is_about_writing(error, temporary):
            raise writing_error(path, error) from error
        raise
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def make_folder(path: str | Path) -> Path:
    """Create a folder and its parents if they are missing.

    Raises:
        DataError: If it cannot be created, or a file has that name.
    """
    path = Path(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise writing_error(path, error) from error
    return path


def reading_error(path: Path, error: OSError) -> DataError:
    """Say in one line why `path` cannot be read and what to do."""
    reasons = {
        errno.ENOENT: "no such file; check the path",
        errno.ENOTDIR: "no such file; a part of the path is a file, not a folder",
        errno.EISDIR: "is a folder, not a file; name a file in it",
        errno.EACCES: "may not be read; check its permissions",
    }
    reason = reasons.get(error.errno or 0, f"cannot be read ({error.strerror or error})")
    return DataError(reason, path=path)


def writing_error(path: Path, error: OSError) -> DataError:
    """Say in one line why `path` cannot be written and what to do."""
    reasons = {
        errno.ENOENT: f"cannot be written: the folder {str(path.parent)!r} does not exist; "
        "create it first",
        errno.ENOTDIR: "cannot be written: a part of the path is a file, not a folder",
        errno.EEXIST: "cannot be created: a file has that name; choose another",
        errno.EACCES: "cannot be written: permission denied; choose another place",
        errno.EROFS: "cannot be written: the disk is read-only; choose another place",
        errno.ENOSPC: "cannot be written: no space left on the disk; free some and run again",
        errno.EDQUOT: "cannot be written: the disk quota is used up; free some and run again",
    }
    reason = reasons.get(error.errno or 0, f"cannot be written ({error.strerror or error})")
    return DataError(reason, path=path)


def _decoding_error(error: UnicodeDecodeError, path: str | Path, line: int) -> DataError:
    return DataError(
        f"not UTF-8: byte 0x{error.object[error.start]:02x} at column {error.start + 1}; "
        "convert the file, for instance with iconv -f LATIN1 -t UTF-8",
        path=path,
        line=line,
    )


def _is_about_writing(error: OSError, temporary: Path) -> bool:
    """Tell a failure to write from an unrelated OSError raised inside the block."""
    about = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EFBIG}
    return error.errno in about or error.filename == str(temporary)


def _umask() -> int:
    current = os.umask(0o077)
    os.umask(current)
    return current
