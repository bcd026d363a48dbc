"""Builds the report of an experiment or of attacks."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from scpn.adversarial.bootstrap import Interval
from scpn.adversarial.classifiers import OTHER_KIND, ClassifierConfig, train_judge
from scpn.adversarial.outcomes import AttackOutcome
from scpn.adversarial.protocol import Example
from scpn.adversarial.report.document import (
    RobustnessReport,
    SystemReport,
    show_examples,
)
from scpn.adversarial.report.figures import compare_broken, summarize_attack
from scpn.adversarial.robustness import Parts, RobustnessConfig, SystemRuns
from scpn.adversarial.settings import Kind, ValidityRules
from scpn.adversarial.validity import FOLDS, judge_outcomes
from scpn.adversarial.victims.scoring import check_task
from scpn.parsing.protocol import Parser
from scpn.runs import OnProgress, Progress


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


def report_attacks(
    attacks: Mapping[str, Sequence[AttackOutcome]],
    *,
    more: Sequence[Example] = (),
    judge_kind: Kind = "bag-of-words",
    num_folds: int = FOLDS,
    rules: ValidityRules | None = None,
    title: str = "Robustness",
    signature: Mapping[str, str],
    parser: Parser | None = None,
    on_progress: OnProgress | None = None,
) -> RobustnessReport:
    """Sum up attacks on one classifier of any kind, without training it again.

    Labels are checked by classifiers that are trained on the examples of the attacks, each judged
    by one that never saw it. Few examples make a poor judge; the report says how good it is.

    Args:
        attacks: Examples of each system; the first is compared with the others.
        more: Training examples of the judge beside them.
        judge_kind: Family of the judge; take another one than the victim's.
        num_folds: Folds of the judge; no more than there are examples.
        rules: Thresholds of validity.
        title: Of the report.
        signature: What one must know to compare the figures.
        parser: Draws the trees of examples; None leaves them out.
        on_progress: Called with the progress of training the judge.

    Raises:
        UsageError: There are fewer than two examples, or fewer than folds.
        DataError: The examples of a fold are of one label, or `more` are of another task.
    """
    rules = rules or ValidityRules()
    outcomes = [outcome for found in attacks.values() for outcome in found]
    examples = list({o.texts: Example(o.id, o.texts, o.label) for o in outcomes}.values())
    if more:
        check_task(more, examples)

    def show(stage: str, done: int, total: int) -> None:
        if on_progress is not None:
            on_progress(Progress(stage, done, total, unit="steps"))

    with tempfile.TemporaryDirectory(prefix="scpn-judge-") as folder:
        judge = train_judge(
            judge_kind,
            examples,
            more,
            Path(folder),
            config=ClassifierConfig(),
            num_folds=num_folds,
            progress=show,
        )
    runs = [
        SystemRuns(name, [judge_outcomes(found, judge, rules=rules)], [], [], [], [])
        for name, found in attacks.items()
    ]
    return RobustnessReport(
        title=title,
        signature=signature,
        sizes={"attacked": len({outcome.id for outcome in outcomes})},
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
