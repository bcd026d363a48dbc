"""Shards come back as they went in, and damage is named."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scpn.data.pairs import LabeledPair
from scpn.data.shards import (
    COLUMNS,
    SCHEMA,
    ShardHeader,
    find_shards,
    read_header,
    read_pairs,
    read_tables,
    shard_path,
    write_shard,
)
from scpn.errors import DataError, UsageError


def pair(number: int, split: str = "train", score: float | None = None) -> LabeledPair:
    return LabeledPair(
        source=f"She drove {number} cars .",
        target=f"{number} cars were driven .",
        source_parse="(S(NP(PRP))(VP(VBD)(NP(CD)(NNS)))(.))",
        target_parse="(S(NP(CD)(NNS))(VP(VBD)(VP(VBN)))(.))",
        source_template="(S(NP)(VP)(.))",
        target_template="(S(NP)(VP)(.))",
        source_length=5,
        target_length=5,
        unigram_f1=0.5,
        trigram_overlap=0.25,
        score=score,
        corpus="cars",
        cluster=number,
        split=split,
    )


def header(chunk: int = 0) -> ShardHeader:
    return ShardHeader("rule 1", chunk, "abc", {"cars": 3}, {"cars": {"copy": 1}}, {"seed": 0})


def test_shards_round_trip_in_order(tmp_path: Path) -> None:
    first = [pair(1), pair(2, "dev", score=0.75)]
    write_shard(shard_path(tmp_path, 0), first, header=header())
    write_shard(shard_path(tmp_path, 1), [], header=header(1))
    write_shard(shard_path(tmp_path, 2), [pair(3)], header=header(2))
    assert list(read_pairs(tmp_path)) == [*first, pair(3)]
    assert list(read_pairs(tmp_path, split="dev")) == [first[1]]
    assert list(read_pairs(shard_path(tmp_path, 2))) == [pair(3)]
    assert read_header(shard_path(tmp_path, 2)) == header(2)


def test_shard_schema() -> None:
    assert COLUMNS[:4] == ("source", "target", "source_parse", "target_parse")
    assert SCHEMA.field("source_length").type == pa.int32()
    assert SCHEMA.field("unigram_f1").type == pa.float32()
    assert SCHEMA.field("cluster").type == pa.int64()
    assert [column.name for column in SCHEMA if column.nullable] == ["score"]


def test_read_tables_selects_columns_and_bounds_rows(tmp_path: Path) -> None:
    write_shard(shard_path(tmp_path, 0), [pair(n) for n in range(5)], header=header())
    tables = list(read_tables(tmp_path, split="train", columns=["cluster"], batch_size=2))
    assert [table["cluster"].to_pylist() for table in tables] == [[0, 1], [2, 3], [4]]
    assert tables[0].column_names == ["cluster"]


def test_read_tables_unknown_split_or_column(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="split 'valid' does not exist; there are train, dev"):
        list(read_tables(tmp_path, split="valid"))
    with pytest.raises(UsageError, match="column 'sauce' does not exist; there are source"):
        list(read_tables(tmp_path, columns=["sauce"]))


def test_find_shards_none(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"has no pairs-\*\.parquet files; make labeled pairs"):
        find_shards(tmp_path)
    with pytest.raises(DataError, match="no such file or folder"):
        find_shards(tmp_path / "no")


def test_read_header_truncated(tmp_path: Path) -> None:
    path = shard_path(tmp_path, 0)
    write_shard(path, [pair(n) for n in range(100)], header=header())
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(DataError, match=r"is damaged .* run scpn label --resume"):
        read_header(path)


def test_read_header_of_another_parquet_file(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": [1]}), tmp_path / "a.parquet")
    with pytest.raises(DataError, match="but not one of labeled pairs"):
        read_header(tmp_path / "a.parquet")


def test_read_header_of_a_newer_format(tmp_path: Path) -> None:
    newer = ShardHeader("rule 1", 0, "abc", {}, {}, {}, format=2)
    write_shard(tmp_path / "a.parquet", [pair(1)], header=newer)
    with pytest.raises(DataError, match="has format 2, this version reads 1; update scpn"):
        read_header(tmp_path / "a.parquet")


def test_read_header_missing_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        read_header(tmp_path / "a.parquet")
