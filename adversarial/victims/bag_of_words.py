"""Logistic regression on tf-idf of word n-grams: a victim of another family than the BiLSTM.

For a pair, n-grams of either text are features of their own, and so are n-grams that both have, or
only one of them: a linear model sees no interaction otherwise.
"""

import dataclasses
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import safetensors
import safetensors.numpy

from scpn.adversarial.protocol import Example, Texts
from scpn.adversarial.victims.checking import CheckedVictim
from scpn.adversarial.victims.scoring import accuracy, check_task
from scpn.config import from_dict, to_dict
from scpn.embeddings.units import split_words
from scpn.errors import DataError, ModelError, ScpnError, UsageError
from scpn.fileio import make_folder, write_atomically

KIND = "bag-of-words"
CONFIG_NAME, WEIGHTS_NAME = "config.json", "model.safetensors"


@dataclasses.dataclass
class BagOfWordsConfig:
    """Features and regularization."""

    longest: int = 2
    """Words of the longest n-grams."""
    min_count: int = 1
    """Examples in which an n-gram must occur."""
    strengths: tuple[float, ...] = (1.0, 4.0, 16.0)
    """Inverse strengths of the L2 penalty; the one with the best dev accuracy is taken."""
    seed: int = 1
    """Seed; the solver has nothing random, so it changes nothing by itself."""


class BagOfWordsVictim(CheckedVictim):
    """A linear classifier of n-grams.

    Args:
        config: Which n-grams.
        features: N-grams in the order of their columns.
        idf: Inverse document frequency of each. Shape (F,).
        weights: Shape (labels, F).
        bias: Shape (labels,).
        labels: Names of the labels.
        num_texts: Texts of an example.
        name: Name for reports.
    """

    def __init__(
        self,
        config: BagOfWordsConfig,
        features: Sequence[str],
        idf: np.ndarray,
        weights: np.ndarray,
        bias: np.ndarray,
        labels: Sequence[str],
        num_texts: int,
        *,
        name: str = KIND,
    ) -> None:
        super().__init__(name, labels, num_texts, batch_size=1024)
        if weights.shape != (len(labels), len(features)) or bias.shape != (len(labels),):
            raise ValueError(f"weights of shape {weights.shape} for {len(features)} features")
        if idf.shape != (len(features),):
            raise ValueError(f"idf of shape {idf.shape} for {len(features)} features")
        self.config, self.features = config, list(features)
        self.idf, self.weights, self.bias = idf, weights, bias
        self._vectorizer = _build_vectorizer(config, idf=idf, features=self.features)

    def answer(self, texts: Sequence[Texts]) -> np.ndarray:
        """Probabilities of the labels. Shape (N, labels)."""
        logits = self._vectorizer.transform(texts) @ self.weights.T + self.bias
        logits -= logits.max(1, keepdims=True)
        values = np.exp(logits)
        probabilities: np.ndarray = values / values.sum(1, keepdims=True)
        return probabilities

    def save(self, folder: Path, *, half: bool = False) -> None:
        """Write the victim into a folder, without pickle.

        Args:
            folder: Made if missing.
            half: Keep 16 bits a number.

        Raises:
            DataError: The folder cannot be written.
        """
        make_folder(folder)
        kind = np.float16 if half else np.float32
        tensors = {"idf": self.idf, "weights": self.weights, "bias": self.bias}
        description = {
            "kind": KIND,
            "labels": self.labels,
            "num_texts": self.num_texts,
            "config": to_dict(self.config),
            "features": self.features,
        }
        with write_atomically(folder / WEIGHTS_NAME, "wb") as file:
            file.write(
                safetensors.numpy.save(
                    {key: np.ascontiguousarray(value, dtype=kind) for key, value in tensors.items()}
                )
            )
        with write_atomically(folder / CONFIG_NAME) as file:
            json.dump(description, file, ensure_ascii=False)

    @classmethod
    def load(cls, folder: Path, *, name: str | None = None) -> "BagOfWordsVictim":
        """Read what `save` wrote.

        Raises:
            ModelError: The folder holds no bag-of-words classifier, or it is damaged.
        """
        try:
            description: dict[str, Any] = json.loads(
                (folder / CONFIG_NAME).read_text(encoding="utf-8")
            )
            tensors = {
                key: value.astype(np.float64)
                for key, value in safetensors.numpy.load_file(folder / WEIGHTS_NAME).items()
            }
            return cls(
                from_dict(BagOfWordsConfig, description["config"]),
                description["features"],
                tensors["idf"],
                tensors["weights"],
                tensors["bias"],
                description["labels"],
                description["num_texts"],
                name=name or folder.name,
            )
        except (
            OSError, KeyError, TypeError, ValueError, ScpnError, safetensors.SafetensorError,
        ) as error:  # fmt: skip
            reason = str(error).splitlines()[0]
            raise ModelError(
                f"{folder} holds no bag-of-words classifier or a damaged one ({reason}); train it "
                "again"
            ) from error


def train_bag_of_words(
    train: Sequence[Example],
    dev: Sequence[Example],
    *,
    config: BagOfWordsConfig,
    progress: Callable[[int, int], None] = lambda fitted, total: None,
) -> BagOfWordsVictim:
    """Fit a classifier for each strength of the penalty; return the best on the dev set.

    Args:
        train: Training examples.
        dev: Examples for choosing the strength.
        config: Features and strengths.
        progress: Called with (classifiers fitted, all to be fitted).

    Raises:
        UsageError: There is no strength, or one that is not positive.
        DataError: The examples are of one class, no n-gram is left, or dev has a label that train
            lacks.
    """
    from sklearn.linear_model import LogisticRegression

    labels = check_task(train, dev)
    if not config.strengths or min(config.strengths) <= 0:
        raise UsageError(f"strengths are {config.strengths}; give one or more above 0")
    vectorizer = _build_vectorizer(config)
    try:
        inputs = vectorizer.fit_transform([example.texts for example in train])
    except ValueError as error:
        raise DataError(
            f"no n-gram is in {config.min_count} training examples; give more or lower min_count"
        ) from error
    gold = [example.label for example in train]
    best: tuple[float, BagOfWordsVictim] | None = None
    for number, strength in enumerate(config.strengths, start=1):
        model = LogisticRegression(C=strength, max_iter=2000, random_state=config.seed)
        model.fit(inputs, gold)
        weights, bias = model.coef_, model.intercept_
        if len(labels) == 2:  # one row, the log-odds of the second label
            weights, bias = np.concatenate([0 * weights, weights]), np.array([0.0, *bias])
        victim = BagOfWordsVictim(
            config, list(vectorizer.get_feature_names_out()), vectorizer.idf_, weights, bias,
            labels, len(train[0].texts),
        )  # fmt: skip
        score = accuracy(victim, dev)
        if best is None or score > best[0]:
            best = score, victim
        progress(number, len(config.strengths))
    assert best is not None
    return best[1]


def _build_vectorizer(
    config: BagOfWordsConfig, *, idf: np.ndarray | None = None, features: Sequence[str] = ()
) -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer(
        analyzer=lambda texts: list(cut_features(texts, config.longest)),
        min_df=config.min_count,
        sublinear_tf=True,
        vocabulary=features if idf is not None else None,
    )
    if idf is not None:
        vectorizer.idf_ = idf
    return vectorizer


def cut_features(texts: Texts, longest: int) -> Iterator[str]:
    """N-grams of the text; of a pair, marked by whether the first has them, the second, or both."""
    grams = [list(_cut_ngrams(split_words(text), longest)) for text in texts]
    if len(grams) == 1:
        yield from grams[0]
        return
    first, second = map(set, grams)
    yield from (f"{'=' if gram in second else '1'} {gram}" for gram in grams[0])
    yield from (f"2 {gram}" for gram in grams[1] if gram not in first)


def _cut_ngrams(words: Sequence[str], longest: int) -> Iterator[str]:
    for length in range(1, longest + 1):
        for start in range(len(words) - length + 1):
            yield " ".join(words[start : start + length])
