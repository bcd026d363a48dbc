"""Translate the sentences of a file and translate them back; what `scpn backtranslate` does."""

from collections.abc import Sequence
from pathlib import Path

from scpn import __version__
from scpn.backtranslation.settings import BackTranslationSettings
from scpn.backtranslation.translator import RoundTrip, Translation, take_turns
from scpn.data.sentence_run import OnSentence, SentenceCounts, SentenceRun, results_of
from scpn.data.sentences import Sentence, SentenceInput
from scpn.errors import SentenceError
from scpn.runs import ItemResult, OnProblem, OnProgress, together_or_alone
from scpn.runtime import Device


def backtranslate_file(
    source: SentenceInput | str | Path,
    output: Path | None = None,
    *,
    forward: Sequence[str],
    backward: Sequence[str],
    settings: BackTranslationSettings | None = None,
    device: Device = None,
    resume: bool = False,
    overwrite: bool = False,
    on_result: OnSentence | None = None,
    on_progress: OnProgress | None = None,
    on_problem: OnProblem | None = None,
) -> SentenceCounts:
    """Make paraphrase pairs: sentences, and what comes back of them from other languages.

    Records have source, target and score, the log-probability of the way back divided by its
    length. If the run stops, it is continued as by `scpn.paraphraser.paraphrase_file`.

    Args:
        source: Where sentences come from; a path is a file of a known kind.
        output: A `.tsv`, `.csv`, `.jsonl` or `.parquet` file; None hands the records to
            `on_result` only.
        forward: Translators from English, as `load_translator` takes them.
        backward: Translators into English, in the same order.
        settings: None for the defaults.
        device: Where models run.
        resume: Continue an unfinished run, if there is one.
        overwrite: Replace an output that is there.
        on_result: Called with each sentence and its records, in order.
        on_progress: Told how far the run is.
        on_problem: Told of each sentence that failed.

    Raises:
        UsageError: The request cannot be carried out, or the unfinished run was another one.
        DataError: The input cannot be read or has no usable sentence, or no sentence has a version;
            or the output cannot be written.
        ModelError: A translator cannot be loaded, or does not work.
    """
    from scpn.backtranslation.translators import load_trips
    from scpn.pretrained.digest import models_digest

    settings = settings or BackTranslationSettings()
    description = {
        "version": __version__,
        "forward": list(forward),
        "backward": list(backward),
        **settings.to_dict(),
    }
    run = SentenceRun(
        source,
        output,
        description,
        stage="translating",
        batch_size=settings.batch_size,
        chunk_size=settings.batch_size,
        resume=resume,
        overwrite=overwrite,
        on_progress=on_progress,
        on_problem=on_problem,
    )
    # Loaded before an unfinished run is overwritten.
    trips = load_trips(forward, backward, device=device)
    run.require_models(lambda: [models_digest(trip) for trip in trips])
    translator = BackTranslator(trips, settings.num)
    return run.go(lambda batches: map(translator.results, batches), on_result=on_result)


class BackTranslator:
    """Takes batches of sentences into other languages and back.

    Args:
        trips: There and back; one or more.
        num: Versions of a sentence, at most.
    """

    def __init__(self, trips: Sequence[RoundTrip], num: int) -> None:
        self._trips, self._num = trips, num

    def results(self, batch: Sequence[Sentence]) -> list[ItemResult]:
        """The result of each sentence, in order; one that fails does not harm the others."""
        # Each language may give a copy, which is none of the versions wanted.
        most = self._num + len(self._trips)

        def translate(texts: Sequence[str]) -> list[list[Translation]]:
            return take_turns(self._trips, texts, num=most)

        return results_of(
            batch,
            lambda texts: map(
                self._result, texts, together_or_alone(texts, translate, SentenceError)
            ),
        )

    def _result(self, text: str, versions: list[Translation] | SentenceError) -> ItemResult:
        """The pairs of a sentence, without copies of it."""
        if isinstance(versions, SentenceError):
            return ItemResult(error=str(versions))
        own = _words(text)
        records = [
            {"source": text, "target": version, "score": round(score, 4)}
            for version, score in versions
            if _words(version) not in ([], own)
        ]
        return ItemResult(records[: self._num])


def _words(text: str) -> list[str]:
    return text.casefold().split()
