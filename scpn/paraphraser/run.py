"""Paraphrase the sentences of a file; what `scpn generate` does."""

import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from scpn import __version__
from scpn.data.sentence_run import OnSentence, SentenceCounts, SentenceRun, results_of
from scpn.data.sentences import Sentence, SentenceInput
from scpn.paraphraser.choice import choose
from scpn.paraphraser.controls import ControlRequest, Suggester
from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.types import Control, SentenceResult
from scpn.pretrained.digest import digest_of_files
from scpn.runs import ItemResult, OnProblem, OnProgress, Workers
from scpn.runtime import Device, share_cores

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
    critic: str | None = None,
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
        output: A `.tsv`, `.csv`, `.jsonl` or `.parquet` file of records, see `Paraphrase`; None
            hands them to `on_result` only.
        controls: The forms asked for; None (or none) suggests some for each sentence.
        settings: See `GenerationSettings`.
        show_rejected: Give all paraphrases. Otherwise a sentence has its accepted ones or, if there
            are none, the best rejected one.
        model: Name or folder of the models; None is the bundled ones.
        similarity_model: Judge of meaning; None is the bundled one, "none" is none.
        critic: Critic that decides acceptance; None is the bundled one, "none" is none.
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
    controls, settings = controls or ControlRequest(), settings or GenerationSettings()
    description = {
        "version": __version__,
        "model": model,
        "similarity_model": similarity_model,
        "critic": critic,
        **controls.to_dict(),
        **settings.to_dict(),
        "show_rejected": show_rejected,
    }
    load = partial(
        _Rephraser,
        controls or Suggester.load(),
        settings,
        show_rejected=show_rejected,
        model=model,
        similarity_model=similarity_model,
        critic=critic,
        device=device,
        workers=workers,
    )
    batch_size = max(1, settings.requests_at_a_time // max(1, len(controls)))
    run = SentenceRun(
        source,
        output,
        description,
        stage="paraphrasing",
        batch_size=batch_size,
        # A whole number of batches: a run that goes on has the batches it would have had.
        chunk_size=batch_size * math.ceil(MIN_CHUNK_SIZE / batch_size),
        resume=resume,
        overwrite=overwrite,
        on_progress=on_progress,
        on_problem=on_problem,
    )
    run.require_models(lambda: digest_of_files(model, similarity_model, critic))
    with Workers(load, _Rephraser.results, workers) as processes:
        return run.go(processes.map, on_result=on_result)


class _Rephraser:
    """Paraphrases batches with models that it loads; see `paraphrase_file`."""

    def __init__(
        self,
        controls: ControlRequest | Suggester,
        settings: GenerationSettings,
        *,
        show_rejected: bool,
        model: str | None,
        similarity_model: str | None,
        critic: str | None,
        device: Device,
        workers: int,
    ) -> None:
        from scpn.paraphraser import Paraphraser

        share_cores(workers)
        models = Paraphraser.from_pretrained(
            model, judge=similarity_model, critic=critic, device=device
        )
        self._paraphraser, self._settings, self._show_rejected = models, settings, show_rejected
        self._controls: Suggester | list[Control] = (
            controls
            if isinstance(controls, Suggester)
            else controls.build(models, tokenized=settings.tokenized)
        )

    def results(self, batch: Sequence[Sentence]) -> list[ItemResult]:
        """The result of each sentence, in order."""
        return results_of(batch, self._paraphrase)

    def _paraphrase(self, texts: list[str]) -> list[ItemResult]:
        found = self._paraphraser.stream(texts, self._controls, settings=self._settings)
        return list(map(self._result, found))

    def _result(self, found: SentenceResult) -> ItemResult:
        shown = found.paraphrases if self._show_rejected else choose(found.paraphrases)
        error = found.error
        if error is None and not shown:
            error = "no paraphrase was found; ask for another form with --template"
        return ItemResult([paraphrase.to_dict() for paraphrase in shown], error)
