"""What the rest of the toolkit asks of a parser."""

from collections.abc import Sequence
from typing import Protocol

from nltk import Tree

from scpn.errors import SentenceError


class Parser(Protocol):
    """Turns sentences into constituency trees.

    Attributes:
        name: Name and version, for signatures.
        max_words: Longest sentence it can parse, in words.
    """

    name: str
    max_words: int

    def parse(self, sentences: Sequence[str] | Sequence[list[str]]) -> list[Tree]:
        """Parse plain text (tokenized first) or lists of tokens.

        Returns:
            One tree a sentence: words as leaves, no root wrapper, no function tags.

        Raises:
            SentenceError: A sentence is empty or too long; the message gives its number.
        """
        ...

    def parse_tokens(self, sentences: Sequence[list[str]]) -> list[Tree | SentenceError]:
        """Parse lists of tokens; a sentence that cannot be parsed yields its error instead."""
        ...
