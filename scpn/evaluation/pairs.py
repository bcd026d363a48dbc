"""Pairs to evaluate on: a TSV file with a header, or labeled shards."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from nltk.tree import Tree

from scpn.data.shards import read_pairs, read_tables
from scpn.errors import DataError, ScpnError, UsageError, nearest
from scpn.tables.reading import check_width, raise_problems, read_cells_strictly
from scpn.tokenization.treebank import split_tokens
from scpn.trees.reader import read_parse
from scpn.trees.transform import normalize, pos_tags

SENTENCE_COLUMNS = ("source", "target")
PARSE_COLUMNS = ("source_parse", "target_parse")
DEFAULT_SPLIT = "dev"
"""Split of labeled shards that is evaluated on if none is named."""


@dataclass(frozen=True, slots=True)
class EvaluationPair:
    """A sentence and the paraphrase it should become.

    Attributes:
        number: Line of the file, or row of the shards, counted from 1.
        source: Lower-cased treebank tokens.
        target: Likewise.
        source_parse: Parse that the file gives, normalized; None if it gives none.
        target_parse: Likewise.
    """

    number: int
    source: list[str]
    target: list[str]
    source_parse: Tree | None = None
    target_parse: Tree | None = None


def read_evaluation_pairs(
    path: str | Path, *, split: str | None = None, limit: int | None = None
) -> Iterator[EvaluationPair]:
    """Stream pairs for evaluation.

    A TSV file (also .gz, .xz) holds treebank tokens and has the columns source and target, and may
    have both of source_parse and target_parse; other columns are passed over, and so are blank
    lines. A folder or .parquet file holds labeled shards.

    Args:
        path: The file or folder.
        split: Split of shards, by default `DEFAULT_SPLIT`; a TSV file has none.
        limit: Pairs to read, the first ones; None reads all.

    Raises:
        UsageError: A split of a TSV file is asked for, or one that does not exist.
        DataError: The file or a line of it is unusable; with the line.
    """
    split = _check_split(path, split)
    return islice(_read_shards(path, split) if is_shards(path) else _read_tsv(path), limit)


def count_evaluation_pairs(
    path: str | Path, *, split: str | None = None, limit: int | None = None
) -> int:
    """Count the pairs that `read_evaluation_pairs` would read, looking at the header only.

    Raises:
        UsageError: See `read_evaluation_pairs`.
        DataError: The file cannot be read, or its header lacks a column.
    """
    split = _check_split(path, split)
    if is_shards(path):
        total: int = sum(t.num_rows for t in read_tables(path, split=split, columns=["corpus"]))
    else:
        rows = read_cells_strictly(path)
        _read_header(rows, path)
        total = sum(1 for _ in rows)
    return total if limit is None else min(total, limit)


def is_shards(path: str | Path) -> bool:
    """Tell whether a path means labeled shards, not a TSV file."""
    return Path(path).is_dir() or Path(path).suffix == ".parquet"


def _check_split(path: str | Path, split: str | None) -> str:
    if split is not None and not is_shards(path):
        raise UsageError(f"split {split!r} of {path}: a TSV file has no splits; leave it out")
    return split or DEFAULT_SPLIT


def _read_shards(path: str | Path, split: str) -> Iterator[EvaluationPair]:
    for number, pair in enumerate(read_pairs(path, split=split), start=1):
        row = {name: getattr(pair, name) for name in SENTENCE_COLUMNS + PARSE_COLUMNS}
        yield _pair(row, path, number)


def _read_tsv(path: str | Path) -> Iterator[EvaluationPair]:
    rows = read_cells_strictly(path)
    header = _read_header(rows, path)
    for number, cells in raise_problems(check_width(rows, len(header)), path):
        yield _pair(dict(zip(header, cells, strict=True)), path, number)


def _read_header(rows: Iterator[tuple[int, list[str]]], path: str | Path) -> list[str]:
    _, header = next(rows, (1, [""]))
    for name in SENTENCE_COLUMNS:
        if name not in header:
            raise DataError(
                f"the first line names no column {name!r}{nearest(name, header)}; it must name "
                "source and target, and may name source_parse and target_parse, with tabs between",
                path=path,
                line=1,
            )
    given = [name for name in PARSE_COLUMNS if name in header]
    if len(given) == 1:
        raise DataError(
            f"has the column {given[0]} alone; give both source_parse and target_parse, or neither",
            path=path,
            line=1,
        )
    return header


def _pair(row: dict[str, str], path: str | Path, number: int) -> EvaluationPair:
    words = {name: _words(row[name], name, path, number) for name in SENTENCE_COLUMNS}
    parses = {
        f"{name}_parse": _parse(row[f"{name}_parse"], row[name], name, path, number)
        for name in SENTENCE_COLUMNS
        if f"{name}_parse" in row
    }
    return EvaluationPair(number, **words, **parses)


def _words(text: str, name: str, path: str | Path, number: int) -> list[str]:
    words = [word.lower() for word in split_tokens(text)]
    if not words:
        raise DataError(f"the {name} is empty; give at least one word", path=path, line=number)
    return words


def _parse(text: str, sentence: str, name: str, path: str | Path, number: int) -> Tree:
    try:
        parse = normalize(read_parse(text))
    except ScpnError as error:
        raise DataError(f"the {name}_parse is no parse: {error}", path=path, line=number) from error
    tags, words = len(pos_tags(parse)), len(sentence.split())
    if tags != words:
        raise DataError(
            f"the {name}_parse has {tags} tags for the {words} words of the {name}; it must be the "
            "parse of that sentence",
            path=path,
            line=number,
        )
    return parse
