"""Headers of unfinished runs: a run goes on if nothing has changed, or is told what has.

The files of such runs begin with a header, a line of JSON `{kind: format, "run": description}`.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from scpn.errors import DataError, UsageError

_FORMAT = 1


def header_of(kind: str, run: Mapping[str, Any]) -> dict[str, Any]:
    """Return the header of a file.

    Args:
        kind: What the file is.
        run: All that must be the same for the run to be continued.
    """
    return {kind: _FORMAT, "run": dict(run)}


def read_header(kind: str, stream: IO[bytes], run: Mapping[str, Any], where: Path) -> bool:
    """Read the header of a file and check that it was begun by a run like this one.

    Args:
        kind: What the file should be.
        stream: The file, at its beginning.
        run: The run that would go on.
        where: The file, for messages.

    Returns:
        Whether there is a header: a run that was killed at once leaves none, or a torn one.

    Raises:
        DataError: It is no such file.
        UsageError: It is of another run.
    """
    line = stream.readline()
    if not line.endswith(b"\n"):
        return False
    header = _parse(line) or {}
    before = header.get("run") if header.get(kind) == _FORMAT else None
    if not isinstance(before, dict):
        raise DataError(
            "is no unfinished run of this version; remove it, or start again with --overwrite",
            path=where,
        )
    check_same_run(before, run, where, way_out="start again with --overwrite")
    return True


def check_same_run(
    before: Mapping[str, Any], now: Mapping[str, Any], where: Path, *, way_out: str
) -> None:
    """Check that two descriptions of a run are the same, as JSON keeps them.

    Raises:
        UsageError: Something differs; the message names it, both values and the way out.
    """
    for name, old, new in _differences(before, json.loads(json.dumps(now))):
        raise UsageError(
            f"{str(where)!r} cannot be continued: {name} was {old}, now it is {new}; give the "
            f"same, or {way_out}"
        )


def read_json_line(stream: IO[bytes]) -> dict[str, Any] | None:
    """Read a JSON object; None at the end, which is also where a torn or damaged line begins."""
    line = stream.readline()
    return _parse(line) if line.endswith(b"\n") else None


def _parse(line: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _differences(old: Any, new: Any, where: str = "") -> Iterator[tuple[str, str, str]]:
    """Where two descriptions differ, as a dotted key and both values in short."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            place = f"{where}.{key}" if where else key
            yield from _differences(old.get(key), new.get(key), place)
    elif old != new:
        yield where, _brief(old), _brief(new)


def _brief(value: Any) -> str:
    text = "none" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
