"""Models of the library sentence-transformers as encoders."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from scpn.embeddings.settings import BATCH_SIZE
from scpn.errors import ModelError, SentenceError, UsageError
from scpn.runtime import Device, resolve_device


class SentenceTransformerEncoder:
    """Adapter of a `SentenceTransformer`.

    Args:
        model: The model; only its `encode` is used.
        name: Name for signatures and reports.
    """

    def __init__(self, model: Any, *, name: str) -> None:
        self.model, self.name = model, name
        self.dimension = int(self._encode(["a"], 1).shape[1])

    def embed(
        self,
        sentences: Sequence[str],
        *,
        batch_size: int = BATCH_SIZE,
        unknown: Literal["error", "zero"] = "error",
    ) -> np.ndarray:
        """Vector of each sentence; see `SentenceEncoder`.

        Such a model has units for any text, so only an empty sentence is unknown.

        Raises:
            SentenceError: A sentence is empty and `unknown` is "error".
            ModelError: The model gave a wrong number of vectors, or one that is no number.
        """
        result = np.zeros((len(sentences), self.dimension), dtype=np.float32)
        known = [index for index, text in enumerate(sentences) if text.strip()]
        if unknown == "error" and len(known) < len(sentences):
            number = next(n for n, text in enumerate(sentences, start=1) if not text.strip())
            raise SentenceError(
                f"sentence {number} has no vector: it is empty; leave it out, or embed with "
                'unknown="zero"'
            )
        if known:
            result[known] = self._encode([sentences[index] for index in known], batch_size)
        return result

    def _encode(self, sentences: list[str], batch_size: int) -> np.ndarray:
        vectors = np.asarray(
            self.model.encode(
                sentences,
                batch_size=batch_size,
                show_progress_bar=False,
                convert_to_numpy=True,
            ),
            dtype=np.float32,
        )
        if vectors.ndim != 2 or len(vectors) != len(sentences):
            raise ModelError(
                f"{self.name} gave an array of shape {vectors.shape} for {len(sentences)} "
                "sentences; a sentence encoder gives one vector each"
            )
        if not np.isfinite(vectors).all():
            raise ModelError(f"{self.name} returned NaN or infinity; use another model")
        return vectors


def load_sentence_transformer(path: str, *, device: Device = None) -> SentenceTransformerEncoder:
    """Load a model of sentence-transformers.

    Args:
        path: Folder, or name on the Hugging Face hub.
        device: Where to run it.

    Raises:
        UsageError: The library is not installed, or no model is named.
        ModelError: There is no such model, or it is damaged.
    """
    if not path:
        raise UsageError("sentence-transformers: names no model; write sentence-transformers:PATH")
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise UsageError(
            'models of sentence-transformers need that library; run: pip install "scpn[judges]"'
        ) from error
    try:
        model = SentenceTransformer(path, device=str(resolve_device(device)))
    except Exception as error:  # the library raises whatever its parts raise
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise ModelError(
            f"no sentence-transformers model {path!r} can be loaded: {reason}"
        ) from error
    return SentenceTransformerEncoder(model, name=f"sentence-transformers:{path}")
