"""The figures that `scpn augment` shows at its end."""

from pathlib import Path
from typing import TYPE_CHECKING

from scpn.cli.progress import report

if TYPE_CHECKING:
    from scpn.adversarial.augment_run import AugmentTally


def show(tally: "AugmentTally", output: Path) -> None:
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
        f"{output}; {tally.without:,} examples have none"
    )
    report(f"{tally.computed:,} paraphrases made, {tally.cached:,} in the cache")
