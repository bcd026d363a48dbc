"""The whole experiment: train, attack, augment the training set, train again, attack again.

Iyyer et al. 2018, section 5.2, for any number of ways to paraphrase and of seeds. Every stage
leaves a file or folder that appears whole or not at all; a stage that is done is passed over.
"""

import dataclasses
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from scpn.adversarial.attack import Attack
from scpn.adversarial.attack_run import attack_examples
from scpn.adversarial.augment import CHUNK_SIZE, Augmenter
from scpn.adversarial.augment_run import augment_examples, read_paraphrases
from scpn.adversarial.cache import ParaphraseCache
from scpn.adversarial.candidates import CandidateMaker, check_sides
from scpn.adversarial.classifiers import (
    OTHER_KIND,
    ClassifierConfig,
    Trained,
    train_judge,
    train_once,
)
from scpn.adversarial.labeled_data import example_items
from scpn.adversarial.outcomes import AttackOutcome, read_outcomes
from scpn.adversarial.protocol import Example, Victim
from scpn.adversarial.rewriters import Rewriter
from scpn.adversarial.settings import ExperimentSettings, ValidityRules
from scpn.adversarial.summary import AttackSummary
from scpn.adversarial.validity import (
    CrossFittedJudge,
    JudgedOutcome,
    judge_outcomes,
)
from scpn.config import to_dict
from scpn.errors import DataError, UsageError
from scpn.fileio import make_folder, write_atomically
from scpn.runs import OnProgress, PartialOutput, Progress, ResumableRun
from scpn.runs.header import check_same_run
from scpn.tables.reading import read_json_strictly
from scpn.tables.writing import write_rows

SETTINGS_NAME = "settings.json"
BEFORE_NAME, AFTER_NAME, AUGMENTED_NAME = (
    "attack-before.jsonl",
    "attack-after.jsonl",
    "augmented.jsonl",
)


@dataclasses.dataclass(frozen=True)
class RobustnessConfig(ExperimentSettings):
    """Settings of the experiment."""

    min_similarity: float = ValidityRules.min_similarity
    """Similarity below which a paraphrase does not count as valid."""
    min_overlap: float = ValidityRules.min_overlap
    """N-gram overlap below which it does not."""
    classifiers: ClassifierConfig = dataclasses.field(default_factory=ClassifierConfig)
    """How victims and judges are trained."""

    @property
    def rules(self) -> ValidityRules:
        """Thresholds of validity."""
        return ValidityRules(self.min_similarity, self.min_overlap)


@dataclasses.dataclass(frozen=True)
class Parts:
    """Data of the experiment.

    Attributes:
        train: Trains victims, and is augmented.
        dev: Chooses their parameters, and is attacked.
        test: For accuracy alone; may be empty.
    """

    train: Sequence[Example]
    dev: Sequence[Example]
    test: Sequence[Example] = ()

    def digest(self) -> dict[str, int]:
        """CRC-32 of each part, to notice that a run is continued with other data."""
        return {
            name: zlib.crc32(
                "\n".join("\t".join([e.label, *e.texts]) for e in part).encode(
                    "utf-8", "surrogatepass"
                )
            )
            for name, part in vars(self).items()
        }


@dataclasses.dataclass(frozen=True)
class SystemRuns:
    """Results of one system, one entry for each seed.

    Attributes:
        name: Of the system.
        before: Judged attacks on the victims trained on the data as it is.
        after: The same of those trained on augmented data; empty without augmentation.
        test_before: Test accuracies, 0 to 1; empty without a test set.
        test_after: Test accuracies after augmentation.
        added: Rows that augmentation added.
    """

    name: str
    before: list[list[JudgedOutcome]]
    after: list[list[JudgedOutcome]]
    test_before: list[float]
    test_after: list[float]
    added: list[int]


class Experiment:
    """Runs the stages that are not done, and reads the results of all.

    Args:
        parts: The data.
        systems: The rewriters by name; the first is compared with the others.
        config: Settings.
        output: Folder of all results.
        cache: Keeps paraphrases, so that a stage that was killed does not make them again.
        options: What else must be the same for a run to be continued, such as names of models.
        resume: Continue the run in `output`.
        cpu: Stay on the CPU even if there is a GPU.
        augmented_together: Examples whose paraphrases are made together; changes no result.
        on_progress: Called with the progress of each stage.

    Attributes:
        judge: What checked labels, once `run` has ended.

    Raises:
        UsageError: There is no system; or `output` holds a run and `resume` is false, or a run of
            other settings.
        DataError: A part that is needed is empty, or `output` cannot be written.
    """

    def __init__(
        self,
        parts: Parts,
        systems: Mapping[str, Rewriter],
        *,
        config: RobustnessConfig,
        output: Path,
        cache: ParaphraseCache | None = None,
        options: Mapping[str, Any] | None = None,
        resume: bool = False,
        cpu: bool = True,
        augmented_together: int = CHUNK_SIZE,
        on_progress: OnProgress | None = None,
    ) -> None:
        if not systems:
            raise UsageError("no system is given; give at least one")
        for name in ("train", "dev"):
            if not getattr(parts, name):
                raise DataError(f"the {name} set has no example; give at least one")
            check_sides(getattr(parts, name)[0], config.sides)
        self.parts, self.config, self.output = parts, config, output
        self._systems, self._cache, self._cpu = systems, cache, cpu
        self._on_progress = on_progress
        self._augmented_together = augmented_together
        self.judge: CrossFittedJudge
        description = {
            "config": to_dict(config),
            "systems": list(systems),
            "data": parts.digest(),
            "options": dict(options or {}),
        }
        _settle(output, json.loads(json.dumps(description)), resume=resume)

    # -- stages ----------------------------------------------------------------------------

    def run(self) -> list[SystemRuns]:
        """Run all stages that are not done, and judge the attacks.

        Raises:
            DataError: A training set has one label only, or a file cannot be read or written.
            ModelError: A model cannot be loaded, or a checkpoint is damaged.
            VictimError: A victim failed on too many examples in a row.
        """
        victims = {seed: self._train_victim(seed) for seed in self.config.seeds}
        self.judge = train_judge(
            OTHER_KIND[self.config.kind],
            self.parts.dev,
            self.parts.train,
            self.output / "judge",
            config=self.config.classifiers,
            num_folds=self.config.folds,
            cpu=self._cpu,
            progress=self._progress,
        )
        for name in self._systems:
            for seed, trained in victims.items():
                self._run_system(name, seed, trained.victim)
        return [self._read_system(name, victims, self.judge) for name in self._systems]

    def _run_system(self, name: str, seed: int, victim: Victim) -> None:
        folder = make_folder(self._folder(name, seed))
        self._attack(name, victim, folder / BEFORE_NAME, f"{name}, seed {seed}: attack")
        if self.config.per_sentence:
            self._augment(name, seed, folder / AUGMENTED_NAME)
            again = self._train_again(name, seed)
            stage = f"{name}, seed {seed}: attack again"
            self._attack(name, again.victim, folder / AFTER_NAME, stage)

    def _train_victim(self, seed: int) -> Trained:
        folder = self.output / f"seed-{seed}" / "victim"
        return self._train(self.parts.train, folder, seed, f"seed {seed}: train")

    def _train_again(self, name: str, seed: int) -> Trained:
        folder = self._folder(name, seed)
        added = [
            Example(row["id"], tuple(row["texts"]), row["label"])
            for _, row in read_json_strictly(folder / AUGMENTED_NAME)
        ]
        stage = f"{name}, seed {seed}: train again"
        return self._train([*self.parts.train, *added], folder / "victim", seed, stage)

    def _train(self, train: Sequence[Example], folder: Path, seed: int, stage: str) -> Trained:
        return train_once(
            self.config.kind,
            train,
            self.parts.dev,
            folder,
            config=self.config.classifiers,
            seed=seed,
            parts={"dev": self.parts.dev, "test": self.parts.test},
            cpu=self._cpu,
            progress=lambda done, total: self._progress(stage, done, total),
        )

    def _attack(self, name: str, victim: Victim, path: Path, stage: str) -> None:
        if path.is_file():
            return
        attack = Attack(victim, self._maker(name))
        with self._open_run(self.parts.dev, path, attack.chunk_size, stage) as run:
            for _ in attack_examples(run, attack, AttackSummary()):
                pass
            run.finish(write_rows)

    def _augment(self, name: str, seed: int, path: Path) -> None:
        if path.is_file():
            return
        augmenter = Augmenter(
            self._maker(name),
            per_sentence=self.config.per_sentence,
            seed=seed if self.config.augment_seed is None else self.config.augment_seed,
            chunk_size=self._augmented_together,
        )
        train = self.parts.train
        stage = f"{name}, seed {seed}: augment"
        with self._open_run(train, path, self._augmented_together, stage) as run:
            for _ in augment_examples(run, augmenter):
                pass
            run.finish(lambda path, records: write_rows(path, _augmented_rows(train, records)))

    def _open_run(
        self, examples: Sequence[Example], path: Path, chunk_size: int, stage: str
    ) -> ResumableRun[Example]:
        """A run that goes on where a stage was stopped; `settings.json` says what it is."""
        return ResumableRun(
            example_items(examples, "the data", lambda: len(examples)),
            chunk_size=chunk_size,
            output=PartialOutput(path, {}, chunk_size=chunk_size, resume=True),
            stage=stage,
            on_progress=self._on_progress,
        )

    def _maker(self, name: str) -> CandidateMaker:
        return CandidateMaker(self._systems[name], self._cache, sides=self.config.sides)

    def _folder(self, name: str, seed: int) -> Path:
        return self.output / f"seed-{seed}" / name

    def _progress(self, stage: str, done: int, total: int) -> None:
        if self._on_progress is not None:
            self._on_progress(Progress(stage, done, total, unit="steps"))

    # -- judging ---------------------------------------------------------------------------

    def _read_system(
        self, name: str, victims: Mapping[int, Trained], judge: CrossFittedJudge
    ) -> SystemRuns:
        has_test = bool(self.parts.test)
        runs = SystemRuns(
            name, [], [], [t.accuracy["test"] for t in victims.values() if has_test], [], []
        )
        for seed in victims:
            folder = self._folder(name, seed)
            runs.before.append(self._judge(folder / BEFORE_NAME, judge))
            if self.config.per_sentence:
                runs.after.append(self._judge(folder / AFTER_NAME, judge))
                runs.added.append(sum(1 for _ in read_json_strictly(folder / AUGMENTED_NAME)))
                if has_test:
                    runs.test_after.append(self._train_again(name, seed).accuracy["test"])
        return runs

    def _judge(self, path: Path, judge: CrossFittedJudge) -> list[JudgedOutcome]:
        outcomes: Iterator[AttackOutcome] = read_outcomes(path)
        return judge_outcomes(outcomes, judge, rules=self.config.rules)


def _augmented_rows(
    examples: Sequence[Example], records: Iterable[Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Paraphrases of the training examples as they are written down."""
    for example, record in zip(examples, records, strict=True):
        for number, paraphrase in enumerate(read_paraphrases(record), start=1):
            yield {
                "id": f"{example.id}.{number}",
                "label": example.label,
                "texts": list(paraphrase.texts),
                "source_id": example.id,
                "template": paraphrase.template,
                "similarity": paraphrase.similarity,
            }


def _settle(output: Path, description: dict[str, Any], *, resume: bool) -> None:
    """Write the settings of a new run, or check that a continued run has the same."""
    path = make_folder(output) / SETTINGS_NAME
    if not path.exists():
        with write_atomically(path) as stream:
            json.dump(description, stream, ensure_ascii=False, indent=1)
        return
    if not resume:
        raise UsageError(
            f"{str(output)!r} holds a run already; continue it with --resume, or choose another "
            "folder"
        )
    try:
        before = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise DataError("is damaged; choose another output folder", path=path) from error
    check_same_run(before, description, output, way_out="choose another folder")
