"""Who proposes parses, with a parser and a parse generator that are tables."""

from collections.abc import Sequence
from typing import Any

import pytest
from nltk import Tree

from scpn.errors import SentenceError
from scpn.paraphraser.proposers import (
    NetworkProposer,
    build_proposer,
    distinct_parses,
    interleave,
)
from scpn.paraphraser.settings import ProposerName
from scpn.paraphraser.types import Control, FormRequest
from scpn.templates import Template
from scpn.trees.linearize import linearize
from scpn.trees.reader import read_parse, read_tree

SOURCE = read_tree(
    "(S (NP (PRP we)) (VP (VBD met) (PP (IN in) (NP (NNP rome))) (PP (IN in) (NP (NNP may))))"
    " (. .))"
)
MAY = (
    "(S (PP (IN in) (NP (NNP may))) (, ,) (NP (PRP we))"
    " (VP (VBD met) (PP (IN in) (NP (NNP rome)))) (. .))"
)
ROME = (
    "(S (PP (IN in) (NP (NNP rome))) (, ,) (NP (PRP we)) (VP (VBD met) (NP (NP (NNP may)))) (. .))"
)
ASKED = "(S(PP)(,)(NP)(VP)(.))"
FOUND = "(S(PP(IN)(NP(NN)))(,)(NP(PRP))(VP(VBD))(.))"
PLAIN_MAY = linearize(read_tree(MAY))


class TableParser:
    """Knows these trees; sees another form in the wording about Rome if told so."""

    name, max_words = "table", 60

    def __init__(self, *trees: str) -> None:
        self.trees = {tuple(tree.leaves()): tree for tree in map(read_tree, trees)}
        self.asked: list[list[str]] = []

    def parse_tokens(self, sentences: Sequence[list[str]]) -> list[Tree | SentenceError]:
        self.asked += sentences
        unknown = SentenceError("unknown")
        return [self.trees.get(tuple(words), unknown) for words in sentences]

    def parse(self, sentences: Any) -> list[Tree]:
        raise NotImplementedError


def generate(sources: Sequence[Tree], templates: Sequence[Template], num: int) -> list[list[Tree]]:
    return [[read_parse(FOUND), read_parse(PLAIN_MAY)][:num] for _ in sources]


def propose(
    name: ProposerName, parser: TableParser, num: int = 4, template: str = ASKED
) -> list[str]:
    request = FormRequest(list(SOURCE.leaves()), SOURCE, Control.of_template(template))
    proposer = build_proposer(name, NetworkProposer(generate), parser, lambda _: True)
    (found,) = proposer.propose([request], num=num)
    return [linearize(parse) for parse in found]


def test_the_network_proposes_what_it_generates() -> None:
    parser = TableParser()
    assert propose("network", parser) == [FOUND, PLAIN_MAY]
    assert parser.asked == []


@pytest.mark.parametrize("name", ["edits", "rules"])
def test_wordings_are_proposed_by_the_parse_that_the_parser_gives(name: ProposerName) -> None:
    assert propose(name, TableParser(MAY)) == [PLAIN_MAY]


def test_edits_propose_more_than_the_first_and_keep_the_number() -> None:
    parser = TableParser(MAY, ROME.replace("(NP (NP (NNP may)))", "(PP (IN in) (NP (NNP may)))"))
    assert len(propose("edits", parser)) == 1  # the two wordings have one parse
    other = TableParser(MAY, ROME.replace("(NP (NP (NNP may)))", "(ADVP (IN in) (NP (NNP may)))"))
    assert len(propose("edits", other)) == 2
    assert len(propose("edits", other, num=1)) == 1


def test_a_wording_with_another_form_or_no_parse_is_not_proposed() -> None:
    other = MAY.replace("(S (PP (IN in) (NP (NNP may)))", "(S (ADVP (IN in) (NP (NNP may)))")
    parser = TableParser(other)
    assert propose("edits", parser) == []
    assert "in may , we met in rome ." in [" ".join(words) for words in parser.asked]


def test_labels_that_the_paraphraser_does_not_know_are_not_proposed() -> None:
    request = FormRequest(list(SOURCE.leaves()), SOURCE, Control.of_template(ASKED))
    proposer = build_proposer(
        "edits", NetworkProposer(generate), TableParser(MAY), lambda parse: False
    )
    assert proposer.propose([request], num=4) == [[]]


def test_the_network_proposes_where_the_others_find_nothing() -> None:
    assert propose("all", TableParser(MAY)) == [PLAIN_MAY]
    assert propose("all", TableParser()) == [FOUND, PLAIN_MAY]


def test_the_network_is_not_asked_where_others_find_a_parse() -> None:
    asked: list[int] = []

    def count(sources: Sequence[Tree], templates: Sequence[Template], num: int) -> Any:
        asked.append(len(sources))
        return generate(sources, templates, num)

    requests = [
        FormRequest(list(SOURCE.leaves()), SOURCE, Control.of_template(template))
        for template in (ASKED, "(SQ(MD)(NP)(VP)(.))")
    ]
    proposer = build_proposer("all", NetworkProposer(count), TableParser(MAY), lambda _: True)
    assert [len(found) for found in proposer.propose(requests, num=1)] == [1, 1]
    assert asked == [1]


def test_a_source_parse_without_words_takes_those_of_the_request() -> None:
    bare = read_parse(linearize(SOURCE))
    request = FormRequest(list(SOURCE.leaves()), bare, Control.of_template(ASKED))
    proposer = build_proposer("edits", NetworkProposer(generate), TableParser(MAY), lambda _: True)
    assert [linearize(parse) for parse in proposer.propose([request], num=4)[0]] == [PLAIN_MAY]


def test_parses_are_taken_in_turn_each_once() -> None:
    a, b, c = (read_parse(f"(S({label}))") for label in ("NP", "VP", "PP"))
    assert interleave([[a, b], [c, a], []]) == [a, c, b]
    assert interleave([]) == []
    assert distinct_parses([b, a, b]) == [b, a]
