"""A parser by rule, for the tests of labeling; importable from other processes."""

import os
import time
from collections.abc import Sequence

from nltk import Tree

from scpn.errors import SentenceError

CALLS: list[list[str]] = []
"""Every sentence parsed in this process."""


class RuleParser:
    """First word an NP, a final mark its own phrase, the rest a VP; refuses the word "zzz"."""

    name = "rule 1"
    max_words = 60

    def parse(self, sentences: Sequence[str] | Sequence[list[str]]) -> list[Tree]:
        raise NotImplementedError

    def parse_tokens(self, sentences: Sequence[list[str]]) -> list[Tree | SentenceError]:
        time.sleep(float(os.environ.get("RULE_PARSER_DELAY", "0")))
        CALLS.extend(sentences)
        return [self._parse(words) for words in sentences]

    def _parse(self, words: list[str]) -> Tree | SentenceError:
        if "zzz" in words:
            return SentenceError("no parse")
        if len(words) == 1:
            return Tree("NN", [words[0]])
        mark = [Tree(".", words[-1:])] if words[-1] in (".", "?") else []
        rest = words[1 : len(words) - len(mark)]
        label = "SQ" if mark and words[-1] == "?" else "S"
        return Tree(
            label,
            [
                Tree("NP", [Tree("PRP", words[:1])]),
                Tree("VP", [Tree("VB", [word]) for word in rest]),
                *mark,
            ],
        )


def build() -> RuleParser:
    return RuleParser()
