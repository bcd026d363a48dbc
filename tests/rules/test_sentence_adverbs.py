import pytest

from scpn.rules.sentence_adverbs import SENTENCE_ADVERBS
from scpn.trees.reader import read_tree

COMES = "(NP (DT the) (NN bus)) {} (VP (VBZ comes) (ADVP (RB late))) (. .)"
WILL_COME = "(NP (DT the) (NN bus)) (VP (MD will) (VP (VB come) (ADVP (RB late)))) (. .)"


def adverb(word: str) -> str:
    return f"(ADVP (RB {word}))"


MOVES = [
    (
        "adverb-lead",
        f"(S {COMES.format(adverb('therefore'))})",
        "therefore , the bus comes late .",
    ),
    (
        "adverb-inside",
        f"(S {adverb('usually')} (, ,) {COMES.format('')})",
        "the bus usually comes late .",
    ),
    (
        "adverb-inside",
        f"(S {adverb('probably')} {WILL_COME})",
        "the bus will probably come late .",
    ),
    ("then-front", f"(S {COMES.format(adverb('then'))})", "then the bus comes late ."),
    (
        "adverb-judgment",
        f"(S {adverb('unfortunately')} (, ,) {WILL_COME})",
        "it is unfortunate that the bus will come late .",
    ),
    (
        "judgment-adverb",
        "(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ clear)) (SBAR (IN that) "
        f"(S {WILL_COME[:-6]}))) (. .))",
        "clearly , the bus will come late .",
    ),
    (
        "judgment-adverb",
        "(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ likely) (SBAR (IN that) "
        f"(S {WILL_COME[:-6]})))) (. .))",
        "the bus will probably come late .",
    ),
    (
        "parenthesis-front",
        "(S (NP (DT the) (NN bus)) (, ,) (ADVP (RB however)) (, ,) (VP (VBZ comes) "
        "(ADVP (RB late))) (. .))",
        "however , the bus comes late .",
    ),
]
REFUSALS = {
    "a manner stays": ("adverb-lead", f"(S {COMES.format(adverb('rarely'))})"),
    "clearly may be a manner": ("adverb-judgment", f"(S {COMES.format(adverb('clearly'))})"),
    "a question": (
        "adverb-inside",
        f"(S {adverb('usually')} (, ,) {COMES.format('')})".replace("(. .)", "(. ?)"),
    ),
    "something before the adverb": (
        "then-front",
        f"(S {adverb('usually')} (, ,) {COMES.format(adverb('then'))})",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in SENTENCE_ADVERBS[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_moves(rule: str, tree: str, expected: str) -> None:
    assert outputs(rule, tree) == [expected]


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []


def test_an_adverb_behind_a_long_subject_is_part_of_it() -> None:
    tree = read_tree(f"(S {adverb('however')} (, ,) {COMES.format('')})")
    (found,) = SENTENCE_ADVERBS["adverb-inside"](tree)
    assert " ".join(found.leaves()) == "the bus , however , comes late ."
    assert [child.label() for child in found] == ["NP", "VP", "."]
