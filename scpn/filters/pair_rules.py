"""Which paraphrase pairs are worth keeping: the rules of `scpn filter`, each with its name."""

import re
from collections.abc import Sequence

import numpy as np

from scpn.data.pair_limits import REASONS as TEXT_REASONS
from scpn.data.pair_limits import (
    has_encoding_damage,
    is_noise,
    measure_overlap,
    reason_to_drop,
)
from scpn.data.pairs import ParaphrasePair
from scpn.filters.settings import PairRules
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
English. `unknown`: the encoder knows nothing of a side. The score comes last: it takes longest.
"""

FEWEST_WORDS = 6
"""A sentence of at least so many words should have function words."""

_CLITICS = frozenset(["'s", "n't", "'re", "'ll", "'ve", "'m", "'d"])
_WORD = re.compile(r"[^\W\d_]")


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
    lower = [[word.lower() for word in side] for side in (source, target)]
    overlap = measure_overlap(*lower)
    reason = reason_to_drop(source, target, rules=rules.text, overlap=overlap)
    if reason is not None:
        return reason
    if is_noise(pair.source) or is_noise(pair.target):  # the tokenizer takes markup apart
        return "noise"
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
