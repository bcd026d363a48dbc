"""Builds the report of an experiment or of attacks."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from scpn import __version__
from scpn.adversarial.bootstrap import Interval
from scpn.adversarial.classifiers import OTHER_KIND, ClassifierConfig, train_judge
from scpn.adversarial.labeled_data import LabeledData
from scpn.adversarial.outcomes import AttackOutcome, read_attacks
from scpn.adversarial.protocol import Example
from scpn.adversarial.report.document import (
    RobustnessReport,
    SystemReport,
    show_examples,
)
from scpn.adversarial.report.figures import compare_broken, summarize_attack
from scpn.adversarial.report.rendering import write_report
from scpn.adversarial.robustness import Parts, RobustnessConfig, SystemRuns
from scpn.adversarial.settings import ReportSettings
from scpn.adversarial.validity import judge_outcomes
from scpn.adversarial.victims.scoring import check_task
from scpn.fileio import make_folder
from scpn.parsing import load_parser
from scpn.parsing.protocol import Parser
from scpn.runs import OnProblem, OnProgress, Progress


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


def report_files(
    attacks: Sequence[str | Path],
    output: Path,
    *,
    train: LabeledData | None = None,
    settings: ReportSettings | None = None,
    parser: str | None = None,
    on_progress: OnProgress | None = None,
    on_problem: OnProblem | None = None,
) -> list[Path]:
    """Sum up files of attacks in a report; what `scpn report` does.

    Args:
        attacks: Files of `scpn attack`, `FILE` or `NAME=FILE`.
        output: Folder of the report.
        train: Training examples of the judge beside those that were attacked.
        settings: None for the defaults.
        parser: Draws the trees of examples, as `load_parser` takes it; "none" draws none.
        on_progress: Called with the progress of training the judge.
        on_problem: Called with a line for each example of `train` that cannot be read.

    Returns:
        The report in several formats.

    Raises:
        UsageError: Two systems have one name, or there are too few examples.
        DataError: A file cannot be read or written, or the data cannot be used.
        ModelError: There is no such parser.
    """
    settings = settings or ReportSettings()
    document = report_attacks(
        read_attacks(attacks),
        more=[] if train is None else train.read_all(on_problem),
        settings=settings,
        signature={
            "scpn": __version__,
            "attacks": ", ".join(Path(file).name for file in attacks),
            "train": "none" if train is None else Path(train.path).name,
            "folds": str(settings.folds),
        },
        parser=None if parser == "none" else load_parser(parser),
        on_progress=on_progress,
    )
    return write_report(document, make_folder(output))


def report_attacks(
    attacks: Mapping[str, Sequence[AttackOutcome]],
    *,
    more: Sequence[Example] = (),
    settings: ReportSettings | None = None,
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
        settings: None for the defaults; no more folds than there are examples.
        signature: What one must know to compare the figures.
        parser: Draws the trees of examples; None leaves them out.
        on_progress: Called with the progress of training the judge.

    Raises:
        UsageError: There are fewer than two examples, or fewer than folds.
        DataError: The examples of a fold are of one label, or `more` are of another task.
    """
    settings = settings or ReportSettings()
    outcomes = [outcome for found in attacks.values() for outcome in found]
    examples = list({o.texts: Example(o.id, o.texts, o.label) for o in outcomes}.values())
    if more:
        check_task(more, examples)

    def show(stage: str, done: int, total: int) -> None:
        if on_progress is not None:
            on_progress(Progress(stage, done, total, unit="steps"))

    with tempfile.TemporaryDirectory(prefix="scpn-judge-") as folder:
        judge = train_judge(
            settings.judge,
            examples,
            more,
            Path(folder),
            config=ClassifierConfig(),
            num_folds=settings.folds,
            progress=show,
        )
    runs = [
        SystemRuns(name, [judge_outcomes(found, judge, rules=settings.rules)], [], [], [], [])
        for name, found in attacks.items()
    ]
    return RobustnessReport(
        title=settings.title,
        signature=signature,
        sizes={"attacked": len({outcome.id for outcome in outcomes})},
        seeds=[],
        systems=[_build_system(run, parser) for run in runs],
        comparisons=_compare(runs),
        judge=settings.judge,
        judge_accuracy=judge.accuracy,
        rules=settings.rules,
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
