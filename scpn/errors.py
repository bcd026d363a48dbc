"""The errors of the toolkit: one hierarchy, every message one line a person can act on.

A message says what failed, what was found, what is allowed and what to do next.
The command line turns `UsageError` into exit status 2 and any other `ScpnError`
into exit status 1, without a traceback.
"""

import difflib
from collections.abc import Iterable


class ScpnError(Exception):
    """Base of every error this package raises on purpose."""


class UsageError(ScpnError):
    """The request itself is wrong: an option, a template, a configuration key."""


class TreeSyntaxError(UsageError):
    """A bracketed tree or template cannot be read.

    Attributes:
        position: Offset of the first offending character, counted from 0.
    """

    def __init__(self, message: str, *, position: int) -> None:
        super().__init__(f"{message} (at character {position + 1})")
        self.position = position


class DataError(ScpnError):
    """A file or a record in it is unusable.

    Attributes:
        path: The file, or None when the data did not come from one.
        line: Line number counted from 1, or None.
    """

    def __init__(self, message: str, *, path: object = None, line: int | None = None) -> None:
        where = ":".join(str(part) for part in (path, line) if part is not None)
        super().__init__(f"{where}: {message}" if where else message)
        self.path = path
        self.line = line


class ModelError(ScpnError):
    """A model folder, card or checkpoint is missing, damaged or of another kind."""


class VictimError(ScpnError):
    """A classifier under attack raised, hung or gave something that is no prediction."""


class SentenceError(ScpnError):
    """One sentence cannot be processed; the rest of its batch can."""


def nearest(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'X'?` for the known name closest to `name`, or an empty string."""
    match = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f"; did you mean {match[0]!r}?" if match else ""
