"""What a rule is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nltk.tree import Tree

Rule = Callable[[Tree], Tree | None]
"""Takes a tree with words; returns a new tree, or None where it does not apply."""

Rewrite = Callable[[Tree], Iterator[Tree]]
"""Takes a tree with words, which it leaves alone; yields new trees, best first, maybe none."""


@dataclass(frozen=True)
class WriterRule:
    """A rule of the writer.

    Attributes:
        rewrite: The rule.
        strict: Whether its outputs are safe without a judge.
        late: Whether it changes words and no order: of second steps it is the last to be tried.
        slight: Whether what it changes is too little to be a paraphrase alone.
    """

    rewrite: Rewrite
    strict: bool = False
    late: bool = False
    slight: bool = False
