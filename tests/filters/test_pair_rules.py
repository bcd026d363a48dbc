"""Each rule by a pair it removes."""

import numpy as np
import pytest

from scpn.data.pairs import ParaphrasePair
from scpn.data.settings import DropRules
from scpn.errors import UsageError
from scpn.filters.pair_rules import (
    KEPT,
    RULES,
    is_english,
    score_rule,
    text_rule,
)
from scpn.filters.settings import PairRules


def pair(source: str, target: str) -> ParaphrasePair:
    return ParaphrasePair(source, target, "tests")


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("The cat sat on the mat.", "On the mat, the cat was sitting.", KEPT),
        ("The cat sat\x07 on the mat.", "On the mat was the cat.", "encoding"),
        ("The caf\u00c3\u00a9 is open today.", "Today the cafe is open.", "encoding"),
        ("Today the cafe is open.", "The caf\u00e9\ue123 is open today.", "encoding"),
        ("", "The cat sat down.", "empty"),
        ("Sit down", "You may sit down now.", "too_short"),
        ("She left early. " * 20, "She left.", "too_long"),
        ("Go to <b>the house</b> now.", "To the house you go now.", "noise"),
        ("The cat sat down.", "the cat sat down", "copy"),
        ("The cat sat.", "The cat sat there all day and all night and all week.", "length_ratio"),
        ("We know that he left it here", "We know that he left it here again", "trigram_overlap"),
        ("Der Hund liegt heute wieder auf dem Sofa.", "Auf dem Sofa liegt heute der Hund.",
         "language"),
        ("\u017dlu\u0165ou\u010dk\u00fd k\u016f\u0148 sk\u00e1\u010de d\u00e1l.",
         "D\u00e1l sk\u00e1\u010de \u017elu\u0165ou\u010dk\u00fd k\u016f\u0148 zase.", "language"),
    ],
)  # fmt: skip
def test_text_rule(source: str, target: str, expected: str) -> None:
    assert text_rule(pair(source, target), rules=PairRules()) == expected
    assert expected in RULES


def test_text_rule_limits_of_the_text_are_those_given() -> None:
    rules = PairRules(text=DropRules(min_tokens=2, min_unigram_f1=0.9))
    assert text_rule(pair("Sit down", "Sit there"), rules=rules) == "unigram_overlap"
    assert text_rule(pair("can not go", "cannot leave"), rules=PairRules(), tokenized=True) == (
        "too_short"
    )


def test_is_english_shares_are_inclusive() -> None:
    # One function word of ten, numbers and punctuation not counted.
    words = ["the", "a1", *["dog"] * 8, ",", "12", "."]
    assert is_english(words, rules=PairRules(min_function_words=0.1))
    assert not is_english(words, rules=PairRules(min_function_words=0.11))
    assert is_english(["dog"] * 5, rules=PairRules())
    assert not is_english(["dog"] * 6, rules=PairRules())
    # Nine ASCII letters of ten.
    assert is_english(["caf\u00e9", "served"], rules=PairRules(min_ascii_letters=0.9))
    assert not is_english(["caf\u00e9", "served"], rules=PairRules(min_ascii_letters=0.91))


@pytest.mark.parametrize(
    ("score", "expected"),
    [(0.5, KEPT), (0.49, "low_score"), (0.9, KEPT), (0.91, "high_score"), (np.nan, "unknown")],
)
def test_score_rule(score: float, expected: str) -> None:
    assert score_rule(score, rules=PairRules(min_score=0.5, max_score=0.9)) == expected


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"min_score": 0.9, "max_score": 0.8}, "min_score is 0.9 and max_score 0.8"),
        ({"min_score": -2}, "min_score is -2"),
        ({"min_score": float("nan")}, "min_score is nan"),
        ({"min_ascii_letters": 1.5}, "min_ascii_letters is 1.5; it must lie between 0 and 1"),
        ({"min_function_words": -1}, "min_function_words is -1"),
    ],
)
def test_pair_rules_bad_limits(limits: dict[str, float], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        PairRules(**limits)  # type: ignore[arg-type]
