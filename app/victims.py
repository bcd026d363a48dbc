"""The classifiers that visitors may attack, each loaded once."""

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scpn.errors import UsageError

if TYPE_CHECKING:
    from scpn.adversarial.protocol import Victim
    from scpn.adversarial.victims import CheckedVictim

_MAX_LOADED = 4
_FIRST = "bundled:sst2"  # reads one sentence, so that whoever opens the page can begin


class Victims:
    """Loads classifiers and keeps the last few.

    Args:
        offered: Beside the bundled ones: classifiers, or whatever `load_victim` takes.
        allow_paths: Visitors may name a folder of this machine. Never set when strangers can reach
            the app. What runs code or downloads must be offered; a visitor cannot name it.
    """

    def __init__(
        self, offered: "Sequence[str | Victim]" = (), *, allow_paths: bool = False
    ) -> None:
        self.allow_paths = allow_paths
        self._given = {victim.name: victim for victim in offered if not isinstance(victim, str)}
        self._offered = [each if isinstance(each, str) else each.name for each in offered]
        self._loaded: dict[str, CheckedVictim] = {}
        self._lock = threading.Lock()

    @property
    def names(self) -> list[str]:
        """What is offered, those of one's own first."""
        from scpn.adversarial.victims import bundled_classifiers

        return [*self._offered, *(f"bundled:{name}" for name in bundled_classifiers())]

    @property
    def default(self) -> str | None:
        """The one that is chosen at first."""
        names = self.names
        if not self._offered and _FIRST in names:
            return _FIRST
        return names[0] if names else None

    def get(self, name: str | None) -> "Victim":
        """Return a classifier.

        Raises:
            UsageError: It may not be used, or there is no such one.
            ModelError: It is damaged.
        """
        from scpn.adversarial.victims import load_victim

        if not name:
            raise UsageError("no classifier is chosen; choose one above")
        if name not in self.names:
            self._check_path(name)
        if name in self._given:
            return self._given[name]
        with self._lock:
            if name not in self._loaded:
                victim = load_victim(name)
                while len(self._loaded) >= _MAX_LOADED:
                    self._loaded.pop(next(iter(self._loaded))).close()
                self._loaded[name] = victim
            return self._loaded[name]

    def _check_path(self, name: str) -> None:
        if self.allow_paths and ":" not in name and Path(name).is_dir():
            return
        allowed = ", ".join(self.names) or "none"
        what = "no folder here" if self.allow_paths else "not offered here"
        raise UsageError(
            f"the classifier {name[:60]!r} is {what}; there are {allowed}; start the app with "
            "`scpn app --victim` to offer another"
        )
