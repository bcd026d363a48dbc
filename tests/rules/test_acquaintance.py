"""Rules for questions of what one knows, has done, likes and thinks."""

import pytest

from scpn.rules.acquaintance import ACQUAINTANCE
from scpn.trees.reader import read_tree

YOU = "(NP (PRP you))"
TEA = "(NP (DT the) (NN tea))"
COLD = f"(S {TEA} (VP (VBZ is) (ADJP (JJ cold))))"


def ask(word: str, core: str, label: str = "WHADVP") -> str:
    """A question with one question word."""
    tag = "WP" if label == "WHNP" else "WRB"
    return f"(SBARQ ({label} ({tag} {word})) (SQ {core}) (. ?))"


MOVES = [
    (
        "ask-aware",
        f"(SQ (VBD did) {YOU} (VP (VB know) (SBAR {COLD})) (. ?))",
        ["were you aware that the tea is cold ?"],
    ),
    (
        "ask-aware",
        f"(SQ (VBP are) {YOU} (ADJP (JJ aware) (SBAR (IN that) {COLD})) (. ?))",
        ["do you know that the tea is cold ?"],
    ),
    (
        "ask-familiar",
        f"(SQ (VBP do) {YOU} (VP (VB know) (NP (DT the) (NN song))) (. ?))",
        ["are you familiar with the song ?"],
    ),
    (
        "ask-familiar",
        f"(SQ (VBP are) {YOU} (ADJP (JJ familiar) (PP (IN with) (NP (DT the) (NN song)))) (. ?))",
        ["do you know the song ?"],
    ),
    (
        "ask-past",
        f"(SQ (VBD did) {YOU} (ADVP (RB ever)) (VP (VB own) (NP (DT a) (NN boat))) (. ?))",
        ["have you ever owned a boat ?"],
    ),
    (
        "ask-past",
        f"(SQ (VBP have) {YOU} (VP (VBN heard) (NP (DT the) (NN news))) (. ?))",
        ["did you hear the news ?"],
    ),
    (
        "ask-before",
        f"(SQ (VBP have) {YOU} (ADVP (RB ever)) (VP (VBN been) (PP (TO to) (NP (NNP rome)))) "
        "(. ?))",
        ["have you been to rome before ?"],
    ),
    (
        "ask-able",
        f"(SQ (VBP do) {YOU} (VP (VB remember) (NP (DT the) (NN name))) (. ?))",
        ["can you remember the name ?"],
    ),
    (
        "ask-in-opinion",
        f"(SQ (VBP do) {YOU} (VP (VB think) (SBAR {COLD})) (. ?))",
        ["in your opinion , is the tea cold ?"],
    ),
    (
        "ask-opinion",
        ask("what", f"(VBP do) {YOU} (VP (VB think) (PP (IN of) {TEA}))", "WHNP"),
        ["how do you feel about the tea ?", "what is your opinion of the tea ?"],
    ),
    (
        "ask-favorite",
        ask("what", "(VBZ is) (NP (PRP$ your) (JJ favorite) (NN song))", "WHNP"),
        ["which song do you like best ?"],
    ),
    (
        "ask-fan",
        f"(SQ (VBP do) {YOU} (VP (VB like) (NP (NN chess))) (. ?))",
        ["are you a fan of chess ?", "do you enjoy chess ?"],
    ),
    (
        "ask-got",
        f"(SQ (VBP do) {YOU} (VP (VB have) (NP (DT a) (NN pen))) (. ?))",
        ["have you got a pen ?"],
    ),
    ("ask-got", f"(SQ (VBP have) {YOU} (NP (DT a) (NN pen)) (. ?))", ["do you have a pen ?"]),
]
REFUSALS = [
    # One who asks the way wants to be told.
    ("ask-familiar", f"(SQ (VBP do) {YOU} (VP (VB know) (NP (DT the) (NN way))) (. ?))"),
    # The dress at hand has no fans.
    ("ask-fan", f"(SQ (VBP do) {YOU} (VP (VB like) (NP (PRP$ my) (NN dress))) (. ?))"),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_acquaintance(name: str, source: str, expected: list[str]) -> None:
    results = ACQUAINTANCE[name](read_tree(source))
    assert [" ".join(str(leaf) for leaf in result.leaves()) for result in results] == expected


@pytest.mark.parametrize(("name", "source"), REFUSALS)
def test_refusals(name: str, source: str) -> None:
    assert list(ACQUAINTANCE[name](read_tree(source))) == []
