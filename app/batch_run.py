"""A batch: many sentences through the paraphraser, with results on disk as they come."""

import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import IO, TYPE_CHECKING, Any

from scpn.data.sentence_run import results_of
from scpn.data.sentences import Sentence
from scpn.runs import ItemResult
from scpn.tables.reading import read_json_strictly
from scpn.tables.writing import SHEET, json_line, write_rows

if TYPE_CHECKING:
    from nltk.tree import Tree

    from scpn.paraphraser import Control, GenerationSettings, Paraphraser

    Controls = Sequence[Control] | Callable[[Tree], Sequence[Control]]

NUM_SHOWN = 50
NUM_ERRORS = 5
_SENTENCES_AT_ONCE = 4  # few, so that a cancelled batch ends within a second or two
_COLUMNS = (
    "row", "source", "paraphrase", "template", "template_match", "similarity", "ngram_overlap",
    "score", "quality", "by", "accepted", "rejected_because", "target_parse", "parse",
)  # fmt: skip


@dataclass(slots=True)
class BatchProgress:
    """Progress of a batch.

    Attributes:
        total: Sentences to do.
        done: Sentences done.
        written: Paraphrases kept.
        unaccepted: Sentences with no accepted paraphrase.
        errors: Of sentences that failed, the first ones.
        failed: How many failed.
        shown: The first paraphrases kept.
        seconds: Time so far.
        stopped: It was cancelled.
    """

    total: int
    done: int = 0
    written: int = 0
    unaccepted: int = 0
    errors: list[str] = field(default_factory=list)
    failed: int = 0
    shown: list[dict[str, Any]] = field(default_factory=list)
    seconds: float = 0.0
    stopped: bool = False


class BatchRun:
    """One batch; its results are kept in a file until they are asked for.

    The loop is its own: a page shows each step as it comes, and what is done when a visitor cancels
    is the result, not a run to be continued.

    Args:
        paraphraser: The models.
        controls: The forms, or a function from the tree of a sentence to its forms.
        settings: How they are searched and accepted.
        keep_rejected: Keep paraphrases that fail a rule too.
    """

    def __init__(
        self,
        paraphraser: "Paraphraser",
        controls: "Controls",
        settings: "GenerationSettings",
        *,
        keep_rejected: bool = False,
    ) -> None:
        self._paraphraser, self._controls, self._settings = paraphraser, controls, settings
        self._keep_rejected = keep_rejected
        self._cancelled = threading.Event()
        self._folder = tempfile.TemporaryDirectory(prefix="scpn-batch-")
        self._jsonl = Path(self._folder.name, "paraphrases.jsonl")

    def cancel(self) -> None:
        """Stop after the sentences that are in work; what is done is kept."""
        self._cancelled.set()

    def run(self, sentences: Sequence[Sentence]) -> Iterator[BatchProgress]:
        """Paraphrase the sentences; yields the same progress again and again."""
        progress, begin = BatchProgress(len(sentences)), monotonic()
        rest = iter(sentences)
        with self._jsonl.open("w", encoding="utf-8", newline="\n") as stream:
            while chunk := list(islice(rest, _SENTENCES_AT_ONCE)):
                if self._cancelled.is_set():
                    progress.stopped = True
                    break
                results = results_of(chunk, self._paraphrase)
                for row, result in enumerate(results, start=progress.done + 1):
                    self._add(progress, row, result, stream)
                progress.done += len(chunk)
                progress.seconds = monotonic() - begin
                stream.flush()
                yield progress
        yield progress

    def save(self, folder: Path) -> list[Path]:
        """Write the results as JSON lines and as CSV into a folder, and delete what was kept."""
        paths = [folder / "paraphrases.jsonl", folder / "paraphrases.csv"]
        shutil.copyfile(self._jsonl, paths[0])
        records = (record for _, record in read_json_strictly(paths[0]))
        write_rows(paths[1], records, columns=_COLUMNS, style=SHEET)
        self._folder.cleanup()
        return paths

    def _paraphrase(self, texts: list[str]) -> Iterator[ItemResult]:
        for found in self._paraphraser.stream(texts, self._controls, settings=self._settings):
            yield ItemResult(
                [paraphrase.to_dict() for paraphrase in found.paraphrases], found.error
            )

    def _add(self, progress: BatchProgress, row: int, result: ItemResult, stream: IO[str]) -> None:
        if result.error is not None:
            progress.failed += 1
            if len(progress.errors) < NUM_ERRORS:
                progress.errors.append(f"sentence {row}: {result.error}")
            return
        progress.unaccepted += not any(record["accepted"] for record in result.records)
        for record in result.records:
            if record["accepted"] or self._keep_rejected:
                numbered = {"row": row, **record}
                stream.write(json_line(numbered))
                progress.written += 1
                if len(progress.shown) < NUM_SHOWN:
                    progress.shown.append(numbered)
