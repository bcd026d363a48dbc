"""Overlap of words over a corpus: BLEU in its two meanings here, and unigram F1.

What a single pair shares is measured by `scpn.tokenization.ngrams`, from 0 to 1; figures of a
corpus are percentages. Nothing is tokenized here, except by sacrebleu where asked.
"""

import warnings
from collections.abc import Sequence
from statistics import fmean

import nltk
from nltk.translate.bleu_score import sentence_bleu
from sacrebleu.metrics.bleu import BLEU

from scpn.errors import UsageError
from scpn.metrics.score import Score, check_parallel
from scpn.metrics.signature import Signature
from scpn.tokenization.ngrams import Sentence, tokens_of, unigram_f1


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
