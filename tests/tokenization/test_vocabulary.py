"""Subword pieces and control labels."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scpn.errors import DataError, ModelError, SentenceError
from scpn.tokenization.vocabulary import (
    BOS,
    EOS,
    NUM_SPECIAL,
    PAD,
    SPACE,
    SPECIAL_NAMES,
    UNK,
    LabelVocabulary,
    SubwordVocabulary,
)

SENTENCES = [
    line.split()
    for line in (
        "the cat sat on the mat .",
        "a dog ran home quickly , and then it slept .",
        "she was running and the runner was happy .",
        "they 're unhappy about 12 of the 305 dogs !",
    )
] * 5


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> SubwordVocabulary:
    prefix = tmp_path_factory.mktemp("vocabulary") / "new" / "subwords"
    return SubwordVocabulary.train(SENTENCES, size=330, model_prefix=prefix)


# What stands between the tokens of a sentence cannot be in one: white space, half characters.
TOKENS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=10).filter(
    lambda word: word.split() == [word] and SPACE not in word
)


@settings(max_examples=300, deadline=None)
@given(st.lists(TOKENS, max_size=6))
@example(["the", "cat"])
@example(["<s>", "</s>", "<pad>", "<unk>", "<0x41>"])
@example(["\u2047", "\ufffd", "\x00", "\u200b", "e\u0301", "\U0001f600", "\ufeff", "\u0130"])
@example(["the" * 200])
def test_every_word_ends_with_its_one_final_piece(
    pieces: SubwordVocabulary, words: list[str]
) -> None:
    ids = pieces.encode(words)
    assert int(pieces.ends_word[ids].sum()) == len(words)
    assert not words or bool(pieces.ends_word[ids[-1]])
    assert ids == [piece for word in words for piece in pieces.encode([word])]
    assert UNK not in ids
    assert pieces.decode(ids) == words


def test_special_ids_are_in_their_places(pieces: SubwordVocabulary) -> None:
    assert tuple(range(NUM_SPECIAL)) == (PAD, BOS, EOS, UNK)
    assert len(SPECIAL_NAMES) == NUM_SPECIAL
    assert not pieces.ends_word[:NUM_SPECIAL].any()
    assert len(pieces) == len(pieces.ends_word) == 330


def test_decoding_skips_special_ids(pieces: SubwordVocabulary) -> None:
    ids = pieces.encode(["the", "cat"])
    assert pieces.decode([BOS, *ids, EOS, PAD, PAD]) == ["the", "cat"]
    assert pieces.decode([]) == []


def test_a_word_that_is_not_over_is_a_word(pieces: SubwordVocabulary) -> None:
    ids = pieces.encode(["the", "unhappycat"])
    assert pieces.decode(ids[:-1])[0] == "the"
    assert len(pieces.decode(ids[:-1])) == 2


def test_decoding_gives_one_word_for_each_end(pieces: SubwordVocabulary) -> None:
    (bare,) = pieces.is_bare_end.nonzero()[:, 0].tolist()
    cat = pieces.encode(["cat"])
    space = pieces.encode(["\x00"])  # bytes are next to each other, so this finds that of a space
    ids = [*cat, bare, bare, *cat, space[0] + 0x20, bare, *cat]
    assert pieces.decode(ids) == ["cat", "_", "_", "cat", "_", "cat"]


@pytest.mark.parametrize("word", ["", " ", "\u00a0", SPACE, "\u2028"])
def test_what_is_no_word_is_an_underscore(pieces: SubwordVocabulary, word: str) -> None:
    assert pieces.decode(pieces.encode(["a", word, "dog"])) == ["a", "_", "dog"]


def test_half_a_character_is_refused(pieces: SubwordVocabulary) -> None:
    with pytest.raises(SentenceError, match=r"the token 'a\\ud800' is not valid Unicode"):
        pieces.encode(["a\ud800"])


def test_a_vocabulary_is_made_again_from_its_bytes(pieces: SubwordVocabulary) -> None:
    again = SubwordVocabulary(pieces.model)
    assert again.encode(SENTENCES[1]) == pieces.encode(SENTENCES[1])


def test_training_is_reproducible(pieces: SubwordVocabulary, tmp_path: Path) -> None:
    again = SubwordVocabulary.train(SENTENCES, size=330, model_prefix=tmp_path / "again")
    assert all(again.encode([w]) == pieces.encode([w]) for words in SENTENCES for w in words)


@pytest.mark.parametrize(("sentences", "size"), [(SENTENCES, 100_000), (SENTENCES, 10), ([], 300)])
def test_an_impossible_size_is_refused(
    sentences: list[list[str]], size: int, tmp_path: Path
) -> None:
    with pytest.raises(DataError, match=f"no vocabulary of {size} pieces can be learned"):
        SubwordVocabulary.train(sentences, size=size, model_prefix=tmp_path / "x")


@pytest.mark.parametrize("cut", [0, 100, -10])
def test_damaged_bytes_are_refused(pieces: SubwordVocabulary, cut: int) -> None:
    with pytest.raises(ModelError, match="the subword model is damaged"):
        SubwordVocabulary(pieces.model[:cut])


LABELS = LabelVocabulary(["(S", "(NP", "NN", ".", ")"])


def test_labels_have_their_ids_after_the_special_ones() -> None:
    assert len(LABELS) == NUM_SPECIAL + 5
    assert LABELS.encode(["(S", "NN", ")"]) == [4, 6, 8]
    assert LABELS.close_id == 8
    assert LABELS.decode([BOS, 4, 6, 8, EOS, PAD]) == ["(S", "NN", ")"]


def test_labels_are_phrases_tags_or_the_bracket() -> None:
    assert LABELS.is_open.tolist() == [False] * 4 + [True, True, False, False, False]
    assert LABELS.is_tag.tolist() == [False] * 4 + [False, False, True, True, False]


def test_an_unknown_label_is_unk() -> None:
    assert LABELS.encode(["(QP", "NN"]) == [UNK, 6]
    assert "(QP" not in LABELS
    assert "NN" in LABELS


def test_labels_are_collected_sorted_and_with_the_bracket() -> None:
    assert LabelVocabulary.build([["NN", "(S"], ["(S"]]).tokens == ["(S", ")", "NN"]
    assert LabelVocabulary.build([]).tokens == [")"]


def test_labels_without_the_bracket_are_refused() -> None:
    with pytest.raises(ModelError, match="needs the closing bracket"):
        LabelVocabulary(["(S", "NN"])
