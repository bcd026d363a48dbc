"""Hugging Face datasets, by name or from a folder that `save_to_disk` wrote."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scpn.errors import DataError, UsageError
from scpn.tables.formats import HUB_PREFIX


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


def read_dataset(where: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Stream the rows of `hf:NAME[:SPLIT]`, numbered from 1; the split is "train" by default.

    Labels that the dataset keeps as numbers with names get their names; -1, the mark of a label
    that is kept secret, becomes None.

    Raises:
        UsageError: The package datasets is not installed.
        DataError: There is no such dataset or split.
    """
    name, _, split = where.removeprefix(HUB_PREFIX).partition(":")
    dataset = load_dataset(name, split or "train")
    names = {
        column: list(feature.names)
        for column, feature in (getattr(dataset, "features", None) or {}).items()
        if getattr(feature, "names", None)
    }
    for number, record in enumerate(dataset, start=1):
        row = dict(record)
        for column, known in names.items():
            value = row.get(column)
            if isinstance(value, int) and 0 <= value < len(known):
                row[column] = known[value]
            elif value == -1:
                row[column] = None
        yield number, row
