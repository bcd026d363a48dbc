"""Repetition, copies and variety of outputs."""

from collections.abc import Sequence

from scpn.data.pair_limits import letters_and_digits
from scpn.errors import DataError
from scpn.metrics.score import Score, check_parallel
from scpn.metrics.signature import Signature
from scpn.tokenization.ngrams import Sentence, ngrams_of, tokens_of


def has_repeated_ngram(sentence: Sentence, *, n: int = 3) -> bool:
    """Say whether some run of `n` tokens, lower-cased, stands twice in a sentence.

    The runs may overlap ("no no no no" repeats a trigram); a sentence of `n` tokens or fewer
    never repeats one.

    Raises:
        UsageError: If `n` is less than 1.
    """
    ngrams = ngrams_of(tokens_of(sentence), n)
    return len(set(ngrams)) < len(ngrams)


def is_copy(source: Sentence, output: Sentence) -> bool:
    """Say whether an output has the letters and digits of its source and nothing else.

    Case, spaces and punctuation do not matter; punctuation does if there is nothing else.
    """
    left, right = (letters_and_digits(" ".join(tokens_of(side))) for side in (source, output))
    return left == right


def repetition_share(outputs: Sequence[Sentence], *, n: int = 3) -> Score:
    """Share of outputs that repeat an n-gram, by default a trigram.

    Raises:
        DataError: If there are no outputs.
    """
    if not outputs:
        raise DataError("no outputs to score; give at least one")
    count = len(outputs)
    repeated = sum(has_repeated_ngram(output, n=n) for output in outputs)
    signature = Signature.of(metric="repeated-ngram", n=n, case="lc")
    return Score(f"repeated_{n}gram", 100 * repeated / count, "percent", count, signature)


def copy_share(sources: Sequence[Sentence], outputs: Sequence[Sentence]) -> Score:
    """Share of outputs that are copies of their source in the sense of `is_copy`.

    Raises:
        DataError: If the numbers of sentences differ or are zero.
    """
    count = check_parallel("sources and outputs", sources, outputs)
    copies = sum(is_copy(*pair) for pair in zip(sources, outputs, strict=True))
    signature = Signature.of(metric="copies", equal="letters+digits", case="lc")
    return Score("copies", 100 * copies / count, "percent", count, signature)
