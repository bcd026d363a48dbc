"""Labels files of pairs chunk by chunk, into a folder of shards.

A first pass over the inputs finds clusters, duplicates and splits. The second cuts the stream of
pairs into chunks of fixed size; each becomes one shard, written atomically and named by its
number. Which pairs a chunk holds depends on the inputs and options alone, so a run that was
killed goes on where it stopped, and several processes give the same shards as one.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scpn.data.cards import write_card
from scpn.data.label_chunk import Chunk, label_chunk
from scpn.data.label_run import RUN_FILE, check_same, describe_files, fingerprint
from scpn.data.pairs import ParaphrasePair
from scpn.data.readers import PairInput, check_inputs, read_pairs_from
from scpn.data.settings import LabelingOptions
from scpn.data.shards import ShardHeader, read_header, shard_path, write_shard
from scpn.data.splitting import assign_splits, find_clusters, find_duplicates, sentence_digest
from scpn.errors import DataError, UsageError
from scpn.fileio import make_folder, write_atomically
from scpn.parsing.protocol import Parser
from scpn.runs import OnProgress, Progress, Workers

ParserFactory = Callable[[], Parser]
"""Builds the parser; called once in each process, so it must be picklable."""

_ADVICE = "finished shards are kept: run again with --resume and fewer --workers"


@dataclass(frozen=True, slots=True)
class Survey:
    """What the first pass knows of every pair, in reading order.

    Attributes:
        clusters: Shape (pairs,).
        splits: Positions in `SPLITS`. Shape (pairs,).
        duplicates: Shape (pairs,).
        digest: Fingerprint of the sentences.
    """

    clusters: NDArray[np.int64]
    splits: NDArray[np.int8]
    duplicates: NDArray[np.bool_]
    digest: str


def label_pairs(
    inputs: Sequence[PairInput],
    output: str | Path,
    *,
    parser_factory: ParserFactory,
    options: LabelingOptions | None = None,
    workers: int = 1,
    resume: bool = False,
    licenses: Mapping[str, str] | None = None,
    on_progress: OnProgress | None = None,
) -> dict[str, Any]:
    """Label the pairs of all inputs and write shards and a data card.

    Args:
        inputs: What to read, in this order.
        output: Folder of the shards; created if missing.
        parser_factory: Builds the parser.
        options: What decides the content; None for the defaults.
        workers: Processes; with more than 1 each builds its own parser.
        resume: Continue the run in the folder; finished shards are kept.
        licenses: Corpus name -> license, for the card.
        on_progress: Told of each finished chunk.

    Returns:
        The data card.

    Raises:
        UsageError: If the folder is not empty and `resume` is not set, or holds another run.
        DataError: If an input or the folder is unusable.
    """
    options = options or LabelingOptions()
    output = Path(output)
    _check_request(inputs, licenses or {}, workers)
    if not resume and output.is_dir() and any(output.iterdir()):
        raise UsageError(
            f"output folder {str(output)!r} is not empty; continue its run with --resume, "
            "or choose another folder"
        )
    files = describe_files(inputs)  # before the parser: a file may be missing
    parser = parser_factory()
    run: dict[str, Any] = {"parser": parser.name, "options": asdict(options), "inputs": files}
    if resume:
        check_same(output, run)
    survey = _survey(inputs, options)
    run["pairs"], run["digest"] = len(survey.clusters), survey.digest
    if resume:
        check_same(output, run)
    make_folder(output)
    for leftover in output.glob(".*.tmp"):
        leftover.unlink(missing_ok=True)
    with write_atomically(output / RUN_FILE) as stream:
        json.dump(run, stream, indent=2)
    job = _Job(output, options, run, fingerprint(run))
    todo = _pending_chunks(inputs, survey, job)
    report = on_progress or (lambda event: None)
    total = len(survey.clusters)
    skipped = done = sum(_finished_sizes(job, total))
    report(Progress("labeling", done, total, skipped, unit="pairs"))
    load = parser_factory if workers > 1 else lambda: parser
    with Workers(load, job.do, workers, advice=_ADVICE) as processes:
        for size in processes.map(todo):
            done += size
            report(Progress("labeling", done, total, skipped, unit="pairs"))
    return write_card(output, run=run, licenses=licenses or {})


@dataclass(frozen=True, slots=True)
class _Job:
    """What a worker needs besides the pairs."""

    output: Path
    options: LabelingOptions
    run: dict[str, Any]
    fingerprint: str

    def is_finished(self, number: int) -> bool:
        """Whether the shard is there, whole and of this run; a damaged one is done again."""
        path = shard_path(self.output, number)
        if not path.exists():
            return False
        try:
            header = read_header(path)
        except DataError:
            return False
        return header.run == self.fingerprint and header.chunk == number

    def do(self, parser: Parser, chunk: Chunk) -> int:
        """Label a chunk and write its shard; return how many pairs it had."""
        labeled = label_chunk(
            chunk, parser, rules=self.options.rules, tokenized=self.options.tokenized
        )
        header = ShardHeader(
            parser=self.run["parser"],
            chunk=chunk.number,
            run=self.fingerprint,
            read=labeled.read,
            dropped=labeled.dropped,
            options=self.run["options"],
        )
        write_shard(shard_path(self.output, chunk.number), labeled.rows, header=header)
        return len(chunk.pairs)


def _check_request(inputs: Sequence[PairInput], licenses: Mapping[str, str], workers: int) -> None:
    check_inputs(inputs, work="labeled")
    if workers < 1:
        raise UsageError(f"workers is {workers}; it must be at least 1")
    names = [source.name for source in inputs]
    unknown = sorted(set(licenses) - set(names))
    if unknown:
        raise UsageError(
            f"license given for {unknown[0]!r}, which is no input; inputs are {', '.join(names)}"
        )


def _read_all(inputs: Sequence[PairInput], options: LabelingOptions) -> Iterator[ParaphrasePair]:
    return chain.from_iterable(
        read_pairs_from(
            source,
            limit=options.limit,
            pairs_per_cluster=options.pairs_per_cluster,
            seed=options.seed,
        )
        for source in inputs
    )


def _survey(inputs: Sequence[PairInput], options: LabelingOptions) -> Survey:
    """Read all pairs once and find clusters, duplicates and splits."""
    ends = (bytearray(), bytearray())
    groups = bytearray()
    for pair in _read_all(inputs, options):
        source = sentence_digest(pair.source)
        ends[0].extend(source)
        ends[1].extend(sentence_digest(pair.target))
        # A group of versions is one more node, which all its pairs touch.
        groups.extend(source if pair.cluster is None else _group_digest(pair))
    if not groups:
        names = ", ".join(source.where for source in inputs)
        raise DataError(f"no pairs in {names}; each line should hold one")
    sources, targets, nodes = (np.frombuffer(part, dtype="<u8") for part in (*ends, groups))
    clusters = find_clusters(np.concatenate([sources, sources]), np.concatenate([targets, nodes]))
    clusters = clusters[: len(sources)]
    duplicates = find_duplicates(sources, targets)
    splits = assign_splits(
        clusters, duplicates, dev=options.dev, test=options.test, seed=options.seed
    )
    digest = hashlib.blake2b(ends[0] + ends[1], digest_size=8).hexdigest()
    return Survey(clusters, splits, duplicates, digest)


def _group_digest(pair: ParaphrasePair) -> bytes:
    key = f"group\t{pair.corpus}\t{pair.cluster}".encode()
    return hashlib.blake2b(key, digest_size=8).digest()


def _pending_chunks(inputs: Sequence[PairInput], survey: Survey, job: _Job) -> Iterator[Chunk]:
    """Cut the pairs into chunks and yield those without a finished shard."""
    size = job.options.chunk_size
    pairs = _read_all(inputs, job.options)
    for number in range(-(-len(survey.clusters) // size)):
        part = slice(number * size, (number + 1) * size)
        chunk = list(islice(pairs, size))
        if len(chunk) != len(survey.clusters[part]):
            raise DataError("an input changed while it was read; run again with --resume")
        if not job.is_finished(number):
            yield Chunk(
                number,
                chunk,
                survey.clusters[part].tolist(),
                survey.splits[part].tolist(),
                survey.duplicates[part].tolist(),
            )


def _finished_sizes(job: _Job, num_pairs: int) -> Iterator[int]:
    size = job.options.chunk_size
    for number, begin in enumerate(range(0, num_pairs, size)):
        if job.is_finished(number):
            yield min(size, num_pairs - begin)
