"""An encoder whose vectors can be worked out by hand: how often each word of a list occurs."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from scpn.errors import SentenceError


class CountEncoder:
    """Counts the words it knows; a `SentenceEncoder`."""

    def __init__(self, words: str) -> None:
        self.name = "counts"
        self.words = words.split()
        self.dimension = len(self.words)
        self.calls: list[list[str]] = []

    def embed(
        self,
        sentences: Sequence[str],
        *,
        batch_size: int = 128,
        unknown: Literal["error", "zero"] = "error",
    ) -> np.ndarray:
        self.calls.append(list(sentences))
        texts = [text.lower().replace(".", " ").split() for text in sentences]
        rows = [[text.count(word) for word in self.words] for text in texts]
        result = np.array(rows, dtype=np.float32).reshape(len(sentences), self.dimension)
        if unknown == "error" and not result.any(axis=1).all():
            raise SentenceError("an unknown sentence")
        return result
