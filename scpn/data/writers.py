"""Pairs on their way into a file, in the formats that `scpn.data.readers` reads.

An output is written WHERE:

* `pairs.tsv` (also .txt, .tab): with a header line that names the columns;
* `a.txt::b.txt`: two files, line by line, the sentences alone;
* `pairs.jsonl` (also .ndjson): an object a line;
* `pairs.parquet`: a column for each key;
* `hf:FOLDER`: a folder with `train.parquet`, which `datasets.load_dataset(FOLDER)` reads.

Text files may be compressed (`.gz`, `.xz`). Files appear whole or not at all.
"""

import gzip
import json
import lzma
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Any, cast

from scpn.errors import DataError, UsageError
from scpn.fileio import make_folder, write_atomically

Row = Mapping[str, Any]
"""A pair as columns: source, target, and whatever else belongs to it."""

Write = Callable[[Sequence[Row]], None]

FORMATS = ".tsv, .jsonl, .parquet, A::B or hf:FOLDER"
_COMPRESSED = (".gz", ".xz")
_KINDS = {
    ".tsv": "tsv", ".txt": "tsv", ".tab": "tsv",
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet",
}  # fmt: skip
_NO_COMMON_TYPE = (ValueError, TypeError, OverflowError)  # pyarrow's own errors are such
_BREAKS = re.compile(r"[\t\n\r]+")


class Columns:
    """The columns of all rows met so far, and a type that holds every value of each.

    Attributes:
        types: Name -> Arrow type, in the order in which the columns were met. Where the values
            have no type in common it is text, and they are written as JSON.
    """

    def __init__(self) -> None:
        import pyarrow as pa

        self.types: dict[str, pa.DataType] = {"source": pa.string(), "target": pa.string()}

    def observe(self, rows: Sequence[Row]) -> None:
        """Take rows into account."""
        import pyarrow as pa

        for name in dict.fromkeys(chain.from_iterable(rows)):
            try:
                # Not infer_type, which looks at the first items of lists only.
                found = pa.array([row.get(name) for row in rows]).type
                known = self.types.get(name, pa.null())
                schemas = [pa.schema([(name, kind)]) for kind in (known, found)]
                self.types[name] = pa.unify_schemas(schemas, promote_options="permissive")[0].type
            except _NO_COMMON_TYPE:
                self.types[name] = pa.string()

    def __iter__(self) -> Iterator[str]:
        return iter(self.types)


def output_kind(where: str) -> str:
    """Return "tsv", "jsonl", "parquet", "parallel" or "hub".

    Raises:
        UsageError: There is no such kind of output, or it cannot be compressed.
    """
    if where.startswith("hf:"):
        if where == "hf:":
            raise UsageError("output 'hf:' names no folder; write hf:FOLDER")
        return "hub"
    if "::" in where:
        if len([name for name in where.split("::") if name]) != 2:
            raise UsageError(f"output {where!r} must name two files, A::B")
        return "parallel"
    path = Path(where)
    is_compressed = path.suffix in _COMPRESSED
    kind = _KINDS.get((path.with_suffix("") if is_compressed else path).suffix)
    if kind is None or (kind == "parquet" and is_compressed):
        raise UsageError(f"output {where!r} is of no known kind; known are {FORMATS}")
    return kind


def output_paths(where: str) -> list[Path]:
    """The files that an output consists of."""
    if output_kind(where) == "hub":
        return [Path(where.removeprefix("hf:")) / "train.parquet"]
    return [Path(name) for name in where.split("::")]


@contextmanager
def open_pairs(where: str, columns: Columns) -> Iterator[Write]:
    """Open an output for rows, a block at a time.

    Args:
        where: See the head of this module.
        columns: All columns there will be.

    Yields:
        A function that writes rows. Line breaks and tabs inside a cell of TSV or parallel text,
        which would tear it apart, become spaces.

    Raises:
        UsageError: There is no such kind of output.
        DataError: A file cannot be written.
    """
    kind, paths = output_kind(where), output_paths(where)
    if kind == "hub":
        make_folder(paths[0].parent)
    with ExitStack() as stack:
        if kind in ("parquet", "hub"):
            stream = stack.enter_context(write_atomically(paths[0], "wb"))
            yield _open_parquet(stack, stream, columns)
            return
        streams = [_open_text(stack, path) for path in paths]
        if kind == "parallel":
            yield lambda rows: _write_parallel(streams, rows)
        elif kind == "jsonl":
            yield lambda rows: _write_jsonl(streams[0], rows)
        else:
            names = list(columns)
            streams[0].write(("\t".join(names) + "\n").encode())
            yield lambda rows: _write_tsv(streams[0], rows, names)


def _open_text(stack: ExitStack, path: Path) -> IO[bytes]:
    stream: IO[bytes] = stack.enter_context(write_atomically(path, "wb"))
    packed: gzip.GzipFile | lzma.LZMAFile
    if path.suffix == ".gz":
        # No time stamp: the same pairs give the same bytes.
        packed = gzip.GzipFile(fileobj=stream, mode="wb", filename="", mtime=0)
    elif path.suffix == ".xz":
        packed = lzma.LZMAFile(stream, "wb")  # noqa: SIM115 - closed by the stack
    else:
        return stream
    stack.callback(packed.close)
    return cast(IO[bytes], packed)


def _open_parquet(stack: ExitStack, stream: IO[bytes], columns: Columns) -> Write:
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {
        name: pa.string() if pa.types.is_null(kind) else kind
        for name, kind in columns.types.items()
    }
    schema = pa.schema(list(types.items()))
    writer = stack.enter_context(pq.ParquetWriter(stream, schema, compression="zstd"))

    def write(rows: Sequence[Row]) -> None:
        fitted = [
            {name: _as_text(v) if pa.types.is_string(types[name]) else v for name, v in row.items()}
            for row in rows
        ]
        try:
            table = pa.Table.from_pylist(fitted, schema=schema)
        except _NO_COMMON_TYPE as error:
            raise DataError(
                f"a value fits no Parquet column ({error}); write .jsonl instead"
            ) from error
        if fitted:
            writer.write_table(table)

    return write


def _write_parallel(streams: Sequence[IO[bytes]], rows: Sequence[Row]) -> None:
    for stream, name in zip(streams, ("source", "target"), strict=True):
        text = "".join(f"{_cell(row[name])}\n" for row in rows)
        stream.write(text.encode("utf-8", "replace"))


def _write_jsonl(stream: IO[bytes], rows: Sequence[Row]) -> None:
    lines = [json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in rows]
    stream.write("".join(lines).encode("utf-8", "backslashreplace"))


def _write_tsv(stream: IO[bytes], rows: Sequence[Row], names: Sequence[str]) -> None:
    lines = ["\t".join(_cell(row.get(name)) for name in names) + "\n" for row in rows]
    stream.write("".join(lines).encode("utf-8", "replace"))


def _cell(value: Any) -> str:
    return _BREAKS.sub(" ", _as_text(value) or "")


def _as_text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, default=str)
