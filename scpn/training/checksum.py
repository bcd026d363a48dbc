"""A checksum of training data, so that a run is continued with the same data only."""

import zlib
from collections.abc import Iterable


def checksum(parts: Iterable[str | bytes]) -> int:
    """CRC-32 of training data, to notice that a run is resumed with other files."""
    value = 0
    for part in parts:
        value = zlib.crc32(part if isinstance(part, bytes) else part.encode(), value)
    return value
