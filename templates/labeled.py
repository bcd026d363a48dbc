"""The template columns of labeled shards, streamed."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow
import pyarrow.parquet

from scpn.errors import DataError, ScpnError
from scpn.fileio import reading_error
from scpn.templates.settings import TemplateMiningSettings
from scpn.templates.template import Template
from scpn.trees.reader import read_parse

_COLUMNS = ["source_template", "target_template", "source_length", "target_length"]


class TemplatePair(NamedTuple):
    """The forms of the two sentences of one pair, and their lengths in tokens."""

    source: Template
    target: Template
    source_length: int
    target_length: int


def find_shards(paths: Iterable[str | Path]) -> list[Path]:
    """Return the parquet files named, and those anywhere in the folders named, in name order.

    Raises:
        DataError: If a path does not exist or a folder has no parquet file.
    """
    shards: list[Path] = []
    for path in map(Path, paths):
        if not path.is_dir():
            shards.append(path)
            continue
        found = sorted(path.rglob("*.parquet"))
        if not found:
            raise DataError(
                "folder has no .parquet file; name a folder of labeled shards", path=path
            )
        shards.extend(found)
    return shards


def read_template_pairs(
    path: str | Path, *, split: str | None = TemplateMiningSettings.split, batch_size: int = 8192
) -> Iterator[list[TemplatePair]]:
    """Stream one labeled shard, a batch of rows at a time.

    Args:
        path: A parquet file with the columns of labeled data.
        split: Rows of this split only; None takes all.
        batch_size: Rows held in memory at a time.

    Raises:
        DataError: If the file is no parquet file, lacks a column, or has a template that is none.
    """
    columns = _COLUMNS if split is None else [*_COLUMNS, "split"]
    try:
        with pyarrow.parquet.ParquetFile(path) as shard:
            missing = sorted(set(columns) - set(shard.schema_arrow.names))
            if missing:
                raise DataError(
                    f"column {missing[0]!r} is missing (found: "
                    f"{', '.join(shard.schema_arrow.names)}); label the pairs with 'scpn label'",
                    path=path,
                )
            for batch in shard.iter_batches(batch_size, columns=columns):
                yield _pairs(batch.to_pydict(), split)
    except DataError:
        raise
    except ScpnError as error:
        raise DataError(f"a template column holds no template: {error}", path=path) from error
    except OSError as error:
        raise reading_error(Path(path), error) from error
    except pyarrow.ArrowException as error:
        reason = str(error).splitlines()[0]
        raise DataError(f"is no parquet file or a damaged one ({reason})", path=path) from error


def _pairs(columns: dict[str, list[Any]], split: str | None) -> list[TemplatePair]:
    rows = zip(*(columns[name] for name in _COLUMNS), strict=True)
    splits = columns.get("split") or [split] * len(columns[_COLUMNS[0]])
    return [
        TemplatePair(read_template(source), read_template(target), source_length, target_length)
        for (source, target, source_length, target_length), name in zip(rows, splits, strict=True)
        if name == split and source and target
    ]


@lru_cache(maxsize=100_000)
def read_template(text: str) -> Template:
    """Read a template from its canonical text; unlike `Template.parse`, any label will do.

    What a parser or a treebank wrote need not be in the list of known labels.

    Raises:
        TreeSyntaxError: If brackets or labels are malformed.
        UsageError: If it is a lone label.
    """
    return Template.of(read_parse(text))
