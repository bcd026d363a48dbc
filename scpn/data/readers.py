"""Streams of paraphrase pairs from whatever people keep them in.

An input is written `[NAME=]WHERE`; NAME is the corpus name, by default taken from the file. WHERE:

* `pairs.tsv`: source<TAB>target[<TAB>score], with or without a header line;
* `a.txt::b.txt`: two files, line by line;
* `pairs.jsonl`: objects with source and target (and score, cluster), or lists of versions;
* `pairs.parquet`: columns source and target (and score, cluster);
* `hf:NAME_OR_PATH[:SPLIT]:SOURCE_COLUMN:TARGET_COLUMN`: a Hugging Face dataset.

Text files may be compressed (`.gz`, `.xz`).
"""

import json
import math
import os
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, zip_longest
from pathlib import Path
from typing import Any

from scpn.data.pairs import ParaphrasePair
from scpn.errors import DataError, UsageError
from scpn.fileio import read_jsonl, read_lines, reading_error

_NAMED = re.compile(r"([\w.+-]+)=(.+)", re.DOTALL)
_COMPRESSED = (".gz", ".xz")
_FORMATS = ".tsv, .txt, .jsonl, .parquet, A::B or hf:NAME[:SPLIT]:SOURCE_COLUMN:TARGET_COLUMN"


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
        if where.startswith("hf:"):
            return cls(_split_hub(where)[0].rstrip("/").split("/")[-1], text)
        path = Path(where)
        if path.suffix in _COMPRESSED:
            path = path.with_suffix("")
        return cls(path.stem, text)

    @property
    def paths(self) -> list[Path]:
        """The local files read; none for a dataset."""
        return [] if self.where.startswith("hf:") else [Path(p) for p in self.where.split("::")]

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
        work: What becomes of the pairs, such as "labelled".

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
    where = source.where
    if where.startswith("hf:"):
        pairs = _read_hub(source, keep_extra=keep_extra)
    elif "::" in where:
        pairs = _read_parallel(source)
    else:
        path = Path(where)
        suffix = (path.with_suffix("") if path.suffix in _COMPRESSED else path).suffix
        if suffix in (".jsonl", ".ndjson"):
            pairs = _read_json(
                source, pairs_per_cluster=pairs_per_cluster, seed=seed, keep_extra=keep_extra
            )
        elif suffix == ".parquet":
            pairs = _read_parquet(source, keep_extra=keep_extra)
        elif suffix in (".tsv", ".txt", ".tab"):
            pairs = _read_tsv(source, keep_extra=keep_extra)
        else:
            raise UsageError(f"input {where!r} is of no known kind; known are {_FORMATS}")
    return islice(pairs, limit)


def _read_tsv(source: PairInput, *, keep_extra: bool) -> Iterator[ParaphrasePair]:
    header: list[str] | None = None
    for number, line in read_lines(source.where):
        cells = line.split("\t")
        if number == 1 and {"source", "target"} <= set(cells):
            header = cells
        elif not line.strip():
            continue
        elif header is not None:
            if len(cells) != len(header):
                raise DataError(
                    f"{len(cells)} columns where the header has {len(header)}",
                    path=source.where,
                    line=number,
                )
            record = dict(zip(header, cells, strict=True))
            yield _from_record(source, record, line=number, keep_extra=keep_extra)
        elif len(cells) in (2, 3):
            score = _number(cells[2], source, number) if len(cells) == 3 else None
            yield ParaphrasePair(cells[0], cells[1], source.name, score=score)
        else:
            raise DataError(
                f"{len(cells)} columns, expected source<TAB>target or source<TAB>target<TAB>score "
                "(or a header line that names source and target)",
                path=source.where,
                line=number,
            )


def _read_parallel(source: PairInput) -> Iterator[ParaphrasePair]:
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
        yield ParaphrasePair(left[1], right[1], source.name)


def _read_json(
    source: PairInput, *, pairs_per_cluster: int, seed: int, keep_extra: bool
) -> Iterator[ParaphrasePair]:
    for number, value in read_jsonl(source.where):
        if isinstance(value, dict):
            yield _from_record(source, value, line=number, keep_extra=keep_extra)
        elif isinstance(value, list) and all(isinstance(text, str) for text in value):
            draw = random.Random(f"{seed} {number}")
            for left, right in _draw_pairs(value, pairs_per_cluster, draw):
                yield ParaphrasePair(left, right, source.name, cluster=number)
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


def _read_parquet(source: PairInput, *, keep_extra: bool) -> Iterator[ParaphrasePair]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(source.where) as file:
            names = [n for n in file.schema_arrow.names if keep_extra or n in _RECORD_KEYS]
            row = 0
            for batch in file.iter_batches(8192, columns=names):
                for record in batch.to_pylist():
                    row += 1
                    yield _from_record(source, record, line=row, keep_extra=keep_extra)
    except pa.ArrowInvalid as error:
        reason = str(error).splitlines()[0]
        raise DataError(f"is damaged or no Parquet file ({reason})", path=source.where) from error
    except OSError as error:
        raise reading_error(Path(source.where), error) from error


def _read_hub(source: PairInput, *, keep_extra: bool) -> Iterator[ParaphrasePair]:
    name, split, source_column, target_column = _split_hub(source.where)
    rows = load_dataset(name, split)
    missing = [c for c in (source_column, target_column) if c not in rows.column_names]
    if missing:
        raise DataError(
            f"dataset {name!r} has no column {missing[0]!r}; it has {', '.join(rows.column_names)}"
        )
    for number, row in enumerate(rows, start=1):
        others = {k: v for k, v in row.items() if k not in (source_column, target_column)}
        record = others | {"source": row[source_column], "target": row[target_column]}
        yield _from_record(source, record, line=number, keep_extra=keep_extra)


def _split_hub(where: str) -> tuple[str, str, str, str]:
    """Take apart `hf:NAME_OR_PATH[:SPLIT]:SOURCE_COLUMN:TARGET_COLUMN`."""
    parts = where.removeprefix("hf:").split(":")
    if len(parts) == 3:
        parts.insert(1, "train")
    if len(parts) != 4 or not all(parts):
        raise UsageError(
            f"input {where!r} cannot be read; write "
            "hf:NAME_OR_PATH[:SPLIT]:SOURCE_COLUMN:TARGET_COLUMN"
        )
    return parts[0], parts[1], parts[2], parts[3]


def load_dataset(name: str, split: str) -> Any:
    """A split of a Hugging Face dataset, by name or folder.

    Raises:
        UsageError: The package datasets is not installed.
        DataError: There is no such dataset or split.
    """
    try:
        import datasets
    except ImportError as error:
        raise UsageError(
            'Hugging Face datasets need the package datasets; run: pip install "scpn[datasets]"'
        ) from error
    try:
        if os.path.isdir(name) and any(  # noqa: PTH112 - a dataset name is no path
            Path(name, marker).exists() for marker in ("dataset_info.json", "dataset_dict.json")
        ):
            loaded = datasets.load_from_disk(name)
            return loaded[split] if isinstance(loaded, datasets.DatasetDict) else loaded
        return datasets.load_dataset(name, split=split)
    except (OSError, ValueError, KeyError, ConnectionError) as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise DataError(
            f"dataset {name!r}, split {split!r}, cannot be loaded ({reason}); check the name and "
            "the split, or give the folder that save_to_disk wrote"
        ) from error


_RECORD_KEYS = ("source", "target", "score", "cluster")


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
