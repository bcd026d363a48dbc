"""What a command says on standard error while it works: single lines, and how far it is."""

import sys
from time import monotonic

SECONDS_BETWEEN_LINES = 30.0


def report(message: str) -> None:
    """Say something in one line."""
    print(f"scpn: {' '.join(message.split())}", file=sys.stderr)


def count_of(number: int, noun: str) -> str:
    """Return "1 pair", "2,000 pairs"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


class StageProgress:
    """How far work of one or more stages is: a bar on a terminal, else a line now and then.

    Args:
        noun: What is counted, in the plural: "sentences".
    """

    def __init__(self, noun: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeElapsedColumn as Elapsed
        from rich.progress import TimeRemainingColumn as Remaining

        console = Console(stderr=True)
        self._has_bar = console.is_terminal
        self._noun = noun
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            Elapsed(),
            Remaining(),
            console=console,
            refresh_per_second=2,
            redirect_stdout=False,
        )
        self._stage: str | None = None
        self._total: int | None = None

    def __enter__(self) -> "StageProgress":
        if self._has_bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._has_bar:
            self._bar.stop()

    def start(self, stage: str, total: int | None) -> None:
        """Begin a stage; `total` is what there is to do, None if unknown."""
        self._stage, self._total = stage, total
        self._task = self._bar.add_task(stage, total=total, rate="")
        self._begin = self._last = monotonic()

    def update(self, done: int, skipped: int = 0) -> None:
        """Show that so many are done, of which `skipped` were so before and took no time."""
        now = monotonic()
        rate = f"{(done - skipped) / max(1e-9, now - self._begin):,.0f} {self._noun}/s"
        if self._has_bar:
            self._bar.update(self._task, completed=done, rate=rate)
        elif now - self._last >= SECONDS_BETWEEN_LINES:
            self._last = now
            of = f" of about {self._total:,}" if self._total is not None else ""
            print(f"{self._stage}: {done:,}{of} {self._noun}, {rate}", file=sys.stderr)

    def update_stage(self, stage: str, done: int, total: int) -> None:
        """Begin `stage` if it is a new one, and show how far it is."""
        if stage != self._stage:
            self.start(stage, total)
        self.update(done)
