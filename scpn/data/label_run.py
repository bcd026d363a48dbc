"""The description of a labeling run, which keeps shards of different runs apart."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scpn.data.readers import PairInput
from scpn.errors import DataError, UsageError
from scpn.runs.header import check_same_run

RUN_FILE = "run.json"
"""Name of the description of a run in its folder."""


def describe_files(inputs: Sequence[PairInput]) -> list[dict[str, Any]]:
    """Describe inputs by names of corpora and files, no folders, and their size.

    Raises:
        DataError: A file is missing.
    """
    return [
        {"name": source.name, "file": source.file_name, "bytes": source.size} for source in inputs
    ]


def fingerprint(run: Mapping[str, Any]) -> str:
    """Return a short text that two runs share only if their descriptions are the same."""
    return hashlib.blake2b(json.dumps(run, sort_keys=True).encode(), digest_size=8).hexdigest()


def _load_run(output: Path) -> dict[str, Any] | None:
    """The description of the run in a folder; None if there is none yet."""
    path = output / RUN_FILE
    if not path.exists():
        if output.is_dir() and any(output.glob("pairs-*.parquet")):
            raise DataError(
                f"has shards but no {RUN_FILE}, so its run cannot be continued; "
                "choose another folder",
                path=output,
            )
        return None
    try:
        run: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"cannot be read ({error}); choose another folder", path=path) from error
    return run


def check_same(output: Path, run: Mapping[str, Any]) -> None:
    """Refuse to continue a run with another parser, other options or other inputs.

    Args:
        output: Folder of the run.
        run: The run that would go on; `pairs` and `digest` are compared once it has them.

    Raises:
        UsageError: If something differs; the message names it.
        DataError: If the folder has shards but no description of their run.
    """
    before = _load_run(output)
    if before is None:
        return
    check_same_run(_flat(before), _flat(run), output, way_out="choose another folder")
    if "digest" in run and (before["pairs"], before["digest"]) != (run["pairs"], run["digest"]):
        raise UsageError(
            f"{str(output)!r} cannot be continued: the inputs hold other sentences than before "
            f"({before['pairs']} pairs then, {run['pairs']} now); choose another folder"
        )


def _flat(run: Mapping[str, Any]) -> dict[str, Any]:
    """Parser, options and rules side by side, inputs by their number."""
    options = dict(run["options"])
    inputs = {str(number): source for number, source in enumerate(run["inputs"], 1)}
    return {"parser": run["parser"], **options.pop("rules"), **options, "inputs": inputs}
