"""Augmentation runs, which can be stopped and continued."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from typing import Any

from scpn import __version__
from scpn.adversarial.augment import (
    CHUNK_SIZE,
    Augmented,
    Augmenter,
    Balance,
    LabeledParaphrase,
    augmented_rows,
    balance,
    check_new_columns,
    most_wanted,
)
from scpn.adversarial.candidates import check_sides
from scpn.adversarial.labeled_data import LabeledData
from scpn.adversarial.protocol import Example
from scpn.adversarial.rewriting import ControlledRewriting
from scpn.adversarial.settings import AugmentSettings
from scpn.runs import ItemResult, OnProblem, OnProgress, PartialOutput, ResumableRun
from scpn.tables.formats import writable_kind
from scpn.tables.writing import write_rows

Record = dict[str, Any]


@dataclass(slots=True)
class AugmentTally:
    """Figures of an augmentation run.

    Attributes:
        examples: Examples of each label.
        paraphrases: Paraphrases written of each label.
        without: Examples none of whose paraphrases is written.
        balance: How many paraphrases were kept, if labels were balanced.
        computed: Sentences x templates that were paraphrased in this run.
        cached: Those that were in the cache.
        stage_seconds: Time of this run by stage.
    """

    examples: Counter[str] = field(default_factory=Counter)
    paraphrases: Counter[str] = field(default_factory=Counter)
    without: int = 0
    balance: Balance | None = None
    computed: int = 0
    cached: int = 0
    stage_seconds: dict[str, float] = field(default_factory=dict)

    def add(self, augmented: Augmented) -> None:
        """Count an example and its paraphrases."""
        label = augmented.example.label
        self.examples[label] += 1
        self.paraphrases[label] += len(augmented.paraphrases)
        self.without += not augmented.paraphrases


def augment_file(
    data: LabeledData,
    rewriting: ControlledRewriting,
    output: Path,
    *,
    settings: AugmentSettings | None = None,
    resume: bool = False,
    overwrite: bool = False,
    on_progress: OnProgress | None = None,
    on_problem: OnProblem | None = None,
) -> AugmentTally:
    """Add accepted paraphrases to labeled examples.

    The request is checked before the models are loaded.

    Args:
        data: The examples; they are read again at the end, with all their columns.
        rewriting: How paraphrases are made.
        output: `.csv`, `.tsv`, `.jsonl` or `.parquet`, written when all examples are done.
        settings: What is added.
        resume: Continue an unfinished run; the file is that of a run that was never stopped.
        overwrite: Replace a file that is there.
        on_progress: Called with the progress of the run.
        on_problem: Called with a line for each example that cannot be read or paraphrased.

    Raises:
        UsageError: The request cannot be carried out.
        DataError: The input cannot be read or has no example, or the output cannot be written.
        ModelError: The models cannot be loaded.
    """
    settings = settings or AugmentSettings()
    writable_kind(output)
    chunk_size = CHUNK_SIZE * rewriting.workers
    target = PartialOutput(
        output,
        _describe(data, rewriting, settings),
        chunk_size=chunk_size,
        resume=resume,
        overwrite=overwrite,
    )
    run = ResumableRun(
        data.items(on_problem),
        chunk_size=chunk_size,
        output=target,
        stage="augmenting",
        on_progress=on_progress,
        on_problem=on_problem,
    )
    check_sides(run.first[0], settings.sides)
    check_new_columns(run.first[0].row)
    columns = data.columns_of(run.first[0])
    most = None
    if settings.balance:
        most = most_wanted(Counter(e.label for e in data.read()), settings.per_sentence)
    tally = AugmentTally()
    loaded = rewriting.load()
    target.require(models=loaded.signature["models"])
    with run, rewriting.open_maker(loaded, sides=settings.sides, on_problem=on_problem) as maker:
        augmenter = Augmenter(
            maker,
            per_sentence=settings.per_sentence,
            seed=settings.seed,
            chunk_size=chunk_size,
        )
        made = [
            (a.example.label, len(a.paraphrases)) for a in augment_examples(run, augmenter, most)
        ]
        tally.computed, tally.cached = maker.num_computed, maker.num_cached
        tally.stage_seconds |= loaded.paraphraser.stage_seconds
        if settings.balance:
            tally.balance = balance(*zip(*made, strict=True), seed=settings.seed)

        def write(path: Path, records: Iterable[Record]) -> None:
            rows = _rows(data, records, tally, columns.texts, columns.id, settings)
            write_rows(path, rows, numbers=("similarity",))

        run.finish(write)
    return tally


def augment_examples(
    run: ResumableRun[Example], augmenter: Augmenter, most: Mapping[str, int] | None = None
) -> Iterator[Augmented]:
    """Augment the examples of a run that are not done yet.

    The run keeps one record of each example, its paraphrases; see `read_paraphrases`.

    Args:
        run: Goes through the examples; it must be open.
        augmenter: Makes the paraphrases.
        most: See `Augmenter.augment`.

    Yields:
        Each example with its paraphrases as soon as they are there, those of an earlier run first.

    Raises:
        UsageError: The run is continued with other examples.
        DataError: The input cannot be read, or the output cannot be written.
    """
    made: Counter[str] = Counter()  # paraphrases of each label so far

    def work(chunks: Iterator[list[Example]]) -> Iterator[Iterable[ItemResult]]:
        for chunk in chunks:
            yield [
                ItemResult([{"paraphrases": [p.to_record() for p in a.paraphrases]}], a.error)
                for a in augmenter.augment(chunk, most=most)
            ]

    for example, result in run.results(work, note=lambda: f"{made.total():,} paraphrases"):
        augmented = Augmented(example, read_paraphrases(result.records[0]), result.error)
        made[example.label] += len(augmented.paraphrases)
        yield augmented


def read_paraphrases(record: Mapping[str, Any]) -> list[LabeledParaphrase]:
    """The paraphrases of an example, from what a run keeps of it."""
    return [LabeledParaphrase.from_record(kept) for kept in record["paraphrases"]]


def _describe(
    data: LabeledData, rewriting: ControlledRewriting, settings: AugmentSettings
) -> Record:
    """Everything that must be the same when a run is continued."""
    described = settings.to_dict()
    del described["include_original"]  # the rows are written in the end
    return {
        "version": __version__,
        **described,
        **rewriting.describe(),
        **data.describe(),
    }


def _rows(
    data: LabeledData,
    records: Iterable[Record],
    tally: AugmentTally,
    text_columns: tuple[str, ...],
    id_column: str | None,
    settings: AugmentSettings,
) -> Iterator[Record]:
    """All rows of the output, which are counted on their way."""
    kept = repeat(settings.per_sentence) if tally.balance is None else iter(tally.balance.kept)
    for example, record, number in zip(data.read(), records, kept, strict=False):
        augmented = Augmented(example, read_paraphrases(record)[:number])
        tally.add(augmented)
        yield from augmented_rows(
            augmented,
            text_columns,
            id_column=id_column,
            include_original=settings.include_original,
        )
