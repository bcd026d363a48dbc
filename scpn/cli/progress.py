"""What a command says on standard error while it works: single lines, and how far it is.

`RunView` shows a run of the library: its events as a bar or lines, its problems, and, if it stops,
what is kept of it.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Self, TypeVar

from scpn.runs.progress import OnProgress
from scpn.runs.progress import Progress as Event

if TYPE_CHECKING:
    from rich.progress import Progress

SECONDS_BETWEEN_LINES = 30.0

Item = TypeVar("Item")


def report(message: str) -> None:
    """Say something in one line."""
    print(f"scpn: {' '.join(message.split())}", file=sys.stderr)


def count_of(number: int, noun: str) -> str:
    """Return "1 pair", "2,000 pairs"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


class ProblemReports:
    """Says what goes wrong, the first times in full, and counts the others.

    Args:
        noun: What goes wrong, in the plural.

    Attributes:
        count: How many there were.
    """

    most = 20
    noun = "failures"

    def __init__(self, noun: str | None = None) -> None:
        self.count = 0
        self.noun = noun or self.noun

    def add(self, problem: str) -> None:
        """Report one."""
        self.count += 1
        if self.count <= self.most:
            report(problem)
        elif self.count == self.most + 1:
            report(f"further {self.noun} are counted, not shown")


def new_bar(*, shows_rate: bool = False) -> "Progress":
    """A bar on standard error.

    Args:
        shows_rate: Show the field `rate` of a task, and the time it has taken, too.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed
    from rich.progress import TimeRemainingColumn as Remaining

    rate = (TextColumn("{task.fields[rate]}"), Elapsed()) if shows_rate else ()
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        *rate,
        Remaining(),
        console=Console(stderr=True),
        refresh_per_second=2,
        redirect_stdout=False,
    )


class StageProgress:
    """How far work of one or more stages is: a bar on a terminal, else a line now and then.

    Args:
        noun: What is counted, in the plural: "sentences".
        decimals: Of the speed, where one of them takes long.
        prefix: What lines begin with.

    Attributes:
        has_bar: There is a terminal.
    """

    def __init__(self, noun: str, *, decimals: int = 0, prefix: str = "") -> None:
        self._bar = new_bar(shows_rate=True)
        self.has_bar = self._bar.console.is_terminal
        self._noun, self._decimals, self._prefix = noun, decimals, prefix
        self._stage: str | None = None
        self._of = ""

    def __enter__(self) -> "StageProgress":
        if self.has_bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.has_bar:
            self._bar.stop()

    def __call__(self, event: Event) -> None:
        """Show an event of a run."""
        if event.stage != self._stage:
            self._noun = event.unit
            self.start(event.stage, event.total, is_exact=not event.is_estimate)
        if event.done == event.skipped:  # all of it was there before and took no time
            self.skip(event.done)
        self.update(event.done, event.skipped, note=event.note)

    def start(self, stage: str, total: int | None, *, is_exact: bool = False) -> None:
        """Begin a stage; `total` is what there is to do, None if unknown."""
        self._stage = stage
        about = "" if is_exact else "about "
        self._of = "" if total is None else f" of {about}{total:,}"
        self._task = self._bar.add_task(stage, total=total, rate="")
        self.skip(0)

    def skip(self, done: int) -> None:
        """Say that so many were done before; the clock starts now."""
        self._skipped = done
        self._begin = self._last = monotonic()

    def update(self, done: int, skipped: int | None = None, *, note: str = "") -> None:
        """Show that so many are done.

        Args:
            done: All of them.
            skipped: Those that were done before and took no time.
            note: What has come of them so far.
        """
        if skipped is not None:
            self._skipped = skipped
        now = monotonic()
        speed = (done - self._skipped) / max(1e-9, now - self._begin)
        rate = f"{f'{note}, ' if note else ''}{speed:,.{self._decimals}f} {self._noun}/s"
        if self.has_bar:
            self._bar.update(self._task, completed=done, rate=rate)
        elif now - self._last >= SECONDS_BETWEEN_LINES:
            self._last = now
            print(
                f"{self._prefix}{self._stage}: {done:,}{self._of} {self._noun}, {rate}",
                file=sys.stderr,
            )

    def update_stage(self, stage: str, done: int, total: int) -> None:
        """Begin `stage` if it is a new one, and show how far it is."""
        if stage != self._stage:
            self.start(stage, total)
        self.update(done)

    def count(self, items: Iterable[Item]) -> Iterator[Item]:
        """Pass `items` on and show how many have gone by."""
        for number, item in enumerate(items, start=1):
            yield item
            self.update(number)


class RunView:
    """Shows a run; use it as a context manager, and hand its callbacks to the run.

    Args:
        shows_progress: Show how far the run is; without it `on_progress` is None.
        decimals: Of the speed, where one item takes long.
        prefix: What lines of progress begin with.
        problems: What the problems of items are, in the plural.

    Attributes:
        on_progress: Takes events.
        problems: Takes and counts problems; `problems.add` is the second callback.
    """

    def __init__(
        self,
        *,
        shows_progress: bool = True,
        decimals: int = 0,
        prefix: str = "",
        problems: str = "failures",
    ) -> None:
        self._bar = StageProgress("items", decimals=decimals, prefix=prefix)
        self.on_progress: OnProgress | None = self._bar if shows_progress else None
        self.problems = ProblemReports(problems)

    def __enter__(self) -> Self:
        if self.on_progress is not None:
            self._bar.__enter__()
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        """Clear the bar; say what the error that ends the run has been given as notes."""
        if self.on_progress is not None:
            self._bar.__exit__()
        for note in getattr(error, "__notes__", ()):
            report(note)


def follow_training(
    bar: "Progress", what: str, total: int | None = None, *, decimals: int = 3
) -> tuple[Callable[[Mapping[str, float]], None], Callable[[int, int], None]]:
    """Add a task to a bar for the updates of a training, and lines for its figures.

    Returns:
        What a training function takes as `report` and as `progress`.
    """
    task = bar.add_task(what, total=total)

    def report_figures(figures: Mapping[str, float]) -> None:
        bar.log(" ".join(f"{name} {value:.{decimals}f}" for name, value in figures.items()))

    def show_step(step: int, total: int) -> None:
        bar.update(task, completed=step, total=total)

    return report_figures, show_step
