"""Pairs of sentences with their places, as items of a run."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count, islice, repeat

from scpn.data.pairs import ParaphrasePair
from scpn.data.readers import PairInput, read_pairs_from
from scpn.data.sentences import Sentence
from scpn.fileio import read_lines
from scpn.runs import Items


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
    lines = chain(_line_numbers(source), repeat(None))
    numbered = zip(read_pairs_from(source), lines, strict=False)
    for number, (pair, line) in enumerate(numbered, start=1):
        place = f", pair {number}" if line is None else f":{line}"
        yield PlacedPair(pair, f"{names[0]}{place}", f"{names[-1]}{place}")


def _line_numbers(source: PairInput) -> Iterator[int]:
    """Line of each pair, where one line is one pair: what the reader passes over is so here."""
    paths = source.paths
    if len(paths) == 2:
        yield from count(1)
    if len(paths) != 1 or ".parquet" in paths[0].suffixes:
        return
    for number, line in read_lines(paths[0]):
        if line.startswith("["):  # a list of versions gives several pairs
            return
        is_header = number == 1 and {"source", "target"} <= set(line.split("\t"))
        if line.strip() and not is_header:
            yield number
