"""Training a classifier of either family, with its figures on what was held out."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scpn.adversarial.protocol import Example
from scpn.adversarial.victims.bag_of_words import CONFIG_NAME, BagOfWordsConfig, train_bag_of_words
from scpn.adversarial.victims.bilstm_training import BilstmTrainingConfig, train_bilstm
from scpn.adversarial.victims.checking import CheckedVictim
from scpn.adversarial.victims.scoring import accuracy, check_task
from scpn.config import save_config
from scpn.errors import UsageError
from scpn.fileio import make_folder, write_atomically

FIGURES_NAME = "figures.json"

TrainingConfig = BilstmTrainingConfig | BagOfWordsConfig
CONFIGS: Mapping[str, type[TrainingConfig]] = {
    "bilstm": BilstmTrainingConfig,
    "bag-of-words": BagOfWordsConfig,
}
"""Families of classifiers by name; the type of the settings chooses the family."""


@dataclass(frozen=True)
class HeldOutFigures:
    """How good a classifier is on examples that it has not learned from.

    Attributes:
        examples: How many there are.
        accuracy: Percent of them that are labeled right.
        most_frequent_label: Percent that are right if the most frequent training label is given
            to all.
    """

    examples: int
    accuracy: float
    most_frequent_label: float


@dataclass(frozen=True)
class TrainedClassifier:
    """A classifier and its figures.

    Attributes:
        victim: The classifier.
        most_frequent: The most frequent label of the training examples.
        figures: "dev" and "test" -> figures; a part without examples is left out.
    """

    victim: CheckedVictim
    most_frequent: str
    figures: Mapping[str, HeldOutFigures]


def train_classifier(
    train: Sequence[Example],
    dev: Sequence[Example],
    test: Sequence[Example] = (),
    *,
    config: TrainingConfig,
    output: Path,
    resume: bool = False,
    cpu: bool = False,
    report: Callable[[Mapping[str, float]], None] = lambda figures: None,
    progress: Callable[[int, int], None] = lambda step, total: None,
) -> TrainedClassifier:
    """Train a classifier, and write its figures on held-out examples beside it.

    Args:
        train: Training examples.
        dev: Examples for choosing the best parameters.
        test: Examples for the final figure, used for nothing else.
        config: Settings; their type chooses the family.
        output: Folder of the model and `figures.json`.
        resume: Continue the training in `output`.
        cpu: Stay on the CPU even if there is a GPU.
        report: Called with the figures of each evaluation.
        progress: Called with (finished updates, all updates).

    Raises:
        UsageError: `output` holds a model and `resume` is false, or the settings do not fit.
        DataError: The training examples have one label only, or another part has one they lack.
        ModelError: The checkpoint was made with other settings or examples, or is damaged.
    """
    check_task(train, dev, test)
    victim = train_victim(
        train, dev, config=config, output=output, resume=resume, cpu=cpu, report=report,
        progress=progress,
    )  # fmt: skip
    most = Counter(example.label for example in train).most_common(1)[0][0]
    figures = {
        name: HeldOutFigures(
            len(part),
            round(accuracy(victim, part), 2),
            round(100 * sum(example.label == most for example in part) / len(part), 2),
        )
        for name, part in (("dev", dev), ("test", test))
        if part
    }
    with write_atomically(output / FIGURES_NAME) as file:
        json.dump({name: vars(part) for name, part in figures.items()}, file, indent=2)
    return TrainedClassifier(victim, most, figures)


def train_victim(
    train: Sequence[Example],
    dev: Sequence[Example],
    *,
    config: TrainingConfig,
    output: Path,
    resume: bool = False,
    cpu: bool = False,
    report: Callable[[Mapping[str, float]], None] = lambda figures: None,
    progress: Callable[[int, int], None] = lambda step, total: None,
) -> CheckedVictim:
    """Train a classifier into a folder; see `train_classifier`."""
    if isinstance(config, BilstmTrainingConfig):
        return train_bilstm(
            train, dev, config=config, output=output, resume=resume, cpu=cpu, report=report,
            progress=progress,
        )  # fmt: skip
    if (output / CONFIG_NAME).exists() and not resume:
        raise UsageError(f"{output} holds a model already; choose another folder")
    victim = train_bag_of_words(train, dev, config=config, progress=progress)
    victim.save(make_folder(output))
    save_config(config, output / "training.yaml")
    return victim
