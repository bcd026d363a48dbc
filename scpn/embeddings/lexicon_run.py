"""Finds words that replace each other in files of paraphrase pairs, as `scpn lexicon` does."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scpn.data.pairs import ParaphrasePair
from scpn.data.readers import PairInput, read_pairs_from
from scpn.embeddings.paraphrase_lexicon import LexiconEntry, PairCounts, count_pairs, list_entries
from scpn.embeddings.settings import LexiconSettings
from scpn.runs import OnProgress, Progress
from scpn.runs.partial import refuse_existing
from scpn.tables.formats import writable_kind
from scpn.tables.writing import SCORES, write_rows

COLUMNS: dict[str, type[str] | type[int] | type[float]] = {
    "left": str,
    "right": str,
    "count": int,
    "cross_pmi": float,
    "adjusted_pmi": float,
}


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words that replace each other.

    Attributes:
        counts: What was counted, from which words can be scored.
        entries: Pairs of words, best first.
    """

    counts: PairCounts
    entries: list[LexiconEntry]

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield the entries with the columns of `COLUMNS`."""
        return map(asdict, self.entries)


def build_lexicon(
    inputs: Sequence[PairInput],
    output: Path | None = None,
    *,
    settings: LexiconSettings | None = None,
    limit: int | None = None,
    overwrite: bool = False,
    on_progress: OnProgress | None = None,
) -> Lexicon:
    """Count the words of paraphrase pairs and list those that go together more than by chance.

    Args:
        inputs: Where pairs come from.
        output: A `.tsv`, `.csv`, `.jsonl` or `.parquet` file of the entries; None writes nothing.
        settings: None for the defaults.
        limit: Pairs read of each input; None reads all.
        overwrite: Replace an output that is there.
        on_progress: Told now and then how many pairs are counted.

    Raises:
        UsageError: The output exists, or is of no known kind.
        DataError: An input cannot be read, nothing is left to count, or the output cannot be
            written.
    """
    settings = settings or LexiconSettings()
    if output is not None:
        writable_kind(output)
        refuse_existing(output, overwrite=overwrite)
    for source in inputs:
        _ = source.size  # a missing file is found before the first one is counted

    def show(done: int) -> None:
        if on_progress is not None:
            on_progress(Progress("counting", done, unit="pairs"))

    show(0)
    counts = count_pairs(_read(inputs, limit), settings.counting, on_progress=show)
    lexicon = Lexicon(counts, list_entries(counts, settings))
    if output is not None:
        write_rows(output, lexicon.records(), columns=COLUMNS, style=SCORES)
    return lexicon


def _read(inputs: Sequence[PairInput], limit: int | None) -> Iterator[ParaphrasePair]:
    for source in inputs:
        yield from read_pairs_from(source, limit=limit)
