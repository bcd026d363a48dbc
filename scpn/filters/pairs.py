"""Filters files of pairs, as `scpn filter` does.

The first pass decides about every pair and notes it beside the output, block by block; a run that
was killed goes on where it stopped. The second reads the inputs again and writes the pairs that are
kept with all their columns, so that their values never pass through a format of ours.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from scpn import __version__
from scpn.data.pairs import ParaphrasePair
from scpn.data.readers import PairInput, check_inputs, read_pairs_from
from scpn.data.writers import ColumnTypes, open_pairs, output_kind, output_paths
from scpn.embeddings.protocol import SentenceEncoder, identify
from scpn.embeddings.settings import BATCH_SIZE
from scpn.errors import DataError
from scpn.fileio import make_folder
from scpn.filters.filter_report import FilterReport
from scpn.filters.pair_decisions import Decisions, decide
from scpn.filters.settings import FilterOptions
from scpn.metrics.signature import Signature
from scpn.runs import ItemResult, Items, OnProgress, PartialOutput, Progress, ResumableRun
from scpn.runs.partial import Record, digest, refuse_existing

BLOCK_SIZE = 10_000
"""Pairs decided together, after which a run can be continued."""

SCORE_COLUMN = "paraphrase_score"
CORPUS_COLUMN = "corpus"


def filter_pairs(
    inputs: Sequence[PairInput],
    output: str,
    *,
    encoder: SentenceEncoder | None,
    options: FilterOptions | None = None,
    batch_size: int = BATCH_SIZE,
    resume: bool = False,
    overwrite: bool = False,
    on_progress: OnProgress | None = None,
) -> FilterReport:
    """Write the pairs of all inputs that respect the rules, in their order.

    A column `paraphrase_score` is added if there is an encoder. With several inputs, a column
    `corpus` says which, and clusters are renumbered so that no two inputs share one.

    Args:
        inputs: What to read, twice.
        output: See `scpn.data.writers`.
        encoder: Scores the pairs; None leaves the score out.
        options: None for the defaults.
        batch_size: Sentences embedded together.
        resume: Continue the run that stopped.
        overwrite: Replace an output (or an unfinished run) that is there.
        on_progress: Told of each block of the stages "deciding" and "writing".

    Raises:
        UsageError: The request is wrong, the output exists, or the run to continue had other
            options or sentences.
        DataError: An input is unusable, or changed while it was filtered.
    """
    check_inputs(inputs, work="filtered")
    options = options or FilterOptions()
    unfinished = PartialOutput(
        _check_output(output, overwrite=overwrite),
        _describe_run(inputs, options, encoder),
        chunk_size=1,
        resume=resume,
        overwrite=overwrite,
    )
    run = _FilterRun(inputs, output, options, encoder, batch_size, on_progress)
    return run.go(unfinished)


@dataclass(frozen=True, slots=True)
class _Block:
    """Consecutive pairs of one input, and the number of the first."""

    source: PairInput
    number: int
    pairs: list[ParaphrasePair]

    @property
    def content(self) -> str:
        """What tells these sentences from others."""
        return "".join(f"{len(p.source)} {p.source}{p.target}\n" for p in self.pairs)

    @property
    def where(self) -> str:
        """Place for messages."""
        return f"the block that begins with pair {self.number:,} of {self.source.where}"


class _FilterRun:
    """Decides about all pairs, block by block, then writes those that are kept."""

    def __init__(
        self,
        inputs: Sequence[PairInput],
        output: str,
        options: FilterOptions,
        encoder: SentenceEncoder | None,
        batch_size: int,
        on_progress: OnProgress | None,
    ) -> None:
        self._inputs, self._output, self._options = inputs, output, options
        self._encoder, self._batch_size = encoder, batch_size
        self._on_progress = on_progress or (lambda event: None)
        self._report = FilterReport(
            _signature(inputs, options, encoder),
            {source.name: Counter() for source in inputs},
            encoder.name if encoder else None,
        )
        self._columns = ColumnTypes()
        self._rows = self._new_rows()
        self._digests: list[str] = []

    def go(self, unfinished: PartialOutput) -> FilterReport:
        """See `filter_pairs`."""
        blocks = Items(
            self._read_blocks(),
            name=", ".join(source.where for source in self._inputs),
            noun="block",
            content=lambda block: block.content,
            where=lambda block: block.where,
            size=lambda block: len(block.pairs),
            unit="pairs",
            wanted="pair of sentences",
        )
        run = ResumableRun(
            blocks,
            chunk_size=1,
            output=unfinished,
            stage="deciding",
            on_progress=self._on_progress,
        )
        with run:
            run.go(lambda batches: map(self._decide, batches), on_result=self._note)
            run.finish(self._write)
        if output_kind(self._output) == "parallel":
            self._report.unwritten = [n for n in self._columns if n not in ("source", "target")]
        return self._report

    def _decide(self, blocks: Iterable[_Block]) -> Iterator[ItemResult]:
        for block in blocks:
            decisions = decide(
                block.pairs,
                self._encoder,
                rules=self._options.rules,
                tokenized=self._options.tokenized,
                batch_size=self._batch_size,
            )
            yield ItemResult([decisions.to_record()])

    def _note(self, block: _Block, result: ItemResult) -> None:
        """Count the decisions of this run or an earlier one, and note the columns of the rows."""
        decisions = Decisions.from_record(result.records[0])
        self._columns.observe(self._rows.make(block.pairs, decisions))
        self._report.add(block.source.name, decisions)
        self._digests.append(digest(block.content))

    def _write(self, target: Path, records: Iterable[Record]) -> None:
        """Write the pairs that are kept, as they are read for the second time."""
        done, total = 0, self._report.num_read
        self._on_progress(Progress("writing", done, total, unit="pairs"))
        rows, decided = self._new_rows(), zip(records, self._digests, strict=True)
        with open_pairs(self._output, self._columns) as write:
            for block in self._read_blocks():
                record, before = next(decided, (None, None))
                if record is None or digest(block.content) != before:
                    raise DataError(
                        "changed while it was filtered; start again with --overwrite",
                        path=block.source.where,
                    )
                write(rows.make(block.pairs, Decisions.from_record(record)))
                done += len(block.pairs)
                self._on_progress(Progress("writing", done, total, unit="pairs"))

    def _read_blocks(self) -> Iterator[_Block]:
        """Blocks of pairs, none of which has pairs of two inputs."""
        for source in self._inputs:
            number = 1
            pairs = read_pairs_from(
                source,
                limit=self._options.limit,
                pairs_per_cluster=self._options.pairs_per_cluster,
                seed=self._options.seed,
                keep_extra=True,
            )
            while block := list(islice(pairs, BLOCK_SIZE)):
                yield _Block(source, number, block)
                number += len(block)

    def _new_rows(self) -> "_RowMaker":
        return _RowMaker(self._inputs, has_scores=self._encoder is not None)


class _RowMaker:
    """Makes the rows of an output, pairs in the order of the inputs."""

    def __init__(self, inputs: Sequence[PairInput], *, has_scores: bool) -> None:
        self._has_scores = has_scores
        self._names_corpus = len(inputs) > 1
        self._corpus: str | None = None
        self._first_cluster = self._next_cluster = 0

    def make(self, pairs: Sequence[ParaphrasePair], decisions: Decisions) -> list[dict[str, Any]]:
        """Rows of the pairs that are kept."""
        rows = []
        for pair, is_kept, score in zip(
            pairs, decisions.is_kept.tolist(), decisions.scores.tolist(), strict=True
        ):
            cluster = self._cluster_of(pair)
            if not is_kept:
                continue
            row: dict[str, Any] = {"source": pair.source, "target": pair.target}
            if pair.score is not None:
                row["score"] = pair.score
            if cluster is not None:
                row["cluster"] = cluster
            row |= pair.extra
            if self._names_corpus:
                row[CORPUS_COLUMN] = pair.corpus
            if self._has_scores:
                row[SCORE_COLUMN] = round(score, 4)
            rows.append(row)
        return rows

    def _cluster_of(self, pair: ParaphrasePair) -> int | None:
        """The pair's cluster; with several inputs, above all of the inputs before."""
        if not self._names_corpus or pair.cluster is None:
            return pair.cluster
        if pair.corpus != self._corpus:
            self._corpus, self._first_cluster = pair.corpus, self._next_cluster
        cluster = self._first_cluster + pair.cluster
        self._next_cluster = max(self._next_cluster, cluster + 1)
        return cluster


def _check_output(output: str, *, overwrite: bool) -> Path:
    """Return the first file of the output, once it is clear that none is replaced by accident."""
    paths = output_paths(output)
    for path in paths[1:]:
        refuse_existing(path, overwrite=overwrite)
    if output_kind(output) == "hub":
        make_folder(paths[0].parent)
    return paths[0]


def _describe_run(
    inputs: Sequence[PairInput], options: FilterOptions, encoder: SentenceEncoder | None
) -> dict[str, Any]:
    """What must be the same for a run to be continued."""
    return {
        "encoder": encoder and identify(encoder),
        "inputs": {source.name: [source.file_name, source.size] for source in inputs},
        **options.to_dict(),
    }


def _signature(
    inputs: Sequence[PairInput], options: FilterOptions, encoder: SentenceEncoder | None
) -> Signature:
    text, rules = options.rules.text.to_dict(), options.rules.to_dict()
    rules = {name: value for name, value in rules.items() if name not in text}
    values = {
        "inputs": ",".join(source.name for source in inputs),
        "score": "cosine" if encoder else None,
        "encoder": encoder.name if encoder else None,
        **text,
        **(rules if encoder else {k: v for k, v in rules.items() if not k.endswith("score")}),
        "tokenized": options.tokenized,
        "scpn": __version__,
    }
    return Signature.of(**values)
