"""Sentences of a text, their formats, and the memory of their paraphrases."""

import pickle
from pathlib import Path

import pytest
from fake_models import CLAUSE_FIRST, PHRASE_FIRST, FakeModels

from scpn import Paraphraser
from scpn.adversarial.bridges.sentences import (
    SentenceParaphraser,
    in_format_of,
    read_templates,
    sentence_spans,
)
from scpn.errors import ModelError, UsageError
from scpn.templates import Template

CLAUSE, PHRASE = Template.parse(CLAUSE_FIRST), Template.parse(PHRASE_FIRST)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", []),
        ("  \n ", []),
        ("no punctuation at all", ["no punctuation at all"]),
        ("  It rained.  We stayed! \n", ["It rained.", "We stayed!"]),
        ("Mr. Hill left the U.S. in May. Who saw him?", None),
        ("it rained . we stayed . \n", ["it rained .", "we stayed ."]),
        ('"Stop it." He left.', ['"Stop it."', "He left."]),
    ],
)
def test_sentences_of_a_text(text: str, sentences: list[str] | None) -> None:
    if sentences is None:
        sentences = ["Mr. Hill left the U.S. in May.", "Who saw him?"]
    assert [text[begin:end] for begin, end in sentence_spans(text)] == sentences


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("the film , it is said , is long .", "It's long, they say.", "It 's long , they say ."),
        ("The film, it is said, is long.", "It's long, they say.", "It's long, they say."),
        ("so long", "It's long.", "It's long."),
    ],
)
def test_outputs_are_written_like_their_source(source: str, output: str, expected: str) -> None:
    assert in_format_of(source, output) == expected


def test_templates_of_a_set_a_file_and_a_list(tmp_path: Path) -> None:
    path = tmp_path / "forms.txt"
    path.write_text(f"{CLAUSE_FIRST}\n{PHRASE_FIRST}\n")
    assert read_templates(path) == read_templates([CLAUSE_FIRST, PHRASE, PHRASE_FIRST])
    assert len(read_templates("scpn-2018")) == 10
    with pytest.raises(UsageError, match="no template is given"):
        read_templates([])
    with pytest.raises(UsageError, match="sets are"):
        read_templates("top-21")


def test_each_sentence_is_computed_once_and_what_wants_the_same_goes_together() -> None:
    models = FakeModels({"a": {CLAUSE_FIRST: "A1", PHRASE_FIRST: "A2"}, "b": {CLAUSE_FIRST: "B1"}})
    sentences = SentenceParaphraser(models)
    first = sentences.paraphrase(["a", "b", "a"], [CLAUSE])
    assert [row[0].paraphrase for row in first] == ["A1", "B1", "A1"]
    assert models.calls == [(["a", "b"], [CLAUSE_FIRST])]
    second = sentences.paraphrase(["b", "c", "a"], [PHRASE, CLAUSE])
    assert models.calls[1:] == [
        (["b", "a"], [PHRASE_FIRST]),
        (["c"], [PHRASE_FIRST, CLAUSE_FIRST]),
    ]
    assert second[0][0] == "nothing was found"
    assert second[1] == ["the sentence is too long"] * 2
    assert [outcome.paraphrase for outcome in second[2]] == ["A2", "A1"]
    assert sentences.paraphrase(["b", "c", "a"], [PHRASE, CLAUSE]) == second
    assert len(models.calls) == 3
    # The plain path, a fresh memory for each sentence, says the same.
    for sentence, row in zip(["b", "c", "a"], second, strict=True):
        assert SentenceParaphraser(models).paraphrase([sentence], [PHRASE, CLAUSE]) == [row]


def test_memory_forgets_what_was_not_used_for_longest() -> None:
    models = FakeModels({name: {CLAUSE_FIRST: name.upper()} for name in "abcd"})
    sentences = SentenceParaphraser(models, cache_size=2)
    for name in "abac":  # "a" is used again, so "b" has to go for "c"
        sentences.paraphrase([name], [CLAUSE])
    models.calls.clear()
    sentences.paraphrase(["a", "c"], [CLAUSE])
    assert models.calls == []
    rows = sentences.paraphrase(["a", "b", "c", "d"], [CLAUSE])  # more than it holds
    assert [row[0].paraphrase for row in rows] == ["A", "B", "C", "D"]


def test_models_are_loaded_when_needed_and_stay_behind() -> None:
    sentences = SentenceParaphraser("no/such-folder", device="cpu")
    copy = pickle.loads(pickle.dumps(sentences))
    with pytest.raises(ModelError, match="no/such-folder"):
        copy.paraphrase(["a"], [CLAUSE])
    assert copy.paraphrase([], [CLAUSE]) == []


def test_bundled_models_give_what_the_paraphraser_gives(paraphraser: Paraphraser) -> None:
    sentences = ["We went home because it was late.", "In May we met in Rome."]
    rows = SentenceParaphraser(paraphraser).paraphrase(sentences, [CLAUSE, PHRASE])
    plain = paraphraser.paraphrase(sentences, templates=[CLAUSE_FIRST, PHRASE_FIRST])
    assert rows == plain
    assert rows[0][0].paraphrase == "Because it was late, we went home."
