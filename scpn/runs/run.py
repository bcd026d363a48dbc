"""The one loop over many items, for runs that can be stopped and continued.

output = PartialOutput.of(path, description, chunk_size=64, resume=resume, overwrite=False)
run = ResumableRun(items, chunk_size=64, output=output, on_progress=..., on_problem=...)
model = load()                      # run.first, the first chunk, was read: the input is usable
with run:
    counts = run.go(work)           # work: batches of items -> for each, an ItemResult an item
    run.finish(write)               # write(path, records): the output appears
return counts
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from types import TracebackType
from typing import Generic, TypeVar

from scpn.errors import DataError, UsageError
from scpn.runs.partial import ItemResult, PartialOutput, Write, digest
from scpn.runs.progress import OnProblem, OnProgress, Progress

Item = TypeVar("Item")

Work = Callable[[Iterator[list[Item]]], Iterable[Iterable[ItemResult]]]
"""Takes batches of items and gives, for each batch in order, the result of each item in order.

`Workers.map` is such work; so is `lambda batches: map(function, batches)`. It may read batches
ahead, and give the results of a batch one by one as they come.
"""


@dataclass(frozen=True, slots=True)
class Items(Generic[Item]):
    """The items of a run, and what must be known of them.

    Attributes:
        stream: The items, read once, in order.
        name: Of the input, for messages.
        noun: What an item is, in the singular.
        content: Gives the text that tells an item from others.
        where: Gives the place of an item for messages, such as `reviews.tsv:12`.
        count: Gives how many items there are, or None if that is not known; called only if
            somebody wants to know how far the run is.
        is_estimate: The count is not exact.
        size: Gives for how many an item counts in figures and progress, where one stands for many.
        unit: What is counted, in the plural; empty for items themselves.
        wanted: What an empty input lacks, if there is more to say than the noun.
    """

    stream: Iterable[Item]
    name: str
    noun: str
    content: Callable[[Item], str]
    where: Callable[[Item], str]
    count: Callable[[], int | None] = lambda: None
    is_estimate: bool = False
    size: Callable[[Item], int] = lambda item: 1
    unit: str = ""
    wanted: str = ""


@dataclass(slots=True)
class RunCounts:
    """Figures of a run.

    Attributes:
        done: Items, those of an earlier run included.
        skipped: Items that an earlier run had done.
        failed: Items that failed.
        records: Records they gave.
    """

    done: int = 0
    skipped: int = 0
    failed: int = 0
    records: int = 0

    def add(self, result: ItemResult, size: int = 1) -> None:
        """Count the result of an item."""
        self.done += size
        self.failed += result.error is not None
        self.records += len(result.records)


class ResumableRun(Generic[Item]):
    """Takes items through some work, chunk by chunk; use it as a context manager.

    Args:
        items: What to go through.
        chunk_size: Items read together. Without an output there is nothing to continue, but items
            are batched in the same way.
        output: Where results are kept and written, made with the same chunk size; None only hands
            them to `on_result` of `go`.
        stage: What is done, for progress.
        on_progress: Told how far the run is.
        on_problem: Told of each item that failed, those of an earlier run included.

    Attributes:
        first: The first chunk.
        counts: Figures so far.

    Raises:
        DataError: The input cannot be read, or has no item.
    """

    def __init__(
        self,
        items: Items[Item],
        *,
        chunk_size: int,
        output: PartialOutput | None = None,
        stage: str = "working",
        on_progress: OnProgress | None = None,
        on_problem: OnProblem | None = None,
    ) -> None:
        if output is not None and output.chunk_size != chunk_size:
            raise ValueError(f"chunk size {chunk_size}, but that of the output {output.chunk_size}")
        self.items, self.output, self.counts = items, output, RunCounts()
        self._chunk_size, self._stage = chunk_size, stage
        self._on_progress, self._on_problem = on_progress, on_problem
        self._total: int | None = None
        stream = iter(items.stream)
        self.first = list(islice(stream, chunk_size))
        if not self.first:
            wanted = items.wanted or items.noun
            raise DataError(f"has no {wanted}; give at least one", path=items.name)
        self._chunks = _chunks(chain(self.first, stream), chunk_size)

    def __enter__(self) -> "ResumableRun[Item]":
        """Open the output.

        Raises:
            UsageError: It holds a run that cannot be continued like this.
            DataError: It cannot be written.
        """
        if self.output is not None:
            self.output.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the output; if there is something to continue from, the error gets a note."""
        if self.output is not None:
            self.output.__exit__(kind, error, traceback)

    def go(
        self,
        work: Work[Item],
        *,
        batch_size: int | None = None,
        on_result: Callable[[Item, ItemResult], None] | None = None,
        on_earlier: Callable[[Item, ItemResult], None] | None = None,
        note: Callable[[], str] = lambda: "",
    ) -> RunCounts:
        """Do all items that are not done yet.

        Args:
            work: See `results`, as for the others.
            batch_size: Items given to the work together; None gives it whole chunks.
            on_result: Called with each item and its result in order, those of an earlier run
                included: to print it, or to sum up.
            on_earlier: Called before that, only with those of an earlier run: to learn from them.
            note: Gives what progress says of the results so far.

        Returns:
            Figures of the run, `self.counts`.

        Raises:
            UsageError: The output holds a run over other items.
            DataError: The input cannot be read, or the output cannot be written.
        """
        for item, result in self.results(
            work, batch_size=batch_size, on_earlier=on_earlier, note=note
        ):
            if on_result is not None:
                on_result(item, result)
        return self.counts

    def results(
        self,
        work: Work[Item],
        *,
        batch_size: int | None = None,
        on_earlier: Callable[[Item, ItemResult], None] | None = None,
        note: Callable[[], str] = lambda: "",
    ) -> Iterator[tuple[Item, ItemResult]]:
        """Do all items that are not done yet, as somebody asks for them.

        Args:
            work: See `Work`. It is called once the earlier items are passed over.
            batch_size: Items given to the work together; None gives it whole chunks.
            on_earlier: Called with the items of an earlier run, before they are given.
            note: Gives what progress says of the results so far; called after each.

        Yields:
            Each item and its result in order, those of an earlier run included.

        Raises:
            UsageError: The output holds a run over other items.
            DataError: The input cannot be read, or the output cannot be written.
        """
        if self._on_progress is not None:
            self._total = self.items.count()
        self._report("")
        for item, result in self._replay():
            if on_earlier is not None:
                on_earlier(item, result)
            self._count(item, result)
            self.counts.skipped = self.counts.done
            yield item, result
            self._report(note())
        given: deque[list[Item]] = deque()
        for results in work(self._batches(batch_size or self._chunk_size, given)):
            for item, result in zip(given.popleft(), results, strict=True):
                if self.output is not None:
                    self.output.write(self.items.content(item), result)
                self._count(item, result)
                yield item, result
                self._report(note())

    def finish(self, write: Write) -> None:
        """Make the output appear, if there is one; nothing must fail after that.

        Args:
            write: Writes all records into a file.

        Raises:
            DataError: It cannot be written; the partial file is kept.
        """
        if self.output is not None:
            self.output.finish(write)

    def discard(self) -> None:
        """Give up: leave no output, and nothing to continue from."""
        if self.output is not None:
            self.output.discard()

    def _replay(self) -> Iterator[tuple[Item, ItemResult]]:
        """Yield what an earlier run has done, making sure that the items are the same."""
        if self.output is None:
            return
        kept, num_kept, noun = self.output.replay(), self.output.num_kept, self.items.noun
        for begin in range(0, num_kept, self._chunk_size):
            chunk = next(self._chunks, [])
            if len(chunk) < self._chunk_size:
                raise self._changed(
                    f"it has {num_kept} {noun}s done, but {self.items.name} has only "
                    f"{begin + len(chunk)}"
                )
            for item, entry in zip(chunk, kept, strict=False):
                if digest(self.items.content(item)) != entry["digest"]:
                    raise self._changed(f"{self.items.where(item)} is another {noun} than before")
                yield item, ItemResult(entry["records"], entry["error"])

    def _changed(self, reason: str) -> UsageError:
        assert self.output is not None
        return UsageError(
            f"{str(self.output.path)!r} cannot be continued: {reason}; give the same input, or "
            "start again with --overwrite"
        )

    def _batches(self, size: int, given: deque[list[Item]]) -> Iterator[list[Item]]:
        """The chunks that are left, cut into batches, which are noted in `given`."""
        for chunk in self._chunks:
            for begin in range(0, len(chunk), size):
                batch = chunk[begin : begin + size]
                given.append(batch)
                yield batch

    def _count(self, item: Item, result: ItemResult) -> None:
        self.counts.add(result, self.items.size(item))
        if result.error is not None and self._on_problem is not None:
            self._on_problem(f"{self.items.where(item)}: {result.error}")

    def _report(self, note: str) -> None:
        if self._on_progress is not None:
            event = Progress(
                self._stage,
                self.counts.done,
                self._total,
                self.counts.skipped,
                note,
                self.items.unit or f"{self.items.noun}s",
                self.items.is_estimate,
            )
            self._on_progress(event)


def _chunks(stream: Iterator[Item], size: int) -> Iterator[list[Item]]:
    while chunk := list(islice(stream, size)):
        yield chunk
