"""All measurements of a sentence encoder in one report."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scpn import __version__
from scpn.embeddings.protocol import SentenceEncoder
from scpn.embeddings.settings import BATCH_SIZE
from scpn.evaluation.senteval import (
    ClassificationResult,
    evaluate_classification,
    find_classification_tasks,
)
from scpn.evaluation.settings import ClassificationSettings
from scpn.evaluation.sts import (
    SimilarityEvaluation,
    SimilaritySet,
    evaluate_similarity,
    find_similarity_sets,
)
from scpn.evaluation.word_similarity import WordResult, evaluate_word_similarity
from scpn.metrics.signature import Signature


@dataclass(frozen=True)
class EmbeddingData:
    """What an encoder is evaluated on; a part that is None or empty is left out.

    Attributes:
        similarity: Datasets of semantic textual similarity.
        word_similarity: Folder of word pairs.
        classification: Folder of transfer tasks.
        classification_tasks: Names of the tasks.
        settings: Of the classifiers.
        missing: Names of known datasets and tasks that were not found.
    """

    similarity: Sequence[SimilaritySet] = ()
    word_similarity: Path | None = None
    classification: Path | None = None
    classification_tasks: Sequence[str] = ()
    settings: ClassificationSettings = field(default_factory=ClassificationSettings)
    missing: Sequence[str] = ()

    @classmethod
    def find(
        cls,
        data: Path | None,
        *,
        tasks: Sequence[str] | None = None,
        word_similarity: Path | None = None,
        classification: Path | None = None,
        classification_tasks: Sequence[str] | None = None,
        settings: ClassificationSettings | None = None,
    ) -> "EmbeddingData":
        """Find the datasets in the folders, before a model is loaded.

        Raises:
            UsageError: A folder or task that was named does not exist.
            DataError: A folder holds nothing of use.
        """
        sets, missing = find_similarity_sets(data, tasks=tasks) if data else ([], [])
        names, absent = (
            find_classification_tasks(classification, classification_tasks)
            if classification
            else ([], [])
        )
        return cls(
            sets,
            word_similarity,
            classification,
            names,
            settings or ClassificationSettings(),
            tuple(missing + absent),
        )

    @property
    def num_steps(self) -> int:
        """Datasets and tasks; all word pairs count as one."""
        return (
            len(self.similarity)
            + len(self.classification_tasks)
            + (self.word_similarity is not None)
        )


@dataclass(frozen=True)
class EmbeddingReport:
    """All figures of an encoder.

    Attributes:
        signature: What holds for every figure.
        similarity: Semantic textual similarity, or None.
        words: Word similarity.
        classification: Transfer tasks.
        missing: Names of known datasets and tasks that were not found.
    """

    signature: Signature
    similarity: SimilarityEvaluation | None
    words: list[WordResult]
    classification: list[ClassificationResult]
    missing: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "signature": str(self.signature),
            "settings": self.signature.to_dict(),
            "similarity": self.similarity and self.similarity.to_dict(),
            "word_similarity": [result.to_dict() for result in self.words],
            "classification": [result.to_dict() for result in self.classification],
            "missing": list(self.missing),
        }


def evaluate_embeddings(
    encoder: SentenceEncoder,
    data: EmbeddingData,
    *,
    batch_size: int = BATCH_SIZE,
    on_progress: Callable[[str], None] | None = None,
) -> EmbeddingReport:
    """Measure an encoder on all datasets that were found.

    Args:
        encoder: What is evaluated.
        data: From `EmbeddingData.find`.
        batch_size: Sentences embedded together.
        on_progress: Given the name of each dataset or task that is done.

    Raises:
        DataError: A file is unusable; with the line.
    """
    report_step = on_progress or (lambda name: None)
    similarity, words, classes = None, [], []
    if data.similarity:
        similarity = evaluate_similarity(
            encoder, data.similarity, batch_size=batch_size, on_progress=report_step
        )
    if data.word_similarity is not None:
        words = evaluate_word_similarity(encoder, data.word_similarity, batch_size=batch_size)
        report_step("word similarity")
    if data.classification is not None:
        classes = evaluate_classification(
            encoder,
            data.classification,
            data.classification_tasks,
            settings=data.settings,
            batch_size=batch_size,
            on_progress=report_step,
        )
    if similarity is not None:
        signature = similarity.signature
    else:
        entries = {"encoder": encoder.name, "dimension": encoder.dimension, "scpn": __version__}
        signature = Signature.of(**entries)
    return EmbeddingReport(signature, similarity, words, classes, tuple(data.missing))
