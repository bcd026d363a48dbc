"""Classifiers that an experiment trains once and keeps in a folder."""

import dataclasses
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from scpn.adversarial.protocol import Example
from scpn.adversarial.settings import Kind
from scpn.adversarial.validity import FOLDS, CrossFittedJudge
from scpn.adversarial.victims import CheckedVictim, load_victim
from scpn.adversarial.victims.bag_of_words import BagOfWordsConfig
from scpn.adversarial.victims.bilstm_training import BilstmTrainingConfig
from scpn.adversarial.victims.scoring import accuracy
from scpn.adversarial.victims.training import train_victim
from scpn.errors import DataError
from scpn.fileio import make_folder, write_atomically

DONE_NAME = "done.json"
_HELD_OUT = 10
OTHER_KIND: dict[str, Kind] = {"bilstm": "bag-of-words", "bag-of-words": "bilstm"}
"""Family of the classifier that checks labels, by the family of the victim."""


@dataclasses.dataclass
class ClassifierConfig:
    """How classifiers are trained; the seed of each is set by the experiment."""

    bilstm: BilstmTrainingConfig = dataclasses.field(default_factory=BilstmTrainingConfig)
    """The papers' victim."""
    bag_of_words: BagOfWordsConfig = dataclasses.field(default_factory=BagOfWordsConfig)
    """The linear one."""


@dataclasses.dataclass(frozen=True)
class Trained:
    """A classifier and its figures.

    Attributes:
        victim: The classifier.
        accuracy: By part of the data, 0 to 1.
    """

    victim: CheckedVictim
    accuracy: Mapping[str, float]


def train_once(
    kind: Kind,
    train: Sequence[Example],
    dev: Sequence[Example],
    folder: Path,
    *,
    config: ClassifierConfig,
    seed: int,
    parts: Mapping[str, Sequence[Example]] | None = None,
    cpu: bool = True,
    progress: Callable[[int, int], None] = lambda step, total: None,
) -> Trained:
    """Train a classifier, or load the one that was trained before.

    A BiLSTM that was stopped in the middle goes on from its checkpoint.

    Args:
        kind: Family.
        train: Training examples.
        dev: Examples that choose the best parameters.
        folder: Where it is kept.
        config: Settings of both families.
        seed: Replaces the seed in the settings.
        parts: Parts of the data whose accuracy is kept with it.
        cpu: Stay on the CPU even if there is a GPU.
        progress: Called with (finished updates, all updates).

    Raises:
        DataError: The examples are of one class, or dev has a label that train lacks.
        ModelError: What is in the folder is damaged, or belongs to other settings or examples.
    """
    done = folder / DONE_NAME
    if done.is_file():
        return Trained(load_victim(str(folder)), _read_done(done))
    settings = config.bilstm if kind == "bilstm" else config.bag_of_words
    victim = train_victim(
        train,
        dev,
        config=dataclasses.replace(settings, seed=seed),
        output=make_folder(folder),
        resume=True,
        cpu=cpu,
        progress=progress,
    )
    figures = {name: accuracy(victim, part) / 100 for name, part in (parts or {}).items() if part}
    with write_atomically(done) as stream:
        json.dump(figures, stream)
    return Trained(victim, figures)


def train_judge(
    kind: Kind,
    examples: Sequence[Example],
    more: Sequence[Example],
    folder: Path,
    *,
    config: ClassifierConfig,
    num_folds: int = FOLDS,
    cpu: bool = True,
    progress: Callable[[str, int, int], None] = lambda stage, done, total: None,
) -> CrossFittedJudge:
    """Train a classifier that checks labels for each fold, or load those trained before.

    One training example of ten of each label of a fold chooses its parameters.

    Args:
        kind: Family; another one than the victim's.
        examples: Those that are judged.
        more: Training examples beside them; may be empty.
        folder: Where the classifiers are kept.
        config: Settings of both families.
        num_folds: Folds.
        cpu: Stay on the CPU even if there is a GPU.
        progress: Called with the name of the fold, finished updates, all updates.

    Raises:
        UsageError: There are fewer than two folds, or fewer examples than folds.
        DataError: The examples of a fold are of one class.
    """

    def train(known: list[Example], fold: int) -> CheckedVictim:
        stage = f"judge, fold {fold + 1}"
        learned, held_out = _hold_out(known)
        return train_once(
            kind,
            learned,
            held_out,
            folder / f"fold-{fold + 1}",
            config=config,
            seed=0,
            cpu=cpu,
            progress=lambda done, total: progress(stage, done, total),
        ).victim

    return CrossFittedJudge(examples, more, train, num_folds=num_folds)


def _hold_out(examples: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Set the second, twelfth, ... of each label aside, so that none is unknown to the rest."""
    seen: Counter[str] = Counter()
    parts: tuple[list[Example], list[Example]] = [], []
    for example in examples:
        parts[seen[example.label] % _HELD_OUT == 1].append(example)
        seen[example.label] += 1
    return parts


def _read_done(path: Path) -> dict[str, float]:
    try:
        return {str(key): float(value) for key, value in json.loads(path.read_text()).items()}
    except (ValueError, AttributeError) as error:
        raise DataError("is damaged; remove its folder and run again", path=path) from error
