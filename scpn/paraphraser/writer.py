"""The interface of writers: sentences and forms in, drafts out, which are not checked yet."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from nltk.tree import Tree

from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.types import FormRequest


@dataclass(frozen=True, slots=True)
class Draft:
    """A sentence written for a request, not checked yet.

    Attributes:
        words: Lower-cased treebank tokens.
        target_parse: The full parse it was written for, without words.
        by: Who wrote it: `NETWORK`, `EDIT`, or `RULE` and the names of the rules.
        score: Mean log-probability per piece; None where nothing gives one.
        cost: Moves that edits took.
    """

    words: list[str]
    target_parse: Tree
    by: str
    score: float | None = None
    cost: float = 0.0


class Writer(Protocol):
    """Writes drafts for requests; what they are worth is not its business."""

    def write(
        self, requests: Sequence[FormRequest], *, settings: GenerationSettings
    ) -> list[list[Draft]]:
        """Return the drafts of each request, best first, maybe none.

        Raises:
            UsageError: A form cannot be asked for.
        """
        ...
