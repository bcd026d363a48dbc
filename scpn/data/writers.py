"""Writes pairs in the formats that `scpn.data.readers` reads.

An output is written WHERE:

* `pairs.tsv` (also .txt, .tab), `pairs.csv`: with a header line that names the columns;
* `a.txt::b.txt`: two files, line by line, the sentences alone;
* `pairs.jsonl` (also .ndjson): an object a line;
* `pairs.parquet`: a column for each key;
* `hf:FOLDER`: a folder with `train.parquet`, which `datasets.load_dataset(FOLDER)` reads.

Text files may be compressed (`.gz`, `.xz`). Files appear whole or not at all.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from scpn.errors import UsageError
from scpn.fileio import make_folder
from scpn.tables.formats import HUB_PREFIX, kind_of
from scpn.tables.writing import Write, open_table

Row = Mapping[str, Any]
"""A pair as columns: source, target, and whatever else belongs to it."""

FORMATS = ".tsv, .csv, .jsonl, .parquet, A::B or hf:FOLDER"
_NO_COMMON_TYPE = (ValueError, TypeError, OverflowError)  # pyarrow's own errors are such


class ColumnTypes:
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
    """Return "tsv", "csv", "jsonl", "parquet", "parallel" or "hub".

    Raises:
        UsageError: There is no such kind of output, or it cannot be compressed.
    """
    if where == HUB_PREFIX:
        raise UsageError("output 'hf:' names no folder; write hf:FOLDER")
    kind = kind_of(where)
    if kind == "hub":
        return kind
    if "::" in where:
        if len([name for name in where.split("::") if name]) != 2:
            raise UsageError(f"output {where!r} must name two files, A::B")
        return "parallel"
    if kind is None:
        raise UsageError(f"output {where!r} is of no known kind; known are {FORMATS}")
    return "tsv" if kind == "txt" else kind


def output_paths(where: str) -> list[Path]:
    """The files that an output consists of."""
    if output_kind(where) == "hub":
        return [Path(where.removeprefix(HUB_PREFIX)) / "train.parquet"]
    return [Path(name) for name in where.split("::")]


@contextmanager
def open_pairs(where: str, columns: ColumnTypes) -> Iterator[Write]:
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
    if kind == "parallel":
        with ExitStack() as stack:
            sides = [
                stack.enter_context(open_table(path, [name], kind="txt"))
                for path, name in zip(paths, ("source", "target"), strict=True)
            ]

            def write(rows: Iterable[Row]) -> None:
                rows = list(rows)
                for write_side in sides:
                    write_side(rows)

            yield write
        return
    if kind == "hub":
        make_folder(paths[0].parent)
        kind = "parquet"
    with open_table(paths[0], columns.types, kind=kind, compression="zstd") as write_rows:
        yield write_rows
