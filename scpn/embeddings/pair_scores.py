"""The paraphrase score of pairs: the cosine of the vectors of the two sides."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scpn.embeddings.protocol import SentenceEncoder, paired_cosine
from scpn.embeddings.settings import BATCH_SIZE
from scpn.errors import ModelError


def pair_scores(
    encoder: SentenceEncoder,
    left: Sequence[str],
    right: Sequence[str],
    *,
    batch_size: int = BATCH_SIZE,
) -> NDArray[np.float32]:
    """Cosine of each pair; a sentence that occurs several times is embedded once.

    Args:
        encoder: The model.
        left: N sentences (or words).
        right: N others.
        batch_size: Sentences embedded together.

    Returns:
        -1 to 1, NaN where the encoder knows nothing of a side. Shape (N,).

    Raises:
        ModelError: The encoder returned something that is no vector; see `checked_vectors`.
    """
    unique = list(dict.fromkeys([*left, *right]))
    if not unique:
        return np.zeros(0, dtype=np.float32)
    vectors = checked_vectors(encoder, unique, batch_size=batch_size)
    places = {text: index for index, text in enumerate(unique)}
    sides = [vectors[[places[text] for text in side]] for side in (left, right)]
    scores = paired_cosine(*sides)
    scores[~(sides[0].any(axis=1) & sides[1].any(axis=1))] = np.nan
    return np.asarray(scores, dtype=np.float32)


def checked_vectors(
    encoder: SentenceEncoder,
    sentences: Sequence[str],
    *,
    batch_size: int = BATCH_SIZE,
    places: Sequence[str] | None = None,
) -> NDArray[np.float32]:
    """Embed sentences, unknown ones as zeros, and check what the encoder returned.

    Anybody can write an encoder, and a NaN would spoil every mean without being seen.

    Args:
        encoder: The model.
        sentences: N sentences.
        batch_size: Sentences embedded together.
        places: Place of each sentence for messages; None quotes the sentence itself.

    Returns:
        Finite numbers. Shape (N, D).

    Raises:
        ModelError: The encoder returned another shape, or something that is no finite number.
    """
    vectors = encoder.embed(sentences, batch_size=batch_size, unknown="zero")
    if vectors.shape != (len(sentences), encoder.dimension):
        raise ModelError(
            f"encoder {encoder.name!r} returned shape {vectors.shape} for {len(sentences)} "
            f"sentences; expected {(len(sentences), encoder.dimension)}"
        )
    bad = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if len(bad):
        where = repr(sentences[bad[0]][:60]) if places is None else places[bad[0]]
        raise ModelError(
            f"encoder {encoder.name!r} returned NaN or infinity for {where}; its weights may be "
            "damaged"
        )
    return np.asarray(vectors, dtype=np.float32)
