"""Paraphrases on disk, so that a second victim, or a second try, costs only its own predictions.

One SQLite file holds the outcomes of any number of *scopes*; a scope is all that changes what comes
out for a sentence and a form: the models, the search, the filters. Rows are only ever added, each
batch in one transaction, so that a killed run loses the batch it was at and nothing else, and
several runs may share a file.
"""

import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from scpn.errors import DataError
from scpn.fileio import make_folder

CACHE_VARIABLE = "SCPN_CACHE"
"""Environment variable that names another folder than the user's cache folder."""

_FILE_NAME = "paraphrases.sqlite"
_MAGIC = b"SQLite format 3\0"
_APPLICATION_ID = 0x5343504E  # "SCPN", so that nobody else's database is written into
_FORMAT = 1
_BUSY_S = 60.0  # another run may be writing
_SCHEMA = """
CREATE TABLE scopes (id INTEGER PRIMARY KEY, digest TEXT UNIQUE NOT NULL, description TEXT);
CREATE TABLE outcomes (
    id INTEGER PRIMARY KEY,
    scope INTEGER NOT NULL,
    sentence TEXT NOT NULL,
    form TEXT NOT NULL,
    records TEXT NOT NULL,
    error TEXT,
    UNIQUE (scope, sentence, form)
);
"""


@dataclass(frozen=True, slots=True)
class CachedParaphrases:
    """What came of one sentence and one form.

    Attributes:
        records: Fields of its paraphrases, best first.
        error: Why there can be none, or None.
    """

    records: list[dict[str, Any]]
    error: str | None = None


def default_cache_path() -> Path:
    """The cache of this user, in `$SCPN_CACHE`, `$XDG_CACHE_HOME/scpn` or `~/.cache/scpn`."""
    folder = os.environ.get(CACHE_VARIABLE)
    if folder:
        return Path(folder) / _FILE_NAME
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "scpn" / _FILE_NAME


class ParaphraseCache:
    """A file of outcomes; use it as a context manager.

    Attributes:
        path: The file.
        num_salvaged: Outcomes that could be read from a damaged file, or None if it was sound. The
            damaged file is then kept beside it, as `NAME.damaged`.

    Raises:
        DataError: The file is something else, or cannot be read or written.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.num_salvaged: int | None = None
        make_folder(self.path.parent)
        try:
            self._connection = _open(self.path)
        except sqlite3.OperationalError as error:
            raise _error(self.path, error) from error
        except sqlite3.DatabaseError as error:
            if not _is_database(self.path):
                raise DataError(
                    "is no paraphrase cache; name another file with --cache", path=self.path
                ) from error
            self._connection, self.num_salvaged = _salvage(self.path)

    def __enter__(self) -> "ParaphraseCache":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def scope(self, description: Mapping[str, Any]) -> int:
        """Number of the scope with this description, which is added if it is new.

        Args:
            description: All that changes what comes out; plain values, written as JSON.
        """
        text = json.dumps(description, sort_keys=True, ensure_ascii=False)
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        with self._transaction() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO scopes (digest, description) VALUES (?, ?)", (digest, text)
            )
            row = connection.execute("SELECT id FROM scopes WHERE digest = ?", (digest,)).fetchone()
        return int(row[0])

    def find(self, scope: int, sentence: str, forms: Sequence[str]) -> dict[str, CachedParaphrases]:
        """Outcomes of a sentence by form; forms it has not been asked for are left out."""
        key = "scope = ? AND sentence = ? AND form = ?"
        found = {}
        with self._transaction() as connection:
            for form in forms:
                row = connection.execute(
                    f"SELECT records, error FROM outcomes WHERE {key}", (scope, sentence, form)
                ).fetchone()
                if row is None:
                    continue
                try:
                    found[form] = CachedParaphrases(json.loads(row[0]), row[1])
                except ValueError:  # torn in the middle, which SQLite does not notice
                    connection.execute(f"DELETE FROM outcomes WHERE {key}", (scope, sentence, form))
        return found

    def add(self, scope: int, outcomes: Iterable[tuple[str, str, CachedParaphrases]]) -> None:
        """Keep outcomes, all or none; what is there already stays as it is.

        Args:
            scope: See `scope`.
            outcomes: Sentence, form and outcome.
        """
        with self._transaction() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO outcomes (scope, sentence, form, records, error) "
                "VALUES (?, ?, ?, ?, ?)",
                (
                    (scope, sentence, form, json.dumps(outcome.records), outcome.error)
                    for sentence, form, outcome in outcomes
                ),
            )

    def __len__(self) -> int:
        return int(self._connection.execute("SELECT COUNT(*) FROM outcomes").fetchone()[0])

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._connection:
                yield self._connection
        except sqlite3.DatabaseError as error:
            raise _error(self.path, error) from error


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_S)
    try:
        # With a write-ahead log a reader never waits for a writer, and a torn end is passed over.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        with connection:
            # The lock is taken first, so that of two processes only one makes the tables.
            connection.execute("BEGIN IMMEDIATE")
            _check_tables(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_tables(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new file, and refuse the file of another program or version."""
    kind = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if (kind, version) == (_APPLICATION_ID, _FORMAT):
        connection.execute("SELECT MAX(id) FROM outcomes").fetchone()
        return
    if connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
        owner = "version" if kind == _APPLICATION_ID else "program"
        raise DataError(f"belongs to another {owner}; name another file with --cache", path=path)
    connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {_FORMAT}")
    for statement in _SCHEMA.split(";"):
        connection.execute(statement)


def _is_database(path: Path) -> bool:
    with contextlib.suppress(OSError), path.open("rb") as stream:
        return stream.read(len(_MAGIC)) == _MAGIC
    return False


def _salvage(path: Path) -> tuple[sqlite3.Connection, int]:
    """Copy what can be read of a damaged file into a new one, and set the damaged one aside."""
    damaged = path.with_name(f"{path.name}.damaged")
    for suffix in ("-wal", "-shm"):
        path.with_name(f"{path.name}{suffix}").unlink(missing_ok=True)
    path.replace(damaged)
    connection = _open(path)
    with contextlib.closing(sqlite3.connect(damaged)) as old, connection:
        old.execute("PRAGMA writable_schema = ON")  # else a file that is too short is not read
        for table, width, place in (("scopes", 3, 2), ("outcomes", 6, 4)):
            marks = ", ".join("?" * width)
            rows = (row for row in _readable_rows(old, table) if _is_json(row[place]))
            connection.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", rows)
    return connection, connection.execute("SELECT COUNT(*) FROM outcomes").fetchone()[0]


def _readable_rows(old: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """Rows in the order of their ids; a row that cannot be read is stepped over."""
    query = f"SELECT * FROM {table} NOT INDEXED WHERE id >= ? ORDER BY id"
    last, step = 0, 1
    while step < 1 << 40:
        wanted = last + step
        step *= 2  # ever longer steps over what is lost: a page, or a whole subtree
        try:
            for row in old.execute(query, (wanted,)):
                if row[0] < wanted:
                    break  # a page that reads as zeros
                yield row
                last, wanted, step = row[0], row[0] + 1, 1
            else:
                return
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            pass


def _is_json(text: object) -> bool:
    try:
        json.loads(str(text))
    except ValueError:
        return False
    return True


def _error(path: Path, error: sqlite3.Error) -> DataError:
    reason = str(error)
    if "locked" in reason:
        advice = "another run is using it; wait for it, or name another file with --cache"
    elif "full" in reason:
        advice = "free some space and run again"
    elif "malformed" in reason:
        advice = "it is damaged; remove it, or name another file with --cache"
    else:
        advice = "check its folder and permissions, or name another file with --cache"
    return DataError(f"the paraphrase cache cannot be used ({reason}); {advice}", path=path)
