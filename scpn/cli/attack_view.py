"""What `scpn attack` shows while it works, and the figures at its end."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scpn.cli.progress import RunView, count_of, report
from scpn.runs import Progress

if TYPE_CHECKING:
    from rich.console import RenderableType

    from scpn.adversarial.attack_run import AttackTally
    from scpn.adversarial.summary import AttackSummary

_WIDTH = 120


class AttackView(RunView):
    """Shows an attack, and how much of it an earlier run has done."""

    def __init__(self) -> None:
        super().__init__(decimals=1, prefix="scpn: ", problems="problems of examples")
        self._show, self.on_progress = self.on_progress, self._follow
        self._skipped = 0

    def _follow(self, event: Progress) -> None:
        if event.done > event.skipped > self._skipped:
            self._skipped = event.skipped
            report(f"{count_of(event.skipped, 'example')} were done before")
        if self._show is not None:
            self._show(event)


def show(tally: "AttackTally") -> None:
    """Print the figures, and on standard error what the run took."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console = Console(width=_WIDTH)
    for table in tables(tally.summary):
        console.print(table)
    summary = tally.summary
    if summary.failed:
        report(f"{count_of(summary.failed, 'example')} failed and are in no figure")
    if summary.unparaphrased:
        report(f"{count_of(summary.unparaphrased, 'example')} could not be paraphrased")
    report(
        f"{count_of(tally.queries, 'question')} to the victim; "
        f"{count_of(tally.computed, 'paraphrase')} made, {tally.cached:,} in the cache"
    )
    report_stages(tally.stage_seconds)


def report_stages(seconds: Mapping[str, float]) -> None:
    """Say how the time of a run is shared by its stages, the longest first."""
    total = sum(seconds.values())
    if total > 0:
        stages = sorted(seconds.items(), key=lambda stage: -stage[1])
        shares = ", ".join(f"{name} {100 * taken / total:.0f}%" for name, taken in stages)
        report(f"{total:,.1f} s of work: {shares}")


def tables(summary: "AttackSummary") -> "list[RenderableType]":
    """The figures for people."""
    from rich.table import Table
    from rich.text import Text

    over_all = Table("", "", "of", "%", "95%", box=None, pad_edge=False, header_style="dim")
    rows = (
        ("right before", summary.right, summary.examples, summary.accuracy),
        ("broken", summary.broken, summary.examples, summary.broken_rate),
        ("broken of right", summary.broken, summary.right, summary.broken_of_right),
    )
    for name, above, below, rate in rows:
        figures = ["", ""]
        if rate is not None:
            figures = [f"{100 * rate.value:.1f}", f"{100 * rate.low:.1f}-{100 * rate.high:.1f}"]
        over_all.add_row(name, f"{above:,}", f"{below:,}", *figures)
    by_form = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("template", "candidates", "accepted", "breaks", "% of right"):
        by_form.add_column(name, justify="left" if name == "template" else "right")
    for name, form in summary.forms.items():
        share = f"{100 * form.broken / summary.right:.1f}"
        counts = (form.candidates, form.accepted, form.broken)
        by_form.add_row(Text(name), *(f"{count:,}" for count in counts), share)
    return [over_all, by_form]
