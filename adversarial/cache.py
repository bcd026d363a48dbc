"""A cache of paraphrases on disk, so that a second attack does not make them again.

One SQLite file holds the outcomes of any number of *scopes*; a scope is all that changes what comes
out for a sentence and a form: the models, the search, the filters. Each batch is one transaction,
so that a killed run loses the batch it was at and nothing else, and several runs may share a file.
"""

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from scpn.errors import DataError
from scpn.fileio import make_folder
from scpn.runs import OnProblem

CACHE_VARIABLE = "SCPN_CACHE"
"""Environment variable that names another folder than the user's cache folder."""

_FILE_NAME = "paraphrases-2.sqlite"  # the number is that of the format
_BUSY_S = 60.0  # another run may be writing
_DAMAGES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_PRIMARY = 0xFF  # bits of an error code that say what kind it is
_MAGIC = b"SQLite format 3\0"
_TABLE = "scpn_paraphrases_2"
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS {_TABLE} (
    scope TEXT, sentence TEXT, form TEXT, records TEXT, error TEXT,
    PRIMARY KEY (scope, sentence, form)
)
"""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class CachedParaphrases:
    """Paraphrases of one sentence in one form.

    Attributes:
        records: Fields of its paraphrases, best first.
        error: Why there can be none, or None.
    """

    records: list[dict[str, Any]]
    error: str | None = None


def default_cache_path() -> Path:
    """The user's own cache: in `$SCPN_CACHE`, `$XDG_CACHE_HOME/scpn` or `~/.cache/scpn`."""
    folder = os.environ.get(CACHE_VARIABLE)
    if folder:
        return Path(folder) / _FILE_NAME
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "scpn" / _FILE_NAME


def scope_of(description: Mapping[str, Any]) -> str:
    """Compute the name of a scope from what it stands for.

    Args:
        description: All that changes what comes out; plain values.
    """
    text = json.dumps(description, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


class ParaphraseCache:
    """A file of paraphrases; use it as a context manager.

    A damaged file is set aside as `NAME.damaged` and a new one begun: what was in it can be
    computed again.

    Args:
        path: The file; it is made if there is none.
        on_problem: Called with one line if the file was damaged.

    Raises:
        DataError: The file is no paraphrase cache, or cannot be read or written.
    """

    def __init__(self, path: str | Path, *, on_problem: OnProblem | None = None) -> None:
        self.path, self._on_problem = Path(path), on_problem
        make_folder(self.path.parent)
        self._connection: sqlite3.Connection | None = None
        self._run(lambda connection: None)

    def __enter__(self) -> "ParaphraseCache":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def find(
        self, scope: str, sentence: str, forms: Collection[str]
    ) -> dict[str, CachedParaphrases]:
        """Cached paraphrases of a sentence by form; forms that are not cached are left out."""

        def read(connection: sqlite3.Connection) -> dict[str, CachedParaphrases]:
            rows = connection.execute(
                f"SELECT form, records, error FROM {_TABLE} WHERE scope = ? AND sentence = ?",
                (scope, sentence),
            )
            return {
                form: CachedParaphrases(json.loads(records), error)
                for form, records, error in rows
                if form in forms
            }

        return self._run(read)

    def add(self, scope: str, outcomes: Iterable[tuple[str, str, CachedParaphrases]]) -> None:
        """Add paraphrases, all or none; entries that exist are not changed.

        Args:
            scope: See `scope_of`.
            outcomes: Sentence, form and outcome.
        """
        rows = [
            (scope, sentence, form, json.dumps(outcome.records), outcome.error)
            for sentence, form, outcome in outcomes
        ]
        self._run(
            lambda connection: connection.executemany(
                f"INSERT OR IGNORE INTO {_TABLE} VALUES (?, ?, ?, ?, ?)", rows
            )
        )

    def __len__(self) -> int:
        count = f"SELECT COUNT(*) FROM {_TABLE}"
        return int(self._run(lambda connection: connection.execute(count).fetchone()[0]))

    def _run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Do some work in one transaction; do it again in a new file if this one is damaged."""
        try:
            if self._connection is None:
                self._connection = _open(self.path)
            with self._connection:
                return work(self._connection)
        except sqlite3.DatabaseError as error:
            self.close()
            # Text that cannot be decoded is an error without a code.
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
            if code & _PRIMARY not in _DAMAGES:
                raise _error(self.path, error) from error
        except ValueError:  # text that is torn in the middle, which SQLite does not notice
            self.close()
        self._set_aside()
        return self._run(work)

    def _set_aside(self) -> None:
        with self.path.open("rb") as stream:
            if stream.read(len(_MAGIC)) != _MAGIC:
                raise DataError(
                    "is no paraphrase cache; name another file with --cache", path=self.path
                )
        damaged = self.path.with_name(f"{self.path.name}.damaged")
        self.path.replace(damaged)
        for suffix in ("-wal", "-shm"):
            self.path.with_name(f"{self.path.name}{suffix}").unlink(missing_ok=True)
        if self._on_problem is not None:
            self._on_problem(
                f"the paraphrase cache {self.path} was damaged; it is kept as {damaged.name}, and "
                "paraphrases are made again"
            )


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_S)
    try:
        # With a write-ahead log a reader never waits for a writer, and a torn end is passed over.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        found = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if found and _TABLE not in found:
            raise DataError(
                "belongs to another program or version; name another file with --cache", path=path
            )
        connection.execute(_SCHEMA)
    except BaseException:
        connection.close()
        raise
    return connection


def _error(path: Path, error: sqlite3.Error) -> DataError:
    reason = str(error)
    if "locked" in reason:
        advice = "another run is using it; wait for it, or name another file with --cache"
    elif "full" in reason:
        advice = "free some space and run again"
    else:
        advice = "check its folder and permissions, or name another file with --cache"
    return DataError(f"the paraphrase cache cannot be used ({reason}); {advice}", path=path)
