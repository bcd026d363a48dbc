"""Compares the meaning of the sentences of each pair, as `scpn similarity` does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from scpn import __version__
from scpn.data.placed_pairs import PlacedPair, pair_items
from scpn.data.readers import PairInput
from scpn.embeddings.settings import BATCH_SIZE
from scpn.runs import ItemResult, OnProblem, OnProgress, PartialOutput, ResumableRun
from scpn.runtime import Device
from scpn.tables.formats import writable_kind
from scpn.tables.writing import SCORES, write_rows

if TYPE_CHECKING:
    from scpn.embeddings.protocol import SentenceEncoder

BLOCK_SIZE = 4096
"""Pairs read together, after which a run can be continued."""

OnPair = Callable[[PlacedPair, ItemResult], None]
"""Called with each pair and what became of it, in order."""

COLUMNS = {"source": str, "target": str, "similarity": float}


@dataclass(slots=True)
class SimilarityCounts:
    """Figures of a run.

    Attributes:
        pairs: Pairs compared, those of an earlier run included.
        total: Sum of their similarities.
        unknown: Sentences of this run that have no vector.
    """

    pairs: int = 0
    total: float = 0.0
    unknown: int = 0

    @property
    def mean(self) -> float:
        """Mean similarity of a pair, -1 to 1."""
        return self.total / self.pairs


def compare_pairs(
    source: PairInput | str,
    output: Path | None = None,
    *,
    limit: int | None = None,
    model: str | None = None,
    device: Device = None,
    batch_size: int = BATCH_SIZE,
    skip_unknown: bool = False,
    resume: bool = False,
    overwrite: bool = False,
    on_result: OnPair | None = None,
    on_progress: OnProgress | None = None,
    on_problem: OnProblem | None = None,
) -> SimilarityCounts:
    """Compute the cosine of the vectors of each pair.

    If the run stops, what is done is kept beside the output, and the same call with `resume=True`
    goes on.

    Args:
        source: Where pairs come from, as `PairInput.parse` reads it.
        output: A file of records with source, target and similarity, of any kind that
            `scpn.tables` writes; None hands them to `on_result` only.
        limit: Pairs to read; None reads all.
        model: Encoder, as `load_encoder` takes it; None is the bundled one.
        device: Where to run.
        batch_size: Sentences computed together.
        skip_unknown: 0 for pairs with a side that has no vector, which is a problem then; otherwise
            the first one is an error.
        resume: Continue an unfinished run, if there is one.
        overwrite: Replace an output that is there.
        on_result: Called with each pair and its record, in order.
        on_progress: Told how far the run is.
        on_problem: Told of each sentence without a vector.

    Raises:
        UsageError: The request cannot be carried out, or the unfinished run was another one.
        DataError: The input cannot be read or has no pair, a pair is unusable, or the output cannot
            be written.
        ModelError: The encoder cannot be loaded, or is broken.
    """
    from scpn.embeddings.encoders import load_encoder
    from scpn.embeddings.protocol import identify

    if output is not None:
        writable_kind(output)
    description = {
        "version": __version__,
        "model": model,
        "limit": limit,
        "skip_unknown": skip_unknown,
    }
    target = PartialOutput.of(
        output, description, chunk_size=BLOCK_SIZE, resume=resume, overwrite=overwrite
    )
    run = ResumableRun(
        pair_items(PairInput.parse(source) if isinstance(source, str) else source, limit=limit),
        chunk_size=BLOCK_SIZE,
        output=target,
        stage="comparing",
        on_progress=on_progress,
    )
    encoder = load_encoder(model, device=device)
    if target is not None:
        target.require(encoder=identify(encoder))
    comparer = _Comparer(encoder, batch_size, skip_unknown, on_problem, on_result)
    with run:
        run.go(lambda blocks: map(comparer.compare, blocks), on_result=comparer.count)
        run.finish(lambda path, rows: write_rows(path, rows, columns=COLUMNS, style=SCORES))
    return comparer.counts


@dataclass(slots=True)
class _Comparer:
    """Compares blocks of pairs, and sums up; see `compare_pairs`."""

    encoder: "SentenceEncoder"
    batch_size: int
    skip_unknown: bool
    on_problem: OnProblem | None
    on_result: OnPair | None
    counts: SimilarityCounts = field(default_factory=SimilarityCounts)

    def compare(self, block: Sequence[PlacedPair]) -> list[ItemResult]:
        """The record of each pair."""
        from scpn.embeddings.protocol import paired_cosine
        from scpn.embeddings.streaming import embed_sentences

        vectors = embed_sentences(
            self.encoder,
            [placed.source for placed in block] + [placed.target for placed in block],
            batch_size=self.batch_size,
            skip_unknown=self.skip_unknown,
            report=self._report_unknown,
        )
        cosines = paired_cosine(vectors[: len(block)], vectors[len(block) :]).tolist()
        rows = (
            (placed.pair.source, placed.pair.target, cosine)
            for placed, cosine in zip(block, cosines, strict=True)
        )
        return [ItemResult([dict(zip(COLUMNS, row, strict=True))]) for row in rows]

    def count(self, placed: PlacedPair, result: ItemResult) -> None:
        """Count a pair of this run or an earlier one."""
        self.counts.pairs += 1
        self.counts.total += result.records[0]["similarity"]
        if self.on_result is not None:
            self.on_result(placed, result)

    def _report_unknown(self, problem: str) -> None:
        self.counts.unknown += 1
        if self.on_problem is not None:
            self.on_problem(problem)
