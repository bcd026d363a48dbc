"""Errors made on purpose, and the readings made of sentences."""

import random

import pytest
from nltk.tree import Tree

from scpn.critic.corruptions import KINDS, corrupt, make_readings

TREE = Tree.fromstring(
    "(S (NP (DT the) (NN nurse)) (VP (VBD gave) (NP (DT the) (NN boy)) (NP (DT a) (NN book))"
    " (PP (IN after) (NP (NN lunch)))) (. .))"
)
QUESTION = Tree.fromstring(
    "(SBARQ (WHNP (WP who)) (SQ (VP (VBD was) (RB not) (NP (DT the) (NN nurse)))) (. ?))"
)
WORDS = ["the", "nurse", "gave", "the", "boy", "a", "book", "after", "lunch", "."]


def outcomes(kind: str, tree: Tree = TREE) -> set[str]:
    """Everything that 200 draws make of a tree."""
    drawn = (KINDS[kind](tree, random.Random(seed)) for seed in range(200))
    return {" ".join(words) for words in drawn if words is not None}


def test_a_modifier_is_lost() -> None:
    assert outcomes("lost") == {"the nurse gave the boy a book ."}


def test_roles_are_exchanged() -> None:
    # Not of neighbors: "gave a book the boy" is bad English before it says something else.
    assert outcomes("roles") == {
        "the boy gave the nurse a book after lunch .",
        "a book gave the boy the nurse after lunch .",
        "lunch gave the boy a book after the nurse .",
        "the nurse gave lunch a book after the boy .",
        "the nurse gave the boy lunch after a book .",
    }


def test_a_negation_is_lost_or_put_in() -> None:
    assert outcomes("negation", QUESTION) == {"who was the nurse ?"}
    assert outcomes("negation") == set()  # no auxiliary to put it after
    positive = Tree.fromstring("(S (NP (PRP we)) (VP (MD can) (VP (VB stay))))")
    assert outcomes("negation", positive) == {"we can not stay", "we can n't stay"}


def test_question_words_are_exchanged() -> None:
    assert "why was not the nurse ?" in outcomes("question word", QUESTION)
    assert outcomes("question word") == set()


def test_endings_no_longer_agree() -> None:
    assert "who were not the nurse ?" in outcomes("ending", QUESTION)
    assert "the nurse gave the boy a books after lunch ." in outcomes("ending")


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_leaves_the_tree_alone(kind: str) -> None:
    before = TREE.copy(deep=True)
    assert outcomes(kind) or kind in ("question word", "negation")
    assert before == TREE


def test_a_draw_is_repeatable_and_says_what_it_did() -> None:
    kinds = set()
    for seed in range(300):
        corruption = corrupt(TREE, random.Random(seed))
        assert corruption == corrupt(TREE, random.Random(seed))
        assert corruption is not None
        assert list(corruption.words) != WORDS
        kinds.add(corruption.kind)
    assert kinds == set(KINDS) - {"question word", "negation"}
    assert corrupt(Tree("FRAG", [Tree("UH", ["oh"])]), random.Random(0)) is None


def test_rewritings_are_good_readings_and_errors_bad_ones() -> None:
    fronted = Tree.fromstring(
        "(S (PP (IN after) (NP (NN lunch))) (, ,) (NP (PRP we)) (VP (VBD left)) (. .))"
    )
    readings = list(make_readings([fronted], seed=3))
    assert readings == list(make_readings([fronted], seed=3))
    natural, *pairs = readings
    assert (natural.source, natural.paraphrase) == ("", "after lunch, we left.")
    assert natural.labels == (None, None, 1.0, None, None)
    good = [{p.source, p.paraphrase} for p in pairs if p.labels[3] == 1 or p.labels[3] == 0.97]
    assert {"after lunch, we left.", "we left after lunch."} in good
    bad = [p for p in pairs if p.labels[3] == 0]
    assert bad
    assert all(p.source == "after lunch, we left." != p.paraphrase for p in bad)
