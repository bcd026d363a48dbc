"""Transfer to classification: fixed vectors and a logistic regression on top.

The tasks and the protocol of SentEval (Conneau and Kiela 2018): the encoder is not trained
further; a sentence is its vector, a pair (u, v) is u * v beside |u - v|; the strength of the
regularization is chosen on the dev part, or by cross-validation where there is none.
"""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import sklearn
from numpy.typing import NDArray

from scpn.embeddings.pair_scores import checked_vectors
from scpn.embeddings.protocol import SentenceEncoder
from scpn.embeddings.settings import BATCH_SIZE
from scpn.errors import DataError, UsageError, nearest
from scpn.evaluation.scored_pairs import find_tables
from scpn.evaluation.settings import ClassificationSettings
from scpn.metrics.score import Score
from scpn.metrics.signature import Signature
from scpn.tables.reading import read_cells_strictly

Features = NDArray[np.float32]
Labels = NDArray[np.str_]


@dataclass(frozen=True)
class ClassificationTask:
    """One task and where its parts lie.

    Attributes:
        folder: Folder of its files.
        train: Names of the file to train on, the first one found.
        dev: Names of the file to choose C on; empty if cross-validation does it.
        test: Name of the file to test on; None if all of it is cross-validation.
        is_pair: A line holds two sentences.
        positive: Label whose F1 is reported besides; None reports accuracy alone.
    """

    folder: str
    train: tuple[str, ...] = ("train",)
    dev: tuple[str, ...] = ()
    test: str | None = "test"
    is_pair: bool = False
    positive: str | None = None


TASKS: dict[str, ClassificationTask] = {
    "MR": ClassificationTask("mr", train=("all",), test=None),
    "CR": ClassificationTask("cr", train=("all",), test=None),
    "SUBJ": ClassificationTask("subj", train=("all",), test=None),
    "MPQA": ClassificationTask("mpqa", train=("all",), test=None),
    "SST": ClassificationTask("sst2", train=("train.phrases", "train"), dev=("dev",)),
    "TREC": ClassificationTask("trec"),
    "MRPC": ClassificationTask("mrpc", is_pair=True, positive="1"),
    "SICK-E": ClassificationTask("sick_e", dev=("dev", "trial"), is_pair=True),
}
"""Name -> task; SST trains on phrases if they are there, as SentEval does."""


@dataclass(frozen=True)
class ClassificationResult:
    """Figures of one task.

    Attributes:
        name: Key of `TASKS`.
        accuracy: Percent, over the test part or over all folds.
        f1: F1 of the positive label in percent, or None.
    """

    name: str
    accuracy: Score
    f1: Score | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "task": self.name,
            "accuracy": self.accuracy.to_dict(),
            "f1": self.f1 and self.f1.to_dict(),
        }


@dataclass(frozen=True)
class _Part:
    features: Features
    labels: Labels


def find_classification_tasks(
    folder: str | Path, names: Sequence[str] | None = None
) -> tuple[list[str], list[str]]:
    """Names of the tasks that are there, and of those that are not.

    Raises:
        UsageError: The folder does not exist, or a name is no task or not there.
        DataError: None is there.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise UsageError(f"classification folder {str(folder)!r} does not exist")
    for name in names or ():
        if name not in TASKS:
            raise UsageError(
                f"no classification task {name!r}{nearest(name, TASKS)}; tasks are "
                f"{', '.join(TASKS)}"
            )
    wanted = list(dict.fromkeys(names or TASKS))
    found = [name for name in wanted if (folder / TASKS[name].folder).is_dir()]
    missing = [name for name in wanted if name not in found]
    if names and missing:
        place = folder / TASKS[missing[0]].folder
        raise UsageError(f"classification task {missing[0]}: there is no folder {place}")
    if not found:
        folders = ", ".join(task.folder for task in TASKS.values())
        raise DataError(f"holds none of the folders {folders}", path=folder)
    return found, missing


def evaluate_classification(
    encoder: SentenceEncoder,
    folder: str | Path,
    names: Sequence[str],
    *,
    settings: ClassificationSettings | None = None,
    batch_size: int = BATCH_SIZE,
    on_progress: Callable[[str], None] | None = None,
) -> list[ClassificationResult]:
    """Train and test a classifier on the vectors of each task.

    Args:
        encoder: What is evaluated.
        folder: Holds the folder of each task with .tsv files (also .gz, .xz) of
            `label<TAB>sentence` or `label<TAB>sentence<TAB>sentence`.
        names: Keys of `TASKS`, see `find_classification_tasks`.
        settings: None for the defaults.
        batch_size: Sentences embedded together.
        on_progress: Given the name of each task that is done.

    Raises:
        DataError: A file is missing or unusable; with the line.
    """
    settings = settings or ClassificationSettings()
    results = []
    for name in names:
        results.append(_evaluate_task(encoder, Path(folder), name, settings, batch_size))
        if on_progress is not None:
            on_progress(name)
    return results


def _evaluate_task(
    encoder: SentenceEncoder,
    folder: Path,
    name: str,
    settings: ClassificationSettings,
    batch_size: int,
) -> ClassificationResult:
    task = TASKS[name]
    place = folder / task.folder
    files = {
        part: _find_file(place, choices)
        for part, choices in (("train", task.train), ("dev", task.dev), ("test", (task.test,)))
        if choices and choices[0] is not None
    }
    parts = {
        part: _read_part(encoder, path, is_pair=task.is_pair, batch_size=batch_size)
        for part, path in files.items()
    }
    for part, path in files.items():
        labels = sorted(set(parts[part].labels.tolist()))
        if task.positive is not None and not {"0", task.positive}.issuperset(labels):
            raise DataError(
                f"has the labels {', '.join(labels)}; {name} has 0 and {task.positive}", path=path
            )
    if len(np.unique(parts["train"].labels)) < 2:
        raise DataError(
            f"every label is {str(parts['train'].labels[0])!r}, so there is nothing to tell apart",
            path=files["train"],
        )
    try:
        if task.test is None:
            predicted = _predict_by_folds(parts["train"], settings)
            gold = parts["train"].labels
        else:
            model = _fit(parts["train"], settings, dev=parts.get("dev"))
            predicted, gold = model.predict(parts["test"].features), parts["test"].labels
    except ValueError as error:
        reason = " ".join(str(error).split())[:200]
        raise DataError(f"no classifier can be trained on it ({reason})", path=place) from error
    return _score(name, predicted, gold, settings, trained_on=files["train"])


def _find_file(folder: Path, names: Sequence[str | None]) -> Path:
    files = find_tables(folder)
    for name in names:
        if name in files:
            return files[name]
    raise DataError(f"has no {names[-1]}.tsv", path=folder)


def _read_part(encoder: SentenceEncoder, path: Path, *, is_pair: bool, batch_size: int) -> _Part:
    labels: list[str] = []
    columns: tuple[list[str], ...] = ([], []) if is_pair else ([],)
    for number, (label, *texts) in read_cells_strictly(path):
        if len(texts) != len(columns) or not label:
            layout = "<TAB>".join(["label", *["sentence"] * len(columns)])
            raise DataError(f"cannot be read; expected {layout}", path=path, line=number)
        labels.append(label)
        for column, text in zip(columns, texts, strict=True):
            column.append(text)
    if not labels:
        raise DataError("is empty", path=path)
    vectors = [checked_vectors(encoder, column, batch_size=batch_size) for column in columns]
    return _Part(pair_features(*vectors) if is_pair else vectors[0], np.array(labels))


def pair_features(left: Features, right: Features) -> Features:
    """u * v beside |u - v|. Shapes (N, D), (N, D) -> (N, 2D)."""
    return np.concatenate([left * right, np.abs(left - right)], axis=1)


def _predict_by_folds(part: _Part, settings: ClassificationSettings) -> Labels:
    """Predict each fold with a classifier trained (and chosen) on the others."""
    from sklearn.model_selection import StratifiedKFold

    folds = StratifiedKFold(settings.folds, shuffle=True, random_state=settings.seed)
    predicted = np.empty_like(part.labels)
    for train, test in folds.split(part.features, part.labels):
        model = _fit(_Part(part.features[train], part.labels[train]), settings)
        predicted[test] = model.predict(part.features[test])
    return predicted


def _fit(train: _Part, settings: ClassificationSettings, *, dev: _Part | None = None) -> Any:
    """Logistic regression with the C that is best on `dev`, or in cross-validation."""
    if dev is not None:
        models = [_new_model(strength) for strength in settings.strengths]
        scores = []
        for model in models:
            _fit_quietly(model, train)
            scores.append(model.score(dev.features, dev.labels))
        return models[int(np.argmax(scores))]
    from sklearn.model_selection import GridSearchCV, StratifiedKFold

    folds = StratifiedKFold(settings.inner_folds, shuffle=True, random_state=settings.seed)
    search = GridSearchCV(_new_model(), {"C": list(settings.strengths)}, cv=folds)
    _fit_quietly(search, train)
    return search.best_estimator_


def _new_model(strength: float = 1.0) -> Any:
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=strength, max_iter=_MAX_ITERATIONS)


_MAX_ITERATIONS = 200


def _fit_quietly(model: Any, part: _Part) -> None:
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        # The last digits of the weights do not change a prediction.
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(part.features, part.labels)


def _score(
    name: str,
    predicted: Labels,
    gold: Labels,
    settings: ClassificationSettings,
    *,
    trained_on: Path,
) -> ClassificationResult:
    task = TASKS[name]
    if task.test is None:
        protocol: Mapping[str, object] = {"folds": settings.folds, "choice": "inner-folds"}
    else:
        protocol = {"folds": "none", "choice": "dev" if task.dev else "inner-folds"}
    signature = Signature.of(
        metric="accuracy",
        head="logistic-regression",
        **protocol,
        inner_folds="none" if task.dev else settings.inner_folds,
        train=trained_on.name.partition(".tsv")[0],
        seed=settings.seed,
        sklearn=sklearn.__version__,
    )
    accuracy = Score(
        "accuracy", 100 * float(np.mean(predicted == gold)), "percent", len(gold), signature
    )
    if task.positive is None:
        return ClassificationResult(name, accuracy)
    from sklearn.metrics import f1_score

    f1 = 100 * float(f1_score(gold, predicted, pos_label=task.positive))
    signature = signature.extended({"metric": f"f1-of-{task.positive}"})
    return ClassificationResult(name, accuracy, Score("f1", f1, "percent", len(gold), signature))
