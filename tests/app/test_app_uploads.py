"""Files that visitors send."""

from pathlib import Path

import pytest

from scpn.app.uploads import explain, open_upload, preview
from scpn.errors import DataError, ScpnError, UsageError


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_columns_of_a_table_and_the_likely_one(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", 'id,Sentence\n1,"In May, we met."\n2,She left.\n')
    upload = open_upload(path)
    assert (upload.columns, upload.column) == (["id", "Sentence"], "Sentence")
    assert [row.text for row in upload.read("Sentence")] == ["In May, we met.", "She left."]
    assert [row.text for row in upload.read("id")] == ["1", "2"]


@pytest.mark.parametrize(
    ("name", "text", "column"),
    [
        ("a.txt", "She left.\n\nHe stayed.\n", None),
        ("a.tsv", "n\ttext\n1\tShe left.\n2\tHe stayed.\n", "text"),
        ("a.jsonl", '{"n": 1, "text": "She left."}\n{"text": "He stayed."}\n', "text"),
        ("A.CSV", "text\nShe left.\nHe stayed.\n", "text"),
    ],
)
def test_every_kind_is_read(tmp_path: Path, name: str, text: str, column: str | None) -> None:
    upload = open_upload(write(tmp_path, name, text))
    assert upload.column == column
    assert [row.text for row in upload.read(column)] == ["She left.", "He stayed."]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.docx", "x", "kind of .a.docx. is not supported"),
        ("a.csv", "\n\n", "is empty"),
        ("a.jsonl", "no json\n", "no JSON"),
        ("a.jsonl", "[1, 2]\n", "no JSON object with a text"),
    ],
)
def test_what_cannot_be_read_says_so(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(ScpnError, match=message):
        open_upload(write(tmp_path, name, text))


def test_messages_hold_the_name_and_no_path(tmp_path: Path) -> None:
    path = write(tmp_path, "a.csv", "text\nShe left.\n")
    upload = open_upload(path)
    with pytest.raises(DataError) as caught:
        preview(upload, "other", rows=2)
    message = explain(caught.value, path)
    assert str(tmp_path) not in message
    assert message.startswith("a.csv:1: has no column 'other'")


def test_sentences_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scpn.app.uploads.MAX_SENTENCES", 3)
    upload = open_upload(write(tmp_path, "a.txt", "A dog.\n" * 10))
    assert len(list(upload.read(None))) == 3


def test_folder_is_no_upload(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        open_upload(tmp_path)
