"""Word vectors and their file; `scpn.training.word_vectors` learns them from plain text."""

import dataclasses
from pathlib import Path

import numpy as np
import safetensors
import safetensors.numpy

from scpn.errors import ModelError
from scpn.fileio import write_atomically


@dataclasses.dataclass(frozen=True)
class WordVectors:
    """Words and a vector of each."""

    words: list[str]
    """V words, lower-cased, the most frequent first."""
    vectors: np.ndarray
    """Unit vectors, single precision. Shape (V, D)."""

    def save(self, path: Path) -> None:
        """Write one safetensors file, the words in its header."""
        data = safetensors.numpy.save(
            {"vectors": self.vectors.astype(np.float16)}, metadata={"words": "\n".join(self.words)}
        )
        with write_atomically(path, "wb") as file:
            file.write(data)

    @classmethod
    def load(cls, path: Path) -> "WordVectors":
        """Read what `save` wrote.

        Raises:
            ModelError: The file is missing or of another kind.
        """
        try:
            with safetensors.safe_open(path, framework="numpy") as file:
                words = file.metadata()["words"].split("\n")
                vectors = file.get_tensor("vectors").astype(np.float32)
        except (OSError, safetensors.SafetensorError, KeyError, TypeError) as error:
            raise ModelError(f"{path} holds no word vectors: {error}") from error
        return cls(words, vectors)
