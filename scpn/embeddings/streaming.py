"""Embeds blocks of sentences; messages name the place of a sentence that has no vector."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from scpn.data.sentences import Sentence, SentenceInput
from scpn.embeddings.pair_scores import checked_vectors
from scpn.embeddings.protocol import SentenceEncoder
from scpn.embeddings.settings import BATCH_SIZE
from scpn.errors import DataError
from scpn.runs import OnProblem


def read_every_sentence(source: SentenceInput) -> Iterator[Sentence]:
    """Stream the sentences of an input, a blank line as an empty sentence.

    So row i of a result is sentence i of the input. In JSONL blank lines hold no
    record and are passed over.

    Raises:
        DataError: The input cannot be read, or has no sentence at all.
    """
    # The limit counts blank lines too.
    whole = replace(source, limit=None, blank_lines=[])
    is_empty = True
    for sentence in islice(_with_blanks(whole), source.limit):
        is_empty = False
        yield sentence
    if is_empty:
        raise DataError("has no sentence; give at least one", path=source.name)


def embed_sentences(
    encoder: SentenceEncoder,
    sentences: Sequence[Sentence],
    *,
    batch_size: int = BATCH_SIZE,
    skip_unknown: bool = False,
    report: OnProblem | None = None,
) -> NDArray[np.float32]:
    """Vectors of a block of sentences.

    Args:
        encoder: The model.
        sentences: N sentences.
        batch_size: Sentences computed together.
        skip_unknown: Give a sentence that is unreadable, empty or unknown to the model a row of
            zeros and report it; otherwise the first one is an error.
        report: Told of each such sentence.

    Returns:
        Finite numbers. Shape (N, D).

    Raises:
        DataError: A sentence has no vector and `skip_unknown` is not set; names its place.
        ModelError: The model returned another shape or something that is no finite number.
    """
    texts = ["" if sentence.error else sentence.text for sentence in sentences]
    places = [sentence.where for sentence in sentences]
    vectors = checked_vectors(encoder, texts, batch_size=batch_size, places=places)
    for index in np.flatnonzero(~vectors.any(axis=1)).tolist():
        sentence = sentences[index]
        reason = sentence.error or f"the model knows nothing of {sentence.text[:60]!r}"
        if sentence.error is None and not sentence.text.strip():
            reason = "the sentence is empty"
        problem = f"{sentence.where}: {reason}"
        if not skip_unknown:
            raise DataError(
                f"{problem}; correct or remove it, or keep its place with --skip-unknown"
            )
        if report is not None:
            report(problem)
    return vectors


def _with_blanks(source: SentenceInput) -> Iterator[Sentence]:
    seen = 0
    for sentence in source.read():
        if source.kind != "jsonl":
            yield from _blanks(source, seen)
        seen = len(source.blank_lines)
        yield sentence
    if source.kind != "jsonl":
        yield from _blanks(source, seen)


def _blanks(source: SentenceInput, seen: int) -> Iterator[Sentence]:
    for line in source.blank_lines[seen:]:
        yield Sentence("", f"{source.name}:{line}", "the sentence is empty")
