"""A parser's report per treebank."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from nltk import Tree

from scpn import __version__
from scpn.cli.parser_report import name_files
from scpn.errors import DataError, SentenceError, UsageError
from scpn.metrics.parsing import evaluate_parser, parser_signature, score_parses, template_accuracy

FIRST = Tree.fromstring("(S (NP (PRP She)) (VP (VBD drove) (ADVP (RB home))) (. .))")
SECOND = Tree.fromstring("(S (VP (VB Go)) (. !))")


class Canned:
    """A parser that knows some trees by heart and refuses all else."""

    name, max_words = "canned-1", 99

    def __init__(self, trees: Sequence[Tree]) -> None:
        self.trees = {" ".join(tree.leaves()): tree for tree in trees}

    def parse_tokens(self, sentences: Sequence[list[str]]) -> list[Tree | SentenceError]:
        unknown = SentenceError("unknown")
        return [self.trees.get(" ".join(words), unknown) for words in sentences]

    def parse(self, sentences: Sequence[str] | Sequence[list[str]]) -> list[Tree]:
        raise NotImplementedError


def test_score_parses_by_hand() -> None:
    # Gold NP VP ADVP S; predicted NP VP S: 3 of 3 and 3 of 4.
    predicted = Tree.fromstring("(S (NP (PRP She)) (VP (VBD drove) (RB home)) (. .))")
    assert score_parses([FIRST], [predicted]) == {"f1": pytest.approx(600 / 7), "template": 100}


def test_template_accuracy_by_hand() -> None:
    other = Tree.fromstring("(S (NP (PRP She)) (VP (VBD drove)) (ADVP (RB home)) (. .))")
    assert template_accuracy([FIRST, SECOND], [other, SECOND]) == 50


def test_rows_per_source_and_over_all() -> None:
    flat = Tree.fromstring("(FRAG (VB Go) (. !))")
    rows = list(evaluate_parser(Canned([FIRST, flat]), {"a": [FIRST, FIRST], "b": [SECOND]}))
    assert [(row.source, row.num_sentences, row.template, row.exact) for row in rows] == [
        ("a", 2, 100, 100),
        ("b", 1, 0, 0),
        ("all", 3, pytest.approx(200 / 3), pytest.approx(200 / 3)),
    ]
    # Gold of all: 4 + 4 + 2 constituents (the full stop is none); predicted: 4 + 4 + 1; 8 right.
    assert [row.f1 for row in rows] == [100, 0, pytest.approx(100 * 16 / 19)]
    assert all(row.case == "cased" and row.sentences_per_s > 0 for row in rows)


def test_lower_cased_rows_and_refused_sentences() -> None:
    rows = list(evaluate_parser(Canned([FIRST]), {"a": [FIRST]}, cases=["cased", "lower"]))
    assert [(row.case, row.f1, row.unparsed) for row in rows] == [
        ("cased", 100, 0),
        ("lower", 0, 1),
    ]
    assert FIRST.leaves()[0] == "She"


@pytest.mark.parametrize("sources", [{}, {"a": []}])
def test_no_trees_is_a_data_error(sources: dict[str, list[Tree]]) -> None:
    with pytest.raises(DataError, match="no trees to score"):
        next(evaluate_parser(Canned([]), sources))


def test_signature_names_the_parser() -> None:
    assert str(parser_signature(Canned([]))) == (
        "metric:labelled-bracketing|parameters:COLLINS.prm|pooled:yes|template:top-2-levels-exact"
        f"|tokens:gold|parser:canned-1|version:{__version__}"
    )


def test_files_are_named_or_called_after_their_folder() -> None:
    assert name_files(["wsj=a/x.txt", "b/qb/test.txt", "wsj=c.txt"]) == {
        "wsj": [Path("a/x.txt"), Path("c.txt")],
        "qb": [Path("b/qb/test.txt")],
    }


@pytest.mark.parametrize("text", ["", "=x.txt", "wsj="])
def test_nameless_treebanks_are_usage_errors(text: str) -> None:
    with pytest.raises(UsageError, match="names no treebank; write FILE or NAME=FILE"):
        name_files([text])
