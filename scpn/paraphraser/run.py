"""Paraphrase the sentences of a file; what `scpn generate` does."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scpn import __version__
from scpn.data.sentence_run import (
    OnSentence,
    SentenceCounts,
    SentenceRun,
    results_of,
    sentence_input,
)
from scpn.data.sentences import Sentence, SentenceInput
from scpn.paraphraser.choice import choose
from scpn.paraphraser.controls import ControlRequest, Suggester
from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.types import Control, SentenceResult
from scpn.pretrained.digest import digest_of_files
from scpn.runs import ItemResult, OnProblem, OnProgress, PartialOutput, Workers
from scpn.runtime import Device, share_cores
from scpn.tables.formats import writable_kind

if TYPE_CHECKING:
    from scpn.paraphraser.paraphraser import Paraphraser

MIN_CHUNK_SIZE = 64
"""Fewest sentences after which a run can be continued."""


def paraphrase_file(
    source: SentenceInput | str | Path,
    output: Path | None = None,
    *,
    controls: ControlRequest | None = None,
    settings: GenerationSettings | None = None,
    show_rejected: bool = False,
    model: str | None = None,
    similarity_model: str | None = None,
    device: Device = None,
    workers: int = 1,
    resume: bool = False,
    overwrite: bool = False,
    on_result: OnSentence | None = None,
    on_progress: OnProgress | None = None,
    on_problem: OnProblem | None = None,
) -> SentenceCounts:
    """Paraphrase sentences into a file that appears whole when all are done.

    What can be wrong with the request is found before the models are loaded. If the run stops, what
    is done is kept beside the output, the error has a note that says so, and the same call with
    `resume=True` gives what a run that was never stopped would have given.

    Args:
        source: Where sentences come from; a path is a file of a known kind.
        output: A `.jsonl` or `.tsv` file of records, see `Paraphrase`; None hands them to
            `on_result` only.
        controls: The forms asked for; None (or none) suggests some for each sentence.
        settings: See `GenerationSettings`.
        show_rejected: Give all paraphrases. Otherwise a sentence has its accepted ones or, if there
            are none, the best rejected one.
        model: Name or folder of the models; None is the bundled ones.
        similarity_model: Judge of meaning; None is the bundled one, "none" is none.
        device: Where to run.
        workers: Processes that paraphrase, each with its own models.
        resume: Continue an unfinished run, if there is one.
        overwrite: Replace an output that is there.
        on_result: Called with each sentence and its records, in order.
        on_progress: Told how far the run is.
        on_problem: Told of each sentence that failed.

    Raises:
        UsageError: The request cannot be carried out, or the unfinished run was another one.
        DataError: The input cannot be read or has no usable sentence, or every sentence failed; or
            the output cannot be written.
        ModelError: The models cannot be loaded.
    """
    source = sentence_input(source)
    controls, settings = controls or ControlRequest(), settings or GenerationSettings()
    task = _Task(
        controls=controls,
        suggester=None if controls else Suggester.load(),
        settings=settings,
        show_rejected=show_rejected,
        model=model,
        similarity_model=similarity_model,
        device=device,
        workers=workers,
    )
    batch_size = max(1, settings.requests_at_a_time // max(1, len(controls)))
    # A whole number of batches: a run that goes on has the batches it would have had.
    chunk_size = batch_size * math.ceil(MIN_CHUNK_SIZE / batch_size)
    if output is not None:
        writable_kind(output)
    target = PartialOutput.of(
        output,
        task.describe() | {"limit": source.limit, "column": source.column},
        chunk_size=chunk_size,
        resume=resume,
        overwrite=overwrite,
    )
    if target is not None:
        target.require(models=digest_of_files(model, similarity_model))
    run = SentenceRun(
        source,
        target,
        stage="paraphrasing",
        batch_size=batch_size,
        chunk_size=chunk_size,
        on_progress=on_progress,
        on_problem=on_problem,
    )
    with Workers(task.load, _Rephraser.results, workers) as processes:
        return run.go(processes.map, on_result=on_result)


@dataclass(frozen=True, slots=True)
class _Task:
    """All that a process must know to paraphrase; see `paraphrase_file`."""

    controls: ControlRequest
    suggester: Suggester | None
    settings: GenerationSettings
    show_rejected: bool
    model: str | None
    similarity_model: str | None
    device: Device
    workers: int

    def load(self) -> "_Rephraser":
        """Load the models, in one of several processes with its share of the cores."""
        from scpn.paraphraser import Paraphraser

        share_cores(self.workers)
        paraphraser = Paraphraser.from_pretrained(
            self.model, judge=self.similarity_model, device=self.device
        )
        controls = self.suggester or self.controls.build(
            paraphraser, tokenized=self.settings.tokenized
        )
        return _Rephraser(paraphraser, controls, self)

    def describe(self) -> dict[str, Any]:
        """What must be the same for a run to be continued; the device may change."""
        return {
            "version": __version__,
            "model": self.model,
            "similarity_model": self.similarity_model,
            **self.controls.to_dict(),
            **self.settings.to_dict(),
            "show_rejected": self.show_rejected,
        }


class _Rephraser:
    """Models at work on a task."""

    def __init__(
        self, paraphraser: "Paraphraser", controls: Sequence[Control] | Suggester, task: _Task
    ) -> None:
        self._paraphraser, self._controls, self._task = paraphraser, controls, task

    def results(self, batch: Sequence[Sentence]) -> list[ItemResult]:
        """The result of each sentence, in order."""
        return results_of(batch, self._paraphrase)

    def _paraphrase(self, texts: list[str]) -> list[ItemResult]:
        found = self._paraphraser.stream(texts, self._controls, settings=self._task.settings)
        return list(map(self._result, found))

    def _result(self, found: SentenceResult) -> ItemResult:
        shown = found.paraphrases if self._task.show_rejected else choose(found.paraphrases)
        error = found.error
        if error is None and not shown:
            error = "no paraphrase was found; ask for another form with --template"
        return ItemResult([paraphrase.to_dict() for paraphrase in shown], error)
