"""Labeled pairs on disk: Parquet files with a header, each written whole or not at all."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from operator import attrgetter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from scpn.data.pairs import LabeledPair
from scpn.data.splitting import SPLITS
from scpn.errors import DataError, UsageError
from scpn.fileio import reading_error, write_atomically

FORMAT_VERSION = 1
_HEADER_KEY = b"scpn.labelled_pairs"
_TYPES: dict[str, pa.DataType] = {
    "source_length": pa.int32(),
    "target_length": pa.int32(),
    "unigram_f1": pa.float32(),
    "trigram_overlap": pa.float32(),
    "score": pa.float32(),
    "cluster": pa.int64(),
}
COLUMNS = tuple(column.name for column in fields(LabeledPair))
"""Names of the columns of a shard, in order."""

SCHEMA = pa.schema(
    [pa.field(name, _TYPES.get(name, pa.string()), nullable=name == "score") for name in COLUMNS]
)


@dataclass(frozen=True, slots=True)
class ShardHeader:
    """How a shard was made.

    Attributes:
        parser: Name of the parser.
        chunk: Number of the shard in its run, from 0.
        run: Fingerprint of the inputs and options; shards of one run share it.
        read: Pairs read per corpus.
        dropped: Pairs dropped per corpus and reason.
        options: The options of the run.
        format: Version of this format.
    """

    parser: str
    chunk: int
    run: str
    read: dict[str, int]
    dropped: dict[str, dict[str, int]]
    options: dict[str, Any] = field(default_factory=dict)
    format: int = FORMAT_VERSION


def shard_path(folder: Path, chunk: int) -> Path:
    """Return where shard number `chunk` of a folder lies."""
    return folder / f"pairs-{chunk:06d}.parquet"


def find_shards(path: str | Path) -> list[Path]:
    """Return the shards of a folder in order, or the one file named.

    Raises:
        DataError: If there is none.
    """
    path = Path(path)
    if path.is_file():
        return [path]
    shards = sorted(path.glob("pairs-*.parquet"))
    if not shards:
        what = "has no pairs-*.parquet files" if path.is_dir() else "no such file or folder"
        raise DataError(f"{what}; make labeled pairs with: scpn label", path=path)
    return shards


def write_shard(path: Path, pairs: Sequence[LabeledPair], *, header: ShardHeader) -> None:
    """Write one shard; it appears whole or not at all."""
    columns = zip(*map(attrgetter(*COLUMNS), pairs), strict=True) if pairs else [()] * len(COLUMNS)
    table = pa.Table.from_arrays(
        [pa.array(column, schema.type) for column, schema in zip(columns, SCHEMA, strict=True)],
        schema=SCHEMA.with_metadata({_HEADER_KEY: json.dumps(asdict(header)).encode()}),
    )
    with write_atomically(path, "wb") as stream:
        pq.write_table(table, stream, compression="zstd", compression_level=6)


def read_header(path: Path) -> ShardHeader:
    """Read the header of a shard.

    Raises:
        DataError: If the file is missing, cut off, no shard of ours or of a newer format.
    """
    with _open(path) as file:
        metadata = file.schema_arrow.metadata or {}
    if _HEADER_KEY not in metadata:
        raise DataError(
            "is a Parquet file, but not one of labeled pairs; make those with: scpn label",
            path=path,
        )
    values = json.loads(metadata[_HEADER_KEY])
    if values.get("format") != FORMAT_VERSION:
        raise DataError(
            f"has format {values.get('format')}, this version reads {FORMAT_VERSION}; "
            "update scpn or label the pairs again",
            path=path,
        )
    return ShardHeader(**values)


def read_tables(
    path: str | Path,
    *,
    split: str | None = None,
    columns: Sequence[str] | None = None,
    batch_size: int = 8192,
) -> Iterator[pa.Table]:
    """Stream labeled pairs as Arrow tables of at most `batch_size` rows.

    Args:
        path: A folder of shards, or one shard.
        split: Only this split; None for all.
        columns: Only these columns; None for all.
        batch_size: Rows read at a time.

    Raises:
        UsageError: If the split or a column does not exist.
        DataError: If a shard cannot be read.
    """
    if split is not None and split not in SPLITS:
        raise UsageError(f"split {split!r} does not exist; there are {', '.join(SPLITS)}")
    wanted = list(COLUMNS if columns is None else columns)
    if unknown := [name for name in wanted if name not in COLUMNS]:
        raise UsageError(f"column {unknown[0]!r} does not exist; there are {', '.join(COLUMNS)}")
    needed = wanted if split is None or "split" in wanted else [*wanted, "split"]
    for shard in find_shards(path):
        read_header(shard)
        with _open(shard) as file:
            for batch in file.iter_batches(batch_size, columns=needed):
                table = pa.Table.from_batches([batch])
                if split is not None:
                    table = table.filter(pc.equal(table["split"], split))
                if table.num_rows:
                    yield table.select(wanted)


def read_pairs(path: str | Path, *, split: str | None = None) -> Iterator[LabeledPair]:
    """Stream labeled pairs, one object a row; see `read_tables`."""
    for table in read_tables(path, split=split):
        for row in zip(*(column.to_pylist() for column in table.columns), strict=True):
            yield LabeledPair(*row)


def _open(path: Path) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(path)
    except pa.ArrowInvalid as error:
        reason = str(error).splitlines()[0]
        raise DataError(
            f"is damaged or no Parquet file ({reason}); delete it and run scpn label --resume",
            path=path,
        ) from error
    except OSError as error:
        raise reading_error(path, error) from error
