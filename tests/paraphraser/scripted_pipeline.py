"""A pipeline whose outputs and parses are written by hand."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from nltk import Tree
from tiny_pipeline import tiny_model, tiny_pieces

from scpn.decoding.search import Hypothesis
from scpn.errors import SentenceError
from scpn.paraphraser import Control, GenerationSettings, Paraphrase, Paraphraser, network_writer
from scpn.trees.reader import read_parse, read_tree

SOURCE = "we met in rome in may ."
TREES = [
    read_tree(text)
    for text in (
        "(S (NP (PRP we)) (VP (VBD met) (PP (IN in) (NP (NNP rome))) (PP (IN in) (NP (NNP may))))"
        " (. .))",
        "(S (PP (IN in) (NP (NNP may))) (, ,) (NP (PRP we))"
        " (VP (VBD met) (PP (IN in) (NP (NNP rome)))) (. .))",
        "(S (PP (IN in) (NP (NN june))) (, ,) (NP (PRP they)) (VP (VBD sat)) (. .))",
        "(S (PP (IN in) (NP (NNP rome))) (, ,) (NP (PRP we))"
        " (VP (VBD met) (PP (IN in) (NP (NNP may)))) (. .))",
    )
]
PLAIN, MOVED, OTHER, AGAIN = (" ".join(tree.leaves()) for tree in TREES)
ASKED = "(S(PP)(,)(NP)(VP)(.))"
FULL = "(S(PP(IN)(NP(NNP)))(,)(NP(PRP))(VP(VBD)(PP(IN)(NP(NNP))))(.))"


class ScriptedParser:
    """Knows the trees above; refuses what it does not know."""

    name, max_words = "scripted", 100

    def __init__(self) -> None:
        self.trees = {tuple(tree.leaves()): tree for tree in TREES}

    def parse_tokens(self, sentences: Sequence[list[str]]) -> list[Tree | SentenceError]:
        unknown = SentenceError("unknown")
        return [self.trees.get(tuple(words), unknown) for words in sentences]

    def parse(self, sentences: Any) -> list[Tree]:
        raise NotImplementedError


def scripted_paraphraser(folder: Path) -> Paraphraser:
    """A paraphraser with that parser and without a judge."""
    return Paraphraser(
        ScriptedParser(),
        tiny_model("parse-generator", None, "recurrent"),
        tiny_model("paraphraser", tiny_pieces(folder), "recurrent"),
    )


def write(monkeypatch: pytest.MonkeyPatch, *outputs: list[tuple[str, float]]) -> None:
    """Let each target parse get these outputs and scores."""

    def search_sentences(*_: Any, **__: Any) -> list[list[tuple[list[str], Hypothesis]]]:
        return [
            [(text.split(), Hypothesis([5], score, score)) for text, score in found]
            for found in outputs
        ]

    def search_parses(*_: Any, **__: Any) -> list[list[Tree]]:
        return [[read_parse(FULL)] * len(outputs)]

    monkeypatch.setattr(network_writer, "search_sentences", search_sentences)
    monkeypatch.setattr(network_writer, "search_parses", search_parses)


def run(paraphraser: Paraphraser, source: str = SOURCE, **settings: Any) -> list[Paraphrase]:
    """The records of a sentence in one form; of the networks, unless told otherwise."""
    options = GenerationSettings(
        **{
            "tokenized": True,
            "num_return": 4,
            "writers": "network",
            "proposers": "network",
            **settings,
        }
    )
    (result,) = paraphraser.stream([source], [Control.of_template(ASKED)], settings=options)
    assert result.error is None
    return result.paraphrases
