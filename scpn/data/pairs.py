"""A pair of sentences with the same meaning: as text, and with the parses of both sides."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class ParaphrasePair:
    """Two sentences that mean the same, as read from a corpus.

    Attributes:
        source: One sentence.
        target: The other; both directions of a pair are used in training.
        corpus: Name of the corpus it came from.
        cluster: Number that versions of one sentence share within the corpus; None if unknown.
        score: The corpus's own judgment of the pair; None if it gives none.
        extra: Further columns of the record, if they were asked for; no part of what makes two
            pairs equal.
    """

    source: str
    target: str
    corpus: str
    cluster: int | None = None
    score: float | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class LabeledPair:
    """One row of a labeled shard.

    Attributes:
        source: Cased treebank tokens joined by single spaces.
        target: Likewise.
        source_parse: Parse without words, root wrapper dropped: `(S(NP(PRP))(VP(VBD))(.))`.
        target_parse: Likewise.
        source_template: Canonical text of the source's template: `(S(NP)(VP)(.))`.
        target_template: Likewise.
        source_length: Tokens.
        target_length: Tokens.
        unigram_f1: F1 of the lower-cased tokens as multisets, 0 to 1.
        trigram_overlap: Shared trigrams over the trigrams of the shorter side, 0 to 1.
        score: The corpus's own score; None if it gives none.
        corpus: Name of the corpus.
        cluster: Pairs that share a sentence, directly or through others, share this number.
        split: "train", "dev" or "test"; a cluster lies in one split only.
    """

    source: str
    target: str
    source_parse: str
    target_parse: str
    source_template: str
    target_template: str
    source_length: int
    target_length: int
    unigram_f1: float
    trigram_overlap: float
    score: float | None
    corpus: str
    cluster: int
    split: str
