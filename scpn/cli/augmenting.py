"""Run `scpn augment`: check the request, load the models, write the examples and paraphrases."""

import dataclasses
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scpn.cli.progress import StageProgress, report
from scpn.cli.rewriting import (
    ExampleReports,
    LabeledInput,
    RewritingRequest,
    new_example_progress,
)
from scpn.errors import DataError
from scpn.runs.partial import refuse_existing

if TYPE_CHECKING:
    from scpn.adversarial.augment import Augmented, Augmenter, Balance
    from scpn.adversarial.candidates import Sides
    from scpn.adversarial.examples import Columns


@dataclass(frozen=True, slots=True)
class AugmentRequest:
    """A checked request.

    Attributes:
        source: Where examples come from.
        rewriting: How paraphrases are made.
        output: File to write.
        sides: Text of a pair to paraphrase.
        per_sentence: Paraphrases wanted of an example.
        balance: Keep as many paraphrases of each label as make the labels equally frequent.
        include_original: Write the examples themselves too.
        seed: Of the drawing of templates, and of paraphrases if there is to be a balance.
        overwrite: Replace a file that is there.
    """

    source: LabeledInput
    rewriting: RewritingRequest
    output: Path
    sides: "Sides" = "first"
    per_sentence: int = 1
    balance: bool = False
    include_original: bool = True
    seed: int = 0
    overwrite: bool = False


@dataclass(slots=True)
class AugmentTally:
    """What an augmentation came to.

    Attributes:
        examples: Examples of each label.
        paraphrases: Paraphrases written of each label.
        without: Examples none of whose paraphrases is accepted.
        problems: Examples that were left out or cannot be paraphrased.
        balance: What was found out for it, if there is one.
        computed: Sentences x templates that were paraphrased in this run.
        cached: Those that were in the cache.
        stage_seconds: Time of this run by stage.
    """

    examples: Counter[str] = field(default_factory=Counter)
    paraphrases: Counter[str] = field(default_factory=Counter)
    without: int = 0
    problems: ExampleReports = field(default_factory=ExampleReports)
    balance: "Balance | None" = None
    computed: int = 0
    cached: int = 0
    stage_seconds: dict[str, float] = field(default_factory=dict)

    def add(self, augmented: "Augmented") -> None:
        """Count an example and its paraphrases."""
        label = augmented.example.label
        self.examples[label] += 1
        self.paraphrases[label] += len(augmented.candidates)
        self.without += not augmented.candidates
        if augmented.error is not None:
            self.problems.add(f"example {augmented.example.id}: {augmented.error}")


def augment(request: AugmentRequest) -> AugmentTally:
    """Run a request: what can be wrong with it is found before the models are loaded.

    Raises:
        UsageError: The request cannot be carried out.
        DataError: The input cannot be read or has no example, or the output cannot be written.
        ModelError: The models cannot be loaded.
    """
    from scpn.adversarial.augment import CHUNK_SIZE, Augmenter
    from scpn.adversarial.candidates import CandidateMaker
    from scpn.tables.formats import writable_kind
    from scpn.tables.writing import write_rows

    writable_kind(request.output)
    refuse_existing(request.output, overwrite=request.overwrite)
    columns = _find_columns(request)
    tally = AugmentTally()
    with ExitStack() as stack:
        rewriting = request.rewriting
        if rewriting.no_cache and request.balance:  # paraphrases are made in a first pass
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            rewriting = dataclasses.replace(
                rewriting, no_cache=False, cache=Path(folder) / "paraphrases.sqlite"
            )
        cache = stack.enter_context(rewriting.open_cache())
        rewriter = rewriting.load()
        spread = stack.enter_context(rewriting.spread(rewriter))
        maker = CandidateMaker(spread, cache, sides=request.sides)
        augmenter = Augmenter(
            maker,
            per_sentence=request.per_sentence,
            seed=request.seed,
            chunk_size=CHUNK_SIZE * rewriting.workers,
        )
        progress = stack.enter_context(new_example_progress())
        if request.balance:
            tally.balance = _find_balance(request, augmenter, progress)
        progress.start("augmenting", request.source.count(), is_exact=True)
        rows = _rows(request, augmenter, columns, tally, progress)
        write_rows(request.output, rows, numbers=("similarity",))
        tally.computed, tally.cached = maker.num_computed, maker.num_cached
        tally.stage_seconds = dict(rewriter.paraphraser.stage_seconds)
    return tally


def _rows(
    request: AugmentRequest,
    augmenter: "Augmenter",
    columns: "Columns",
    tally: AugmentTally,
    progress: StageProgress,
) -> Iterator[dict[str, Any]]:
    """All rows of the output."""
    from scpn.adversarial.augment import augmented_rows

    most: dict[str, int] | None = None
    kept: Iterator[int] = repeat(request.per_sentence)
    if tally.balance is not None:
        most, kept = tally.balance.most, iter(tally.balance.kept)
    results = augmenter.augment(request.source.read(tally.problems), most=most)
    for done, (augmented, number) in enumerate(zip(results, kept, strict=False), start=1):
        chosen = dataclasses.replace(augmented, candidates=augmented.candidates[:number])
        tally.add(chosen)
        progress.update(done, note=f"{tally.paraphrases.total():,} paraphrases")
        yield from augmented_rows(
            chosen,
            columns.texts,
            id_column=columns.id,
            include_original=request.include_original,
        )


def _find_balance(
    request: AugmentRequest, augmenter: "Augmenter", progress: StageProgress
) -> "Balance":
    from scpn.adversarial.augment import balance

    progress.start("paraphrasing", request.source.count(), is_exact=True)

    def show(done: int) -> None:
        made = augmenter.maker.num_computed + augmenter.maker.num_cached
        progress.update(done, note=f"{made:,} paraphrases tried")

    return balance(request.source.read, augmenter, seed=request.seed, progress=show)


def _find_columns(request: AugmentRequest) -> "Columns":
    """Columns of the first example, which must fit the request.

    Raises:
        DataError: There is no example, or it has a column that augmentation adds.
        UsageError: A second text is to be paraphrased, and there is none.
    """
    from scpn.adversarial.augment import Augmented, augmented_rows
    from scpn.adversarial.candidates import check_sides
    from scpn.adversarial.examples import find_columns

    source = request.source
    first = next(source.read(), None)
    if first is None:
        raise DataError("has no usable example; give at least one", path=source.path)
    check_sides(first, request.sides)
    columns = find_columns(
        first.row,
        text_columns=source.texts,
        label_column=source.label,
        id_column=source.id,
        path=source.path,
    )
    next(augmented_rows(Augmented(first, []), columns.texts), None)
    return columns


def show(tally: AugmentTally, request: AugmentRequest) -> None:
    """Print the rows of each label, and on standard error what the run took."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("label", "examples", "paraphrases", "together"):
        table.add_column(name, justify="left" if name == "label" else "right")
    for label, count in sorted(tally.examples.items()):
        added = tally.paraphrases[label]
        table.add_row(Text(label), f"{count:,}", f"{added:,}", f"{count + added:,}")
    Console().print(table)
    if tally.balance is not None:
        for label, total in sorted(tally.balance.totals.items()):
            if total < tally.balance.target:
                report(
                    f"label {label!r} has {total:,} rows and was to have "
                    f"{tally.balance.target:,}; more --per-sentence or more templates may help"
                )
    report(
        f"{tally.paraphrases.total():,} paraphrases of {tally.examples.total():,} examples in "
        f"{request.output}; {tally.without:,} examples have none"
    )
    report(f"{tally.computed:,} paraphrases made, {tally.cached:,} in the cache")
