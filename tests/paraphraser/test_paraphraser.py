"""The pipeline with random weights: batching, sharing, counts, errors."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
import torch
from nltk import Tree
from tiny_pipeline import SENTENCES, TEMPLATES, TREES, tiny_paraphraser
from torch import Tensor

from scpn.errors import SentenceError, UsageError
from scpn.models.model import ControlledModel
from scpn.paraphraser import Control, GenerationSettings, Paraphrase, Paraphraser, SentenceResult
from scpn.templates import Template
from scpn.trees.linearize import control_tokens, linearize
from scpn.trees.reader import read_parse
from scpn.trees.transform import remove_words

PARSE = "(S(NP(DT)(NN))(VP(VBZ))(.))"
CONTROLS = [*map(Control.of_template, TEMPLATES), Control.of_parse(PARSE)]


@pytest.fixture(scope="module", params=["recurrent", "transformer"])
def either(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Paraphraser:
    return tiny_paraphraser(tmp_path_factory.mktemp("tiny"), kind=request.param)


@pytest.fixture(scope="module")
def paraphraser(tmp_path_factory: pytest.TempPathFactory) -> Paraphraser:
    return tiny_paraphraser(tmp_path_factory.mktemp("tiny"))


def run(
    paraphraser: Paraphraser, sentences: list[str], controls: Any = CONTROLS, **settings: Any
) -> list[SentenceResult]:
    return list(paraphraser.stream(sentences, controls, settings=GenerationSettings(**settings)))


def facts(paraphrase: Paraphrase) -> dict[str, Any]:
    """All fields; the score may differ in its last digits."""
    return paraphrase.to_dict() | {"score": pytest.approx(paraphrase.score, abs=2e-3)}


def assert_same(found: list[SentenceResult], expected: list[SentenceResult]) -> None:
    assert [result.source for result in found] == [result.source for result in expected]
    for one, other in zip(found, expected, strict=True):
        assert [p.to_dict() for p in one.paraphrases] == [facts(p) for p in other.paraphrases]


@pytest.mark.parametrize("options", [{}, {"num_return": 3}, {"rerank": 1}, {"temperature": 0.9}])
def test_results_do_not_depend_on_the_batch_size(
    options: dict[str, Any], either: Paraphraser
) -> None:
    sentences, controls = SENTENCES[1:4], CONTROLS[1:]
    alone = run(either, sentences, controls, batch_size=1, **options)
    assert all(result.paraphrases for result in alone)
    for batch_size in (2, 5, 64):
        found = run(either, sentences, controls, batch_size=batch_size, **options)
        assert_same(found, alone)


def test_samples_do_not_depend_on_the_other_sentences(paraphraser: Paraphraser) -> None:
    options = {"temperature": 1.0, "seed": 7, "num_return": 2}
    together = run(paraphraser, SENTENCES, **options)
    backwards = run(paraphraser, SENTENCES[::-1], **options)
    assert_same(backwards[::-1], together)
    for sentence, result in zip(SENTENCES, together, strict=True):
        assert_same(run(paraphraser, [sentence], CONTROLS, **options), [result])


def test_a_seed_can_be_reproduced_and_another_gives_other_samples(
    paraphraser: Paraphraser,
) -> None:
    first, again, other = (
        run(paraphraser, SENTENCES, temperature=1.0, seed=seed) for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_templates_of_a_sentence_share_its_encoding(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded: dict[str, list[int]] = {}
    for model in (paraphraser.parse_generator, paraphraser.paraphraser):
        _count_encoded(model, encoded, monkeypatch)
    run(paraphraser, SENTENCES[:3], batch_size=64)
    assert encoded["paraphraser"] == [3]
    assert len(encoded["parse-generator"]) == 1
    assert encoded["parse-generator"][0] <= 3  # sentences with the same parse share, too
    encoded.clear()
    # One sentence with its four controls and four parses.
    run(paraphraser, SENTENCES[:3], batch_size=16)
    assert encoded == {"paraphraser": [1, 1, 1], "parse-generator": [1, 1, 1]}


def _count_encoded(
    model: ControlledModel, encoded: dict[str, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    encode = model.network.encode_source

    def counting(source: Tensor) -> Any:
        encoded.setdefault(model.role, []).append(len(source))
        return encode(source)

    monkeypatch.setattr(model.network, "encode_source", counting)


def test_target_parses_obey_their_templates(either: Paraphraser) -> None:
    for result in run(either, SENTENCES, num_return=4):
        for paraphrase in result.paraphrases:
            target = read_parse(paraphrase.target_parse)
            assert str(Template.of(target)) == paraphrase.template
            # One word for each leaf of the target parse.
            leaves = list(target.subtrees(lambda node: len(node) == 0))
            own = list(read_parse(paraphrase.parse).subtrees(lambda node: len(node) == 0))
            assert len(own) == len(leaves)


def test_results_come_in_the_order_of_the_controls(paraphraser: Paraphraser) -> None:
    controls = [CONTROLS[2], CONTROLS[0], CONTROLS[1]]
    asked = [str(control.target) for control in controls]
    for result in run(paraphraser, SENTENCES, controls, num_return=2):
        templates = [paraphrase.template for paraphrase in result.paraphrases]
        assert sorted(templates, key=asked.index) == templates
        assert set(templates) == set(asked)


@pytest.mark.parametrize("number", [1, 2, 5])
@pytest.mark.parametrize("rerank", [1, 4])
def test_there_are_num_return_distinct_outputs(
    number: int, rerank: int, paraphraser: Paraphraser
) -> None:
    control = Control.of_template(TEMPLATES[0])
    options = {"num_return": number, "rerank": rerank, "beam": 6, "tokenized": True}
    for result in run(paraphraser, ["she drove home ."], [control], **options):
        texts = [paraphrase.paraphrase.lower() for paraphrase in result.paraphrases]
        assert len(texts) == number == len(set(texts))


def test_a_parse_is_used_as_it_is(paraphraser: Paraphraser) -> None:
    for result in run(paraphraser, SENTENCES, [Control.of_parse(PARSE)], num_return=3):
        assert {paraphrase.target_parse for paraphrase in result.paraphrases} == {PARSE}
        assert {paraphrase.template for paraphrase in result.paraphrases} == {"(S(NP)(VP)(.))"}


def test_no_controls_no_paraphrases(paraphraser: Paraphraser) -> None:
    results = run(paraphraser, SENTENCES, [])
    assert [(result.paraphrases, result.error) for result in results] == [([], None)] * 5
    assert run(paraphraser, [], CONTROLS) == []


def test_controls_may_depend_on_the_sentence(paraphraser: Paraphraser) -> None:
    seen: list[Tree] = []

    def controls(tree: Tree) -> list[Control]:
        seen.append(tree)
        return [CONTROLS[0]] if "dog" in tree.leaves() else CONTROLS[1:]

    results = run(paraphraser, ["", *SENTENCES[:2]], controls)
    assert [tree.leaves() for tree in seen] == [
        ["she", "drove", "home", "."],
        ["the", "dog", "barks", "."],
    ]
    assert [len(result.paraphrases) for result in results] == [0, 3, 1]


def test_bad_sentences_do_not_harm_the_others(paraphraser: Paraphraser) -> None:
    bad = ["", " \u200b\t", "word " * 10_000, "x" * 4000, "\ud800"]
    mixed = [text for pair in zip(bad, SENTENCES, strict=True) for text in pair]
    results = run(paraphraser, mixed)
    assert [result.index for result in results] == list(range(10))
    assert [result.error for result in results[::2]] == [
        "the sentence is empty",
        "the sentence is empty",
        "the sentence has 10000 words, at most 60 are allowed; split it",
        "the sentence has 4001 subword pieces, at most 500 are allowed; shorten its longest words, "
        "or split it",
        "the sentence is empty",
    ]
    assert not any(result.paraphrases for result in results[::2])
    good = run(paraphraser, SENTENCES)
    assert all(result.error is None for result in good)
    assert_same(results[1::2], good)


def test_a_sentence_the_parser_refuses_does_not_harm_the_others(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    parse_tokens = paraphraser.parser.parse_tokens

    def refuse_dogs(sentences: list[list[str]]) -> list[Tree | SentenceError]:
        trees = parse_tokens(sentences)
        pairs = zip(trees, sentences, strict=True)
        return [SentenceError("no dogs") if "dog" in words else tree for tree, words in pairs]

    expected = run(paraphraser, SENTENCES)
    monkeypatch.setattr(paraphraser.parser, "parse_tokens", refuse_dogs)
    results = run(paraphraser, SENTENCES)
    assert [result.error for result in results] == [None, "no dogs", None, None, None]
    assert [len(result.paraphrases) for result in results] == [
        0 if result.error else len(other.paraphrases)
        for result, other in zip(results, expected, strict=True)
    ]


def test_sentences_are_read_one_batch_at_a_time(paraphraser: Paraphraser) -> None:
    read: list[str] = []

    def sentences() -> Iterator[str]:
        for sentence in SENTENCES:
            read.append(sentence)
            yield sentence

    # Two sentences with four controls and two parses each.
    settings = GenerationSettings(batch_size=16, rerank=2)
    stream = paraphraser.stream(sentences(), CONTROLS, settings=settings)
    assert next(stream).source == SENTENCES[0]
    assert len(read) == 2
    assert [next(stream).index, next(stream).index] == [1, 2]
    assert len(read) == 4


def test_paraphrase_is_the_stream_of_templates(paraphraser: Paraphraser) -> None:
    found = paraphraser.paraphrase(
        SENTENCES, templates=[*TEMPLATES[:2], Template.parse(TEMPLATES[2])]
    )
    assert found == [result.paraphrases for result in run(paraphraser, SENTENCES, CONTROLS[:3])]


def test_paraphrase_names_the_sentence_that_fails(paraphraser: Paraphraser) -> None:
    with pytest.raises(SentenceError, match="sentence 2: the sentence is empty"):
        paraphraser.paraphrase(["She drove home.", ""], templates=TEMPLATES)


@pytest.mark.parametrize(
    ("control", "message"),
    [
        (
            Control.of_template("(SINV(VP)(NP))"),
            "the label 'SINV' of the template, as a phrase, is unknown to the parse generator",
        ),
        (
            Control.of_template("(S(NP)(MD)(VP))"),
            "the label 'MD' of the template, as a part of speech, is unknown to the parse gen",
        ),
        (
            Control.of_parse("(S(NP(NNP))(VP(VBD)))"),
            "the label 'NNP' of the parse, as a part of speech, is unknown to the paraphraser",
        ),
        (
            Control.of_parse("(S(NP)(VP))"),  # a template where a full parse belongs
            "the label 'NP' of the parse, as a part of speech, is unknown to the paraphraser",
        ),
    ],
)
def test_labels_the_networks_never_saw_are_named(
    control: Control, message: str, paraphraser: Paraphraser
) -> None:
    with pytest.raises(UsageError, match=message):
        run(paraphraser, SENTENCES, [control])


def test_a_template_longer_than_any_parse_is_refused(paraphraser: Paraphraser) -> None:
    long = Control(template=Template("S", ("NP",) * 200))
    with pytest.raises(UsageError, match=r"takes 603 tokens, max_steps is 400; .*fewer children"):
        run(paraphraser, SENTENCES, [long])


def test_parses_that_would_grow_too_long_are_whole(paraphraser: Paraphraser) -> None:
    model = copy.deepcopy(paraphraser.parse_generator)
    with torch.no_grad():
        model.network.output_bias[model.labels.is_tag] = 50.0
    source = Tree("S", [Tree("NN", []) for _ in range(300)])  # half as much again is allowed
    templates = [Template.parse(text) for text in TEMPLATES[:2]]
    found = Paraphraser(paraphraser.parser, model, paraphraser.paraphraser).generate_parses(
        [source, source], templates, num=2, settings=GenerationSettings(beam=2)
    )
    for template, parses in zip(templates, found, strict=True):
        assert [Template.of(parse) for parse in parses] == [template] * 2
        assert 395 < max(len(control_tokens(parse)) for parse in parses) < 400


def test_parses_are_the_first_of_a_wider_search(paraphraser: Paraphraser) -> None:
    source = remove_words(TREES[2])
    templates = [Template.parse(text) for text in TEMPLATES]

    def find(num: int, **settings: int) -> list[list[str]]:
        found = paraphraser.generate_parses(
            [source] * len(templates), templates, num=num, settings=GenerationSettings(**settings)
        )
        return [[linearize(parse) for parse in parses] for parses in found]

    # Both search a beam of twelve; the wider one of the two settings counts.
    everything = find(12, beam=1, parse_beam=1)
    assert find(2, beam=1, parse_beam=6) == [parses[:2] for parses in everything]
    assert find(2, beam=12, parse_beam=1) == [parses[:2] for parses in everything]
    assert find(2, beam=2, parse_beam=1) != [parses[:2] for parses in everything]


def test_an_exemplar_gives_its_template(paraphraser: Paraphraser) -> None:
    (tree,) = paraphraser.parser.parse([["the", "dog", "barks", "."]])
    for text, tokenized in (("The dog barks.", False), ("The dog barks .", True)):
        control = paraphraser.control_of_exemplar(text, tokenized=tokenized)
        assert control == Control(template=Template.of(tree))
    with pytest.raises(SentenceError, match="empty"):
        paraphraser.control_of_exemplar(" ")


def test_time_is_told_by_stage(paraphraser: Paraphraser) -> None:
    paraphraser.stage_seconds.clear()
    run(paraphraser, SENTENCES)
    assert set(paraphraser.stage_seconds) == {
        *("parse", "parse generation", "paraphrase", "rules", "edits", "check")
    }
    assert all(seconds > 0 for seconds in paraphraser.stage_seconds.values())
