"""Overlap of corpora against values worked out by hand and second implementations."""

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
)


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
