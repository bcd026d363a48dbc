"""Small labeled files for the tests."""

from pathlib import Path

import pyarrow
import pyarrow.parquet

DECLARATIVE, QUESTION, FRONTED = "(S(NP)(VP)(.))", "(SQ(MD)(NP)(VP)(.))", "(S(PP)(,)(NP)(VP)(.))"


def write_shard(path: Path, rows: list[tuple[str, str, int, int, str]]) -> Path:
    """Rows of source template, target template, source length, target length, split."""
    names = ["source_template", "target_template", "source_length", "target_length", "split"]
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
    return path


def sample_shard(path: Path) -> Path:
    return write_shard(
        path,
        [
            (DECLARATIVE, FRONTED, 7, 9, "train"),
            (DECLARATIVE, FRONTED, 8, 9, "train"),
            (DECLARATIVE, DECLARATIVE, 7, 7, "train"),
            (QUESTION, DECLARATIVE, 4, 6, "train"),
            (QUESTION, QUESTION, 4, 4, "test"),
        ],
    )
