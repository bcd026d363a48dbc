"""Each rule by a pair it drops, and the overlaps by hand."""

import pytest

from scpn.data.pair_limits import (
    REASONS,
    Overlap,
    has_encoding_damage,
    has_several_sentences,
    is_noise,
    letters_and_digits,
    measure_overlap,
    reason_to_drop,
)
from scpn.data.settings import DropRules
from scpn.errors import UsageError


def reason(source: str, target: str, **limits: float) -> str | None:
    left, right = source.split(), target.split()
    rules = DropRules(**limits)  # type: ignore[arg-type]
    return reason_to_drop(left, right, rules=rules, overlap=measure_overlap(left, right))


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("he went home early .", "early he went home .", None),
        ("", "he went home .", "empty"),
        ("he went home .", "", "empty"),
        ("go home", "he goes home now .", "too_short"),
        ("he went home .", "he " * 41, "too_long"),
        ("he went home", "he home " * 5, "length_ratio"),
        ("he went hom\ufffd .", "he went away .", "noise"),
        ("He went home !", "he went , home .", "copy"),
        ("a b c d e f g h i j k l .", "a b c d e f g h i j k l m .", "trigram_overlap"),
        ("he went home quickly", "a man returned rapidly", "unigram_overlap"),
    ],
)
def test_reason_to_drop(source: str, target: str, expected: str | None) -> None:
    assert reason(source, target) == expected
    assert expected is None or expected in REASONS


def test_reason_to_drop_several_sentences_only_when_asked() -> None:
    pair = "he left . she stayed .", "she stayed but he left ."
    assert reason(*pair) is None
    assert reason(*pair, single_sentence=True) == "several_sentences"


def test_reason_to_drop_limits_are_inclusive() -> None:
    # Three and nine tokens: ratio 3; shared "a b c": F1 2 * 3 / 12 = 0.5, trigrams 1 of 1.
    pair = "a b c", "a b c dd ee ff gg hh ii"
    limits = {"max_length_ratio": 3, "max_trigram_overlap": 1, "min_unigram_f1": 0.5}
    assert reason(*pair, **limits) is None
    assert reason(*pair, **{**limits, "max_length_ratio": 2.9}) == "length_ratio"
    assert reason(*pair, **{**limits, "max_trigram_overlap": 0.99}) == "trigram_overlap"
    assert reason(*pair, **{**limits, "min_unigram_f1": 0.51}) == "unigram_overlap"


def test_measure_overlap_by_hand() -> None:
    # Shared words: the, cat, sat (one "the" only): 2 * 3 / (4 + 5).
    overlap = measure_overlap(
        ["the", "cat", "sat", "down"], ["there", "the", "cat", "sat", "still"]
    )
    # Trigrams "the cat sat" of two and three: 1 / 2.
    assert overlap == Overlap(unigram_f1=6 / 9, trigram=0.5)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It 's caf\u00e9 time , isn't it ?", False),
        ("It costs $ 5,000 in 2020 .", False),
        ("it\u00e2\u20ac\u2122s broken", True),
        ("caf\u00c3\u00a9 time", True),
        ("bad \ufffd byte", True),
        ("go to <b> bold </b> now", True),
        ("see &nbsp; here now", True),
        ("it is x" + "y" * 40, True),
        ("12 34 56 : 78 no", True),
        ("\u043c\u0438\u0440 \u0442\u0440\u0443\u0434 yes", True),
        ("5 < 6 is true", False),
    ],
)
def test_is_noise(text: str, expected: bool) -> None:
    assert is_noise(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("he left .", False),
        ("he left . she stayed", True),
        ('" is he here ? " she asked', True),
        ('he said : " no . "', False),
        ("no end", False),
    ],
)
def test_has_several_sentences(text: str, expected: bool) -> None:
    assert has_several_sentences(text.split()) is expected


def test_letters_and_digits() -> None:
    assert letters_and_digits("He's 5_years, OLD!") == "hes5yearsold"
    assert letters_and_digits("? !") == "?!"


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"min_tokens": 0}, "min_tokens is 0; it must be at least 1"),
        ({"min_tokens": 9, "max_tokens": 8}, "min_tokens is 9 and max_tokens 8"),
        ({"max_length_ratio": 0.5}, "it must be at least 1"),
        ({"max_trigram_overlap": 1.5}, r"max_trigram_overlap is 1\.5; it must lie between 0 and 1"),
        ({"min_unigram_f1": -1}, "min_unigram_f1 is -1"),
    ],
)
def test_rules_out_of_range(limits: dict[str, float], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        DropRules(**limits)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain text,\twith a tab", False),
        ("caf\u00e9, na\u00efve, \u00c5ngstr\u00f6m, \u00c3 la, S\u00c3O", False),
        ("the CAF\u00c9\u2019S \u201cmenu\u201d", False),
        ("a bell\x07", True),
        ("a dash \x96 of Windows", True),
        ("private \ue123", True),
        ("half \ud83d", True),
        ("caf\u00c3\u00a9", True),
        ("\u00c3\u2030cole", True),  # \u00c9 read as Windows-1252
        ("\u00c5\u2122eka", True),  # a Czech letter likewise
        ("\u00f0\u0178\u02dc\u20ac", True),  # an emoji likewise
        ("it\u00e2\u20ac\u2122s", True),
    ],
)
def test_has_encoding_damage(text: str, expected: bool) -> None:
    assert has_encoding_damage(text) is expected
