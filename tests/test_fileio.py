"""Strict reading and all-or-nothing writing."""

import errno
import gzip
import io
import lzma
import sys
from pathlib import Path

import pytest

from scpn.errors import DataError
from scpn.fileio import make_folder, read_lines, write_atomically


def test_read_lines_numbers_lines_and_strips_ends(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("one\r\ntw\u2028o\n\nlast".encode())
    assert list(read_lines(path)) == [(1, "one"), (2, "tw\u2028o"), (3, ""), (4, "last")]


def test_read_lines_drops_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfone\n")
    assert list(read_lines(path)) == [(1, "one")]


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress)])
def test_read_lines_decompresses(tmp_path: Path, suffix: str, pack) -> None:  # noqa: ANN001
    path = tmp_path / f"a.txt{suffix}"
    path.write_bytes(pack("früh\nspät\n".encode()))
    assert list(read_lines(path)) == [(1, "früh"), (2, "spät")]


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress)])
def test_read_lines_cut_off_archive_is_an_error(tmp_path: Path, suffix: str, pack) -> None:  # noqa: ANN001
    path = tmp_path / f"a.txt{suffix}"
    whole = pack("\n".join(str(i * 7919) for i in range(5000)).encode())
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DataError, match="damaged or cut off"):
        list(read_lines(path))


def test_read_lines_damaged_inside_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    whole = bytearray(gzip.compress("\n".join(str(i * 7919) for i in range(5000)).encode()))
    middle = len(whole) // 2
    whole[middle : middle + 50] = bytes(byte ^ 0xFF for byte in whole[middle : middle + 50])
    path.write_bytes(whole)
    with pytest.raises(DataError, match="damaged or cut off"):
        list(read_lines(path))


def test_read_lines_wrong_archive_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    path.write_bytes(b"plain text")
    with pytest.raises(DataError, match="damaged or cut off"):
        list(read_lines(path))


def test_read_lines_names_line_and_bad_byte(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"good\nna\xefve\n")
    with pytest.raises(DataError, match=r"a\.txt:2: not UTF-8: byte 0xef at column 3; convert"):
        list(read_lines(path))


def test_read_lines_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"x\ny\n")))
    assert list(read_lines("-")) == [(1, "x"), (2, "y")]


def test_read_lines_missing_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.txt: no such file; check the path"):
        list(read_lines(tmp_path / "none.txt"))
    with pytest.raises(DataError, match=r"none\.xz: no such file; check the path"):
        list(read_lines(tmp_path / "none.xz"))


def test_read_lines_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is a folder, not a file"):
        list(read_lines(tmp_path))


def test_write_atomically_replaces_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with write_atomically(path) as stream:
        stream.write("né\n")
        assert path.read_text() == "old"
    assert path.read_bytes() == "né\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_write_atomically_bytes(tmp_path: Path) -> None:
    with write_atomically(tmp_path / "a.bin", "wb") as stream:
        stream.write(b"\x00\xff")
    assert (tmp_path / "a.bin").read_bytes() == b"\x00\xff"


def test_write_atomically_leaves_nothing_after_an_error(tmp_path: Path) -> None:
    def write_half() -> None:
        with write_atomically(tmp_path / "a.txt") as stream:
            stream.write("half")
            raise KeyError

    with pytest.raises(KeyError):
        write_half()
    assert list(tmp_path.iterdir()) == []


def test_write_atomically_full_disk(tmp_path: Path) -> None:
    with (
        pytest.raises(DataError, match="no space left on the disk; free some"),
        write_atomically(tmp_path / "a.txt"),
    ):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert list(tmp_path.iterdir()) == []


def test_write_atomically_does_not_blame_the_output_for_other_errors(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), write_atomically(tmp_path / "a.txt"):
        (tmp_path / "other").open()


def test_write_atomically_missing_folder(tmp_path: Path) -> None:
    with (
        pytest.raises(DataError, match=r"the folder '.*no' does not exist; create it first"),
        write_atomically(tmp_path / "no" / "a.txt"),
    ):
        pass


def test_write_atomically_onto_a_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is a folder"), write_atomically(tmp_path):
        pass


def test_write_atomically_unwritable_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("scpn.fileio.tempfile.mkstemp", refuse)
    with (
        pytest.raises(DataError, match="permission denied; choose another place"),
        write_atomically(tmp_path / "a.txt"),
    ):
        pass


def test_make_folder(tmp_path: Path) -> None:
    assert make_folder(tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="a file has that name"):
        make_folder(tmp_path / "file")
