"""Run `scpn generate`: check the request, load the models, go through the sentences, report."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scpn import __version__
from scpn.cli.partial import Outcome
from scpn.cli.rewriting import load_paraphraser
from scpn.cli.sentence_run import Rephrase, SentenceRun, Tally, open_output
from scpn.data.sentences import Sentence, SentenceInput
from scpn.paraphraser.choice import choose

if TYPE_CHECKING:
    from scpn.paraphraser import Control, GenerationSettings
    from scpn.paraphraser.controls import ControlRequest, Suggester

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

        So a run that goes on has the batches, and gives what it would have had and given.
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


class Rephraser:
    """Takes batches of sentences through the paraphraser.

    Args:
        request: Names models, forms and settings.
        suggester: Finds forms if the request names none.

    Raises:
        UsageError: The device cannot be used.
        ModelError: There are no such models, or they are damaged.
    """

    def __init__(self, request: Request, suggester: "Suggester | None") -> None:
        self._settings = request.build_settings()
        self._shows_rejected = request.show_rejected
        self._paraphraser = load_paraphraser(
            request.model, request.similarity_model, request.device
        )
        self._controls: Sequence[Control] | Suggester = suggester or request.controls.build(
            self._paraphraser, tokenized=self._settings.tokenized
        )

    @classmethod
    def in_worker(cls, request: Request, suggester: "Suggester | None") -> "Rephraser":
        """One of several, each in a process of its own, which share the cores."""
        from scpn.runtime import share_cores

        share_cores(request.workers)
        return cls(request, suggester)

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
    from scpn.paraphraser.controls import Suggester
    from scpn.pretrained.digest import digest_of_files

    # Loaded first: what is wrong with it is told before anything is overwritten.
    suggester = None if request.controls else Suggester.load()
    target = open_output(
        request.output,
        request.describe(),
        chunk_size=request.chunk_size,
        resume=request.resume,
        overwrite=request.overwrite,
    )
    if target is not None:
        target.require(models=digest_of_files(request.model, request.similarity_model))
    run = SentenceRun(
        request.source,
        lambda: _open_rephraser(request, suggester),
        request.batch_size,
        request.chunk_size,
    )
    return run.go(target)


@contextmanager
def _open_rephraser(request: Request, suggester: "Suggester | None") -> Iterator[Rephrase]:
    """What paraphrases, here or in as many processes as are asked for."""
    if request.workers == 1:
        rephraser = Rephraser(request, suggester)
        yield lambda batches: map(rephraser.outcomes, batches)
        return
    from scpn.runs.workers import Workers

    load = partial(Rephraser.in_worker, request, suggester)
    with Workers(load, Rephraser.all_outcomes, request.workers) as workers:
        yield workers.map
