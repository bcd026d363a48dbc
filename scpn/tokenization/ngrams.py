"""N-grams of sentences, and what two sentences share of them.

A sentence is either a list of tokens or text whose tokens are separated by spaces (nothing else
is tokenized here).
"""

from collections import Counter
from collections.abc import Hashable, Sequence

from scpn.errors import UsageError

Sentence = str | Sequence[str]
"""Tokens, or text with the tokens separated by spaces."""


def tokens_of(sentence: Sentence, *, lowercase: bool = True) -> Sequence[str]:
    """Return the tokens of a sentence, lower-cased unless told otherwise."""
    tokens = sentence.split() if isinstance(sentence, str) else sentence
    return [token.lower() for token in tokens] if lowercase else tokens


def ngrams_of(tokens: Sequence[str], n: int) -> Sequence[Hashable]:
    """The runs of `n` tokens in order; a sentence shorter than `n` has none.

    Raises:
        UsageError: If `n` is less than 1.
    """
    if n < 1:
        raise UsageError(f"n-gram order must be at least 1, got {n}")
    return tokens if n == 1 else list(zip(*[tokens[start:] for start in range(n)], strict=False))


def num_shared(left: Sequence[Hashable], right: Sequence[Hashable]) -> int:
    """How many items two sequences share, each counted as often as it occurs in both."""
    # A loop, since the intersection of two Counters takes twice as long for a sentence.
    remaining, shared = Counter(left), 0
    for item in right:
        if remaining.get(item, 0) > 0:
            remaining[item] -= 1
            shared += 1
    return shared


def ngram_overlap(
    source: Sentence, output: Sentence, *, n: int = 1, lowercase: bool = True
) -> float:
    """F1 of the n-grams two sentences share, each counted as often as in both.

    2 * shared / (n-grams of one + n-grams of the other). Iyyer et al. 2018 keep a paraphrase whose
    "n-gram overlap" with its source is at least 0.5 and give neither order nor formula; taken
    here as F1 of unigrams, the reading under which their threshold is usable (F1 of trigrams
    rejects nearly every real paraphrase).

    Args:
        source: One sentence.
        output: The other; the measure is symmetric.
        n: Order of the n-grams.
        lowercase: Lower-case the tokens; False is faster where they are lower-cased already.

    Returns:
        0 to 1; 0 if either sentence is shorter than `n`, even if they are the same sentence.
    """
    left, right = (ngrams_of(tokens_of(s, lowercase=lowercase), n) for s in (source, output))
    return 2 * num_shared(left, right) / (len(left) + len(right)) if left and right else 0.0


def unigram_f1(source: Sentence, output: Sentence, *, lowercase: bool = True) -> float:
    """F1 of shared words, each counted as often as it occurs in both (0 to 1)."""
    return ngram_overlap(source, output, n=1, lowercase=lowercase)


def trigram_overlap(source: Sentence, output: Sentence, *, lowercase: bool = True) -> float:
    """Share of the shorter side's trigrams that the other side has too.

    Shared word trigrams / min(trigrams of either side), each counted as often as in both
    (Wieting and Gimpel 2018, the filter of ParaNMT-50M, which keeps pairs with little overlap).

    Returns:
        0 to 1; 0 if either sentence has fewer than three tokens: with no trigram there is no
        evidence of copying, and identical short sentences are found by `metrics.diversity.is_copy`.
    """
    left, right = (ngrams_of(tokens_of(s, lowercase=lowercase), 3) for s in (source, output))
    fewest = min(len(left), len(right))
    return num_shared(left, right) / fewest if fewest else 0.0
