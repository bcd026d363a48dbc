"""The signature of a score: everything one must know to compare it with another one.

Written like sacrebleu's (Post 2018): `metric:bleu|case:lc|tok:none|version:2.6.0`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scpn.errors import UsageError


@dataclass(frozen=True)
class Signature:
    """Ordered keys and values that say how a number was made.

    Attributes:
        entries: (key, value) pairs in the order in which they are written.
    """

    entries: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Refuse what could not be read back.

        Raises:
            UsageError: If a key is empty, repeated or holds ":" or "|", or a value holds "|".
        """
        seen = set()
        for key, value in self.entries:
            if not key or ":" in key or "|" in key:
                raise UsageError(f"signature key {key!r} must be a word without ':' and '|'")
            if "|" in value or "\n" in value:
                raise UsageError(
                    f"signature value {value!r} of {key!r} must be one line without '|'"
                )
            if key in seen:
                raise UsageError(f"signature key {key!r} appears twice; give each key once")
            seen.add(key)

    @classmethod
    def of(cls, **values: object) -> "Signature":
        """Make a signature from keyword arguments, in their order; see `extended` for values."""
        return cls().extended(values)

    @classmethod
    def parse(cls, text: str) -> "Signature":
        """Read what `str()` wrote; a value may hold ":", a key may not.

        Raises:
            UsageError: If an entry is not `key:value`.
        """
        entries = []
        for entry in text.split("|") if text else ():
            key, colon, value = entry.partition(":")
            if not colon:
                raise UsageError(
                    f"signature entry {entry!r} in {text!r} is not of the form key:value"
                )
            entries.append((key, value))
        return cls(tuple(entries))

    def extended(self, values: Mapping[str, object]) -> "Signature":
        """Return a signature with more entries; a key already there keeps its place.

        Numbers are written in full, None is written "none", True and False "yes" and "no". A "|",
        which separates entries and may be in the name of a file or model, becomes "_".
        """
        merged = dict(self.entries) | {key: _text(value) for key, value in values.items()}
        return Signature(tuple(merged.items()))

    def to_dict(self) -> dict[str, str]:
        """Return the entries as a dict, for JSON."""
        return dict(self.entries)

    def __str__(self) -> str:
        """Return `key:value|key:value`."""
        return "|".join(f"{key}:{value}" for key, value in self.entries)


def _text(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("|", "_")
