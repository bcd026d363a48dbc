"""What back-translation asks of a translation model, and the round trip."""

import itertools
from collections.abc import Sequence
from typing import Protocol

Translation = tuple[str, float]
"""A text, and its log-probability divided by its length; higher is better."""


class Translator(Protocol):
    """Translates plain text.

    Attributes:
        name: Name for signatures and reports.
    """

    name: str

    def translate(self, sentences: Sequence[str], *, num: int = 1) -> list[list[Translation]]:
        """The `num` most probable translations of each sentence, best first.

        Raises:
            SentenceError: A sentence is too long for the model, by number from 1.
        """
        ...


class RoundTrip:
    """A translator into another language and one back, joined.

    As Iyyer et al. 2018 (section 4.2) do with Czech: the best translation goes back in the `num`
    most probable ways.

    Args:
        forward: From English.
        backward: Into English.
    """

    def __init__(self, forward: Translator, backward: Translator) -> None:
        self.forward, self.backward = forward, backward
        self.name = f"{forward.name}+{backward.name}"

    def translate(self, sentences: Sequence[str], *, num: int = 1) -> list[list[Translation]]:
        """The `num` most probable versions of each sentence, best first.

        Raises:
            SentenceError: A sentence is too long for a model, by number from 1.
        """
        pivots = [found[0][0] for found in self.forward.translate(sentences)]
        return self.backward.translate(pivots, num=num)


def take_turns(
    trips: Sequence[RoundTrip], sentences: Sequence[str], *, num: int
) -> list[list[Translation]]:
    """The first `num` distinct versions of each sentence: the best of each trip, the second ones...

    Raises:
        SentenceError: A sentence is too long for a model, by number from 1.
    """
    by_trip = [trip.translate(sentences, num=num) for trip in trips]
    return [_distinct(versions)[:num] for versions in zip(*by_trip, strict=True)]


def _distinct(versions: Sequence[list[Translation]]) -> list[Translation]:
    first: dict[str, float] = {}
    for rank in itertools.zip_longest(*versions):
        for text, score in filter(None, rank):
            first.setdefault(text, score)
    return list(first.items())
