"""Run `scpn similarity`: pairs, block by block, to standard output or into a file."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import chain, count, islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scpn import __version__
from scpn.cli.partial import Outcome, PartialOutput, digest
from scpn.cli.progress import ProblemReports, StageProgress, count_of, report
from scpn.data.records import to_line, write_plain_tsv
from scpn.data.result_files import check_suffix
from scpn.data.sentences import Sentence
from scpn.errors import DataError, UsageError
from scpn.fileio import read_lines

if TYPE_CHECKING:
    from scpn.data.pairs import ParaphrasePair
    from scpn.data.readers import PairInput
    from scpn.embeddings import SentenceEncoder

BLOCK_SIZE = 4096
COLUMNS: dict[str, type[str] | type[float]] = {"source": str, "target": str, "similarity": float}

PlacedPair = tuple["ParaphrasePair", str, str]
"""A pair, and the places of its source and its target."""


@dataclass(frozen=True, slots=True)
class SimilarityRun:
    """A request of `scpn similarity`.

    Attributes:
        source: Where pairs come from.
        limit: Pairs to read; None reads all.
        model: Encoder; None is the bundled one.
        device: Torch device; None is the CPU.
        batch_size: Sentences computed together.
        skip_unknown: 0 for pairs with a side that has no vector, instead of an error.
    """

    source: "PairInput"
    limit: int | None
    model: str | None
    device: str | None
    batch_size: int
    skip_unknown: bool

    def print(self, *, scores_only: bool) -> None:
        """Write to standard output, each block at once."""
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", errors="replace")
        is_terminal = sys.stdout.isatty()
        blocks = self._blocks()
        scorer = _Scorer(self)
        for block in blocks:
            for record in scorer.score(block):
                if scores_only:
                    line = f"{record['similarity']:.6f}\n"
                elif is_terminal:
                    line = (
                        f"{record['similarity']:7.4f}  {record['source']}  |  {record['target']}\n"
                    )
                else:
                    line = to_line(record)
                sys.stdout.write(line)
            sys.stdout.flush()
        scorer.summarize(None)

    def write(self, output: Path, *, resume: bool, overwrite: bool) -> None:
        """Write into a file.

        Raises:
            UsageError: It exists, or an unfinished run does and is not to be continued.
            DataError: A pair is unusable, or the file cannot be written.
        """
        check_suffix(output)
        options = {
            "version": __version__,
            "model": self.model,
            "limit": self.limit,
            "skip_unknown": self.skip_unknown,
        }
        target = PartialOutput(
            output, options, chunk_size=BLOCK_SIZE, resume=resume, overwrite=overwrite
        )
        blocks = self._blocks()
        with ExitStack() as stack:
            scorer = _Scorer(self)
            target.require(encoder=scorer.identity)
            stack.callback(target.mention)
            stack.enter_context(target)
            progress = stack.enter_context(StageProgress("pairs"))
            progress.start("comparing", None)
            kept = target.replay()
            for block in blocks:
                if scorer.num_pairs < target.num_kept:
                    scorer.take_over(block, [next(kept) for _ in block], target.path)
                else:
                    for (pair, where, _), record in zip(block, scorer.score(block), strict=True):
                        target.write(Outcome(_text(pair), where, [record]))
                progress.update(scorer.num_pairs, target.num_kept)
            if scorer.num_pairs < target.num_kept:
                raise _changed(target.path, f"it has {target.num_kept:,} pairs done")
            if output.suffix == ".tsv":
                target.finish(lambda records, stream: write_plain_tsv(records, stream, COLUMNS))
            else:
                target.finish(lambda records, stream: stream.writelines(map(to_line, records)))
        scorer.summarize(output)

    def _blocks(self) -> Iterator[list[PlacedPair]]:
        """Pairs in blocks; the first is read at once, so that a bad input is found before a model
        is loaded."""
        pairs = islice(_placed_pairs(self.source), self.limit)
        first = list(islice(pairs, BLOCK_SIZE))
        if not first:
            raise DataError("has no pair of sentences; give at least one", path=self.source.where)
        return chain([first], iter(lambda: list(islice(pairs, BLOCK_SIZE)), []))


class _Scorer:
    """Computes the similarity of blocks of pairs, and keeps count."""

    def __init__(self, run: SimilarityRun) -> None:
        self.num_pairs = 0
        self._total = 0.0
        self._run = run
        self._unknown = ProblemReports("sentences without a vector")
        from scpn.embeddings.encoders import load_encoder_for

        self._encoder: SentenceEncoder = load_encoder_for(run.model, run.device)

    @property
    def identity(self) -> str:
        """What must be the same for a run to be continued."""
        from scpn.embeddings.protocol import identify

        return identify(self._encoder)

    def score(self, block: list[PlacedPair]) -> Iterator[dict[str, Any]]:
        """Yield the record of each pair."""
        from scpn.embeddings import paired_cosine
        from scpn.embeddings.streaming import embed_sentences

        sources = [Sentence(pair.source, where) for pair, where, _ in block]
        targets = [Sentence(pair.target, where) for pair, _, where in block]
        vectors = embed_sentences(
            self._encoder,
            sources + targets,
            batch_size=self._run.batch_size,
            skip_unknown=self._run.skip_unknown,
            report=self._unknown.add,
        )
        cosines = paired_cosine(vectors[: len(block)], vectors[len(block) :])
        for (pair, _, _), cosine in zip(block, cosines.tolist(), strict=True):
            self.num_pairs += 1
            self._total += cosine
            yield {"source": pair.source, "target": pair.target, "similarity": cosine}

    def take_over(self, block: list[PlacedPair], entries: list[dict[str, Any]], path: Path) -> None:
        """Count a block of an earlier run, making sure that it had these pairs."""
        for (pair, where, _), entry in zip(block, entries, strict=True):
            if digest(_text(pair)) != entry["digest"]:
                raise _changed(path, f"{where} is another pair than before")
            self.num_pairs += 1
            self._total += entry["records"][0]["similarity"]

    def summarize(self, output: Path | None) -> None:
        """Say how many pairs there were, and the mean."""
        where = f" in {output}" if output else ""
        unknown = f"; {self._unknown.count:,} sentences unknown" if self._unknown.count else ""
        mean = self._total / self.num_pairs
        report(f"{count_of(self.num_pairs, 'pair')}{where}, mean similarity {mean:.4f}{unknown}")


def _placed_pairs(source: "PairInput") -> Iterator[PlacedPair]:
    from scpn.data.readers import read_pairs_from

    names = source.where.split("::")
    lines = chain(_line_numbers(source), repeat(None))
    numbered = zip(read_pairs_from(source), lines, strict=False)
    for number, (pair, line) in enumerate(numbered, start=1):
        place = f", pair {number}" if line is None else f":{line}"
        yield pair, f"{names[0]}{place}", f"{names[-1]}{place}"


def _line_numbers(source: "PairInput") -> Iterator[int]:
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


def _text(pair: "ParaphrasePair") -> str:
    return f"{pair.source}\t{pair.target}"


def _changed(path: Path, reason: str) -> UsageError:
    return UsageError(
        f"{str(path)!r} cannot be continued: {reason}; give the same input, or start again with "
        "--overwrite"
    )
