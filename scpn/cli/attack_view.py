"""The figures that `scpn attack` shows at its end."""

from typing import TYPE_CHECKING

from scpn.cli.progress import count_of, report
from scpn.cli.rewriting import report_stages

if TYPE_CHECKING:
    from rich.console import RenderableType

    from scpn.adversarial.summary import AttackSummary
    from scpn.cli.attacking import AttackTally

_WIDTH = 120


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
