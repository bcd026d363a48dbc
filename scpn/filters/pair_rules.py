"""Which paraphrase pairs are worth keeping: the rules of `scpn filter`, each with its name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from scpn.data.pair_limits import REASONS as TEXT_REASONS
from scpn.data.pair_limits import (
    DropRules,
    has_encoding_damage,
    is_noise,
    measure_overlap,
    reason_to_drop,
)
from scpn.data.pairs import ParaphrasePair
from scpn.errors import UsageError
from scpn.tokenization.treebank import FUNCTION_WORDS, split_tokens, tokenize

KEPT = "kept"
RULES = (
    KEPT,
    "encoding",
    *(name for name in TEXT_REASONS if name not in ("duplicate", "unparsable")),
    "language",
    "unknown",
    "low_score",
    "high_score",
)
"""Names of the rules in the order in which they are asked; the first one counts.

`encoding`: control characters, or UTF-8 that was read as something else. From `empty` on: see
`scpn.data.pair_limits`. `language`: few ASCII letters, or few of the words that make a sentence
English. `unknown`: the encoder knows nothing of a side. The score comes last, for it costs most.
"""

FEWEST_WORDS = 6
"""Words from which on a sentence is expected to have function words."""

_CLITICS = frozenset(["'s", "n't", "'re", "'ll", "'ve", "'m", "'d"])
_WORD = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class PairRules:
    """Limits a pair must respect.

    The defaults of the language rules were set on real text: fewer than one function word in ten
    words is what 0.2% of English sentences of 12 words and more have (2% of 6 to 8 words), and 77%
    to 98% of Dutch, Czech, Spanish, German and French ones.

    Attributes:
        text: Limits on length, copies, noise and overlap. No overlap of words is asked for, unlike
            in labelling: the score judges better.
        min_score: Smallest paraphrase score, the cosine of an encoder (Wieting and Gimpel 2018;
            0.5 is the bound of Wieting et al. 2019). Only asked if there is an encoder.
        max_score: Largest one, below 1 to leave out what is too alike.
        min_ascii_letters: Smallest share of ASCII letters among the letters of a side.
        min_function_words: Smallest share of English function words among the words of a side, if
            it has at least `FEWEST_WORDS`.
    """

    text: DropRules = field(default_factory=lambda: DropRules(min_unigram_f1=0.0))
    min_score: float = 0.5
    max_score: float = 1.0
    min_ascii_letters: float = 0.9
    min_function_words: float = 0.1

    def __post_init__(self) -> None:
        if not -1 <= self.min_score <= self.max_score <= 1:
            raise UsageError(
                f"min_score is {self.min_score:g} and max_score {self.max_score:g}; needed: "
                "-1 <= min_score <= max_score <= 1"
            )
        for name in ("min_ascii_letters", "min_function_words"):
            if not 0 <= getattr(self, name) <= 1:
                raise UsageError(f"{name} is {getattr(self, name):g}; it must lie between 0 and 1")


def text_rule(pair: ParaphrasePair, *, rules: PairRules, tokenized: bool = False) -> str:
    """Name of the first rule about the text that a pair breaks, or `KEPT`.

    Args:
        pair: The pair.
        rules: The limits.
        tokenized: Its sentences are treebank tokens already, separated by spaces.
    """
    if has_encoding_damage(pair.source) or has_encoding_damage(pair.target):
        return "encoding"
    split = split_tokens if tokenized else tokenize
    source, target = split(pair.source), split(pair.target)
    overlap = measure_overlap(source, target)
    reason = reason_to_drop(source, target, rules=rules.text, overlap=overlap)
    if reason is not None:
        return reason
    if is_noise(pair.source) or is_noise(pair.target):  # the tokenizer takes markup apart
        return "noise"
    lower = ([word.lower() for word in side] for side in (source, target))
    if not all(is_english(side, rules=rules) for side in lower):
        return "language"
    return KEPT


def is_english(words: Sequence[str], *, rules: PairRules) -> bool:
    """Whether a sentence of lower-cased tokens passes the two rules of language."""
    if not all(map(str.isascii, words)):
        letters = [letter for word in words for letter in word if letter.isalpha()]
        if sum(map(str.isascii, letters)) < rules.min_ascii_letters * len(letters):
            return False
    spelled = [word for word in words if _WORD.search(word)]
    if len(spelled) < FEWEST_WORDS:
        return True
    known = sum(word in FUNCTION_WORDS or word in _CLITICS for word in spelled)
    return known >= rules.min_function_words * len(spelled)


def score_rule(score: float, *, rules: PairRules) -> str:
    """Name of the rule about the score that a pair breaks, or `KEPT`."""
    if np.isnan(score):
        return "unknown"
    if score < rules.min_score:
        return "low_score"
    return "high_score" if score > rules.max_score else KEPT
