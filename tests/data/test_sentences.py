import gzip
import io
import json
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scpn.data.sentences import FORMATS, Sentence, SentenceInput
from scpn.errors import DataError, ScpnError, UsageError


def read(path: Path | str, **options: object) -> list[Sentence]:
    return list(SentenceInput(path=str(path), **options).read())  # type: ignore[arg-type]


def texts(path: Path | str, **options: object) -> list[str]:
    sentences = read(path, **options)
    assert [s.message for s in sentences if s.error] == []
    return [sentence.text for sentence in sentences]


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_arguments_are_numbered_and_an_empty_one_is_an_error() -> None:
    good, empty = SentenceInput(["She left. ", " "]).read()
    assert (good.text, good.where, good.error) == ("She left.", "sentence 1", None)
    assert empty.message == "sentence 2: the sentence is empty; give at least one word"


def test_argument_that_is_not_utf8() -> None:
    (sentence,) = SentenceInput(["caf\udce9"]).read()
    assert sentence.error is not None
    assert "not UTF-8: byte 0xe9 at character 4" in sentence.error
    assert sentence.text == "caf?"


def test_txt_skips_blank_lines_and_remembers_them(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "\ufeffShe left.\r\n\n He stayed. \n  \n")
    source = SentenceInput(path=str(path))
    assert [(s.text, s.where) for s in source.read()] == [
        ("She left.", f"{path}:1"),
        ("He stayed.", f"{path}:3"),
    ]
    assert source.blank_lines == [2, 4]


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz"])
def test_txt_may_be_compressed(tmp_path: Path, suffix: str) -> None:
    pack = {"": bytes, ".gz": gzip.compress, ".xz": lzma.compress}[suffix]
    path = write(tmp_path / f"a.txt{suffix}", pack(b"She left.\nHe stayed.\n"))
    assert texts(path) == ["She left.", "He stayed."]
    assert SentenceInput(path=str(path)).count() == 2
    assert SentenceInput(path=str(path), limit=1).count() == 1
    assert texts(path, limit=1) == ["She left."]


def test_bad_utf8_harms_one_line_only(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", b"She left.\ncaf\xe9\nHe stayed.\n")
    first, bad, last = read(path)
    assert (first.error, last.error) == (None, None)
    assert bad.message.startswith(f"{path}:2: not UTF-8: byte 0xe9 at character 4; convert")


def test_cut_off_compressed_file(tmp_path: Path) -> None:
    content = lzma.compress("\n".join(f"Sentence {i} is here." for i in range(9999)).encode())
    path = write(tmp_path / "a.txt.xz", content[: len(content) // 2])
    with pytest.raises(DataError, match=r"a\.txt\.xz:\d+: the compressed file is damaged"):
        read(path)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        read(tmp_path / "a.txt")
    (tmp_path / "b.txt").mkdir()
    with pytest.raises(DataError, match="is a folder"):
        read(tmp_path / "b.txt")


def test_unknown_kind_names_the_known_ones(tmp_path: Path) -> None:
    path = write(tmp_path / "a.doc", "She left.\n")
    known = r"known are \.txt, \.tsv, \.csv, \.jsonl, \.parquet.*--input-format"
    with pytest.raises(UsageError, match=known):
        read(path)
    assert texts(path, kind="txt") == ["She left."]
    with pytest.raises(UsageError, match="'json' is unknown; did you mean 'jsonl'"):
        read(path, kind="json")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "give a sentence"),
        ({"sentences": ["She left."], "path": "a.txt"}, "give one of the two"),
        ({"sentences": ["She left."], "column": "text"}, "--column is about a file"),
        ({"sentences": ["She left."], "kind": "txt"}, "--input-format is about a file"),
        ({"path": "a.txt", "column": "text"}, "plain text, which has no columns"),
        ({"path": "a.tsv", "column": "0"}, "counted from 1"),
    ],
)
def test_contradictions(options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        SentenceInput(**options)  # type: ignore[arg-type]


def test_standard_input_is_text_unless_said_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    def feed(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))

    feed(b"She left.\n")
    (sentence,) = read("-")
    assert sentence == Sentence("She left.", "standard input:1")
    assert SentenceInput(path="-").count() is None
    feed(b'{"text": "She left."}\n')
    assert texts("-", kind="jsonl") == ["She left."]


def test_csv_with_quoted_line_breaks_and_quotes(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.csv",
        'id,text\r\n1,"She left,\r\nthen ""he"" did."\r\n2,He stayed.\r\n3,"",\r\n4,""\r\n',
    )
    first, second, wide, empty = read(path)
    assert first == Sentence('She left,\nthen "he" did.', f"{path}:2")
    assert second == Sentence("He stayed.", f"{path}:4")
    assert wide.message == f"{path}:5: 3 columns where the first row has 2"
    assert empty.message == f"{path}:6: the sentence is empty; give at least one word"


def test_csv_broken_row_harms_only_itself(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", 'text,id\nShe left.,1\n"He" stayed.,2\nWe sang.,3\n')
    first, broken, last = read(path)
    assert (first.text, last.text) == ("She left.", "We sang.")
    assert broken.message.startswith(f"{path}:3: is no CSV")


def test_csv_quote_never_closed(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", 'text,id\nShe left.,1\n"He stayed.,2\nWe sang.,3\n')
    with pytest.raises(DataError, match=r"a\.csv:3: a quote is opened in this row and never"):
        read(path)


def test_named_column_needs_the_header(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", "id,review\n1,She left.\n")
    assert texts(path, column="review") == ["She left."]
    with pytest.raises(
        DataError, match=r"a\.csv:1: has no column 'reviews'; did you mean 'review'"
    ):
        read(path, column="reviews")


def test_numbered_column(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "1\tShe left.\n2\tHe stayed.\n")
    assert texts(path, column="2") == ["She left.", "He stayed."]
    headed = write(tmp_path / "b.tsv", "id\tSentence\n1\tShe left.\n")
    assert texts(headed, column="2") == ["She left."]
    with pytest.raises(DataError, match=r"a\.tsv:1: has no column 3; the first row has 2"):
        read(path, column="3")


def test_column_found_by_itself(tmp_path: Path) -> None:
    assert texts(write(tmp_path / "a.tsv", "source\ttext\nx\tShe left.\n")) == ["She left."]
    assert texts(write(tmp_path / "b.csv", "She left.\nHe stayed.\n")) == [
        "She left.",
        "He stayed.",
    ]
    with pytest.raises(UsageError, match=r"has 2 columns, none called text.*--column NAME"):
        read(write(tmp_path / "c.tsv", "1\tShe left.\n"))


def test_tsv_quotes_are_text_unless_doubled(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.tsv",
        'text\tid\n"Yes," she said.\t1\n"Yes."\t2\n"She said ""yes""."\t3\n"\t4\n',
    )
    assert texts(path) == ['"Yes," she said.', '"Yes."', 'She said "yes".', '"']


def test_tsv_row_of_another_width(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "id\ttext\n1\tShe left.\n2\n\n3\tHe stayed.\n")
    first, short, last = read(path)
    assert (first.text, last.where) == ("She left.", f"{path}:5")
    assert short.message == f"{path}:3: 1 columns where the first row has 2"


def test_jsonl_keys_in_order_and_broken_lines(tmp_path: Path) -> None:
    lines = [
        json.dumps({"source": "no", "sentence": "She left."}),
        '{"text": "torn',
        "",
        '["text"]',
        '{"words": "x"}',
        '{"text": 7}',
        '{"text": "\\ud83d"}',
        "[" * 100_000,
        '{"source": "He stayed."}',
    ]
    path = write(tmp_path / "a.jsonl", "\n".join(lines))
    first, torn, listed, other, number, half, deep, last = read(path)
    assert (first.text, last.text, last.where) == ("She left.", "He stayed.", f"{path}:9")
    assert torn.message.startswith(f"{path}:2: is no JSON (")
    assert listed.message.startswith(f"{path}:4: expected an object")
    assert "has no key 'text' or 'sentence' or 'source'; its keys are words" in other.message
    assert number.message == f"{path}:6: 'text' must be text, found 7"
    assert "not UTF-8: U+D83D at character 1" in half.message
    assert deep.message.startswith(f"{path}:8: is no JSON")


def test_jsonl_named_key(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl.gz", gzip.compress(b'{"text": "no", "review": "She left."}\n'))
    assert texts(path, column="review") == ["She left."]


def test_input_is_streamed(monkeypatch: pytest.MonkeyPatch) -> None:
    def lines() -> Iterator[bytes]:
        yield b"She left.\n"
        raise AssertionError("read too far")

    for kind in ("txt", "tsv", "csv"):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=lines()))
        assert next(SentenceInput(path="-", kind=kind).read()).text == "She left."


PIECES = st.sampled_from(
    [
        b"\n",
        b"\r\n",
        b"\t",
        b",",
        b'"',
        b'""',
        b"text",
        b'{"text": "',
        b'"}',
        b"\xff",
        b"\0",
        b"[",
        b"1",
    ]
)


@given(st.lists(PIECES | st.binary(max_size=4), max_size=40), st.sampled_from(FORMATS))
def test_any_bytes_give_sentences_or_our_own_errors(pieces: list[bytes], kind: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"".join(pieces))))
        try:
            sentences = list(SentenceInput(path="-", kind=kind).read())
        except ScpnError:
            return
    for sentence in sentences:
        sentence.text.encode("utf-8" if sentence.error is None else "utf-16-le", "surrogatepass")
        assert sentence.error or sentence.text.strip()
