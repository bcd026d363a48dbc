"""Pairs of sentences with their places, as items of a run."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from scpn.data.pairs import ParaphrasePair
from scpn.data.readers import PairInput, read_placed_pairs
from scpn.data.sentences import Sentence
from scpn.runs import Items
from scpn.tables.formats import kind_of


@dataclass(frozen=True, slots=True)
class PlacedPair:
    """A pair and where it stands.

    Attributes:
        pair: The pair.
        source_where: Place of its source for messages, such as `pairs.tsv:12`.
        target_where: Place of its target, which may stand in another file.
    """

    pair: ParaphrasePair
    source_where: str
    target_where: str

    @property
    def source(self) -> Sentence:
        """The source at its place."""
        return Sentence(self.pair.source, self.source_where)

    @property
    def target(self) -> Sentence:
        """The target at its place."""
        return Sentence(self.pair.target, self.target_where)


def pair_items(source: PairInput, *, limit: int | None = None) -> Items[PlacedPair]:
    """The pairs of an input as items of a run."""
    return Items(
        islice(_placed_pairs(source), limit),
        name=source.where,
        noun="pair",
        content=lambda placed: f"{placed.pair.source}\t{placed.pair.target}",
        where=lambda placed: placed.source_where,
        wanted="pair of sentences",
    )


def _placed_pairs(source: PairInput) -> Iterator[PlacedPair]:
    names = source.where.split("::")
    has_lines = kind_of(source.where) not in ("parquet", "hub")
    for number, pair in read_placed_pairs(source):
        place = f":{number}" if has_lines else f", pair {number}"
        yield PlacedPair(pair, f"{names[0]}{place}", f"{names[-1]}{place}")
