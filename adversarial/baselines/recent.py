"""Keeps results of a search that gives all versions of a sentence at once."""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

Result = TypeVar("Result")
SIZE = 20_000


class Recent(Generic[Result]):
    """Keeps the results of the last sentences.

    Augmentation asks for one version after the other until enough are accepted; with this a
    sentence is searched once.

    Args:
        search: Gives the result of each sentence.
        size: Sentences kept.
    """

    def __init__(
        self, search: Callable[[list[str]], Iterable[Result]], *, size: int = SIZE
    ) -> None:
        self._search, self._size = search, size
        self._known: dict[str, Result] = {}

    def find(self, sentences: Sequence[str]) -> list[Result]:
        """The result of each sentence; what is not kept is searched for together."""
        missing = [text for text in dict.fromkeys(sentences) if text not in self._known]
        if missing:
            self._known.update(zip(missing, self._search(missing), strict=True))
        found = [self._known[text] for text in sentences]
        while len(self._known) > self._size:
            del self._known[next(iter(self._known))]
        return found
