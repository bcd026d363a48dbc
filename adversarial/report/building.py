"""From what the stages of the experiment left to a report."""

from collections.abc import Mapping, Sequence

from scpn.adversarial.bootstrap import Interval
from scpn.adversarial.classifiers import OTHER_KIND
from scpn.adversarial.outcomes import AttackOutcome
from scpn.adversarial.report.document import (
    RobustnessReport,
    SystemReport,
    show_examples,
)
from scpn.adversarial.report.figures import compare_broken, summarize_attack
from scpn.adversarial.robustness import Parts, RobustnessConfig, SystemRuns
from scpn.adversarial.validity import CrossFittedJudge, ValidityRules, judge_outcomes
from scpn.parsing.protocol import Parser


def build_report(
    runs: Sequence[SystemRuns],
    *,
    title: str,
    parts: Parts,
    config: RobustnessConfig,
    judge_accuracy: float,
    signature: Mapping[str, str],
    parser: Parser | None = None,
) -> RobustnessReport:
    """Sum up an experiment.

    Args:
        runs: What each system came to; the first is compared with the others.
        title: Of the report.
        parts: The data.
        config: Settings of the experiment.
        judge_accuracy: Of the classifier that checks labels, 0 to 1.
        signature: What else one must know to compare the figures.
        parser: Draws the trees of examples; None leaves them out.
    """
    return RobustnessReport(
        title=title,
        signature={
            **signature,
            "victim": config.kind,
            "judge": OTHER_KIND[config.kind],
            "sides": config.sides,
            "per-sentence": str(config.per_sentence),
            "folds": str(config.folds),
        },
        sizes={name: len(part) for name, part in vars(parts).items() if part},
        seeds=list(config.seeds),
        systems=[_build_system(run, parser) for run in runs],
        comparisons=_compare(runs),
        judge=OTHER_KIND[config.kind],
        judge_accuracy=judge_accuracy,
        rules=config.rules,
    )


def build_attack_report(
    attacks: Mapping[str, Sequence[AttackOutcome]],
    judge: CrossFittedJudge,
    *,
    title: str,
    judge_kind: str,
    rules: ValidityRules,
    signature: Mapping[str, str],
    parser: Parser | None = None,
) -> RobustnessReport:
    """Sum up attacks on one classifier of any kind, without training it again.

    Args:
        attacks: Examples of each system; the first is compared with the others.
        judge: Checks labels; it must know the examples.
        title: Of the report.
        judge_kind: Its family.
        rules: Thresholds of validity.
        signature: What one must know to compare the figures.
        parser: Draws the trees of examples; None leaves them out.
    """
    runs = [
        SystemRuns(name, [judge_outcomes(outcomes, judge, rules=rules)], [], [], [], [])
        for name, outcomes in attacks.items()
    ]
    return RobustnessReport(
        title=title,
        signature=signature,
        sizes={"attacked": len({o.id for outcomes in attacks.values() for o in outcomes})},
        seeds=[],
        systems=[_build_system(run, parser) for run in runs],
        comparisons=_compare(runs),
        judge=judge_kind,
        judge_accuracy=judge.accuracy,
        rules=rules,
    )


def _compare(runs: Sequence[SystemRuns]) -> dict[str, Interval]:
    """Broken rate of the first system minus that of each other."""
    return {
        other.name: interval
        for other in runs[1:]
        if (interval := compare_broken(runs[0].before, other.before)) is not None
    }


def _build_system(run: SystemRuns, parser: Parser | None) -> SystemReport:
    return SystemReport(
        name=run.name,
        before=summarize_attack(run.before),
        after=summarize_attack(run.after) if run.after else None,
        fall=compare_broken(run.before, run.after) if run.after else None,
        added=run.added,
        test_before=run.test_before,
        test_after=run.test_after,
        examples=show_examples(run.before[0], parser),
    )
