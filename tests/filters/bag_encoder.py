"""An encoder whose vectors can be worked out by hand: how often each word of a list occurs."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

WORDS = ["cat", "dog", "mat", "sat", "slept", "was", "the", "on"]


class BagEncoder:
    """Counts the words it knows; a `SentenceEncoder`."""

    def __init__(self, words: Sequence[str] = WORDS) -> None:
        self.name = "bag"
        self.words = list(words)
        self.dimension = len(self.words)
        self.num_embedded = 0

    def embed(
        self,
        sentences: Sequence[str],
        *,
        batch_size: int = 128,
        unknown: Literal["error", "zero"] = "error",
    ) -> np.ndarray:
        self.num_embedded += len(sentences)
        texts = [text.lower().replace(".", " ").split() for text in sentences]
        rows = [[text.count(word) for word in self.words] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(sentences), self.dimension)
