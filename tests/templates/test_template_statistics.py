import gzip
import json
from pathlib import Path

import pytest
from template_shards import DECLARATIVE, FRONTED, QUESTION, sample_shard

from scpn.errors import DataError, ModelError
from scpn.templates import Template, TemplateStatistics, count_files, load_statistics
from scpn.templates import statistics as statistics_module
from scpn.templates.statistics import LENGTH_EDGES, length_bucket

A, B, C = (Template.parse(text) for text in (DECLARATIVE, FRONTED, QUESTION))


@pytest.mark.parametrize(
    ("length", "bucket"), [(1, 0), (5, 0), (6, 1), (8, 1), (9, 2), (30, 5), (31, 6), (500, 6)]
)
def test_length_bucket(length: int, bucket: int) -> None:
    assert length_bucket(length) == bucket
    assert len(LENGTH_EDGES) == 6


def test_count_files_counts_pairs_of_the_training_split_in_both_directions(tmp_path: Path) -> None:
    sample_shard(tmp_path / "a.parquet")
    _, statistics = count_files([tmp_path])
    assert statistics is not None
    # Lengths 7 and 8 share bucket 1; 6 does too; 9 is bucket 2; 4 is bucket 0.
    assert statistics.by_source == {
        (A, 1): {B: 2, A: 2, C: 1},
        (B, 2): {A: 2},
        (C, 0): {A: 1},
    }
    assert statistics.by_root == {
        ("S", 1): {B: 2, A: 2, C: 1},
        ("S", 2): {A: 2},
        ("SQ", 0): {A: 1},
    }
    assert statistics.by_bucket == {0: {A: 1}, 1: {B: 2, A: 2, C: 1}, 2: {A: 2}}


@pytest.mark.parametrize("name", ["counts.json", "counts.json.gz"])
def test_saved_statistics_are_loaded_back(tmp_path: Path, name: str) -> None:
    sample_shard(tmp_path / "a.parquet")
    _, statistics = count_files([tmp_path])
    assert statistics is not None
    statistics.add(Template.parse("(SQ(NP)(VP))"), A, length=40)
    statistics.save(tmp_path / name)
    loaded = TemplateStatistics.load(tmp_path / name)
    assert loaded.by_source == statistics.by_source
    assert loaded.by_root == statistics.by_root
    assert loaded.by_bucket == statistics.by_bucket
    before = (tmp_path / name).read_bytes()
    loaded.save(tmp_path / name)
    assert (tmp_path / name).read_bytes() == before


def test_pruned_keeps_the_frequent() -> None:
    statistics = TemplateStatistics()
    statistics.add(A, B, length=7, count=3)
    statistics.add(A, C, length=7, count=2)
    statistics.add(A, A, length=7)
    statistics.add(C, A, length=7)
    pruned = statistics.pruned(min_count=2, top=1)
    assert pruned.by_source == {(A, 1): {B: 3}}
    assert pruned.by_root == {("S", 1): {B: 3}}
    assert pruned.by_bucket == {1: {B: 3}}
    assert statistics.by_source[C, 1] == {A: 1}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.json", b"{"),
        ("a.json", b"[]"),
        ("a.json", b"\xff"),
        ("a.json", b"{}"),
        ("a.json", json.dumps({"format": 99, "length_edges": []}).encode()),
        ("a.json.gz", b"not gzip"),
        ("a.json.gz", gzip.compress(b"{}" * 1000, mtime=0)[:15]),
        ("a.json.gz", gzip.compress(b"x", mtime=0)[:-8] + b"\0" * 8),
    ],
)
def test_load_refuses_damaged_files(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(DataError, match="is no file of template statistics or a damaged one"):
        TemplateStatistics.load(tmp_path / name)


def test_load_refuses_templates_that_are_none(tmp_path: Path) -> None:
    data = {"format": 1, "length_edges": LENGTH_EDGES, "templates": ["(S(NP"]}
    data |= {"by_source": [], "by_root": [], "by_bucket": []}
    (tmp_path / "a.json").write_text(json.dumps(data))
    with pytest.raises(DataError, match="is no file of template statistics"):
        load_statistics(tmp_path / "a.json")


def test_load_names_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        load_statistics(tmp_path / "a.json")


def test_missing_bundled_statistics_say_how_to_make_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics_module, "BUNDLED", "none-of-that-name.json.gz")
    with pytest.raises(ModelError, match="make them with 'scpn templates mine"):
        load_statistics()
