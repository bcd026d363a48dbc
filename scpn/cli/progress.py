"""What a command says on standard error while it works: single lines, and how far it is.

`RunView` shows a run of the library: its events as a bar or lines, its problems, and, if it stops,
what is kept of it.
"""

import sys
from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Self

from scpn.runs.progress import OnProgress
from scpn.runs.progress import Progress as Event

if TYPE_CHECKING:
    from rich.progress import Progress

SECONDS_BETWEEN_LINES = 30.0


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

    def __init__(self, noun: str) -> None:
        self.count, self._noun = 0, noun

    def add(self, problem: str) -> None:
        """Report a problem, or only count it."""
        self.count += 1
        if self.count <= self.most:
            report(problem)
        elif self.count == self.most + 1:
            report(f"further {self._noun} are counted, not shown")


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


class ProgressView:
    """Shows events of runs: as a bar on a terminal, else as a line now and then.

    Args:
        decimals: Digits of the speed, where one item takes long.
        prefix: What lines begin with.
    """

    def __init__(self, *, decimals: int = 0, prefix: str = "") -> None:
        self._bar = new_bar(shows_rate=True)
        self._has_bar = self._bar.console.is_terminal
        self._decimals, self._prefix = decimals, prefix
        self._stage: str | None = None

    def __enter__(self) -> Self:
        if self._has_bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._has_bar:
            self._bar.stop()

    def __call__(self, event: Event) -> None:
        """Show an event; another stage begins a bar of its own."""
        if event.stage != self._stage:
            self._stage = event.stage
            self._task = self._bar.add_task(event.stage, total=event.total, rate="")
            self._begin = self._last = monotonic()
        if event.done == event.skipped:  # all of it was there before and took no time
            self._begin = self._last = monotonic()
        now = monotonic()
        speed = (event.done - event.skipped) / max(1e-9, now - self._begin)
        note = f"{event.note}, " if event.note else ""
        rate = f"{note}{speed:,.{self._decimals}f} {event.unit}/s"
        if self._has_bar:
            self._bar.update(self._task, completed=event.done, rate=rate)
        elif now - self._last >= SECONDS_BETWEEN_LINES:
            self._last = now
            about = "about " if event.is_estimate else ""
            total = "" if event.total is None else f" of {about}{event.total:,}"
            done = f"{event.stage}: {event.done:,}{total} {event.unit}"
            print(f"{self._prefix}{done}, {rate}", file=sys.stderr)


class RunView:
    """Shows a run; use it as a context manager, and hand its callbacks to the run.

    Args:
        shows_progress: Show how far the run is; without it `on_progress` is None.
        decimals: Digits of the speed, where one item takes long.
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
        self._bar = ProgressView(decimals=decimals, prefix=prefix) if shows_progress else None
        self.on_progress: OnProgress | None = self._bar
        self.problems = ProblemReports(problems)

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.__enter__()
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        """Clear the bar; if an error ends the run, say what its notes say."""
        if self._bar is not None:
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
