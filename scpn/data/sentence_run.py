"""Runs that turn sentences into records, written to a file or passed on one by one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scpn.data.sentences import Sentence, SentenceInput
from scpn.errors import DataError
from scpn.runs import ItemResult, Items, OnProblem, OnProgress, PartialOutput, ResumableRun
from scpn.runs.run import Work
from scpn.tables.formats import writable_kind
from scpn.tables.writing import RESULTS, write_rows

_NUMBERS = ("score", "similarity", "same", "english", "quality")

OnSentence = Callable[[Sentence, ItemResult], None]
"""Called with each sentence and what became of it, in order."""


@dataclass(frozen=True, slots=True)
class SentenceCounts:
    """Figures of a run over sentences.

    Attributes:
        sentences: All of them, those of an earlier run included.
        skipped: Those that an earlier run had done.
        failed: Those that failed.
        unaccepted: Those that did not fail and have no record, or none that is accepted.
        records: Records they gave.
        blank_lines: Numbers of the lines passed over as blank.
    """

    sentences: int
    skipped: int
    failed: int
    unaccepted: int
    records: int
    blank_lines: list[int] = field(default_factory=list)


class SentenceRun:
    """Takes sentences to records.

    Args:
        source: Where they come from; a path is a file of a known kind.
        output: A `.tsv`, `.csv`, `.jsonl` or `.parquet` file of records; None hands them on only.
        description: What must be the same for a run to be continued, beside the sentences.
        stage: What is done, for progress.
        batch_size: Sentences given to the work together.
        chunk_size: Sentences after which a run that was killed may continue: whole batches.
        on_progress: Told how far the run is.
        on_problem: Told of each sentence that failed.

    Raises:
        UsageError: The output is of an unknown kind, exists already, or holds an unfinished run.
        DataError: The input cannot be read, or has no usable sentence at its beginning.
    """

    def __init__(
        self,
        source: SentenceInput | str | Path,
        output: Path | None,
        description: Mapping[str, Any],
        *,
        stage: str,
        batch_size: int,
        chunk_size: int,
        resume: bool,
        overwrite: bool,
        on_progress: OnProgress | None = None,
        on_problem: OnProblem | None = None,
    ) -> None:
        if not isinstance(source, SentenceInput):
            source = SentenceInput(path=str(source))
        self._source, self._batch_size = source, batch_size
        if output is not None:
            writable_kind(output)
        self._output = PartialOutput.of(
            output,
            {**description, "limit": source.limit, "column": source.column},
            chunk_size=chunk_size,
            resume=resume,
            overwrite=overwrite,
        )
        self._run = ResumableRun(
            sentence_items(source),
            chunk_size=chunk_size,
            output=self._output,
            stage=stage,
            on_progress=on_progress,
            on_problem=on_problem,
        )
        _check_first(self._run.first)

    def require_models(self, identify: Callable[[], object]) -> None:
        """Continue a run only with the same models; they are looked at if there is an output."""
        if self._output is not None:
            self._output.require(models=identify())

    def go(self, work: Work[Sentence], *, on_result: OnSentence | None = None) -> SentenceCounts:
        """Take all sentences through the work, and make the output appear.

        Args:
            work: See `Work`; `results_of` keeps unusable sentences from a function.
            on_result: Called with each sentence, those of an earlier run included.

        Raises:
            DataError: The input cannot be read, or no sentence has a record for the output; or the
                output cannot be written.
            UsageError: The output holds a run over other sentences.
        """
        unaccepted = 0

        def count(sentence: Sentence, result: ItemResult) -> None:
            nonlocal unaccepted
            is_accepted = any(record.get("accepted", True) for record in result.records)
            unaccepted += result.error is None and not is_accepted
            if on_result is not None:
                on_result(sentence, result)

        with self._run as run:
            counts = run.go(work, batch_size=self._batch_size, on_result=count)
            if run.output is not None and not counts.records:
                run.discard()
                raise DataError(
                    f"none of the {counts.done:,} sentences could be paraphrased, so "
                    f"{run.output.target} was not written"
                )
            run.finish(lambda path, rows: write_rows(path, rows, numbers=_NUMBERS, style=RESULTS))
        return SentenceCounts(
            counts.done,
            counts.skipped,
            counts.failed,
            unaccepted,
            counts.records,
            self._source.blank_lines,
        )


def sentence_items(source: SentenceInput) -> Items[Sentence]:
    """The sentences of an input as items of a run."""
    return Items(
        source.read(),
        name=source.name,
        noun="sentence",
        content=lambda sentence: sentence.text,
        where=lambda sentence: sentence.where,
        count=source.count,
        is_estimate=True,
    )


def results_of(
    batch: Sequence[Sentence], function: Callable[[list[str]], Iterable[ItemResult]]
) -> list[ItemResult]:
    """Results of a batch: those of a function for usable sentences, the error of the others."""
    results = iter(function([sentence.text for sentence in batch if sentence.error is None]))
    return [
        next(results) if sentence.error is None else ItemResult(error=sentence.error)
        for sentence in batch
    ]


def _check_first(sentences: list[Sentence]) -> None:
    """Refuse an input that has nothing usable at its beginning: it is of another kind.

    Raises:
        DataError: With the first reason.
    """
    if all(sentence.error for sentence in sentences):
        more = f" (and so on: none of {len(sentences)} is usable)" if len(sentences) > 1 else ""
        raise DataError(f"{sentences[0].message}{more}")
