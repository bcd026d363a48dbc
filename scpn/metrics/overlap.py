"""Overlap of words: BLEU in its two meanings here, unigram F1, and the papers' n-gram filters.

A sentence is either a list of tokens or text whose tokens are separated by spaces (nothing else
is tokenized here, except by sacrebleu where asked). Values of one pair run from 0 to 1 like the
thresholds they are compared with; figures of a corpus are percentages.
"""

import warnings
from collections import Counter
from collections.abc import Sequence
from statistics import fmean

import nltk
from nltk.translate.bleu_score import sentence_bleu
from sacrebleu.metrics.bleu import BLEU

from scpn.errors import UsageError
from scpn.metrics.score import Score, check_parallel
from scpn.metrics.signature import Signature

Sentence = str | Sequence[str]
"""Tokens, or text with the tokens separated by spaces."""


def tokens_of(sentence: Sentence, *, lowercase: bool = True) -> list[str]:
    """Return the tokens of a sentence, lower-cased unless told otherwise."""
    tokens = sentence.split() if isinstance(sentence, str) else sentence
    return [token.lower() for token in tokens] if lowercase else list(tokens)


def ngrams_of(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    """Count the runs of `n` tokens; a sentence shorter than `n` has none.

    Raises:
        UsageError: If `n` is less than 1.
    """
    if n < 1:
        raise UsageError(f"n-gram order must be at least 1, got {n}")
    return Counter(tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1))


def ngram_overlap(source: Sentence, output: Sentence, *, n: int = 1) -> float:
    """F1 of the n-grams two sentences share, lower-cased, each counted as often as in both.

    2 * shared / (n-grams of one + n-grams of the other). Iyyer et al. 2018 keep a paraphrase whose
    "n-gram overlap" with its source is at least 0.5 and give neither order nor formula; taken
    here as F1 of unigrams, the reading under which their threshold is usable (F1 of trigrams
    rejects nearly every real paraphrase).

    Args:
        source: One sentence.
        output: The other; the measure is symmetric.
        n: Order of the n-grams.

    Returns:
        0 to 1; 0 if either sentence is shorter than `n`, even if they are the same sentence.
    """
    left = ngrams_of(tokens_of(source), n)
    right = ngrams_of(tokens_of(output), n)
    total = left.total() + right.total()
    return 2 * (left & right).total() / total if left and right else 0.0


def unigram_f1(source: Sentence, output: Sentence) -> float:
    """F1 of shared words, lower-cased, each counted as often as it occurs in both (0 to 1)."""
    return ngram_overlap(source, output, n=1)


def trigram_overlap(source: Sentence, output: Sentence) -> float:
    """Share of the shorter side's trigrams that the other side has too.

    Shared word trigrams / min(trigrams of either side), each counted as often as in both,
    lower-cased (Wieting and Gimpel 2018, the filter of ParaNMT-50M, which keeps pairs with
    little overlap).

    Returns:
        0 to 1; 0 if either sentence has fewer than three tokens: with no trigram there is no
        evidence of copying, and identical short sentences are found by `diversity.is_copy`.
    """
    left = ngrams_of(tokens_of(source), 3)
    right = ngrams_of(tokens_of(output), 3)
    fewest = min(left.total(), right.total())
    return (left & right).total() / fewest if fewest else 0.0


def corpus_bleu(
    outputs: Sequence[Sentence],
    references: Sequence[Sentence],
    *,
    lowercase: bool = True,
    tokenize: str = "none",
) -> Score:
    """BLEU over a whole corpus by sacrebleu (Papineni et al. 2002; Post 2018).

    Not comparable with `mean_sentence_bleu`: on the same sentences the two lie ten points apart.

    Args:
        outputs: What was produced, already tokenized if `tokenize` is "none".
        references: One reference for each output.
        lowercase: Compare lower-cased text.
        tokenize: Tokenizer of sacrebleu: "none" splits at spaces, "13a" is for plain text.

    Returns:
        Percent, with sacrebleu's own signature.

    Raises:
        DataError: If the numbers of sentences differ or are zero.
        UsageError: If sacrebleu has no such tokenizer.
    """
    count = check_parallel("outputs and references", outputs, references)
    if tokenize not in BLEU.TOKENIZERS:
        known = ", ".join(sorted(BLEU.TOKENIZERS))
        raise UsageError(f"unknown BLEU tokenizer {tokenize!r}; sacrebleu has {known}")
    # force: without it sacrebleu warns on stderr that the text looks tokenized, which it is.
    bleu = BLEU(lowercase=lowercase, tokenize=tokenize, force=True)
    result = bleu.corpus_score(
        [_text(sentence) for sentence in outputs], [[_text(sentence) for sentence in references]]
    )
    signature = Signature.parse(f"metric:corpus-bleu|{bleu.get_signature()}")
    return Score("corpus_bleu", result.score, "percent", count, signature)


def mean_sentence_bleu(
    outputs: Sequence[Sentence], references: Sequence[Sentence], *, lowercase: bool = False
) -> Score:
    """Mean of NLTK's sentence BLEU, unsmoothed: the figure that SynPG reports as BLEU.

    A sentence that shares no four-gram with its reference counts (practically) zero, so this is
    far below `corpus_bleu`. Words are compared as they are; SynPG's texts are lower-cased
    (Huang and Chang 2021, `eval_calculate_bleu.py`).

    Raises:
        DataError: If the numbers of sentences differ or are zero.
    """
    count = check_parallel("outputs and references", outputs, references)
    with warnings.catch_warnings():
        # NLTK warns for every sentence without a shared n-gram; here that is the definition.
        warnings.simplefilter("ignore", UserWarning)
        value = fmean(
            sentence_bleu(
                [tokens_of(reference, lowercase=lowercase)],
                tokens_of(output, lowercase=lowercase),
            )
            for output, reference in zip(outputs, references, strict=True)
        )
    signature = Signature.of(
        metric="mean-sentence-bleu",
        case="lc" if lowercase else "mixed",
        smooth="none",
        tok="none",
        nltk=nltk.__version__,
    )
    return Score("mean_sentence_bleu", 100 * value, "percent", count, signature)


def mean_unigram_f1(sources: Sequence[Sentence], outputs: Sequence[Sentence]) -> Score:
    """Mean of `unigram_f1` over pairs, in percent.

    Raises:
        DataError: If the numbers of sentences differ or are zero.
    """
    count = check_parallel("sources and outputs", sources, outputs)
    value = fmean(unigram_f1(*pair) for pair in zip(sources, outputs, strict=True))
    signature = Signature.of(metric="unigram-f1", case="lc", average="mean")
    return Score("unigram_f1", 100 * value, "percent", count, signature)


def _text(sentence: Sentence) -> str:
    return sentence if isinstance(sentence, str) else " ".join(sentence)
