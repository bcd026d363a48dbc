"""How often one form is paraphrased into another: counts from labeled pairs.

Three tables, from specific to general; each maps a context to counts of target templates:

* source template and length bucket,
* source root and length bucket,
* length bucket.
"""

import gzip
import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

from scpn.errors import DataError, ModelError, ScpnError
from scpn.fileio import open_bytes, write_atomically
from scpn.templates.labeled import TemplatePair, read_template
from scpn.templates.template import Template

LENGTH_EDGES = (5, 8, 11, 15, 20, 30)
"""Longest sentence, in tokens, of each length bucket but the last, which is open."""

BUNDLED = "pairs.json.gz"
"""Name of the counts that ship with the package, in templates/statistics/."""

_FORMAT = 1
_DAMAGE = (
    ValueError, LookupError, TypeError, EOFError, gzip.BadGzipFile, zlib.error, ScpnError,
)  # fmt: skip


def length_bucket(length: int) -> int:
    """Return the number of the bucket a sentence of `length` tokens falls into, from 0."""
    return sum(length > edge for edge in LENGTH_EDGES)


class TemplateStatistics:
    """Counts of target templates given the source's form and length.

    Attributes:
        by_source: (source template, bucket) -> counts.
        by_root: (source root label, bucket) -> counts.
        by_bucket: bucket -> counts.
    """

    def __init__(self) -> None:
        self.by_source: dict[tuple[Template, int], Counter[Template]] = defaultdict(Counter)
        self.by_root: dict[tuple[str, int], Counter[Template]] = defaultdict(Counter)
        self.by_bucket: dict[int, Counter[Template]] = defaultdict(Counter)

    def add(self, source: Template, target: Template, *, length: int, count: int = 1) -> None:
        """Count a pair.

        Args:
            source: Form of the source.
            target: Form of its paraphrase.
            length: Length of the source in tokens.
            count: How often the pair was seen.
        """
        bucket = length_bucket(length)
        self.by_source[source, bucket][target] += count
        self.by_root[source.root, bucket][target] += count
        self.by_bucket[bucket][target] += count

    def add_pairs(self, pairs: Iterable[TemplatePair]) -> None:
        """Count pairs in both directions, as the networks are trained."""
        counts: Counter[tuple[Template, Template, int]] = Counter()
        for pair in pairs:
            counts[pair.source, pair.target, length_bucket(pair.source_length)] += 1
            counts[pair.target, pair.source, length_bucket(pair.target_length)] += 1
        for (source, target, bucket), count in counts.items():
            length = LENGTH_EDGES[bucket] if bucket < len(LENGTH_EDGES) else LENGTH_EDGES[-1] + 1
            self.add(source, target, length=length, count=count)

    def pruned(self, *, min_count: int, top: int = 40) -> "TemplateStatistics":
        """Return a smaller copy: rare pairs dropped, the `top` targets of each context kept."""
        copy = TemplateStatistics()
        for old, new in zip(self._tables(), copy._tables(), strict=True):
            for context, counts in old.items():
                kept = {t: n for t, n in _ordered(counts)[:top] if n >= min_count}
                if kept:
                    new[context] = Counter(kept)
        return copy

    def save(self, path: str | Path) -> None:
        """Write the counts as one compact JSON file, compressed if the name ends in `.gz`.

        The same counts give the same bytes. The file appears whole or not at all.

        Raises:
            DataError: If it cannot be written.
        """
        data = json.dumps(self._to_json(), separators=(",", ":"), ensure_ascii=False).encode()
        if str(path).endswith(".gz"):
            data = gzip.compress(data, mtime=0)
        with write_atomically(path, "wb") as stream:
            stream.write(data)

    @classmethod
    def load(cls, path: str | Path) -> "TemplateStatistics":
        """Read what `save` wrote.

        Raises:
            DataError: If the file is missing, damaged or of another kind.
        """
        try:
            with open_bytes(path) as stream:
                return cls._from_json(json.loads(stream.read()))
        except DataError:
            raise
        except _DAMAGE as error:
            raise DataError(
                "is no file of template statistics or a damaged one; make one with "
                "'scpn templates mine SHARDS --statistics FILE'",
                path=path,
            ) from error

    def _tables(self) -> tuple[dict[Any, Counter[Template]], ...]:
        return self.by_source, self.by_root, self.by_bucket

    def _to_json(self) -> dict[str, Any]:
        names = {
            str(template)
            for table in self._tables()
            for counts in table.values()
            for template in counts
        }
        names.update(str(source) for source, _ in self.by_source)
        index = {name: number for number, name in enumerate(sorted(names))}

        def flat(counts: Counter[Template]) -> list[int]:
            return [part for t, n in _ordered(counts) for part in (index[str(t)], n)]

        return {
            "format": _FORMAT,
            "length_edges": LENGTH_EDGES,
            "templates": sorted(names),
            "by_source": sorted(
                [index[str(source)], bucket, flat(counts)]
                for (source, bucket), counts in self.by_source.items()
            ),
            "by_root": sorted(
                [root, bucket, flat(counts)] for (root, bucket), counts in self.by_root.items()
            ),
            "by_bucket": sorted(
                [bucket, flat(counts)] for bucket, counts in self.by_bucket.items()
            ),
        }

    @classmethod
    def _from_json(cls, data: dict[str, Any]) -> "TemplateStatistics":
        if data["format"] != _FORMAT or tuple(data["length_edges"]) != LENGTH_EDGES:
            raise ValueError("another format")
        templates = [read_template(name) for name in data["templates"]]

        def unflat(parts: list[int]) -> Counter[Template]:
            pairs = zip(parts[::2], parts[1::2], strict=True)
            return Counter({templates[number]: count for number, count in pairs})

        statistics = cls()
        for number, bucket, parts in data["by_source"]:
            statistics.by_source[templates[number], bucket] = unflat(parts)
        for root, bucket, parts in data["by_root"]:
            statistics.by_root[root, bucket] = unflat(parts)
        for bucket, parts in data["by_bucket"]:
            statistics.by_bucket[bucket] = unflat(parts)
        return statistics


def load_statistics(path: str | Path | None = None) -> TemplateStatistics:
    """Load the statistics at `path`, or those that ship with the package.

    Raises:
        DataError: If the file at `path` is missing or damaged.
        ModelError: If `path` is None and this installation has none.
    """
    if path is not None:
        return TemplateStatistics.load(path)
    bundled = resources.files("scpn.templates").joinpath("statistics", BUNDLED)
    with resources.as_file(bundled) as file:
        if not file.is_file():
            raise ModelError(
                "this installation has no template statistics; make them with 'scpn templates "
                "mine SHARDS --statistics FILE' and name the file with --statistics"
            )
        return TemplateStatistics.load(file)


def _ordered(counts: Counter[Template]) -> list[tuple[Template, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], str(item[0])))
