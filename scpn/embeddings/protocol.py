"""The interface of sentence encoders, and the cosine of their vectors."""

import hashlib
from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np

from scpn.embeddings.settings import BATCH_SIZE


class SentenceEncoder(Protocol):
    """Maps sentences to vectors whose cosine says how alike they are in meaning.

    Attributes:
        name: Name for signatures, records and reports.
        dimension: D, the width of a vector.
    """

    name: str
    dimension: int

    def embed(
        self,
        sentences: Sequence[str],
        *,
        batch_size: int = BATCH_SIZE,
        unknown: Literal["error", "zero"] = "error",
    ) -> np.ndarray:
        """Vector of each sentence.

        Args:
            sentences: N plain texts, or treebank tokens joined by spaces; both give the same
                vector as far as the model's own tokenization allows.
            batch_size: Sentences computed together; does not change the result.
            unknown: What becomes of a sentence that is empty or has no unit the model knows: an
                error, or a row of zeros.

        Returns:
            Single precision, never NaN. Shape (N, D).

        Raises:
            SentenceError: With `unknown="error"`, for the first such sentence, by number from 1.
        """
        ...


def paired_cosine(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Cosine of row i of one matrix and row i of the other.

    A row of zeros, which stands for a sentence the model knows nothing of, is like nothing: 0.

    Args:
        left: Shape (N, D).
        right: Shape (N, D).

    Returns:
        Values from -1 to 1, single precision. Shape (N,).
    """
    norms = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    products = np.einsum("nd,nd->n", left, right, dtype=np.float64)
    cosines = np.divide(products, norms, out=np.zeros_like(products), where=norms > 0)
    clipped: np.ndarray = np.clip(cosines, -1.0, 1.0).astype(np.float32)
    return clipped


def identify(encoder: SentenceEncoder) -> str:
    """Name of an encoder and what it makes of a sentence, so that another one is noticed."""
    probe = encoder.embed(["The dog that you saw is not here ."], unknown="zero")
    digest = hashlib.blake2b(np.round(probe, 3).tobytes(), digest_size=4).hexdigest()
    return f"{encoder.name} {encoder.dimension} {digest}"
