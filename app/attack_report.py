"""The robustness report of an attack, as `scpn report` makes it from the same records."""

from collections.abc import Sequence
from html import escape

from scpn import __version__
from scpn.adversarial.outcomes import AttackOutcome
from scpn.adversarial.report.document import RobustnessReport
from scpn.adversarial.report.rendering import render_html
from scpn.adversarial.settings import ReportSettings, ValidityRules
from scpn.adversarial.validity import FOLDS
from scpn.app.cards import notice
from scpn.parsing.protocol import Parser

_GOOD_JUDGE = 0.75  # accuracy under which the reader is warned


def build_page_report(
    outcomes: Sequence[AttackOutcome], *, victim: str, rules: ValidityRules, parser: Parser | None
) -> RobustnessReport:
    """Sum up an attack, see `report_attacks`.

    Args:
        outcomes: Examples with their candidates.
        victim: Name of the classifier.
        rules: Thresholds of validity.
        parser: Draws the trees of examples; None leaves them out.

    Raises:
        UsageError: There are fewer than two examples.
        DataError: The examples of a fold are of one label, so that no judge can be trained.
    """
    from scpn.adversarial.report.building import report_attacks

    num_folds = min(FOLDS, len({outcome.texts for outcome in outcomes}))
    settings = ReportSettings(folds=num_folds, title=f"Robustness of {victim}", rules=rules)
    return report_attacks(
        {"scpn": outcomes},
        settings=settings,
        signature={
            "scpn": __version__,
            "victim": victim,
            "judge": f"{settings.judge}, {num_folds} folds of the examples attacked",
        },
        parser=parser,
    )


def frame_report(report: RobustnessReport) -> str:
    """Show a report within the page: with its own style, and unable to run anything."""
    frame = (
        f'<iframe class="report" title="Robustness report" sandbox="" '
        f'srcdoc="{escape(render_html(report))}"></iframe>'
    )
    if report.judge_accuracy >= _GOOD_JUDGE:
        return frame
    return frame + notice(
        "The judge of labels learned from these examples alone and is right about "
        f"{report.judge_accuracy:.0%} of them, so do not rely on what the report says of validity. "
        "`scpn report --train` takes more."
    )
