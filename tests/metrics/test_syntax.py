"""Template match and tree edit distance over corpora of small parses."""

import pytest
from nltk import Tree

from scpn.errors import DataError
from scpn.metrics.syntax import (
    mean_tree_edit_distance,
    template_match,
)
from scpn.templates.template import Template

SVO = Tree.fromstring("(S (NP (PRP )) (VP (VBD ) (NP (NN ))) (. ))")
SV = Tree.fromstring("(S (NP (DT ) (NN )) (VP (VBD )) (. ))")
NO_STOP = Tree.fromstring("(S (NP (PRP )) (VP (VBD )))")
QUESTION = Tree.fromstring("(SQ (VBD ) (NP (PRP )) (VP (VB )) (. ))")


def test_match_ignores_what_lies_deeper() -> None:
    assert template_match([SVO], [SV]).value == 100.0
    assert template_match([SVO], [QUESTION]).value == 0.0


def test_reference_may_be_a_template() -> None:
    wanted = Template.parse("(S(NP)(VP)(.))")
    assert template_match([SVO, QUESTION], [wanted, wanted]).value == 50.0


def test_lone_label_matches_nothing() -> None:
    lone = Tree("NN", ["dog"])
    assert template_match([lone, SVO, lone], [SVO, lone, lone]).value == 0.0


def test_template_match_share_and_signature() -> None:
    parses, references = [SVO, SVO, SVO, SVO], [SV, NO_STOP, QUESTION, SVO]
    exact = template_match(parses, references, parser="chart:1")
    assert exact.value == 50.0
    assert str(exact.signature) == "metric:template-match|template:exact|parser:chart:1"
    loose = template_match(parses, references, ignore_final_punctuation=True)
    assert loose.value == 75.0
    assert "template:exact-but-final-punctuation" in str(loose.signature)


def test_mean_tree_edit_distance() -> None:
    # SVO -> SV: PRP becomes DT and NN is inserted under the subject; the object NP and NN go: 4.
    # Three levels: the object's NN is out of sight: 3. Two levels: the same.
    pairs = [SVO, SVO], [SV, SVO]
    assert mean_tree_edit_distance(*pairs).value == 2.0
    assert mean_tree_edit_distance(*pairs, depth=3).value == 1.5
    two_levels = mean_tree_edit_distance(*pairs, depth=2)
    assert (two_levels.value, two_levels.unit) == (0.0, "edits")
    assert two_levels.name == "tree_edit_distance_top2"
    assert "levels:2|costs:unit|words:no" in str(two_levels.signature)


def test_words_do_not_count() -> None:
    spoken = Tree.fromstring("(S (NP (PRP I)) (VP (VBD saw) (NP (NN rain))) (. .))")
    assert mean_tree_edit_distance([spoken], [SVO]).value == 0.0


def test_unequal_or_empty_corpora() -> None:
    with pytest.raises(DataError, match="parses and references must be equally many"):
        template_match([SVO], [])
    with pytest.raises(DataError, match="no parses and references to score"):
        mean_tree_edit_distance([], [])
