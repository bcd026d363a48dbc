"""Repetition, copies and variety of outputs."""

from collections.abc import Sequence

from scpn.errors import DataError
from scpn.metrics.overlap import Sentence, ngrams_of, tokens_of
from scpn.metrics.score import Score, check_parallel
from scpn.metrics.signature import Signature


def has_repeated_ngram(sentence: Sentence, *, n: int = 3) -> bool:
    """Say whether some run of `n` tokens, lower-cased, stands twice in a sentence.

    The runs may overlap ("no no no no" repeats a trigram); a sentence of `n` tokens or fewer
    never repeats one.

    Raises:
        UsageError: If `n` is less than 1.
    """
    return any(count > 1 for count in ngrams_of(tokens_of(sentence), n).values())


def is_copy(source: Sentence, output: Sentence) -> bool:
    """Say whether an output has the letters and digits of its source and nothing else.

    Case, spaces and punctuation do not matter. Sentences without any letter or digit are
    compared as they are.
    """
    left, right = (_letters_and_digits(sentence) for sentence in (source, output))
    if not left and not right:
        return tokens_of(source) == tokens_of(output)
    return left == right


def repetition_share(outputs: Sequence[Sentence], *, n: int = 3) -> Score:
    """Share of outputs that repeat an n-gram, by default a trigram.

    Raises:
        DataError: If there are no outputs.
    """
    count = _count(outputs)
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


def distinct_ngrams(outputs: Sequence[Sentence], *, n: int = 2) -> Score:
    """Distinct n-grams of a corpus / all its n-grams (distinct-n, Li et al. 2016), lower-cased.

    Falls as the corpus grows: compare only corpora of one size.

    Returns:
        Percent; 0 if no output is as long as `n`.

    Raises:
        DataError: If there are no outputs.
        UsageError: If `n` is less than 1.
    """
    count = _count(outputs)
    distinct: set[tuple[str, ...]] = set()
    total = 0
    for output in outputs:
        ngrams = ngrams_of(tokens_of(output), n)
        distinct.update(ngrams)
        total += ngrams.total()
    signature = Signature.of(metric="distinct", n=n, case="lc", ngrams=total)
    value = 100 * len(distinct) / total if total else 0.0
    return Score(f"distinct_{n}", value, "percent", count, signature)


def _letters_and_digits(sentence: Sentence) -> str:
    return "".join(filter(str.isalnum, "".join(tokens_of(sentence))))


def _count(outputs: Sequence[Sentence]) -> int:
    if not outputs:
        raise DataError("no outputs to score; give at least one")
    return len(outputs)
