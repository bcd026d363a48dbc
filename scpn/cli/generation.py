"""Run `scpn generate`: check the request, load the models, go through the sentences, report."""

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from scpn import __version__
from scpn.cli.outputs import (
    RecordStream,
    ResultTable,
    check_suffix,
    choose,
    write_jsonl,
    write_tsv,
)
from scpn.cli.partial import Outcome, PartialOutput, digest
from scpn.cli.progress import ProblemReports, StageProgress, count_of, report
from scpn.cli.rewriting import load_paraphraser
from scpn.data.sentences import Sentence, SentenceInput
from scpn.errors import DataError, UsageError

if TYPE_CHECKING:
    from scpn.cli.controls import ControlRequest
    from scpn.paraphraser import Control, GenerationSettings

MIN_CHUNK_SIZE = 64
"""Fewest sentences read together; see `Request.chunk_size`."""


@dataclass(frozen=True, slots=True)
class Request:
    """A checked request.

    Attributes:
        source: Where sentences come from.
        controls: The forms asked for; empty lets `Suggester` find some for each sentence.
        settings: Fields of `GenerationSettings`, and thresholds of `FilterSettings`.
        output: File to write; None writes to standard output.
        resume: Continue an unfinished run.
        overwrite: Replace a file that is there.
        show_rejected: Show all paraphrases, not the accepted ones only.
        model: Name or folder of the models; None is the bundled ones.
        similarity_model: Judge of meaning; None is the bundled one, "none" is none.
        device: Torch device; None chooses.
        workers: Processes that paraphrase.
    """

    source: SentenceInput
    controls: "ControlRequest"
    settings: dict[str, Any]
    output: Path | None = None
    resume: bool = False
    overwrite: bool = False
    show_rejected: bool = False
    model: str | None = None
    similarity_model: str | None = None
    device: str | None = None
    workers: int = 1

    @property
    def batch_size(self) -> int:
        """Sentences of a batch of `Paraphraser.stream`."""
        requests = self.build_settings().requests_at_a_time
        return max(1, requests // max(1, len(self.controls)))

    @property
    def chunk_size(self) -> int:
        """Sentences after which a run that was killed may continue: a whole number of batches.

        So the batches are those of `Paraphraser.stream` over all sentences, and the run gives what
        it would have given.
        """
        return self.batch_size * math.ceil(MIN_CHUNK_SIZE / self.batch_size)

    def build_settings(self) -> "GenerationSettings":
        """Return the settings in the paraphraser's own type.

        Raises:
            UsageError: They contradict each other.
        """
        from scpn.paraphraser import GenerationSettings

        return GenerationSettings.of(**self.settings)

    def describe(self) -> dict[str, Any]:
        """Return what must be the same for a run to be continued; the device may change."""
        return {
            "version": __version__,
            "model": self.model,
            "similarity_model": self.similarity_model,
            **self.controls.to_dict(),
            **self.settings,
            "limit": self.source.limit,
            "column": self.source.column,
            "show_rejected": self.show_rejected,
        }


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
            self.unaccepted += not any(record["accepted"] for record in outcome.records)
            return
        self.failures.add(f"{outcome.where}: {outcome.error}")


class Sink(Protocol):
    """Takes the records of each sentence."""

    def write(self, text: str, records: Sequence[Mapping[str, Any]]) -> None:
        """Write the records of the sentence `text`."""
        ...


class Rephraser:
    """Takes batches of sentences through the paraphraser.

    Args:
        request: Names models, forms and settings.

    Raises:
        UsageError: The device cannot be used.
        ModelError: There are no such models, or they are damaged.
    """

    def __init__(self, request: Request) -> None:
        from scpn.cli.controls import Suggester

        self._settings = request.build_settings()
        self._shows_rejected = request.show_rejected
        # Loaded first: a broken set of suggestions is told before the models are loaded.
        suggester = None if request.controls else Suggester.load()
        self._paraphraser = load_paraphraser(
            request.model, request.similarity_model, request.device
        )
        self._controls: Sequence[Control] | Suggester = suggester or request.controls.build(
            self._paraphraser, tokenized=self._settings.tokenized
        )

    @classmethod
    def in_worker(cls, request: Request) -> "Rephraser":
        """One of several, each in a process of its own, which share the cores."""
        from scpn.runtime import share_cores

        share_cores(request.workers)
        return cls(request)

    def outcomes(self, batch: Sequence[Sentence]) -> Iterator[Outcome]:
        """Yield the outcome of each sentence, in order."""
        texts = [sentence.text for sentence in batch if sentence.error is None]
        results = iter(self._paraphraser.stream(texts, self._controls, settings=self._settings))
        for sentence in batch:
            records: list[dict[str, Any]] = []
            error = sentence.error
            if error is None:
                result = next(results)
                found = result.paraphrases
                shown = found if self._shows_rejected else choose(found)
                records = [paraphrase.to_dict() for paraphrase in shown]
                error = result.error
                if error is None and not records:
                    error = "no paraphrase was found; ask for another form with --template"
            yield Outcome(sentence.text, sentence.where, records, error)

    def all_outcomes(self, batch: Sequence[Sentence]) -> list[Outcome]:
        """The same at once."""
        return list(self.outcomes(batch))


def generate(request: Request) -> Tally:
    """Run a request: everything that can be wrong with it is found before the models are loaded.

    Args:
        request: What to do.

    Raises:
        UsageError: The request cannot be carried out.
        DataError: The input cannot be read, has no sentence, or every sentence failed; or the
            output cannot be written.
        ModelError: The models cannot be loaded.
    """
    from scpn.pretrained.digest import digest_of_files

    size = request.chunk_size
    target = _open_output(request)
    sentences = request.source.read()
    first = list(islice(sentences, size))
    _check_first(first, request.source)
    with ExitStack() as stack:
        if target is not None:
            target.require(models=digest_of_files(request.model, request.similarity_model))
            stack.enter_context(target)
            stack.callback(target.mention)
        run = Run(request, stack.enter_context(_open_rephraser(request)))
        # What goes to a terminal needs no bar, and would be torn by one.
        if target is not None or (request.source.path is not None and not sys.stdout.isatty()):
            run.progress = stack.enter_context(StageProgress("sentences", decimals=1))
            run.progress.start("paraphrasing", request.source.count())
        return run.go(_chunks(first, sentences, size), target)


Rephrase = Callable[[Iterator[list[Sentence]]], Iterator[Iterable[Outcome]]]
"""Outcomes of the sentences of each batch, in order."""


@contextmanager
def _open_rephraser(request: Request) -> Iterator[Rephrase]:
    """What paraphrases, here or in as many processes as are asked for."""
    if request.workers == 1:
        rephraser = Rephraser(request)
        yield lambda batches: map(rephraser.outcomes, batches)
        return
    from scpn.workers import Workers

    load = partial(Rephraser.in_worker, request)
    with Workers(load, Rephraser.all_outcomes, request.workers) as workers:
        yield workers.map


class Run:
    """Takes sentences through the paraphraser, and their outcomes where they belong."""

    def __init__(self, request: Request, rephrase: Rephrase) -> None:
        self.progress: StageProgress | None = None
        self._request = request
        self._rephrase = rephrase

    def go(self, chunks: Iterator[list[Sentence]], target: PartialOutput | None) -> Tally:
        """Paraphrase all chunks into the target, or onto standard output."""
        tally = Tally()
        if target is not None:
            self._skip(chunks, target, tally)
        sink: Sink | None = None
        if target is None:
            sink = ResultTable() if sys.stdout.isatty() else RecordStream()
        for outcomes in self._rephrase(self._batches(chunks)):
            for outcome in outcomes:
                tally.add(outcome)
                if target is not None:
                    target.write(outcome)
                elif sink is not None and outcome.records:
                    sink.write(outcome.text, outcome.records)
                if self.progress is not None:
                    self.progress.update(tally.done)
        self._conclude(tally, target)
        return tally

    def _skip(self, chunks: Iterator[list[Sentence]], target: PartialOutput, tally: Tally) -> None:
        """Pass over what an earlier run has done, making sure that the input is the same."""
        kept = target.replay()
        while tally.done < target.num_kept:
            chunk = next(chunks, [])
            if len(chunk) < self._request.chunk_size:
                raise UsageError(
                    f"{str(target.path)!r} cannot be continued: it has {target.num_kept} sentences "
                    f"done, but {self._request.source.name} has only {tally.done + len(chunk)}; "
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
        if self.progress is not None:
            self.progress.skip(tally.done)

    def _batches(self, chunks: Iterator[list[Sentence]]) -> Iterator[list[Sentence]]:
        """The chunks, cut into batches of the paraphraser."""
        size = self._request.batch_size
        for chunk in chunks:
            for begin in range(0, len(chunk), size):
                yield chunk[begin : begin + size]

    def _conclude(self, tally: Tally, target: PartialOutput | None) -> None:
        """Make the file appear, and say what was done."""
        request = self._request
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
                f"{target.target}; {tally.unaccepted:,} with none accepted"
            )
        if blank := request.source.blank_lines:
            report(
                f"{request.source.name}:{blank[0]}: {count_of(len(blank), 'blank line')} skipped"
            )
        if tally.failures.count and tally.done > 1:
            report(f"{tally.failures.count:,} of {count_of(tally.done, 'sentence')} failed")


def _open_output(request: Request) -> PartialOutput | None:
    if request.output is None:
        if request.resume or request.overwrite:
            option = "--resume" if request.resume else "--overwrite"
            raise UsageError(f"{option} is about a file; name it with --output")
        return None
    check_suffix(request.output)
    return PartialOutput(
        request.output,
        request.describe(),
        chunk_size=request.chunk_size,
        resume=request.resume,
        overwrite=request.overwrite,
    )


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
