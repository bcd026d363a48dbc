"""Sentences in, records out: chunk by chunk, into a file or onto standard output."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from scpn.cli.outputs import RecordStream, ResultTable
from scpn.cli.partial import Outcome, PartialOutput, digest
from scpn.cli.progress import ProblemReports, StageProgress, count_of, report
from scpn.data.result_files import check_suffix, write_jsonl, write_tsv
from scpn.data.sentences import Sentence, SentenceInput
from scpn.errors import DataError, UsageError

Rephrase = Callable[[Iterator[list[Sentence]]], Iterator[Iterable[Outcome]]]
"""Outcomes of the sentences of each batch, in order."""


@dataclass(slots=True)
class Tally:
    """Figures of a run.

    Attributes:
        done: Sentences.
        failures: Sentences that have no paraphrase.
        unaccepted: Sentences whose paraphrases were all rejected.
        records: Paraphrases written.
    """

    done: int = 0
    failures: ProblemReports = field(default_factory=ProblemReports)
    unaccepted: int = 0
    records: int = 0

    def add(self, outcome: Outcome) -> None:
        """Count an outcome and report it if it is a failure."""
        self.done += 1
        self.records += len(outcome.records)
        if outcome.error is None:
            self.unaccepted += not any(record.get("accepted", True) for record in outcome.records)
            return
        self.failures.add(f"{outcome.where}: {outcome.error}")


class Sink(Protocol):
    """Takes the records of each sentence."""

    def write(self, text: str, records: Sequence[Mapping[str, Any]]) -> None:
        """Write the records of the sentence `text`."""
        ...


@dataclass(frozen=True, slots=True)
class SentenceRun:
    """What is to be done with which sentences.

    Attributes:
        source: Where sentences come from.
        open: Makes what gives their outcomes, once all else is known to be in order.
        batch_size: Sentences handed to it together.
        chunk_size: Sentences after which a run that was killed may continue: whole batches.
        stage: What is done, for the progress bar.
        has_table: Records are those of paraphrases, which a terminal gets as a table.
        nothing: What a sentence has that has no record, or none that is accepted; for messages.
    """

    source: SentenceInput
    open: Callable[[], AbstractContextManager[Rephrase]]
    batch_size: int
    chunk_size: int
    stage: str = "paraphrasing"
    has_table: bool = True
    nothing: str = "none accepted"

    def go(self, target: PartialOutput | None) -> Tally:
        """Take all sentences into the target, or onto standard output.

        Raises:
            DataError: The input cannot be read, has no sentence, or every sentence failed; or the
                output cannot be written.
            UsageError: The target holds a run over other sentences.
        """
        sentences = self.source.read()
        first = list(islice(sentences, self.chunk_size))
        _check_first(first, self.source)
        with ExitStack() as stack:
            if target is not None:
                stack.enter_context(target)
                stack.callback(target.mention)
            rephrase = stack.enter_context(self.open())
            progress: StageProgress | None = None
            # What goes to a terminal needs no bar, and would be torn by one.
            if target is not None or (self.source.path is not None and not sys.stdout.isatty()):
                progress = stack.enter_context(StageProgress("sentences", decimals=1))
                progress.start(self.stage, self.source.count())
            chunks = _chunks(first, sentences, self.chunk_size)
            return _Flow(self, rephrase, progress).go(chunks, target)


def open_output(
    path: Path | None,
    options: Mapping[str, Any],
    *,
    chunk_size: int,
    resume: bool,
    overwrite: bool,
) -> PartialOutput | None:
    """The file that is asked for, or None for standard output.

    Raises:
        UsageError: It cannot be what is asked for, or `resume` or `overwrite` without a file.
    """
    if path is None:
        if resume or overwrite:
            option = "--resume" if resume else "--overwrite"
            raise UsageError(f"{option} is about a file; name it with --output")
        return None
    check_suffix(path)
    return PartialOutput(path, options, chunk_size=chunk_size, resume=resume, overwrite=overwrite)


class _Flow:
    """Takes chunks of sentences to their outcomes, and these where they belong."""

    def __init__(
        self, run: SentenceRun, rephrase: Rephrase, progress: StageProgress | None
    ) -> None:
        self._run, self._rephrase, self._progress = run, rephrase, progress

    def go(self, chunks: Iterator[list[Sentence]], target: PartialOutput | None) -> Tally:
        """See `SentenceRun.go`."""
        tally = Tally()
        if target is not None:
            self._skip(chunks, target, tally)
        sink: Sink | None = None
        if target is None:
            is_table = self._run.has_table and sys.stdout.isatty()
            sink = ResultTable() if is_table else RecordStream()
        for outcomes in self._rephrase(self._batches(chunks)):
            for outcome in outcomes:
                tally.add(outcome)
                if target is not None:
                    target.write(outcome)
                elif sink is not None and outcome.records:
                    sink.write(outcome.text, outcome.records)
                if self._progress is not None:
                    self._progress.update(tally.done)
        self._conclude(tally, target)
        return tally

    def _skip(self, chunks: Iterator[list[Sentence]], target: PartialOutput, tally: Tally) -> None:
        """Pass over what an earlier run has done, making sure that the input is the same."""
        kept = target.replay()
        while tally.done < target.num_kept:
            chunk = next(chunks, [])
            if len(chunk) < self._run.chunk_size:
                raise UsageError(
                    f"{str(target.path)!r} cannot be continued: it has {target.num_kept} sentences "
                    f"done, but {self._run.source.name} has only {tally.done + len(chunk)}; "
                    "give the same input, or start again with --overwrite"
                )
            for sentence, entry in zip(chunk, kept, strict=False):
                if digest(sentence.text) != entry["digest"]:
                    raise UsageError(
                        f"{str(target.path)!r} cannot be continued: {sentence.where} is another "
                        "sentence than before; give the same input, or start again with --overwrite"
                    )
                error = entry["error"]
                tally.add(Outcome(sentence.text, sentence.where, entry["records"], error))
        if self._progress is not None:
            self._progress.skip(tally.done)

    def _batches(self, chunks: Iterator[list[Sentence]]) -> Iterator[list[Sentence]]:
        """The chunks, cut into batches of the paraphraser."""
        size = self._run.batch_size
        for chunk in chunks:
            for begin in range(0, len(chunk), size):
                yield chunk[begin : begin + size]

    def _conclude(self, tally: Tally, target: PartialOutput | None) -> None:
        """Make the file appear, and say what was done."""
        source = self._run.source
        if target is not None and not tally.records:
            target.discard()
            raise DataError(
                f"none of the {tally.done:,} sentences could be paraphrased, so "
                f"{target.target} was not written"
            )
        if target is not None:
            target.finish(write_tsv if target.target.suffix == ".tsv" else write_jsonl)
            report(
                f"{count_of(tally.records, 'paraphrase')} of {count_of(tally.done, 'sentence')} in "
                f"{target.target}; {tally.unaccepted:,} with {self._run.nothing}"
            )
        if blank := source.blank_lines:
            report(f"{source.name}:{blank[0]}: {count_of(len(blank), 'blank line')} skipped")
        if tally.failures.count and tally.done > 1:
            report(f"{tally.failures.count:,} of {count_of(tally.done, 'sentence')} failed")


def _check_first(sentences: list[Sentence], source: SentenceInput) -> None:
    """Refuse an input that has nothing usable at its beginning: it is empty or of another kind.

    Raises:
        DataError: With the first reason.
    """
    if not sentences:
        raise DataError("has no sentence; give at least one", path=source.name)
    if all(sentence.error for sentence in sentences):
        more = f" (and so on: none of {len(sentences)} is usable)" if len(sentences) > 1 else ""
        raise DataError(f"{sentences[0].message}{more}")


def _chunks(first: list[Sentence], rest: Iterator[Sentence], size: int) -> Iterator[list[Sentence]]:
    yield first
    while chunk := list(islice(rest, size)):
        yield chunk
