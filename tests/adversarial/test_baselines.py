"""Baselines give the same records as the controlled paraphraser: figures, reasons, errors."""

from collections.abc import Sequence

import numpy as np
import pytest
from nltk import Tree

from scpn.adversarial.baselines.backtranslation import BackTranslation
from scpn.adversarial.baselines.checked import CheckedRewriter, Source, Version
from scpn.adversarial.candidates import CandidateMaker
from scpn.adversarial.protocol import Example
from scpn.adversarial.rewriters import Rewriter
from scpn.backtranslation.translator import RoundTrip
from scpn.errors import SentenceError, UsageError
from scpn.filters.settings import FilterSettings


class FlatParser:
    """Tags every word X; a sentence with "unparsable" has no tree."""

    name, max_words = "flat", 12

    def parse(self, sentences: Sequence[str] | Sequence[list[str]]) -> list[Tree]:
        raise NotImplementedError

    def parse_tokens(self, sentences: Sequence[list[str]]) -> list[Tree | SentenceError]:
        return [
            SentenceError("no tree")
            if "unparsable" in words
            else Tree("S", [Tree("NP", [Tree("NN", [word]) for word in words])])
            for words in sentences
        ]


class Scripted:
    """Versions by rule: "upper" shouts, "short" drops half of the words, "copy" changes nothing."""

    name = "scripted"
    forms = ("shout", "short", "copy", "broken")
    signature = {"rules": 4}  # noqa: RUF012

    def __init__(self) -> None:
        self.batches: list[int] = []

    def versions(self, sources: Sequence[Source]) -> list[list[Version]]:
        self.batches.append(len(sources))
        if any("fails" in source.tokens for source in sources):
            raise SentenceError("the model gave up")
        return [
            [
                Version(form, words, -1.0)
                for form, words in (
                    ("shout", [*source.tokens[:-1], "indeed", "!"]),
                    ("short", source.tokens[:1]),
                    ("copy", source.tokens),
                    ("broken", ["unparsable"]),
                )
                if form in source.forms
            ]
            for source in sources
        ]


class LengthEncoder:
    """Sentences of even and of odd length are orthogonal."""

    name, dimension = "length", 2

    def embed(self, sentences: Sequence[str], **_: object) -> np.ndarray:
        return np.array([[len(s.split()) % 2, 1 - len(s.split()) % 2] for s in sentences], float)


def test_records_have_figures_and_reasons() -> None:
    rewriter: Rewriter = CheckedRewriter(Scripted(), FlatParser())
    (result,) = rewriter.rewrite({"We saw no ships at sea.": rewriter.forms})
    assert result.error is None
    (shout,) = result.paraphrases["shout"]
    assert (shout.source, shout.paraphrase) == (
        "We saw no ships at sea.",
        "We saw no ships at sea indeed!",
    )
    assert (shout.template, shout.target_parse, shout.template_match) == ("shout", "", True)
    assert shout.parse == "(S(NP(NN)(NN)(NN)(NN)(NN)(NN)(NN)(NN)))"
    # Six of the seven source tokens are among the eight of the output: 2 * 6 / 15.
    assert shout.ngram_overlap == pytest.approx(0.8)
    assert shout.accepted
    (short,) = result.paraphrases["short"]
    assert short.rejected_because == ["n-gram overlap 0.25 < 0.5", "loses the negation"]
    (copy,) = result.paraphrases["copy"]
    assert copy.rejected_because == ["same words as the source"]
    assert result.paraphrases["broken"] == []


def test_judge_gives_similarity_and_its_reason() -> None:
    rewriter = CheckedRewriter(Scripted(), FlatParser(), judge=LengthEncoder())
    (result,) = rewriter.rewrite({"We saw ships.": ["shout", "copy"]})
    (shout,) = result.paraphrases["shout"]
    # Four tokens, and five: nothing in common.
    assert shout.similarity == 0.0
    assert shout.rejected_because == ["similarity 0.00 < 0.7"]
    assert result.paraphrases["copy"][0].similarity == 1.0
    assert not CheckedRewriter(Scripted(), FlatParser()).signature["judge"]


def test_only_forms_asked_for_are_given() -> None:
    rewriter = CheckedRewriter(Scripted(), FlatParser())
    results = list(rewriter.rewrite({"We saw ships.": ["copy"], "We saw land.": ["shout"]}))
    assert [list(result.paraphrases) for result in results] == [["copy"], ["shout"]]


def test_bad_sentences_do_not_harm_the_others() -> None:
    baseline = Scripted()
    rewriter = CheckedRewriter(baseline, FlatParser())
    wanted = ["", "It fails.", "We saw ships.", "unparsable", "word " * 20]
    results = {r.sentence: r for r in rewriter.rewrite({key: ["copy"] for key in wanted})}
    assert results[""].error == "the sentence has 0 words; it must have 1 to 12"
    assert results["It fails."].error == "the model gave up"
    assert results["unparsable"].error == "no tree"
    assert results["word " * 20].error == "the sentence has 20 words; it must have 1 to 12"
    assert results["We saw ships."].error is None
    assert len(results["We saw ships."].paraphrases["copy"]) == 1
    assert baseline.batches == [2, 1, 1]


def test_tokenized_sentences_stay_tokenized() -> None:
    rewriter = CheckedRewriter(Scripted(), FlatParser(), tokenized=True)
    (result,) = rewriter.rewrite({"we did n't stay .": ["shout"]})
    assert result.paraphrases["shout"][0].paraphrase == "we did n't stay indeed !"


def test_batches_do_not_change_records() -> None:
    sentences = [f"We saw {word} at sea." for word in ("ships", "land", "no birds", "a fish")] * 10
    wanted = {f"{s} {n}": Scripted.forms for n, s in enumerate(sentences)}
    rewriter = CheckedRewriter(Scripted(), FlatParser())
    together = list(rewriter.rewrite(wanted))
    alone = [r for s, forms in wanted.items() for r in rewriter.rewrite({s: forms})]
    assert together == alone


def test_filters_but_not_the_template_rule_apply() -> None:
    filters = FilterSettings(min_overlap=0.0, allow_copies=True, require_match=True)
    rewriter = CheckedRewriter(Scripted(), FlatParser(), filters=filters)
    (result,) = rewriter.rewrite({"We saw ships.": ["short", "copy"]})
    assert all(records[0].accepted for records in result.paraphrases.values())


def test_candidates_are_made_of_a_baseline_as_of_the_paraphraser() -> None:
    maker = CandidateMaker(CheckedRewriter(Scripted(), FlatParser()))
    example = Example("1", ("We saw ships.",), "good")
    ((shout, copy),) = maker.make([(example, ["shout", "copy"])])
    assert (shout.texts, shout.form, shout.accepted) == (("We saw ships indeed!",), "shout", True)
    assert not copy.accepted


class Echo:
    """Translates by adding a word that says how often it was asked for."""

    name = "echo"

    def translate(self, sentences: Sequence[str], *, num: int = 1) -> list[list[tuple[str, float]]]:
        if any("long" in text for text in sentences):
            raise SentenceError("sentence 1 has 900 pieces")
        return [[(f"{text} {'really ' * n}", -float(n)) for n in range(num)] for text in sentences]


def test_back_translation_gives_the_beam_cased_like_the_source() -> None:
    baseline = BackTranslation([RoundTrip(Echo(), Echo())], num=3)
    rewriter = CheckedRewriter(baseline, FlatParser())
    (result,) = rewriter.rewrite({"Anna saw ships.": baseline.forms})
    texts = [result.paraphrases[form][0].paraphrase for form in baseline.forms]
    assert texts == [
        "Anna saw ships.",
        "Anna saw ships. Really",
        "Anna saw ships. Really really",
    ]
    assert [result.paraphrases[form][0].score for form in baseline.forms] == [0.0, -1.0, -2.0]


class Fixed:
    """Gives the same texts for every sentence."""

    def __init__(self, name: str, *texts: str) -> None:
        self.name, self._texts = name, texts

    def translate(self, sentences: Sequence[str], *, num: int = 1) -> list[list[tuple[str, float]]]:
        return [[(text, 0.0) for text in self._texts[:num]] for _ in sentences]


def test_languages_take_turns_and_give_each_text_once() -> None:
    trips = [
        RoundTrip(Echo(), Fixed("es", "one", "two", "three")),
        RoundTrip(Echo(), Fixed("ca", "one")),
        RoundTrip(Echo(), Fixed("gl", "four", "one", "five")),
    ]
    expected = ["one", "four", "two", "three", "five"]
    for num in (2, 4, 9):
        baseline = BackTranslation(trips, num=num)
        rewriter = CheckedRewriter(baseline, FlatParser())
        (result,) = rewriter.rewrite({"anna saw ships.": baseline.forms})
        found = [result.paraphrases[form] for form in baseline.forms]
        assert [p[0].paraphrase for p in found if p] == expected[:num]
    assert baseline.signature["translators"] == ["echo+es", "echo+ca", "echo+gl"]


def test_no_translators() -> None:
    with pytest.raises(UsageError, match="no translators are given"):
        BackTranslation([])


def test_sentence_too_long_for_the_translator_harms_no_other() -> None:
    rewriter = CheckedRewriter(BackTranslation([RoundTrip(Echo(), Echo())], num=1), FlatParser())
    results = list(rewriter.rewrite({"A long one.": ["beam-1"], "A short one.": ["beam-1"]}))
    assert [result.error for result in results] == ["sentence 1 has 900 pieces", None]
