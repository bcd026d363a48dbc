"""Overlap measures against values worked out by hand and second implementations."""

import math
import random
import warnings
from collections.abc import Callable, Sequence

import pytest

from scpn.errors import DataError, UsageError
from scpn.metrics.overlap import (
    corpus_bleu,
    mean_sentence_bleu,
    mean_unigram_f1,
    ngram_overlap,
    ngrams_of,
    tokens_of,
    trigram_overlap,
    unigram_f1,
)


def test_tokens_of_text_and_list() -> None:
    assert tokens_of("The cat  Sat") == tokens_of(["The", "cat", "Sat"]) == ["the", "cat", "sat"]
    assert tokens_of(["A"], lowercase=False) == ["A"]


def test_unigram_f1_is_clipped_and_ignores_case() -> None:
    # Shared: the (min(2, 1) = 1), dog: 2 of 4 + 3 words.
    assert unigram_f1("the dog the cat", "The dog ran") == pytest.approx(2 * 2 / 7)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [("a b", "a b", 1.0), ("a b", "c d", 0.0), ("", "a", 0.0), ("", "", 0.0), ("a a", "a", 2 / 3)],
)
def test_unigram_f1_edges(left: str, right: str, expected: float) -> None:
    assert unigram_f1(left, right) == pytest.approx(expected)


def test_ngram_overlap_of_bigrams() -> None:
    # ab bc cd | ab bc ce: 2 of 3 + 3.
    assert ngram_overlap("a b c d", "a b c e", n=2) == pytest.approx(4 / 6)


def test_ngram_overlap_of_sentence_shorter_than_n_is_zero() -> None:
    assert ngram_overlap("hello", "hello", n=2) == 0.0
    assert ngram_overlap("hello", "hello", n=1) == 1.0


def test_ngram_order_must_be_positive() -> None:
    with pytest.raises(UsageError, match="n-gram order must be at least 1, got 0"):
        ngrams_of(["a"], 0)


def test_trigram_overlap_is_relative_to_the_shorter_side() -> None:
    # abc bcd | abc bcd cde def: 2 of min(2, 4).
    assert trigram_overlap("a b c d", "A b c d e f") == 1.0
    # abc bcx | abc bcd cde def: 1 of 2.
    assert trigram_overlap("a b c x", "a b c d e f") == 0.5


def test_trigram_overlap_is_clipped() -> None:
    # aaa twice | aaa once, aab once: 1 of 2.
    assert trigram_overlap("a a a a", "a a a b") == 0.5


@pytest.mark.parametrize(("left", "right"), [("a b", "a b"), ("a b c", "a b"), ("", "")])
def test_trigram_overlap_without_trigrams_is_zero(left: str, right: str) -> None:
    assert trigram_overlap(left, right) == 0.0


@pytest.mark.parametrize("measure", [unigram_f1, trigram_overlap])
def test_overlap_is_symmetric_and_bounded(measure: Callable[[str, str], float]) -> None:
    chance = random.Random(3)
    for _ in range(100):
        left, right = (" ".join(chance.choices("abc", k=chance.randrange(9))) for _ in range(2))
        assert measure(left, right) == measure(right, left)
        assert 0 <= measure(left, right) <= 1


def plain_bleu(pairs: Sequence[tuple[list[str], list[str]]]) -> float:
    """Papineni et al. 2002 for one reference: pooled clipped precisions, brevity penalty."""
    log_precision = 0.0
    for n in range(1, 5):
        matched = total = 0
        for output, reference in pairs:
            grams = [tuple(output[i : i + n]) for i in range(len(output) - n + 1)]
            wanted = [tuple(reference[i : i + n]) for i in range(len(reference) - n + 1)]
            total += len(grams)
            for gram in grams:
                if gram in wanted:
                    wanted.remove(gram)
                    matched += 1
        if not matched:
            return 0.0
        log_precision += math.log(matched / total) / 4
    length = sum(len(output) for output, _ in pairs)
    wanted_length = sum(len(reference) for _, reference in pairs)
    return math.exp(log_precision + min(0.0, 1 - wanted_length / length))


def random_pairs(seed: int) -> list[tuple[list[str], list[str]]]:
    chance = random.Random(seed)
    reference = [f"w{chance.randrange(30)}" for _ in range(12)]
    pairs = []
    for _ in range(20):
        output = [word for word in reference if chance.random() > 0.15]
        pairs.append((output, reference))
    return pairs


def test_mean_sentence_bleu_by_hand() -> None:
    # Output a b c d e f, reference a b c d e g: precisions 5/6, 4/5, 3/4, 2/3; their product is
    # 1/3 and the lengths are equal, so BLEU is (1/3) ** (1/4). The second pair shares nothing.
    score = mean_sentence_bleu(["a b c d e f", "x y z w"], ["a b c d e g", "p q r s"])
    assert score.value == pytest.approx(100 * (1 / 3) ** 0.25 / 2)
    assert score.count == 2
    assert "smooth:none" in str(score.signature)


def test_mean_sentence_bleu_brevity_by_hand() -> None:
    # All precisions are 1 and the output has 4 of 5 words: exp(1 - 5/4).
    score = mean_sentence_bleu(["a b c d"], ["a b c d e"])
    assert score.value == pytest.approx(100 * math.exp(-0.25))


def test_mean_sentence_bleu_agrees_with_plain_implementation() -> None:
    pairs = random_pairs(5)
    expected = sum(plain_bleu([pair]) for pair in pairs) / len(pairs)
    score = mean_sentence_bleu([pair[0] for pair in pairs], [pair[1] for pair in pairs])
    assert score.value == pytest.approx(100 * expected)


def test_mean_sentence_bleu_keeps_case_and_warns_nobody() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mean_sentence_bleu(["A B C D", "short", ""], ["a b c d"] * 3).value < 1e-6
    assert mean_sentence_bleu(["A B C D"], ["a b c d"], lowercase=True).value == 100.0


def test_corpus_bleu_agrees_with_plain_implementation() -> None:
    pairs = random_pairs(6)
    score = corpus_bleu([pair[0] for pair in pairs], [" ".join(pair[1]) for pair in pairs])
    assert score.value == pytest.approx(100 * plain_bleu(pairs))


def test_corpus_bleu_pools_where_the_mean_does_not() -> None:
    outputs, references = ["a b c d e f", "x y z"], ["a b c d e f", "x y z"]
    assert corpus_bleu(outputs, references).value == pytest.approx(100.0)
    assert mean_sentence_bleu(outputs, references).value == pytest.approx(50.0)  # no four-gram


def test_corpus_bleu_signature_and_case() -> None:
    score = corpus_bleu(["A b c d"], ["a b c d"])
    assert score.value == pytest.approx(100.0)
    text = str(score.signature)
    assert text.startswith("metric:corpus-bleu|nrefs:1|case:lc|eff:no|tok:none|smooth:exp|version:")
    assert corpus_bleu(["A b c d e"], ["a b c d e"], lowercase=False).value < 100.0


def test_corpus_bleu_tokenizer() -> None:
    glued, apart = ["he saw the red dog."], ["he saw the red dog ."]
    assert corpus_bleu(glued, apart, tokenize="13a").value == pytest.approx(100.0)
    assert corpus_bleu(glued, apart).value < 100.0
    with pytest.raises(UsageError, match="unknown BLEU tokenizer 'moses'; sacrebleu has 13a,"):
        corpus_bleu(glued, apart, tokenize="moses")


def test_mean_unigram_f1() -> None:
    score = mean_unigram_f1(["a b", "a b"], ["a b", "c d"])
    assert (score.value, score.unit) == (50.0, "percent")


@pytest.mark.parametrize("measure", [corpus_bleu, mean_sentence_bleu, mean_unigram_f1])
def test_unequal_or_empty_corpora(measure: Callable[[list[str], list[str]], object]) -> None:
    with pytest.raises(DataError, match="got 1 and 2"):
        measure(["a"], ["a", "b"])
    with pytest.raises(DataError, match="to score"):
        measure([], [])
