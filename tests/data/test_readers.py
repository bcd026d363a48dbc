"""Every kind of input, and what each says about bad data."""

import json
import lzma
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scpn.data.pairs import ParaphrasePair
from scpn.data.readers import PairInput, read_pairs_from
from scpn.errors import DataError, UsageError


def read(where: object, **options: Any) -> list[ParaphrasePair]:
    return list(read_pairs_from(PairInput("c", str(where)), **options))


def texts(pairs: list[ParaphrasePair]) -> list[tuple[str, str]]:
    return [(pair.source, pair.target) for pair in pairs]


@pytest.mark.parametrize(
    ("text", "name", "where"),
    [
        ("a/news.tsv", "news", "a/news.tsv"),
        ("a/news.v1.tsv.xz", "news.v1", "a/news.v1.tsv.xz"),
        ("my-corpus=a/news.tsv", "my-corpus", "a/news.tsv"),
        ("a/x.en.txt::b/x.txt", "x.en", "a/x.en.txt::b/x.txt"),
        ("hf:org/quotes:left:right", "quotes", "hf:org/quotes:left:right"),
        ("q=hf:org/quotes:dev:left:right", "q", "hf:org/quotes:dev:left:right"),
    ],
)
def test_pair_input_parse(text: str, name: str, where: str) -> None:
    assert PairInput.parse(text) == PairInput(name, where)


@pytest.mark.parametrize("text", ["", "name="])
def test_pair_input_parse_without_a_file(text: str) -> None:
    with pytest.raises(UsageError, match="names no file; write PATH or NAME=PATH"):
        PairInput.parse(text)


def test_pair_input_size(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    (tmp_path / "b").write_bytes(b"123")
    assert PairInput("c", f"{tmp_path}/a::{tmp_path}/b").size == 8
    assert PairInput("c", "hf:a:b:c").size is None
    with pytest.raises(DataError, match="none: no such file"):
        _ = PairInput("c", f"{tmp_path}/none").size


def test_tsv_with_and_without_scores(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("He left.\tHe went.\n\nShe sang.\tShe did sing.\t0.75\n")
    assert read(path) == [
        ParaphrasePair("He left.", "He went.", "c"),
        ParaphrasePair("She sang.", "She did sing.", "c", score=0.75),
    ]


def test_tsv_with_a_header(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("id\ttarget\tsource\tscore\n7\tB b\tA a\t\n8\tD d\tC c\t2\n")
    assert read(path) == [
        ParaphrasePair("A a", "B b", "c"),
        ParaphrasePair("C c", "D d", "c", score=2.0),
    ]


def test_tsv_compressed_and_limited(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv.xz"
    path.write_bytes(lzma.compress(b"a\tb\nc\td\ne\tf\n"))
    assert texts(read(path, limit=2)) == [("a", "b"), ("c", "d")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a\tb\nonly\n", r"a\.tsv:2: 1 columns, expected source<TAB>target"),
        (b"a\tb\tc\td\n", r"a\.tsv:1: 4 columns"),
        (b"a\tb\tgood\n", r"a\.tsv:1: 'good' is no number; a score or cluster must be one"),
        (b"a\tb\tnan\n", r"a\.tsv:1: 'nan' is no number; a score or cluster must be one"),
        (b"source\ttarget\tcluster\na\tb\tinf\n", r"a\.tsv:2: 'inf' is no number"),
        (b"source\ttarget\na\tb\tc\n", r"a\.tsv:2: 3 columns where the first row has 2"),
        (b"a\tb\nc\t\xff\n", r"a\.tsv:2: not UTF-8: byte 0xff at column 3"),
    ],
)
def test_tsv_bad_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "a.tsv"
    path.write_bytes(content)
    with pytest.raises(DataError, match=message):
        read(path)


def test_parallel_files(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    (tmp_path / "b.txt").write_text("eins\nzwei\n")
    assert texts(read(f"{tmp_path}/a.txt::{tmp_path}/b.txt")) == [("one", "eins"), ("two", "zwei")]


def test_parallel_files_of_different_length(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    (tmp_path / "b.txt").write_text("eins\nzwei\ndrei\n")
    message = r"b\.txt:3: has no counterpart: .*a\.txt ends after line 2"
    with pytest.raises(DataError, match=message):
        read(f"{tmp_path}/a.txt::{tmp_path}/b.txt")
    with pytest.raises(DataError, match=message):
        read(f"{tmp_path}/b.txt::{tmp_path}/a.txt")


def test_parallel_files_three(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="names 3 files, expected A::B"):
        read("a.txt::b.txt::c.txt")


def test_jsonl_objects(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    records = [{"source": "A", "target": "B", "score": 1}, {"source": "C", "target": "D",
               "cluster": 4, "more": []}]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, records)))
    assert read(path) == [
        ParaphrasePair("A", "B", "c", score=1.0),
        ParaphrasePair("C", "D", "c", cluster=4),
    ]


def test_jsonl_lists_give_every_pair_of_a_small_cluster_once(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('["a", "b", "c", "b"]\n["alone"]\n')
    pairs = read(path)
    assert {frozenset(pair) for pair in texts(pairs)} == {
        frozenset("ab"), frozenset("ac"), frozenset("bc"),
    }  # fmt: skip
    assert len(pairs) == 3
    assert {pair.cluster for pair in pairs} == {1}


def test_jsonl_lists_are_drawn_with_a_seed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps([f"v{n}" for n in range(60)]) + "\n")
    first = texts(read(path, pairs_per_cluster=12, seed=1))
    assert first == texts(read(path, pairs_per_cluster=12, seed=1))
    assert first != texts(read(path, pairs_per_cluster=12, seed=2))
    assert len({frozenset(pair) for pair in first}) == 12
    assert all(left != right for left, right in first)
    # Both directions occur, in no fixed order of the versions.
    assert len({int(left[1:]) < int(right[1:]) for left, right in first}) == 2


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"source": "a"}', "source and target must both be there and be text, found the keys sou"),
        ('{"source": "a", "target": 3}', "source and target must both be there and be text"),
        ("{}", ".*found the keys none"),
        ('["a", 3]', r"expected an object with source and target or a list of strings, found \["),
        ("7", "expected an object with source and target or a list of strings, found 7"),
        ("{", "is no JSON"),
    ],
)
def test_jsonl_bad_line(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"source": "a", "target": "b"}\n' + line + "\n")
    with pytest.raises(DataError, match=rf"a\.jsonl:2: {message}"):
        read(path)


def test_parquet(tmp_path: Path) -> None:
    table = pa.table({"source": ["A", "B"], "target": ["C", "D"], "score": [0.5, None]})
    pq.write_table(table, tmp_path / "a.parquet")
    assert read(tmp_path / "a.parquet") == [
        ParaphrasePair("A", "C", "c", score=0.5),
        ParaphrasePair("B", "D", "c"),
    ]


def test_parquet_bad(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1 no")
    with pytest.raises(DataError, match=r"a\.parquet: is damaged or no Parquet file"):
        read(tmp_path / "a.parquet")
    with pytest.raises(DataError, match=r"b\.parquet: no such file"):
        read(tmp_path / "b.parquet")
    pq.write_table(pa.table({"source": ["A"]}), tmp_path / "c.parquet")
    with pytest.raises(DataError, match=r"c\.parquet:1: source and target must both be there"):
        read(tmp_path / "c.parquet")


def test_unknown_kind() -> None:
    with pytest.raises(UsageError, match=r"'a\.docx' is of no known kind; known are \.tsv"):
        read("a.docx")


class _Rows(list[dict[str, Any]]):
    column_names = ("left", "right")


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], _Rows]:
    """A module `datasets` with what the test puts into it."""
    known: dict[tuple[str, str], _Rows] = {}
    module = ModuleType("datasets")

    class DatasetDict(dict[str, _Rows]):
        pass

    def load_dataset(name: str, *, split: str) -> _Rows:
        if (name, split) not in known:
            raise ValueError(f"Unknown split {split}\nmore")
        return known[name, split]

    def load_from_disk(name: str) -> DatasetDict:
        return DatasetDict({split: rows for (_, split), rows in known.items()})

    for value in (DatasetDict, load_dataset, load_from_disk):
        setattr(module, value.__name__, value)
    monkeypatch.setitem(sys.modules, "datasets", module)
    return known


def test_hub_dataset(hub: dict[tuple[str, str], _Rows]) -> None:
    hub["org/q", "train"] = _Rows([{"left": "A", "right": "B"}])
    hub["org/q", "dev"] = _Rows([{"left": "C", "right": "D"}])
    assert texts(read("hf:org/q:left:right")) == [("A", "B")]
    assert texts(read("hf:org/q:dev:left:right")) == [("C", "D")]
    with pytest.raises(DataError, match="has no column 'up'; it has left, right"):
        read("hf:org/q:up:right")
    with pytest.raises(DataError, match=r"split 'no', cannot be loaded \(Unknown split no\)"):
        read("hf:org/q:no:left:right")
    with pytest.raises(UsageError, match=r"write hf:NAME_OR_PATH\[:SPLIT\]"):
        read("hf:org/q:left")


def test_hub_dataset_keeps_score_and_cluster(hub: dict[tuple[str, str], _Rows]) -> None:
    hub["org/q", "train"] = _Rows([{"left": "A", "right": "B", "score": 0.5, "cluster": 7}])
    assert read("hf:org/q:left:right") == [ParaphrasePair("A", "B", "c", cluster=7, score=0.5)]


def test_numbers_and_letters_that_json_can_hold_and_no_file_can(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"source": "a \\ud800 b \\ud83d\\ude00", "target": "c"}\n')
    assert texts(read(path)) == [("a \ufffd b \U0001f600", "c")]
    path.write_text('{"source": "a", "target": "b", "score": 1' + "0" * 400 + "}\n")
    with pytest.raises(DataError, match=r"a\.jsonl:1: '10+' is no number"):
        read(path)


def test_hub_dataset_saved_on_disk(hub: dict[tuple[str, str], _Rows], tmp_path: Path) -> None:
    (tmp_path / "dataset_dict.json").write_text("{}")
    hub["disk", "dev"] = _Rows([{"left": "A", "right": "B"}])
    assert texts(read(f"hf:{tmp_path}:dev:left:right")) == [("A", "B")]
    with pytest.raises(DataError, match="cannot be loaded"):
        read(f"hf:{tmp_path}:left:right")


def test_hub_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(UsageError, match=r'run: pip install "scpn\[datasets\]"'):
        read("hf:org/q:left:right")
