"""Sentences line by line, none passed over: row i of a result is sentence i of the input."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from scpn.cli.progress import ProblemReports
from scpn.data.sentences import Sentence, SentenceInput
from scpn.errors import DataError

if TYPE_CHECKING:
    from scpn.embeddings import SentenceEncoder


def read_every_sentence(source: SentenceInput) -> Iterator[Sentence]:
    """Stream the sentences of an input, a blank line as an empty sentence.

    In JSONL blank lines hold no record and are passed over.

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


class UnknownReports(ProblemReports):
    """Says which sentences have no vector."""

    noun = "sentences without a vector"


def load_encoder_for(model: str | None, device: str | None) -> "SentenceEncoder":
    """Load the encoder of a command.

    Raises:
        ModelError: There is no such model.
        UsageError: The device cannot be used.
    """
    from scpn.embeddings import load_encoder
    from scpn.runtime import prepare_torch, resolve_device

    prepare_torch()
    return load_encoder(model, device=resolve_device(device) if device else None)
