"""From files of pairs to the file of those that are worth keeping.

The first pass decides about every pair and notes it in a log beside the output; a run that was
killed goes on where it stopped. The second reads the inputs again and writes the pairs that are
kept with all their columns, so that their values never pass through a format of ours.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scpn import __version__
from scpn.data.pairs import ParaphrasePair
from scpn.data.readers import PairInput, read_pairs_from
from scpn.data.writers import Columns, open_pairs, output_kind, output_paths
from scpn.embeddings.pair_scores import pair_scores
from scpn.embeddings.protocol import SentenceEncoder, identify
from scpn.errors import DataError, UsageError
from scpn.filters.filter_log import DecisionLog, Decisions, digest_pairs
from scpn.filters.pair_rules import (
    KEPT,
    RULES,
    PairRules,
    score_rule,
    text_rule,
)
from scpn.metrics.signature import Signature

BLOCK_SIZE = 10_000
"""Pairs decided together, after which a run can be continued."""

SCORE_COLUMN = "paraphrase_score"
CORPUS_COLUMN = "corpus"
EDGES = np.linspace(-1, 1, 21)
"""Edges of the histogram of scores: steps of 0.1."""

Progress = Callable[[str, int, int | None, int], None]
"""Given the stage ("deciding", "writing"), the pairs done in it, how many there are (None if that
is not known) and how many of those done an earlier run had done; first of all with 0 pairs."""


@dataclass(frozen=True, slots=True)
class FilterOptions:
    """What decides which pairs are kept.

    Attributes:
        rules: The limits.
        tokenized: The sentences are treebank tokens separated by spaces.
        limit: Pairs to read from each input; None reads all.
        pairs_per_cluster: Pairs drawn from each list of versions of a sentence.
        seed: Of the drawing of pairs.
    """

    rules: PairRules = field(default_factory=PairRules)
    tokenized: bool = False
    limit: int | None = None
    pairs_per_cluster: int = 10
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("limit", "pairs_per_cluster"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise UsageError(f"{name} is {value}; it must be at least 1")


@dataclass
class FilterReport:
    """What became of the pairs.

    Attributes:
        signature: How it was decided.
        inputs: Name of an input -> rule (see `RULES`) -> pairs it removed, and `kept` -> pairs.
        histogram: Pairs in each step of `EDGES`, of those that came as far as the score.
        encoder: Name of the encoder, or None.
        unwritten: Columns that the output has no place for.
    """

    signature: Signature
    inputs: dict[str, Counter[str]]
    histogram: NDArray[np.int64]
    encoder: str | None
    unwritten: list[str] = field(default_factory=list)

    @property
    def totals(self) -> Counter[str]:
        """Rule -> pairs, over all inputs."""
        return sum(self.inputs.values(), Counter())

    @property
    def num_read(self) -> int:
        """Pairs read."""
        return self.totals.total()

    @property
    def num_kept(self) -> int:
        """Pairs written."""
        return self.totals[KEPT]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "signature": str(self.signature),
            "read": self.num_read,
            "kept": self.num_kept,
            "removed": {n: self.totals[n] for n in RULES if n != KEPT and self.totals[n]},
            "inputs": {name: dict(counts) for name, counts in self.inputs.items()},
            "scores": {
                "encoder": self.encoder,
                "edges": [round(float(edge), 1) for edge in EDGES],
                "pairs": self.histogram.tolist(),
            },
        }


def filter_pairs(
    inputs: Sequence[PairInput],
    output: str,
    *,
    encoder: SentenceEncoder | None,
    options: FilterOptions | None = None,
    batch_size: int = 128,
    resume: bool = False,
    overwrite: bool = False,
    on_progress: Progress | None = None,
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
        resume: Continue the run that wrote the log beside the output.
        overwrite: Replace an output (or an unfinished run) that is there.
        on_progress: Told of each block that is done.

    Raises:
        UsageError: The request is wrong, the output exists, or the run to continue had other
            options.
        DataError: An input is unusable, or has changed since the run began.
    """
    options = options or FilterOptions()
    report_progress = on_progress or (lambda stage, done, total, skipped: None)
    _check_inputs(inputs)
    path = _check_output(output, resume=resume, overwrite=overwrite)
    run = _describe_run(inputs, options, encoder)
    report = FilterReport(
        _signature(inputs, options, encoder),
        {source.name: Counter() for source in inputs},
        np.zeros(len(EDGES) - 1, dtype=np.int64),
        encoder.name if encoder else None,
    )
    with DecisionLog(path, run, resume=resume) as log:
        columns = Columns()
        maker = _RowMaker(inputs, has_scores=encoder is not None)
        for block, decisions in _decide_all(
            log, inputs, encoder, options, batch_size, report_progress
        ):
            columns.observe(maker.rows(block, decisions))
            _count(report, block, decisions)
        if not report.num_read:
            names = ", ".join(source.where for source in inputs)
            raise DataError(f"no pairs in {names}; each line should hold one")
        maker = _RowMaker(inputs, has_scores=encoder is not None)
        _write(output, columns, log, maker, inputs, options, report_progress)
    log.remove()
    if output_kind(output) == "parallel":
        report.unwritten = [name for name in columns if name not in ("source", "target")]
    return report


def _decide_all(
    log: DecisionLog,
    inputs: Sequence[PairInput],
    encoder: SentenceEncoder | None,
    options: FilterOptions,
    batch_size: int,
    report_progress: Progress,
) -> Iterator[tuple[list[ParaphrasePair], Decisions]]:
    """Yield each block with what is decided about it, from the log or now."""
    skipped, done = log.num_pairs, 0
    known = log.read()
    report_progress("deciding", 0, None, 0)
    for block in _read_blocks(inputs, options):
        decisions = next(known, None)
        if decisions is None:
            decisions = decide(block, encoder, options=options, batch_size=batch_size)
            log.append(decisions)
        else:
            _check_same(block, decisions, log.path)
        yield block, decisions
        done += len(block)
        report_progress("deciding", done, None, min(done, skipped))
    if next(known, None) is not None:
        raise _changed(log.path)


def decide(
    pairs: Sequence[ParaphrasePair],
    encoder: SentenceEncoder | None,
    *,
    options: FilterOptions,
    batch_size: int = 128,
) -> Decisions:
    """Ask the rules about each pair; only pairs that pass all others are scored."""
    names = [text_rule(p, rules=options.rules, tokenized=options.tokenized) for p in pairs]
    scores = np.full(len(pairs), np.nan, dtype=np.float32)
    if encoder is not None:
        passed = [index for index, name in enumerate(names) if name == KEPT]
        found = pair_scores(
            encoder,
            [pairs[i].source for i in passed],
            [pairs[i].target for i in passed],
            batch_size=batch_size,
        )
        scores[passed] = found
        for index, score in zip(passed, found.tolist(), strict=True):
            names[index] = score_rule(score, rules=options.rules)
    numbers = np.array([_NUMBER_OF[name] for name in names], dtype=np.uint8)
    return Decisions(numbers, scores, digest_pairs(pairs))


_NUMBER_OF = {name: number for number, name in enumerate(RULES)}


class _RowMaker:
    """Makes the rows of an output, pairs in the order of the inputs."""

    def __init__(self, inputs: Sequence[PairInput], *, has_scores: bool) -> None:
        self._has_scores = has_scores
        self._names_corpus = len(inputs) > 1
        self._corpus: str | None = None
        self._first_cluster = self._next_cluster = 0

    def rows(self, pairs: Sequence[ParaphrasePair], decisions: Decisions) -> list[dict[str, Any]]:
        """Rows of the pairs that are kept."""
        rows = []
        for index, pair in enumerate(pairs):
            cluster = self._cluster_of(pair)
            if decisions.rules[index] != _NUMBER_OF[KEPT]:
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
                row[SCORE_COLUMN] = round(float(decisions.scores[index]), 4)
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


def _write(
    output: str,
    columns: Columns,
    log: DecisionLog,
    maker: _RowMaker,
    inputs: Sequence[PairInput],
    options: FilterOptions,
    report_progress: Progress,
) -> None:
    decided, done = log.read(), 0
    report_progress("writing", 0, log.num_pairs, 0)
    with open_pairs(output, columns) as write:
        for block in _read_blocks(inputs, options):
            decisions = next(decided, None)
            if decisions is None:
                raise _changed(log.path)
            _check_same(block, decisions, log.path)
            write(maker.rows(block, decisions))
            done += len(block)
            report_progress("writing", done, log.num_pairs, 0)


def _read_blocks(
    inputs: Sequence[PairInput], options: FilterOptions
) -> Iterator[list[ParaphrasePair]]:
    """Blocks of pairs, none of which has pairs of two inputs."""
    for source in inputs:
        pairs = read_pairs_from(
            source,
            limit=options.limit,
            pairs_per_cluster=options.pairs_per_cluster,
            seed=options.seed,
            keep_extra=True,
        )
        while block := list(islice(pairs, BLOCK_SIZE)):
            yield block


def _count(report: FilterReport, block: Sequence[ParaphrasePair], decisions: Decisions) -> None:
    counts = np.bincount(decisions.rules, minlength=len(RULES)).tolist()
    report.inputs[block[0].corpus].update(
        {name: count for name, count in zip(RULES, counts, strict=True) if count}
    )
    scored = decisions.scores[~np.isnan(decisions.scores)]
    report.histogram += np.histogram(scored, bins=EDGES)[0]


def _check_inputs(inputs: Sequence[PairInput]) -> None:
    if not inputs:
        raise UsageError("no input; name at least one file of pairs")
    if any(str(path) == "-" for source in inputs for path in source.paths):
        raise UsageError("pairs cannot be filtered from standard input; they are read twice")
    names = [source.name for source in inputs]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError(f"two inputs are named {twice[0]!r}; name them with NAME=PATH")


def _check_output(output: str, *, resume: bool, overwrite: bool) -> Path:
    """Return where the log of decisions lies."""
    paths = output_paths(output)
    log = paths[0].with_name(f"{paths[0].name}.partial")
    for path in paths:
        if path.is_dir():
            raise UsageError(f"output {str(path)!r} is a folder; name a file in it")
        if path.exists() and not overwrite:
            raise UsageError(
                f"output {str(path)!r} exists already; choose another name, or replace it with "
                "--overwrite"
            )
    if log.exists() and not (resume or overwrite):
        raise UsageError(
            f"{str(log)!r} holds an unfinished run; continue it with --resume, or start again "
            "with --overwrite"
        )
    if output.startswith("hf:"):
        from scpn.fileio import make_folder

        make_folder(log.parent)
    return log


def _describe_run(
    inputs: Sequence[PairInput], options: FilterOptions, encoder: SentenceEncoder | None
) -> dict[str, Any]:
    """What must be the same for a run to be continued."""
    description: dict[str, Any] = asdict(options)
    rules = description.pop("rules")
    text = rules.pop("text")
    files = {
        source.name: ["::".join(p.name for p in source.paths) or source.where, source.size]
        for source in inputs
    }
    return {
        "encoder": encoder and identify(encoder),
        "inputs": files,
        **text,
        **rules,
        **description,
    }


def _signature(
    inputs: Sequence[PairInput], options: FilterOptions, encoder: SentenceEncoder | None
) -> Signature:
    rules = asdict(options.rules)
    text = rules.pop("text")
    values = {
        "inputs": ",".join(source.name for source in inputs),
        "score": "cosine" if encoder else None,
        "encoder": encoder.name.replace("|", "_") if encoder else None,
        **text,
        **(rules if encoder else {k: v for k, v in rules.items() if not k.endswith("score")}),
        "tokenized": options.tokenized,
        "scpn": __version__,
    }
    return Signature.of(**values)


def _check_same(block: Sequence[ParaphrasePair], decisions: Decisions, path: Path) -> None:
    if len(block) != len(decisions) or digest_pairs(block) != decisions.digest:
        raise _changed(path)


def _changed(path: Path) -> DataError:
    return DataError(
        "was made from other sentences than the inputs hold now; start again with --overwrite",
        path=path,
    )
