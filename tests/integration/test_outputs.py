"""What the models write: every output obeys what is promised of it."""

from typing import TYPE_CHECKING

import numpy as np
import pytest
from sample_sentences import SENTENCES

from scpn.embeddings import SentenceEncoder, load_encoder
from scpn.embeddings.pair_scores import pair_scores
from scpn.filters.acceptance import overused_word
from scpn.filters.meaning import content_words
from scpn.filters.speech_acts import denies, new_relation
from scpn.metrics.diversity import has_repeated_ngram
from scpn.paraphraser import GenerationSettings, Paraphrase
from scpn.templates import Template, load_template_set
from scpn.tokenization.ngrams import ngram_overlap
from scpn.tokenization.treebank import split_tokens, tokenize
from scpn.trees.linearize import linearize
from scpn.trees.reader import read_parse

if TYPE_CHECKING:
    from scpn import Paraphraser

pytestmark = pytest.mark.slow

TEMPLATES = load_template_set("scpn-2018").templates


def tokenized(sentence: str) -> list[str]:
    return [word.lower() for word in tokenize(sentence)]


@pytest.fixture(scope="module")
def outputs(paraphraser: "Paraphraser") -> list[Paraphrase]:
    """Every sentence in all ten forms, as tokens, so that they can be parsed again exactly."""
    settings = GenerationSettings(tokenized=True)
    sources = [" ".join(tokenize(sentence)) for sentence in SENTENCES]
    found = paraphraser.paraphrase(sources, templates=TEMPLATES, settings=settings)
    return [paraphrase for results in found for paraphrase in results]


def words_of(text: str) -> list[str]:
    return [word.lower() for word in split_tokens(text)]


def test_each_form_of_each_sentence_has_an_output(outputs: list[Paraphrase]) -> None:
    assert len(TEMPLATES) == 10
    assert len(SENTENCES) == 20
    asked = [(" ".join(tokenize(text)), str(form)) for text in SENTENCES for form in TEMPLATES]
    assert [(output.source, output.template) for output in outputs] == asked


def test_every_generated_parse_is_well_bracketed_and_obeys_its_template(
    outputs: list[Paraphrase],
) -> None:
    for output in outputs:
        parse = read_parse(output.target_parse)  # strict
        assert str(Template.of(parse)) == output.template
        assert linearize(parse) == output.target_parse


def test_all_candidates_of_the_parse_generator_obey(paraphraser: "Paraphraser") -> None:
    trees = paraphraser.parser.parse([tokenized(sentence) for sentence in SENTENCES])
    templates = list(TEMPLATES) * 2
    found = paraphraser.generate_parses(
        trees, templates, num=8, settings=GenerationSettings(beam=8)
    )
    for template, parses in zip(templates, found, strict=True):
        assert len({linearize(parse) for parse in parses}) == len(parses) == 8
        assert {Template.of(read_parse(linearize(parse))) for parse in parses} == {template}


def test_parse_and_match_are_those_of_the_output(
    outputs: list[Paraphrase], paraphraser: "Paraphraser"
) -> None:
    trees = paraphraser.parser.parse([words_of(output.paraphrase) for output in outputs])
    for output, tree in zip(outputs, trees, strict=True):
        assert output.parse == linearize(tree)
        assert output.template_match == (str(Template.of(tree)) == output.template)


def share_lost(judge: SentenceEncoder, source: list[str], words: list[str]) -> float:
    """Share of the content words that nothing stands for, asked word by word."""
    content = content_words(source)
    lost = [
        word
        for word in content
        if word not in words and np.nanmax(pair_scores(judge, [word] * len(words), words)) < 0.4
    ]
    return len(lost) / max(1, len(content))


def lacks_subject(form: str) -> bool:
    return form.startswith(("(S(VP)", "(S(LST)(VP)"))


def test_acceptance_is_what_the_rules_say(
    outputs: list[Paraphrase], paraphraser: "Paraphraser"
) -> None:
    judge, critic = load_encoder(), paraphraser.critic
    assert critic is not None
    for output in outputs:
        is_rewriting = output.by != "network"
        source, words = words_of(output.source), words_of(output.paraphrase)
        overlap = ngram_overlap(source, words)
        assert output.ngram_overlap == pytest.approx(overlap, abs=1e-4)
        is_good = output.template_match and overlap >= 0.5
        is_repeating = has_repeated_ngram(words) or overused_word(source, words) is not None
        is_copy = "".join(filter(str.isalnum, source)) == "".join(filter(str.isalnum, words))
        is_turned = denies(source) != denies(words)
        assert output.similarity is not None
        # What rules and edits write has no score.
        is_likely = output.score is None or output.score >= -1.1
        is_close = output.similarity >= 0.7 and is_likely
        is_cut = share_lost(judge, source, words) > 0.2
        form = str(Template.of(read_parse(output.parse)))
        asks = "?" in source  # the others end in a period, an exclamation mark or a quote
        is_asked = "?" in words or form.startswith(("(SQ", "(SBARQ"))
        is_turned |= is_asked != asks
        # The number of a list's item belongs to its form.
        is_padded = share_lost(judge, words["(LST)" in form :], source) > 0
        (tree,) = paraphraser.parser.parse([source])
        is_command = lacks_subject(form) and not lacks_subject(str(Template.of(tree)))
        is_turned |= is_command and not {"you", "let"} & set(source)
        is_related = new_relation(source, words) is not None
        # What only networks do wrong.
        is_wrong = is_repeating or is_padded or is_cut or is_related
        is_fine = is_good and is_close and not (is_copy or is_turned)
        is_fine &= is_rewriting or not is_wrong
        assert output.quality is not None
        is_fine &= output.quality >= critic.threshold
        assert output.accepted == is_fine, output.rejected_because
        assert output.accepted == (not output.rejected_because)


def test_three_words_are_hardly_ever_repeated(outputs: list[Paraphrase]) -> None:
    repeated = [o for o in outputs if has_repeated_ngram(words_of(o.paraphrase))]
    assert len(repeated) <= 0.02 * len(outputs), [output.paraphrase for output in repeated]
    assert not any(output.accepted for output in repeated)


def test_outputs_have_the_length_of_their_target_parse(outputs: list[Paraphrase]) -> None:
    for output in outputs:
        leaves = read_parse(output.target_parse).subtrees(lambda node: len(node) == 0)
        assert len(output.paraphrase.split()) == len(list(leaves))
