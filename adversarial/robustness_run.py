"""The whole robustness experiment, from files of labeled data to a report in a folder."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scpn import __version__
from scpn.adversarial.augment import CHUNK_SIZE
from scpn.adversarial.baselines.selection import Baselines, load_baselines
from scpn.adversarial.labeled_data import LabeledData
from scpn.adversarial.report.building import build_report
from scpn.adversarial.report.document import RobustnessReport
from scpn.adversarial.report.rendering import write_report
from scpn.adversarial.rewriting import ControlledRewriting
from scpn.adversarial.robustness import Experiment, Parts, RobustnessConfig
from scpn.adversarial.victims.scoring import check_task
from scpn.errors import UsageError
from scpn.fileio import make_folder
from scpn.runs import OnProblem, OnProgress

CACHE_NAME = "paraphrases.sqlite"


@dataclass(frozen=True, slots=True)
class RobustnessResult:
    """Report of an experiment and its files.

    Attributes:
        report: Its figures.
        files: The report in several formats.
    """

    report: RobustnessReport
    files: list[Path]


def run_robustness(
    train: LabeledData,
    dev: LabeledData,
    test: LabeledData | None,
    rewriting: ControlledRewriting,
    output: Path,
    *,
    baselines: Baselines | None = None,
    config: RobustnessConfig | None = None,
    title: str | None = None,
    resume: bool = False,
    cpu: bool = False,
    on_progress: OnProgress | None = None,
    on_problem: OnProblem | None = None,
) -> RobustnessResult:
    """Train a victim, attack it, augment its training data, train again, attack again; report.

    Args:
        train: Training examples.
        dev: Examples that are attacked.
        test: Examples for accuracy, or None.
        rewriting: How the controlled paraphraser is used; its cache is in `output`.
        output: Folder of all results.
        baselines: What it is compared with; None is nothing.
        config: Settings of the experiment.
        title: Of the report; None names the victim and the data.
        resume: Continue the run in `output`; stages that are done are passed over.
        cpu: Stay on the CPU.
        on_progress: Called with the progress of each stage.
        on_problem: Called with a line for each example that cannot be read.

    Raises:
        UsageError: The request cannot be carried out.
        DataError: The data cannot be used, or a file cannot be read or written.
        ModelError: A model cannot be loaded.
        VictimError: A victim failed on too many examples in a row.
    """
    baselines, config = baselines or Baselines(), config or RobustnessConfig()
    _check_seeds(config)
    tested = [] if test is None else test.read_all(on_problem)
    parts = Parts(train.read_all(on_problem), dev.read_all(on_problem), tested)
    check_task(parts.train, parts.dev, parts.test)
    # Loaded now, so that a wrong name is told before hours of work.
    controlled = rewriting.load()
    others = load_baselines(baselines, controlled, device=rewriting.device)
    options = {"version": __version__, **_describe(rewriting), **baselines.describe()}
    rewriting = replace(rewriting, cache=make_folder(output) / CACHE_NAME, use_cache=True)
    with rewriting.open_maker(controlled, on_problem=on_problem) as maker:
        experiment = Experiment(
            parts,
            {controlled.name: maker.rewriter} | others,
            config=config,
            output=output,
            cache=maker.cache,
            options=options,
            resume=resume,
            cpu=cpu,
            augmented_together=CHUNK_SIZE * rewriting.workers,
            on_progress=on_progress,
        )
        runs = experiment.run()
    report = build_report(
        runs,
        title=title or f"Robustness of a {config.kind} classifier on {Path(dev.path).name}",
        parts=parts,
        config=config,
        judge_accuracy=experiment.judge.accuracy,
        signature={key: _plain(value) for key, value in options.items()},
        parser=controlled.paraphraser.parser,
    )
    return RobustnessResult(report, write_report(report, output))


def _check_seeds(config: RobustnessConfig) -> None:
    is_drawn = config.per_sentence > 0 and config.augment_seed is None
    if config.kind == "bag-of-words" and len(config.seeds) > 1 and not is_drawn:
        raise UsageError(
            "a bag-of-words classifier is the same whatever its seed, so several would only "
            "count it several times; give one with --seeds"
        )


def _describe(rewriting: ControlledRewriting) -> dict[str, Any]:
    """Settings that must be the same when a run is continued; `num_return` if not 1."""
    description = rewriting.describe()
    if description["num_return"] == 1:
        del description["num_return"]
    return description


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
