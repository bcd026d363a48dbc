"""Counts and PMI of a lexicon, worked out by hand and against a plain implementation."""

from collections import Counter
from itertools import product
from math import inf, log

import numpy as np
import pytest

from scpn.data.pairs import ParaphrasePair
from scpn.embeddings import paraphrase_lexicon
from scpn.embeddings.paraphrase_lexicon import (
    PairCounts,
    count_pairs,
    list_entries,
)
from scpn.embeddings.settings import CountingOptions, LexiconSettings
from scpn.errors import DataError, UsageError

# Five pairs of letters. Sources with a: 1 2 3, with x: 1 2; targets with b: 1 2 3 5, with y: 1 2.
PAIRS = [("a x x", "b y"), ("a x", "b y"), ("a", "b"), ("c", "a"), ("d", "b c")]


def pair(source: str, target: str, score: float | None = None) -> ParaphrasePair:
    return ParaphrasePair(source, target, "letters", score=score)


def count(pairs: list[tuple[str, str]], **options: int) -> PairCounts:
    settings = CountingOptions(**{"min_sentences": 1, **options})  # type: ignore[arg-type]
    return count_pairs((pair(*sides) for sides in pairs), settings)


def numbers(counts: PairCounts, *words: str) -> np.ndarray:
    return np.array([counts.words[word] for word in words])


def test_counts_by_hand() -> None:
    counts = count(PAIRS)
    assert (counts.num_pairs, counts.num_dropped) == (5, 0)
    assert counts.words == {"a": 0, "b": 1, "c": 2, "d": 3, "x": 4, "y": 5}
    #                                         a  b  c  d  x  y
    assert counts.frequency[0].tolist() == [3, 0, 1, 1, 2, 0]
    assert counts.frequency[1].tolist() == [1, 4, 1, 0, 0, 2]
    # a-b: 1 2 3. a-c: pair 4. a-y, b-x and x-y: 1 and 2. b-d and c-d: pair 5.
    assert counts.cross.toarray().tolist() == [
        [0, 3, 1, 0, 0, 2],
        [3, 0, 0, 1, 2, 0],
        [1, 0, 0, 1, 0, 0],
        [0, 1, 1, 0, 0, 0],
        [0, 2, 0, 0, 0, 2],
        [2, 0, 0, 0, 2, 0],
    ]
    # Within sources a-x twice, within targets b-y twice and b-c once; the diagonal is frequency.
    assert counts.within[0].toarray()[0].tolist() == [3, 0, 0, 0, 2, 0]
    assert counts.within[1].toarray()[1].tolist() == [0, 4, 1, 0, 0, 2]


def test_cross_pmi_by_hand() -> None:
    counts = count(PAIRS)
    # Ten ordered pairs of sentences; a and b are in 4 sentences each, x and y in 2.
    # a-b: 3 of 10, log(3 * 10 / (4 * 4)); x-y: log(2 * 10 / (2 * 2)); a-d never.
    left, right = numbers(counts, "a", "x", "a"), numbers(counts, "b", "y", "d")
    expected = [log(30 / 16), log(20 / 4), -inf]
    assert counts.cross_pmi(left, right).tolist() == pytest.approx(expected)
    assert counts.cross_pmi(right, left).tolist() == pytest.approx(expected)


def test_adjusted_pmi_by_hand() -> None:
    counts = count(PAIRS)
    left, right = numbers(counts, "a", "a"), numbers(counts, "b", "x")
    # a-x within the 5 sources: seen 2, expected 3 * 2 / 5 = 1.2; within the targets a is in 1 and
    # x in none: seen 0, expected 0, so log(.5 / .5) = 0. Mean of log(2.5 / 1.7) and 0.
    # a-b within sources: b is in none, so 0; within targets seen 0, expected 1 * 4 / 5 = .8:
    # mean of 0 and log(.5 / 1.3).
    within = [log(0.5 / 1.3) / 2, log(2.5 / 1.7) / 2]
    assert counts.within_pmi(left, right, smoothing=0.5).tolist() == pytest.approx(within)
    assert counts.score(left, right, measure="adjusted", smoothing=0.5).tolist() == pytest.approx(
        [log(30 / 16) - within[0], -inf]
    )
    # Hardly any smoothing gives the formula itself: log(2 / 1.2) within the sources.
    plain = counts.within_pmi(left[1:], right[1:], smoothing=1e-12)
    assert plain.tolist() == pytest.approx([log(2 / 1.2) / 2])


def test_collocations_are_demoted() -> None:
    # "hong kong" always go together; "buy" and "purchase" never do.
    pairs = [("hong kong is far", "hong kong is distant")] * 12
    pairs += [("they buy bread", "they purchase bread")] * 6
    pairs += [("they purchase bread", "they buy bread")] * 6
    counts = count(pairs + [(f"w{n} they is", f"v{n} they is") for n in range(30)])
    cross = {(e.left, e.right): e.cross_pmi for e in list_entries(counts)}
    adjusted = {(e.left, e.right): e.adjusted_pmi for e in list_entries(counts)}
    collocation, synonyms = ("hong", "kong"), ("buy", "purchase")
    assert cross[collocation] == pytest.approx(log(54 / 12))
    assert cross[synonyms] == pytest.approx(log(54 * 2 * 12 / (12 * 12)))
    assert adjusted[collocation] < 0.2
    # Within 54 sources (or targets) 6 of each: expected 6 * 6 / 54 = 2/3 times, never seen.
    assert adjusted[synonyms] == pytest.approx(log(9) - log(0.5 / (2 / 3 + 0.5)))
    assert adjusted[collocation] < cross[collocation]


def plain_counts(pairs: list[tuple[str, str]]) -> tuple[Counter[tuple[str, str]], Counter[str]]:
    cross, frequency = Counter(), Counter()
    for sides in pairs:
        source, target = (set(side.split()) for side in sides)
        frequency.update(source)
        frequency.update(target)
        cross.update(product(source, target))
        cross.update(product(target, source))
    return cross, frequency


def test_equals_a_plain_count_whatever_the_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = np.random.default_rng(2)
    letters = list("abcdefghijkl")
    pairs = [
        tuple(" ".join(draw.choice(letters, draw.integers(1, 6))) for _ in range(2))
        for _ in range(60)
    ]
    cross, frequency = plain_counts(pairs)  # type: ignore[arg-type]
    for block in (7, 50_000):
        monkeypatch.setattr(paraphrase_lexicon, "_BLOCK_PAIRS", block)
        counts = count(pairs)  # type: ignore[arg-type]
        assert sum(counts.frequency).tolist() == [frequency[word] for word in counts.words]
        for (left, i), (right, j) in product(counts.words.items(), repeat=2):
            assert counts.cross[i, j] == cross[left, right]


def test_options_of_counting() -> None:
    pairs = [
        pair("The dog sat", "A DOG sat"),
        pair("bad", "worse", score=0.2),
        pair("good", "dog", score=0.9),
        pair("one two three four five", "long"),
        pair("", "empty"),
    ]
    counts = count_pairs(pairs, CountingOptions(max_tokens=4, min_sentences=1))
    assert (counts.num_pairs, counts.num_dropped) == (2, 3)
    assert list(counts.words) == ["a", "dog", "good", "sat", "the"]
    counts = count_pairs(pairs, CountingOptions(max_tokens=4, min_sentences=2))
    assert list(counts.words) == ["dog", "sat"]
    counts = count_pairs(pairs, CountingOptions(max_tokens=4, min_sentences=1, max_words=1))
    assert list(counts.words) == ["dog"]


def test_entries_are_sorted_and_cut() -> None:
    counts = count(PAIRS)
    settings = LexiconSettings(measure="cross", min_count=2)
    entries = list_entries(counts, settings)
    # c-d and b-d are seen once only.
    assert [(e.left, e.right, e.count) for e in entries] == [
        ("x", "y", 2),
        ("a", "y", 2),
        ("b", "x", 2),
        ("a", "b", 3),
    ]
    assert [e.cross_pmi for e in entries] == pytest.approx(
        [log(20 / 4), log(20 / 8), log(20 / 8), log(30 / 16)]
    )
    assert list_entries(counts, settings.replace(top=1)) == entries[:1]
    assert list_entries(counts, settings.replace(min_score=0.9)) == entries[:3]
    by_adjusted = [e.adjusted_pmi for e in list_entries(counts, LexiconSettings(min_count=1))]
    assert by_adjusted == sorted(by_adjusted, reverse=True)
    assert list_entries(counts, LexiconSettings(min_count=100)) == []


@pytest.mark.parametrize(
    ("pairs", "options", "message"),
    [
        ([], {}, "no pair is left to count, 0 were dropped"),
        ([("a b", "c")], {"max_tokens": 1}, "no pair is left to count, 1 were dropped"),
        ([("a b", "c")], {"min_sentences": 2}, "no word is in 2 sentences or more"),
    ],
)
def test_nothing_to_count(
    pairs: list[tuple[str, str]], options: dict[str, int], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        count(pairs, **options)


def test_bad_option() -> None:
    with pytest.raises(UsageError, match="max_words is 0; it must be at least 1"):
        CountingOptions(max_words=0)
