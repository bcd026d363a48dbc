"""Transfer tasks: features by hand, the choice of C against plain loops, bad files."""

import random
from pathlib import Path

import numpy as np
import pytest
from count_encoder import CountEncoder
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from scpn.errors import DataError, UsageError
from scpn.evaluation.senteval import (
    TASKS,
    evaluate_classification,
    find_classification_tasks,
    pair_features,
)
from scpn.evaluation.settings import ClassificationSettings

WORDS = "good bad plot film slow bright"


def noisy_lines(number: int, seed: int, *, flip: float = 0.2) -> list[str]:
    """Sentences whose label follows from a word, some of them mislabeled."""
    draw = random.Random(seed)
    lines = []
    for _ in range(number):
        words = draw.choices(WORDS.split(), k=4)
        label = (words.count("good") >= words.count("bad")) != (draw.random() < flip)
        lines.append(f"{int(label)}\t{' '.join(words)}")
    return lines


def write_part(folder: Path, name: str, lines: list[str]) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.tsv").write_text("\n".join(lines) + "\n")


def read(lines: list[str]) -> tuple[np.ndarray, np.ndarray]:
    labels, texts = zip(*(line.split("\t") for line in lines), strict=True)
    return CountEncoder(WORDS).embed(texts, unknown="zero"), np.array(labels)


def test_pair_features_by_hand() -> None:
    left, right = np.float32([[1, 2]]), np.float32([[3, -1]])
    assert pair_features(left, right).tolist() == [[3, -2, 2, 3]]


def test_task_with_dev_part_takes_the_strength_that_is_best_there(tmp_path: Path) -> None:
    parts = {name: noisy_lines(size, size) for name, size in
             (("train", 40), ("dev", 30), ("test", 50))}  # fmt: skip
    for name, lines in parts.items():
        write_part(tmp_path / "sst2", name, lines)
    strengths = (1e-4, 0.01, 100.0)
    settings = ClassificationSettings(strengths=strengths)
    (result,) = evaluate_classification(CountEncoder(WORDS), tmp_path, ["SST"], settings=settings)
    models = [LogisticRegression(C=c, max_iter=1000).fit(*read(parts["train"])) for c in strengths]
    on_dev = [model.score(*read(parts["dev"])) for model in models]
    assert len(set(on_dev)) > 1
    expected = models[on_dev.index(max(on_dev))].score(*read(parts["test"]))
    assert result.accuracy.value == pytest.approx(100 * expected)
    assert result.accuracy.count == 50
    assert "choice:dev|inner_folds:none|train:train" in str(result.accuracy.signature)


def test_task_without_parts_is_cross_validated_as_by_plain_loops(tmp_path: Path) -> None:
    lines = noisy_lines(60, 3)
    write_part(tmp_path / "mr", "all", lines)
    settings = ClassificationSettings(folds=4, inner_folds=3, strengths=(0.001, 1.0), seed=5)
    (result,) = evaluate_classification(CountEncoder(WORDS), tmp_path, ["MR"], settings=settings)
    features, labels = read(lines)
    right = 0
    for train, test in StratifiedKFold(4, shuffle=True, random_state=5).split(features, labels):
        scores = {}
        for c in (0.001, 1.0):
            inner = StratifiedKFold(3, shuffle=True, random_state=5)
            scores[c] = np.mean([
                LogisticRegression(C=c, max_iter=1000)
                .fit(features[train][a], labels[train][a])
                .score(features[train][b], labels[train][b])
                for a, b in inner.split(features[train], labels[train])
            ])  # fmt: skip
        best = max(scores, key=lambda c: scores[c])
        model = LogisticRegression(C=best, max_iter=1000).fit(features[train], labels[train])
        right += int((model.predict(features[test]) == labels[test]).sum())
    assert result.accuracy.value == pytest.approx(100 * right / 60)
    assert result.accuracy.count == 60
    assert "folds:4" in str(result.accuracy.signature)


def test_pairs_get_f1_of_the_positive_label(tmp_path: Path) -> None:
    same = [f"1\t{word}\t{word}" for word in WORDS.split()]
    other = [f"0\tgood\t{word}" for word in WORDS.split()[1:]]
    for part in ("train", "test"):
        write_part(tmp_path / "mrpc", part, [*same, *other] * 3)
    (result,) = evaluate_classification(CountEncoder(WORDS), tmp_path, ["MRPC"])
    # |u - v| is zero exactly for the pairs labeled 1.
    assert result.accuracy.value == 100
    assert result.f1 is not None
    assert (result.f1.value, result.f1.signature.to_dict()["metric"]) == (100, "f1-of-1")


def test_labels_of_a_task_with_f1_are_known(tmp_path: Path) -> None:
    for part in ("train", "test"):
        write_part(tmp_path / "mrpc", part, ["yes\tgood\tgood", "no\tgood\tbad"] * 9)
    with pytest.raises(DataError, match=r"has the labels no, yes; MRPC has 0 and 1"):
        evaluate_classification(CountEncoder(WORDS), tmp_path, ["MRPC"])


def test_sst_prefers_phrases(tmp_path: Path) -> None:
    for part in ("train", "train.phrases", "dev", "test"):
        write_part(tmp_path / "sst2", part, noisy_lines(30, 1, flip=0))
    (result,) = evaluate_classification(CountEncoder(WORDS), tmp_path, ["SST"])
    assert result.accuracy.signature.to_dict()["train"] == "train.phrases"


def test_find_classification_tasks(tmp_path: Path) -> None:
    write_part(tmp_path / "trec", "train", ["A\tb"])
    found, missing = find_classification_tasks(tmp_path)
    assert found == ["TREC"]
    assert missing == [name for name in TASKS if name != "TREC"]
    for names, message in [
        (["TERC"], "no classification task 'TERC'; did you mean 'TREC'"),
        (["MR"], "classification task MR: there is no folder"),
    ]:
        with pytest.raises(UsageError, match=message):
            find_classification_tasks(tmp_path, names)
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="holds none of the folders mr, cr"):
        find_classification_tasks(tmp_path / "empty")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["A\tgood", "B"], r"train.tsv:2: cannot be read; expected label<TAB>sentence"),
        (["A\tgood\tbad"], r"train.tsv:1: cannot be read"),
        (["\tgood"], r"train.tsv:1: cannot be read"),
        ([""], r"train.tsv: is empty"),
        (["A\tgood"] * 9, r"train.tsv: every label is 'A'"),
        (["A\tgood", "B\tbad"], r"trec: no classifier can be trained on it \(.*n_splits"),
    ],
)
def test_evaluate_classification_bad_file(tmp_path: Path, lines: list[str], message: str) -> None:
    write_part(tmp_path / "trec", "train", lines)
    write_part(tmp_path / "trec", "test", ["A\tgood"])
    with pytest.raises(DataError, match=message):
        evaluate_classification(CountEncoder(WORDS), tmp_path, ["TREC"])


def test_evaluate_classification_missing_file(tmp_path: Path) -> None:
    write_part(tmp_path / "trec", "train", ["A\tgood"])
    with pytest.raises(DataError, match=r"trec: has no test.tsv"):
        evaluate_classification(CountEncoder(WORDS), tmp_path, ["TREC"])
