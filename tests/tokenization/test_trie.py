from pathlib import Path

import pytest

from scpn.tokenization.trie import build_trie, frequent_words
from scpn.tokenization.vocabulary import SubwordVocabulary

SENTENCES = [["the", "red", "fox", "ran"], ["the", "dog", "ran"], ["the", "fox", "slept"]] * 20


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> SubwordVocabulary:
    prefix: Path = tmp_path_factory.mktemp("lexicon") / "pieces"
    return SubwordVocabulary.train(SENTENCES, size=285, model_prefix=prefix)


def test_frequent_words_are_counted_over_all_sentences() -> None:
    sentences = [["a", "b", "a"], ["b", "c"], ["a"]]
    assert frequent_words(sentences, min_count=2) == ["a", "b"]
    assert frequent_words(sentences, min_count=3) == ["a"]
    assert frequent_words([], min_count=1) == []


def test_trie_spells_exactly_the_words_it_was_built_from(pieces: SubwordVocabulary) -> None:
    words = ["the", "fox", "slept", "zebra", "\N{SNOWMAN}"]
    trie = build_trie(words, pieces)
    spelled = []
    agenda: list[tuple[int, ...]] = [()]
    while agenda:
        start = agenda.pop()
        for piece in trie.get(start, set()):
            if pieces.ends_word[piece]:
                spelled += pieces.decode([*start, piece])
            else:
                agenda.append((*start, piece))
    assert sorted(spelled) == sorted(words)


def test_trie_of_no_words_allows_nothing(pieces: SubwordVocabulary) -> None:
    assert build_trie([], pieces) == {(): set()}
