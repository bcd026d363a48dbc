"""The rules a paraphrase must pass; each rejection says which rule and by how much."""

import dataclasses
from collections.abc import Sequence

from scpn.errors import UsageError
from scpn.metrics.diversity import has_repeated_ngram, is_copy
from scpn.metrics.overlap import ngram_overlap

NEGATIONS = frozenset(
    [
        "n't",
        "not",
        "no",
        "never",
        "none",
        "nobody",
        "nothing",
        "nowhere",
        "neither",
        "nor",
        "without",
        "hardly",
        "scarcely",
        "barely",
    ]
)
"""Words that deny; losing or gaining the only one turns a sentence around."""


BROKEN_LETTER = "\ufffd"
"""What byte pieces give that are no UTF-8 together."""


@dataclasses.dataclass(frozen=True)
class FilterSettings:
    """Thresholds of acceptance.

    Attributes:
        min_overlap: Smallest n-gram overlap with the source, 0 to 1 (the paper's 0.5; its order
            of n-grams is not stated, ours are unigrams).
        min_similarity: Smallest similarity of meaning to the source, -1 to 1 (the paper's 0.7);
            without effect where no embedding model judges.
        require_match: Reject an output whose parse does not have the template asked for.
        allow_copies: Accept an output with the same letters and digits as the source.
        allow_repeats: Accept an output that says the same three words twice.
        allow_negation_change: Accept an output that denies where the source does not, or the
            other way round.
    """

    min_overlap: float = 0.5
    min_similarity: float = 0.7
    require_match: bool = True
    allow_copies: bool = False
    allow_repeats: bool = False
    allow_negation_change: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.min_overlap <= 1:
            raise UsageError(f"min_overlap is {self.min_overlap}; it must lie between 0 and 1")
        if not -1 <= self.min_similarity <= 1:
            raise UsageError(
                f"min_similarity is {self.min_similarity}; it must lie between -1 and 1"
            )


def rejections(
    source: Sequence[str],
    output: Sequence[str],
    *,
    asked: str,
    found: str,
    settings: FilterSettings,
    similarity: float | None = None,
) -> list[str]:
    """Names of the rules an output fails, each with its figure; empty if it is accepted.

    Args:
        source: Lower-cased tokens of the source.
        output: Lower-cased tokens of the output.
        asked: Template asked for.
        found: Template of the output's parse.
        settings: Thresholds.
        similarity: Similarity of meaning of the two; None if nothing judged it.
    """
    reasons = []
    if settings.require_match and asked != found:
        reasons.append(f"template is {found}, not {asked}")
    overlap = ngram_overlap(source, output)
    if overlap < settings.min_overlap:
        reasons.append(f"n-gram overlap {overlap:.2f} < {settings.min_overlap:g}")
    if similarity is not None and similarity < settings.min_similarity:
        reasons.append(f"similarity {similarity:.2f} < {settings.min_similarity:g}")
    if not settings.allow_copies and is_copy(source, output):
        reasons.append("same words as the source")
    if not settings.allow_repeats and has_repeated_ngram(output):
        reasons.append("repeats three words")
    if not settings.allow_negation_change and denies(source) != denies(output):
        reasons.append("loses the negation" if denies(source) else "adds a negation")
    if any(BROKEN_LETTER in word for word in output):
        reasons.append("has broken letters")
    return reasons


def denies(words: Sequence[str]) -> bool:
    """Whether a lower-cased sentence has a word of negation."""
    return not NEGATIONS.isdisjoint(words)
