"""Run `scpn attack`: check the request, load victim and models, go through the examples, report."""

import itertools
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from scpn import __version__
from scpn.cli.partial import Outcome, PartialOutput, digest
from scpn.cli.progress import StageProgress, count_of, report
from scpn.cli.rewriting import (
    ExampleReports,
    LabeledInput,
    RewritingRequest,
    new_example_progress,
)
from scpn.errors import DataError, UsageError
from scpn.fileio import write_atomically
from scpn.tables.writing import json_line

if TYPE_CHECKING:
    from scpn.adversarial.attack import Attack
    from scpn.adversarial.candidates import Sides
    from scpn.adversarial.protocol import Example, Victim
    from scpn.adversarial.rewriters import ControlledRewriter
    from scpn.adversarial.summary import AttackSummary
    from scpn.adversarial.template_order import OrderName
    from scpn.adversarial.victims.checking import CheckedVictim


@dataclass(frozen=True, slots=True)
class VictimRequest:
    """Which classifier is attacked.

    Attributes:
        spec: What `load_victim` takes.
        labels: Its labels in the order of its probabilities, or None if it knows them.
        batch_size: Texts it is asked about at a time, or None for its own number.
        timeout_s: Seconds a process may take, or None for the usual.
    """

    spec: str
    labels: tuple[str, ...] | None = None
    batch_size: int | None = None
    timeout_s: float | None = None

    def load(self, num_texts: int, device: str | None) -> "CheckedVictim":
        """Load it.

        Raises:
            UsageError: There is no such classifier, or it does not fit the data.
            ModelError: It is damaged.
        """
        from scpn.adversarial.victims.victim_specs import load_victim
        from scpn.runtime import resolve_device

        return load_victim(
            self.spec,
            labels=self.labels,
            num_texts=num_texts,
            device=resolve_device(device),
            batch_size=self.batch_size,
            timeout_s=self.timeout_s,
        )


@dataclass(frozen=True, slots=True)
class AttackRequest:
    """A checked request.

    Attributes:
        source: Where examples come from.
        rewriting: How paraphrases are made.
        victim: The classifier.
        output: File of records; the summary is beside it, see `summary_path`.
        sides: Text of a pair to paraphrase.
        search: Name of the search.
        budget: Most templates tried on an example; None is all.
        accepted_only: The victim is not asked about rejected candidates.
        chunk_size: Examples attacked together.
        max_failures: Failures of the victim in a row that stop the attack.
        seed: Of the search.
        resume: Continue an unfinished run.
        overwrite: Replace a file that is there.
    """

    source: LabeledInput
    rewriting: RewritingRequest
    victim: VictimRequest
    output: Path
    sides: "Sides" = "first"
    search: "OrderName" = "all"
    budget: int | None = None
    accepted_only: bool = False
    chunk_size: int = 32
    max_failures: int = 5
    seed: int = 0
    resume: bool = False
    overwrite: bool = False

    @property
    def summary_path(self) -> Path:
        """File of the figures: `out.summary.json` beside `out.jsonl`."""
        return self.output.with_suffix(".summary.json")

    def describe(self) -> dict[str, Any]:
        """What changes the outcome, and must be the same for a run to be continued."""
        return {
            "version": __version__,
            "victim": self.victim.spec,
            "victim_labels": self.victim.labels,
            "search": self.search,
            "budget": self.budget,
            "seed": self.seed,
            "sides": self.sides,
            "accepted_only": self.accepted_only,
            "chunk_size": self.chunk_size,
            **self.rewriting.describe(),
            "columns": [*self.source.texts, self.source.label, self.source.id],
            "limit": self.source.limit,
        }


@dataclass(slots=True)
class AttackTally:
    """What an attack came to.

    Attributes:
        summary: Its figures.
        problems: Examples that failed.
        queries: Texts the victim was asked about in this run.
        computed: Sentences x templates that were paraphrased in this run.
        cached: Those that were in the cache.
        stage_seconds: Time of this run by stage.
    """

    summary: "AttackSummary"
    problems: ExampleReports = field(default_factory=ExampleReports)
    queries: int = 0
    computed: int = 0
    cached: int = 0
    stage_seconds: dict[str, float] = field(default_factory=dict)

    def note(self, run: "Attack", rewriter: "ControlledRewriter") -> None:
        """Take over what a finished run has counted."""
        self.queries = run.num_queries
        self.computed, self.cached = run.maker.num_computed, run.maker.num_cached
        self.stage_seconds |= rewriter.paraphraser.stage_seconds


def attack(request: AttackRequest) -> AttackTally:
    """Run a request: what can be wrong with it is found before the models are loaded.

    Raises:
        UsageError: The request cannot be carried out.
        DataError: The input cannot be read or has no example, or the output cannot be written.
        VictimError: The victim cannot be loaded, or failed on too many examples in a row.
        ModelError: The models cannot be loaded.
    """
    from scpn.adversarial.attack import Attack
    from scpn.adversarial.candidates import CandidateMaker
    from scpn.adversarial.summary import AttackSummary
    from scpn.adversarial.template_order import build_order
    from scpn.pretrained.digest import models_digest

    order = build_order(
        request.search,
        [str(template) for template in request.rewriting.controls.templates],
        budget=request.budget,
        seed=request.seed,
    )
    target = _open_output(request)
    tally = AttackTally(AttackSummary())
    chunks = _chunks(request.source.read(tally.problems), request.chunk_size)
    first = next(chunks, [])
    if not first:
        raise DataError("has no usable example; give at least one", path=request.source.path)
    with ExitStack() as stack:
        victim = request.victim.load(len(first[0].texts), request.rewriting.device)
        stack.callback(victim.close)
        _check_labels(victim, first)
        rewriter = request.rewriting.load()
        target.require(victim_digest=models_digest(victim), models=rewriter.signature["models"])
        stack.enter_context(target)
        stack.callback(target.mention)
        cache = stack.enter_context(request.rewriting.open_cache())
        spread = stack.enter_context(request.rewriting.spread(rewriter))
        run = Attack(
            TimedVictim(victim, tally.stage_seconds),
            CandidateMaker(spread, cache, sides=request.sides),
            order=order,
            accepted_only=request.accepted_only,
            chunk_size=request.chunk_size,
            max_failures=request.max_failures,
        )
        progress = stack.enter_context(new_example_progress())
        progress.start("attacking", request.source.count(), is_exact=True)
        _go(run, itertools.chain([first], chunks), target, tally, progress)
        tally.note(run, rewriter)
        _conclude(request, victim, rewriter, target, tally)
    return tally


def _open_output(request: AttackRequest) -> PartialOutput:
    if request.output.suffix != ".jsonl":
        raise UsageError(f"--output {str(request.output)!r} must end in .jsonl")
    return PartialOutput(
        request.output,
        request.describe(),
        chunk_size=request.chunk_size,
        resume=request.resume,
        overwrite=request.overwrite,
    )


def _go(
    run: "Attack",
    chunks: "Iterator[list[Example]]",
    target: PartialOutput,
    tally: AttackTally,
    progress: StageProgress,
) -> None:
    """Attack all chunks that are not in the target yet."""
    done = _skip(run, chunks, target, tally)
    progress.skip(done)
    if done:
        report(f"{count_of(done, 'example')} were done before")
    for chunk in chunks:
        for example, result in zip(chunk, run.run_chunk(chunk), strict=True):
            records = result.to_records()
            target.write(Outcome(_content(example), example.id, records, result.error))
            _count(example, records, tally)
            done += 1
        note = f"{tally.summary.broken:,} of {tally.summary.right:,} broken"
        progress.update(done, note=note)


def _skip(
    run: "Attack", chunks: "Iterator[list[Example]]", target: PartialOutput, tally: AttackTally
) -> int:
    """Pass over what an earlier run has done, making sure that the input is the same."""
    kept, done = target.replay(), 0
    while done < target.num_kept:
        chunk = next(chunks, [])
        for example, entry in zip(chunk, kept, strict=False):
            if digest(_content(example)) != entry["digest"]:
                raise UsageError(
                    f"{str(target.path)!r} cannot be continued: example {example.id} is another "
                    "than before; give the same input, or start again with --overwrite"
                )
            _count(example, entry["records"], tally)
            run.relearn(example, entry["records"])
            done += 1
        if len(chunk) < run.chunk_size and done < target.num_kept:
            raise UsageError(
                f"{str(target.path)!r} cannot be continued: it has {target.num_kept} examples "
                f"done, but the input has only {done}; give the same input, or start again with "
                "--overwrite"
            )
    return done


def _count(example: "Example", records: Sequence[dict[str, Any]], tally: AttackTally) -> None:
    tally.summary.add(records)
    if records[0]["error"] is not None:
        tally.problems.add(f"example {example.id}: {records[0]['error']}")


def _conclude(
    request: AttackRequest,
    victim: "Victim",
    rewriter: "ControlledRewriter",
    target: PartialOutput,
    tally: AttackTally,
) -> None:
    """Make the files appear; the records last, since they say that all is done."""
    if not tally.summary.examples:
        target.discard()
        raise DataError(
            f"the victim gave no prediction for any of {tally.summary.failed:,} examples, so "
            f"{request.output} was not written"
        )
    figures = {
        "data": request.source.path,
        "victim_name": victim.name,
        **request.describe(),
        "models": rewriter.signature["models"],
        **tally.summary.to_dict(),
    }
    with write_atomically(request.summary_path) as stream:
        stream.write(json.dumps(figures, ensure_ascii=False, indent=1) + "\n")
    target.finish(lambda records, stream: stream.writelines(map(json_line, records)))


class TimedVictim:
    """A victim that notes the time it takes.

    Args:
        victim: The classifier.
        seconds: Gets the entry "victim".
    """

    def __init__(self, victim: "Victim", seconds: dict[str, float]) -> None:
        self.name, self.labels, self.num_texts = victim.name, victim.labels, victim.num_texts
        self._victim, self._seconds = victim, seconds

    def predict_proba(self, texts: Any) -> Any:
        """See `Victim.predict_proba`."""
        start = monotonic()
        try:
            return self._victim.predict_proba(texts)
        finally:
            taken = monotonic() - start
            self._seconds["victim"] = self._seconds.get("victim", 0.0) + taken


def _check_labels(victim: "Victim", examples: "Sequence[Example]") -> None:
    """Refuse a victim of another task at once.

    Raises:
        UsageError: It knows none of the labels.
    """
    found = list(dict.fromkeys(example.label for example in examples))
    if not set(found) & set(victim.labels):
        raise UsageError(
            f"the victim {victim.name} knows none of the labels of the first "
            f"{count_of(len(examples), 'example')}: {', '.join(found)}; it knows "
            f"{', '.join(victim.labels)}; if these are the same labels by other names, give "
            "--victim-labels in the order of its probabilities"
        )


def _content(example: "Example") -> str:
    return json.dumps([example.id, example.label, *example.texts])


def _chunks(examples: "Iterator[Example]", size: int) -> "Iterator[list[Example]]":
    while chunk := list(itertools.islice(examples, size)):
        yield chunk
