"""Attack runs, which can be stopped and continued."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from scpn import __version__
from scpn.adversarial.attack import Attack
from scpn.adversarial.labeled_data import LabeledData
from scpn.adversarial.protocol import Example, Victim
from scpn.adversarial.rewriting import ControlledRewriting
from scpn.adversarial.settings import AttackSettings
from scpn.adversarial.summary import AttackSummary
from scpn.adversarial.template_order import build_order
from scpn.adversarial.victims.victim_specs import AnyVictim, describe_victim, open_victim
from scpn.errors import DataError, UsageError
from scpn.fileio import write_atomically
from scpn.pretrained.digest import models_digest
from scpn.runs import ItemResult, OnProblem, OnProgress, PartialOutput, ResumableRun
from scpn.tables.writing import write_rows

Record = dict[str, Any]


@dataclass(slots=True)
class AttackTally:
    """Figures of an attack run.

    Attributes:
        summary: Its figures.
        queries: Texts the victim was asked about in this run.
        computed: Sentences x templates that were paraphrased in this run.
        cached: Those that were in the cache.
        stage_seconds: Time of this run by stage.
    """

    summary: AttackSummary = field(default_factory=AttackSummary)
    queries: int = 0
    computed: int = 0
    cached: int = 0
    stage_seconds: dict[str, float] = field(default_factory=dict)


def attack_file(
    data: LabeledData,
    victim: AnyVictim,
    rewriting: ControlledRewriting,
    output: Path,
    *,
    settings: AttackSettings | None = None,
    resume: bool = False,
    overwrite: bool = False,
    on_progress: OnProgress | None = None,
    on_problem: OnProblem | None = None,
) -> AttackTally:
    """Attack a classifier with the paraphrases of labeled examples.

    The request is checked before the models are loaded.

    Args:
        data: The examples.
        victim: The classifier: any `Victim`, what `load_victim` takes, or that with more to say, a
            `VictimSpec`. One that is loaded here is closed in the end.
        rewriting: How paraphrases are made.
        output: File of records, `.jsonl`, written when all examples are done; see
            `AttackResult.to_records`. The figures are in `summary_path(output)`.
        settings: How examples are attacked.
        resume: Continue an unfinished run; the files are those of a run that was never stopped.
        overwrite: Replace a file that is there.
        on_progress: Called with the progress of the run.
        on_problem: Called with a line for each example that cannot be read or attacked.

    Raises:
        UsageError: The request cannot be carried out.
        DataError: The input cannot be read or has no example, or the output cannot be written.
        VictimError: The victim cannot be loaded, or failed on too many examples in a row.
        ModelError: The models cannot be loaded.
    """
    settings = settings or AttackSettings()
    forms = [str(template) for template in rewriting.templates]
    order = build_order(settings.search, forms, budget=settings.budget, seed=settings.seed)
    if output.suffix != ".jsonl":
        raise UsageError(f"--output {str(output)!r} must end in .jsonl")
    description = _describe(data, victim, rewriting, settings)
    target = PartialOutput(
        output, description, chunk_size=settings.chunk_size, resume=resume, overwrite=overwrite
    )
    run = ResumableRun(
        data.items(on_problem),
        chunk_size=settings.chunk_size,
        output=target,
        stage="attacking",
        on_progress=on_progress,
        on_problem=on_problem,
    )
    tally = AttackTally()
    device = rewriting.device
    with open_victim(victim, len(run.first[0].texts), device=device) as attacked:
        _check_labels(attacked, run.first)
        loaded = rewriting.load()
        models = loaded.signature["models"]
        target.require(victim_digest=models_digest(attacked), models=models)
        with (
            run,
            rewriting.open_maker(loaded, sides=settings.sides, on_problem=on_problem) as maker,
        ):
            attack = Attack(
                TimedVictim(attacked, tally.stage_seconds),
                maker,
                order=order,
                accepted_only=settings.accepted_only,
                chunk_size=settings.chunk_size,
                max_failures=settings.max_failures,
            )
            for _ in attack_examples(run, attack, tally.summary):
                pass
            tally.queries = attack.num_queries
            tally.computed, tally.cached = maker.num_computed, maker.num_cached
            tally.stage_seconds |= loaded.paraphraser.stage_seconds
            figures = {"data": data.path, "victim_name": attacked.name, **description}
            _write(run, tally.summary, figures | {"models": models})
    return tally


def attack_examples(
    run: ResumableRun[Example], attack: Attack, summary: AttackSummary
) -> Iterator[tuple[Example, list[Record]]]:
    """Attack the examples of a run that are not done yet.

    Args:
        run: Goes through the examples, in chunks of the attack's size; it must be open.
        attack: Learns from what an earlier run has done.
        summary: The records of each example are added to it.

    Yields:
        Each example and its records as soon as they are there, those of an earlier run first.

    Raises:
        UsageError: The run is continued with other examples.
        DataError: The input cannot be read, or the output cannot be written.
        VictimError: The victim failed on too many examples in a row.
    """

    def work(chunks: Iterator[list[Example]]) -> Iterator[Iterable[ItemResult]]:
        for chunk in chunks:
            results = attack.run_chunk(chunk)
            yield [ItemResult(result.to_records(), result.error) for result in results]

    results = run.results(
        work,
        on_earlier=lambda example, result: attack.relearn(example, result.records),
        note=lambda: f"{summary.broken:,} of {summary.right:,} broken",
    )
    for example, result in results:
        summary.add(result.records)
        yield example, result.records


def summary_path(output: Path) -> Path:
    """File of the figures of an attack: `out.summary.json` beside `out.jsonl`."""
    return output.with_suffix(".summary.json")


class TimedVictim:
    """A victim whose time is measured.

    Args:
        victim: The classifier.
        seconds: Gets the entry "victim".
    """

    def __init__(self, victim: Victim, seconds: dict[str, float]) -> None:
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


def _describe(
    data: LabeledData, victim: AnyVictim, rewriting: ControlledRewriting, settings: AttackSettings
) -> Record:
    """Everything that must be the same when a run is continued."""
    described = settings.to_dict()
    del described["max_failures"]
    return {
        "version": __version__,
        **describe_victim(victim),
        **described,
        **rewriting.describe(),
        **data.describe(),
    }


def _check_labels(victim: Victim, examples: list[Example]) -> None:
    """Check that the victim knows at least one label of the data.

    Raises:
        UsageError: It knows none of the labels.
    """
    found = list(dict.fromkeys(example.label for example in examples))
    if not set(found) & set(victim.labels):
        number = "example" if len(examples) == 1 else f"{len(examples):,} examples"
        raise UsageError(
            f"the victim {victim.name} knows none of the labels of the first {number}: "
            f"{', '.join(found)}; it knows {', '.join(victim.labels)}; if these are the same "
            "labels by other names, give --victim-labels in the order of its probabilities"
        )


def _write(run: ResumableRun[Example], summary: AttackSummary, figures: Record) -> None:
    """Write the figures, then the records: where there are records, the run is complete."""
    assert run.output is not None
    output = run.output.target
    if not summary.examples:
        run.discard()
        raise DataError(
            f"the victim gave no prediction for any of {summary.failed:,} examples, so {output} "
            "was not written"
        )
    with write_atomically(summary_path(output)) as stream:
        text = json.dumps(figures | summary.to_dict(), ensure_ascii=False, indent=1)
        stream.write(text + "\n")
    run.finish(write_rows)
