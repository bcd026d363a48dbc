"""Reads paraphrase pairs from files of many kinds and from Hugging Face datasets.

An input is written `[NAME=]WHERE`; NAME is the corpus name, by default taken from the file. WHERE:

* `pairs.tsv` (also .txt, .tab, .csv): source<TAB>target[<TAB>score], with or without a header line;
* `a.txt::b.txt`: two files, line by line;
* `pairs.jsonl`: objects with source and target (and score, cluster), or lists of versions;
* `pairs.parquet`: columns source and target (and score, cluster);
* `hf:NAME_OR_PATH[:SPLIT]:SOURCE_COLUMN:TARGET_COLUMN`: a Hugging Face dataset.

Text files may be compressed (`.gz`, `.xz`).
"""

import json
import math
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import Any

from scpn.data.pairs import ParaphrasePair
from scpn.errors import DataError, UsageError
from scpn.fileio import read_lines, reading_error
from scpn.tables.formats import HUB_PREFIX, kind_of, without_compression
from scpn.tables.hub import load_dataset
from scpn.tables.reading import (
    Problem,
    check_width,
    raise_problems,
    read_cells,
    read_json_strictly,
    read_parquet,
)

_NAMED = re.compile(r"([\w.+-]+)=(.+)", re.DOTALL)
_FORMATS = ".tsv, .csv, .jsonl, .parquet, A::B or hf:NAME[:SPLIT]:SOURCE_COLUMN:TARGET_COLUMN"


@dataclass(frozen=True, slots=True)
class PairInput:
    """One input of pairs.

    Attributes:
        name: Name of the corpus.
        where: Path, two paths joined by `::`, or `hf:...`.
    """

    name: str
    where: str

    @classmethod
    def parse(cls, text: str) -> "PairInput":
        """Read `[NAME=]WHERE`.

        Raises:
            UsageError: If nothing stands after the name.
        """
        match = _NAMED.fullmatch(text)
        if match and not Path(text).exists():
            return cls(match[1], match[2])
        if not text or text.endswith("="):
            raise UsageError(f"input {text!r} names no file; write PATH or NAME=PATH")
        where = text.split("::")[0]
        if where.startswith(HUB_PREFIX):
            return cls(_split_hub(where)[0].rstrip("/").split("/")[-1], text)
        return cls(without_compression(where).stem, text)

    @property
    def paths(self) -> list[Path]:
        """The local files read; none for a dataset."""
        return (
            []
            if self.where.startswith(HUB_PREFIX)
            else [Path(path) for path in self.where.split("::")]
        )

    @property
    def file_name(self) -> str:
        """Names of the files without their folders; what was given for a dataset."""
        return "::".join(path.name for path in self.paths) or self.where

    @property
    def size(self) -> int | None:
        """Bytes of all files; None for a dataset.

        Raises:
            DataError: If a file is missing.
        """
        try:
            return sum(path.stat().st_size for path in self.paths) if self.paths else None
        except OSError as error:
            raise reading_error(Path(error.filename), error) from error


def check_inputs(inputs: Sequence[PairInput], *, work: str) -> None:
    """Check that inputs can be told apart and read twice.

    Args:
        inputs: The inputs of a run.
        work: What becomes of the pairs, such as "labeled".

    Raises:
        UsageError: There is none, one is standard input, or two have one name.
    """
    if not inputs:
        raise UsageError("no input; name at least one file of pairs")
    if any(str(path) == "-" for source in inputs for path in source.paths):
        raise UsageError(f"pairs cannot be {work} from standard input; they are read twice")
    names = [source.name for source in inputs]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError(f"two inputs are named {twice[0]!r}; name them with NAME=PATH")


def read_pairs_from(
    source: PairInput,
    *,
    limit: int | None = None,
    pairs_per_cluster: int = 10,
    seed: int = 0,
    keep_extra: bool = False,
) -> Iterator[ParaphrasePair]:
    """Stream the pairs of an input, always in the same order.

    Args:
        source: Where and under which name.
        limit: Stop after so many pairs; None reads all.
        pairs_per_cluster: Pairs drawn from each list of versions of a sentence.
        seed: Another seed draws other pairs from the lists.
        keep_extra: Keep the columns (or keys) that are none of ours in `ParaphrasePair.extra`.

    Raises:
        UsageError: If the kind of file is unknown.
        DataError: If a file or one of its records is unusable; with its line number.
    """
    pairs = read_placed_pairs(
        source, pairs_per_cluster=pairs_per_cluster, seed=seed, keep_extra=keep_extra
    )
    return map(itemgetter(1), islice(pairs, limit))


def read_placed_pairs(
    source: PairInput, *, pairs_per_cluster: int = 10, seed: int = 0, keep_extra: bool = False
) -> Iterator[tuple[int, ParaphrasePair]]:
    """Stream pairs, each with the number of its line (of its row, where there are no lines).

    See `read_pairs_from`.
    """
    kind = kind_of(source.where)
    if kind == "hub":
        return _read_hub(source, keep_extra=keep_extra)
    if "::" in source.where:
        return _read_parallel(source)
    if kind == "jsonl":
        return _read_json(
            source, pairs_per_cluster=pairs_per_cluster, seed=seed, keep_extra=keep_extra
        )
    if kind == "parquet":
        rows = read_parquet(source.where, columns=None if keep_extra else _RECORD_KEYS)
        return _from_records(source, rows, keep_extra=keep_extra)
    if kind in ("tsv", "txt", "csv"):
        return _read_cells(source, kind, keep_extra=keep_extra)
    raise UsageError(f"input {source.where!r} is of no known kind; known are {_FORMATS}")


def _read_cells(
    source: PairInput, kind: str, *, keep_extra: bool
) -> Iterator[tuple[int, ParaphrasePair]]:
    cells = read_cells(source.where, kind, errors="strict")
    begin, first = next(cells, (1, []))
    if isinstance(first, list) and {"source", "target"} <= set(first):
        named = raise_problems(check_width(cells, len(first)), source.where)
        records = ((n, dict(zip(first, row, strict=True))) for n, row in named)
        yield from _from_records(source, records, keep_extra=keep_extra)
    elif first:
        for number, row in chain([(begin, first)], cells):
            if isinstance(row, Problem):
                raise row.error(source.where, number)
            width = len(row)
            if width not in (2, 3):
                raise DataError(
                    f"{width} columns, expected source<TAB>target or source<TAB>target<TAB>"
                    "score (or a header line that names source and target)",
                    path=source.where,
                    line=number,
                )
            score = _number(row[2], source, number) if width == 3 else None
            yield number, ParaphrasePair(row[0], row[1], source.name, None, score)


def _read_parallel(source: PairInput) -> Iterator[tuple[int, ParaphrasePair]]:
    files = source.where.split("::")
    if len(files) != 2:
        raise UsageError(f"input {source.where!r} names {len(files)} files, expected A::B")
    for left, right in zip_longest(*map(read_lines, files)):
        if left is None or right is None:
            longer, shorter = files if right is None else reversed(files)
            number = (left or right)[0]
            raise DataError(
                f"has no counterpart: {shorter} ends after line {number - 1}; "
                "parallel files need as many lines each",
                path=longer,
                line=number,
            )
        yield left[0], ParaphrasePair(left[1], right[1], source.name)


def _read_json(
    source: PairInput, *, pairs_per_cluster: int, seed: int, keep_extra: bool
) -> Iterator[tuple[int, ParaphrasePair]]:
    for number, value in read_json_strictly(source.where):
        if isinstance(value, dict):
            yield number, _from_record(source, value, line=number, keep_extra=keep_extra)
        elif isinstance(value, list) and all(isinstance(text, str) for text in value):
            draw = random.Random(f"{seed} {number}")
            for left, right in _draw_pairs(value, pairs_per_cluster, draw):
                yield number, ParaphrasePair(left, right, source.name, cluster=number)
        else:
            raise DataError(
                f"expected an object with source and target or a list of strings, found "
                f"{json.dumps(value)[:60]}",
                path=source.where,
                line=number,
            )


def _draw_pairs(versions: list[str], num_pairs: int, draw: random.Random) -> list[tuple[str, str]]:
    """Draw pairs of different versions without repetition, each in a random direction."""
    distinct = list(dict.fromkeys(versions))
    total = len(distinct) * (len(distinct) - 1) // 2
    if total <= max(num_pairs, 1000):
        every = list(combinations(distinct, 2))
        pairs = draw.sample(every, min(num_pairs, total))
    else:
        chosen: dict[tuple[int, int], None] = {}
        while len(chosen) < num_pairs:
            first, second = sorted(draw.sample(range(len(distinct)), 2))
            chosen[first, second] = None
        pairs = [(distinct[first], distinct[second]) for first, second in chosen]
    return [pair if draw.random() < 0.5 else (pair[1], pair[0]) for pair in pairs]


def _read_hub(source: PairInput, *, keep_extra: bool) -> Iterator[tuple[int, ParaphrasePair]]:
    name, split, source_column, target_column = _split_hub(source.where)
    rows = load_dataset(name, split)
    missing = [c for c in (source_column, target_column) if c not in rows.column_names]
    if missing:
        raise DataError(
            f"dataset {name!r} has no column {missing[0]!r}; it has {', '.join(rows.column_names)}"
        )
    records = (
        {k: v for k, v in row.items() if k not in (source_column, target_column)}
        | {"source": row[source_column], "target": row[target_column]}
        for row in rows
    )
    yield from _from_records(source, enumerate(records, start=1), keep_extra=keep_extra)


def _split_hub(where: str) -> tuple[str, str, str, str]:
    """Take apart `hf:NAME_OR_PATH[:SPLIT]:SOURCE_COLUMN:TARGET_COLUMN`."""
    parts = where.removeprefix(HUB_PREFIX).split(":")
    if len(parts) == 3:
        parts.insert(1, "train")
    if len(parts) != 4 or not all(parts):
        raise UsageError(
            f"input {where!r} cannot be read; write "
            "hf:NAME_OR_PATH[:SPLIT]:SOURCE_COLUMN:TARGET_COLUMN"
        )
    return parts[0], parts[1], parts[2], parts[3]


_RECORD_KEYS = ("source", "target", "score", "cluster")


def _from_records(
    source: PairInput, records: Iterator[tuple[int, dict[str, Any]]], *, keep_extra: bool
) -> Iterator[tuple[int, ParaphrasePair]]:
    for number, record in records:
        yield number, _from_record(source, record, line=number, keep_extra=keep_extra)


def _from_record(
    source: PairInput, record: Mapping[str, Any], *, line: int, keep_extra: bool
) -> ParaphrasePair:
    texts = record.get("source"), record.get("target")
    if not all(isinstance(text, str) for text in texts):
        raise DataError(
            f"source and target must both be there and be text, found the keys "
            f"{', '.join(record) or 'none'}",
            path=source.where,
            line=line,
        )
    score, cluster = record.get("score"), record.get("cluster")
    return ParaphrasePair(
        _whole_characters(str(texts[0])),
        _whole_characters(str(texts[1])),
        source.name,
        cluster=None if cluster in (None, "") else int(_number(cluster, source, line)),
        score=None if score in (None, "") else _number(score, source, line),
        extra={k: v for k, v in record.items() if k not in _RECORD_KEYS} if keep_extra else {},
    )


def _number(value: Any, source: PairInput, line: int) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise DataError(
            f"{str(value)[:40]!r} is no number; a score or cluster must be one",
            path=source.where,
            line=line,
        )
    return number


def _whole_characters(text: str) -> str:
    """Put U+FFFD for halves of surrogate pairs, which JSON can hold and no file can."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
