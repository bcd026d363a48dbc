"""What became of the words of a sentence."""

from scpn.app.comparison import compare_words


def fates(source: str, output: str) -> str:
    """One letter a word: k kept, m moved, n new."""
    return "".join(fate.value[0] for fate in compare_words(source.split(), output.split()))


def test_same_sentence_is_kept() -> None:
    assert fates("she drove home", "she drove home") == "kkk"


def test_moved_word_is_in_another_order() -> None:
    # The longest run in common is "she drove", so "home" has moved.
    assert fates("she drove home", "home she drove") == "mkk"


def test_word_that_occurs_more_often_than_in_the_source_is_new() -> None:
    assert fates("a b", "b a b") in ("nkk", "mkn")
    assert fates("a b", "a a b") in ("knk", "nkk")
    assert fates("a b", "c d") == "nn"


def test_case_does_not_count() -> None:
    assert fates("She drove", "she Drove") == "kk"


def test_nothing() -> None:
    assert fates("a b", "") == ""
    assert fates("", "a") == "n"
