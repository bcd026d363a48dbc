"""Run `scpn robustness`: read the data, name the systems, do the stages, write the report."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scpn import __version__
from scpn.cli.progress import StageProgress, report
from scpn.cli.rewriting import ExampleReports, LabeledInput, RewritingRequest
from scpn.errors import DataError, UsageError

if TYPE_CHECKING:
    from scpn.adversarial.protocol import Example
    from scpn.adversarial.rewriters import ControlledRewriter, Rewriter
    from scpn.adversarial.robustness import Parts, RobustnessConfig

CONTROLLED = "scpn"  # name of the controlled paraphraser among the systems
_LIST_WIDTH = 200  # of a table that goes into a file or a pipe


@dataclass(frozen=True, slots=True)
class Baselines:
    """What the controlled paraphraser is compared with.

    Attributes:
        synonyms: Replace words by synonyms.
        wordnet: Folder of WordNet, or None for the one that is installed.
        forward: Translators from English; each goes with the one of `backward` at its place.
        backward: Translators into English.
        uncontrolled: Folder of a paraphraser without control, or None.
        versions: Paraphrases a sentence; None is as many as there are templates.
    """

    synonyms: bool = False
    wordnet: Path | None = None
    forward: tuple[str, ...] = ()
    backward: tuple[str, ...] = ()
    uncontrolled: Path | None = None
    versions: int | None = None

    def describe(self) -> dict[str, Any]:
        """What must be the same for a run to be continued."""
        return {
            "synonyms": self.synonyms,
            "wordnet": self.wordnet and str(self.wordnet),
            "forward": self.forward,
            "backward": self.backward,
            "uncontrolled": self.uncontrolled and str(self.uncontrolled),
            "versions": self.versions,
        }


@dataclass(frozen=True, slots=True)
class RobustnessRequest:
    """A checked request.

    Attributes:
        train: Training examples.
        dev: Examples that are attacked.
        test: Examples for accuracy, or None.
        rewriting: How the controlled paraphraser works.
        baselines: What it is compared with.
        config: Settings of the experiment.
        output: Folder of all results.
        title: Of the report.
        resume: Continue a run.
        cpu: Stay on the CPU.
    """

    train: LabeledInput
    dev: LabeledInput
    test: LabeledInput | None
    rewriting: RewritingRequest
    baselines: Baselines
    config: "RobustnessConfig"
    output: Path
    title: str
    resume: bool = False
    cpu: bool = False

    @classmethod
    def of(
        cls,
        *,
        baselines: Baselines,
        settings: dict[str, Any],
        seeds: str,
        config: Path | None,
        overrides: Sequence[str],
        title: str | None,
        dev: LabeledInput,
        **parts: Any,
    ) -> "RobustnessRequest":
        """Check the options.

        Raises:
            UsageError: One of them is malformed, or two contradict each other.
        """
        from scpn.adversarial.classifiers import ClassifierConfig
        from scpn.adversarial.robustness import RobustnessConfig
        from scpn.backtranslation.translators import check_translators
        from scpn.config import load_config

        check_translators(baselines.forward, baselines.backward)
        classifiers = load_config(ClassifierConfig, config, overrides=overrides)
        experiment = RobustnessConfig(seeds=_read_seeds(seeds), classifiers=classifiers, **settings)
        is_drawn = experiment.per_sentence > 0 and experiment.augment_seed is None
        if experiment.kind == "bag-of-words" and len(experiment.seeds) > 1 and not is_drawn:
            raise UsageError(
                "a bag-of-words classifier is the same whatever its seed, so several would only "
                "count it several times; give one with --seeds"
            )
        name = title or f"Robustness of a {experiment.kind} classifier on {Path(dev.path).name}"
        return cls(baselines=baselines, config=experiment, title=name, dev=dev, **parts)


class Systems:
    """Loads the ways of paraphrasing, each when it is needed; the models are shared.

    Args:
        request: Names them.
    """

    def __init__(self, request: RobustnessRequest) -> None:
        self._request = request

    @property
    def loaders(self) -> "dict[str, Callable[[], Rewriter]]":
        """What loads each system, by its name; the controlled paraphraser is the first."""
        baselines = self._request.baselines
        found: dict[str, Callable[[], Rewriter]] = {CONTROLLED: lambda: self.controlled}
        if baselines.synonyms:
            found["synonyms"] = self._load_synonyms
        if baselines.forward:
            found["back-translation"] = self._load_back_translation
        if baselines.uncontrolled is not None:
            found["uncontrolled"] = self._load_uncontrolled
        # Loaded at once, so that a name that is wrong is told before hours of work; and only once.
        return {name: functools.cache(load) for name, load in found.items()}

    @cached_property
    def controlled(self) -> "ControlledRewriter":
        """The controlled paraphraser."""
        return self._request.rewriting.load()

    @property
    def _num(self) -> int:
        return self._request.baselines.versions or len(self.controlled.forms)

    def _load_synonyms(self) -> "Rewriter":
        from scpn.adversarial.baselines.synonyms import SynonymReplacement
        from scpn.adversarial.baselines.wordnet import Synonyms, load_wordnet

        synonyms = Synonyms(load_wordnet(self._request.baselines.wordnet))
        return self._check(SynonymReplacement(synonyms, num=self._num))

    def _load_back_translation(self) -> "Rewriter":
        from scpn.adversarial.baselines.backtranslation import BackTranslation
        from scpn.backtranslation.translators import load_trips
        from scpn.runtime import resolve_device

        baselines, device = self._request.baselines, resolve_device(self._request.rewriting.device)
        trips = load_trips(baselines.forward, baselines.backward, device=device)
        return self._check(BackTranslation(trips, num=self._num))

    def _load_uncontrolled(self) -> "Rewriter":
        from scpn.adversarial.baselines.uncontrolled import UncontrolledRewriter
        from scpn.evaluation import load_uncontrolled
        from scpn.runtime import resolve_device

        folder = self._request.baselines.uncontrolled
        assert folder is not None
        beside = self.controlled.paraphraser
        device = resolve_device(self._request.rewriting.device)
        model = load_uncontrolled(folder, beside, device=device)
        model.judge = beside.judge
        return UncontrolledRewriter(model, num=self._num, settings=self.controlled.settings)

    def _check(self, baseline: Any) -> "Rewriter":
        from scpn.adversarial.baselines.checked import CheckedRewriter

        paraphraser, settings = self.controlled.paraphraser, self.controlled.settings
        return CheckedRewriter(
            baseline,
            paraphraser.parser,
            judge=paraphraser.judge,
            filters=settings.filters,
            tokenized=settings.tokenized,
        )


def run_robustness(request: RobustnessRequest) -> list[Path]:
    """Run a request; returns the files of the report.

    Raises:
        UsageError: The request cannot be carried out.
        DataError: The data cannot be used, or a file cannot be read or written.
        ModelError: A model cannot be loaded.
        VictimError: A victim failed on too many examples in a row.
    """
    from scpn.adversarial.augment import CHUNK_SIZE
    from scpn.adversarial.report.building import build_report
    from scpn.adversarial.report.rendering import write_report
    from scpn.adversarial.robustness import Experiment
    from scpn.fileio import make_folder
    from scpn.runtime import prepare_torch

    prepare_torch()
    parts = _read_parts(request)
    systems = Systems(request)
    loaders = systems.loaders
    for load in loaders.values():
        load()
    options = {
        "version": __version__, **request.rewriting.describe(), **request.baselines.describe()
    }  # fmt: skip
    make_folder(request.output)
    with (
        request.rewriting.open_cache() as cache,
        request.rewriting.spread(systems.controlled) as controlled,
        StageProgress("steps") as progress,
    ):
        experiment = Experiment(
            parts,
            loaders | {CONTROLLED: lambda: controlled},
            config=request.config,
            output=request.output,
            cache=cache,
            options=options,
            resume=request.resume,
            cpu=request.cpu,
            augmented_together=CHUNK_SIZE * request.rewriting.workers,
            progress=progress.update_stage,
        )
        runs = experiment.run()
    document = build_report(
        runs,
        title=request.title,
        parts=parts,
        config=request.config,
        judge_accuracy=experiment.judge.accuracy,
        signature={key: _plain(value) for key, value in options.items()},
        parser=systems.controlled.paraphraser.parser,
    )
    files = write_report(document, request.output)
    _show(document)
    report(f"the report is in {', '.join(str(path) for path in files)}")
    return files


def _read_parts(request: RobustnessRequest) -> "Parts":
    from scpn.adversarial.robustness import Parts
    from scpn.adversarial.victims.scoring import check_task

    def read(source: LabeledInput | None) -> "list[Example]":
        if source is None:
            return []
        problems = ExampleReports()
        examples = list(source.read(problems))
        if not examples:
            raise DataError("has no usable example; give at least one", path=source.path)
        return examples

    parts = Parts(read(request.train), read(request.dev), read(request.test))
    check_task(parts.train, parts.dev, parts.test)
    return parts


def _read_seeds(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError as error:
        raise UsageError(f"--seeds {text!r} must be whole numbers, such as 1,2,3") from error


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _show(document: Any) -> None:
    """Print the overview."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from scpn.adversarial.report.rendering import (
        describe_accuracies,
        describe_interval,
        describe_rate,
    )

    table = Table(box=None, pad_edge=False, header_style="dim")
    names = ("system", "accuracy", "broken", "validity", "broken after", "fall", "test", "after")
    for name in names:
        table.add_column(name, justify="left" if name == "system" else "right")
    for system in document.systems:
        table.add_row(
            Text(system.name),
            describe_rate(system.before.accuracy),
            describe_rate(system.before.broken_rate),
            describe_rate(system.before.validity),
            describe_rate(system.after.broken_rate) if system.after else "-",
            describe_interval(system.fall),
            describe_accuracies(system.test_before),
            describe_accuracies(system.test_after),
        )
    console = Console()
    if not console.is_terminal:
        console = Console(width=_LIST_WIDTH)
    console.print(table)
