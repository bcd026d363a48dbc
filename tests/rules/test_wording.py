import pytest

from scpn.rules.wording import WORDING
from scpn.trees.reader import read_tree

GREW = "(VP (VBD grew)) (. .)"
BOOK = "(NP (DT the) (NN book))"
I_READ = "(S (NP (PRP i)) (VP (VBD read)))"
IS_OLD = "(VP (VBZ is) (ADJP (JJ old))) (. .)"
CHANGES = [
    (
        "possess",
        "(S (NP (NP (DT the) (NN population)) (PP (IN of) (NP (NNP peru)))) " + GREW + ")",
        "peru 's population grew .",
    ),
    (
        "possess-of",
        "(S (NP (NP (NNP peru) (POS 's)) (NN population)) " + GREW + ")",
        "the population of peru grew .",
    ),
    (
        "relative-drop",
        f"(S (NP {BOOK} (SBAR (WHNP (WDT that)) {I_READ})) {IS_OLD})",
        "the book i read is old .",
    ),
    (
        "relative-insert",
        f"(S (NP {BOOK} (SBAR {I_READ})) {IS_OLD})",
        "the book that i read is old .",
    ),
    (
        "that-insert",
        f"(S (NP (PRP he)) (VP (VBD said) (SBAR (S {BOOK} (VP (VBD was) (ADJP (JJ old)))))) (. .))",
        "he said that the book was old .",
    ),
    (
        "purpose-short",
        "(S (NP (PRP he)) (VP (VBD left) (SBAR (IN in) (NN order) (S (VP (TO to) "
        "(VP (VB rest)))))) (. .))",
        "he left to rest .",
    ),
    (
        "deny-any",
        "(S (NP (PRP we)) (VP (VBP have) (NP (DT no) (NN milk))) (. .))",
        "we do n't have any milk .",
    ),
    (
        "deny-any",
        "(S (NP (EX there)) (VP (VBD was) (NP (DT no) (NN milk))) (. .))",
        "there was n't any milk .",
    ),
    (
        "expand",
        "(S (NP (PRP it)) (VP (VBZ 's) (VP (VBN been) (ADJP (JJ cold)))) (. .))",
        "it has been cold .",
    ),
    (
        "expand",
        "(S (NP (PRP i)) (VP (MD ca) (RB n't) (VP (VB stay))) (. .))",
        "i can not stay .",
    ),
    ("contract", "(S (NP (PRP it)) " + IS_OLD + ")", "it 's old ."),
    (
        "contract",
        "(S (NP (PRP i)) (VP (MD will) (RB not) (VP (VB stay))) (. .))",
        "i wo n't stay .",
    ),
]
REFUSALS = {
    # The clause is the idea, not about it.
    "relative-drop": "(S (NP (NP (DT the) (NN idea)) (SBAR (WHNP (WDT that)) (S (NP (PRP he)) "
    f"(VP (VBD left))))) {IS_OLD})",
    # "it 's made" or "it has made"?
    "expand": "(S (NP (PRP it)) (VP (VBZ 's) (VP (VBN made))) (. .))",
    # "the book 's" could be a possessor.
    "contract": f"(S {BOOK} {IS_OLD})",
    "deny-any": "(S (NP (PRP we)) (VP (VBP have) (NP (DT no) (NN doubt))) (. .))",
}


UNSHORTENED = [
    # What is missing after "is" stresses it.
    "(S (NP (PRP i)) (VP (VBP wonder) (SBAR (WHNP (WP what)) (S (NP (PRP it)) (VP (VBZ is) "
    "(ADVP (RB yet)))))) (. .))",
    "(S (NP (PRP he)) (VP (VBD ran) (ADVP (RBR faster) (SBAR (IN than) (S (NP (PRP i)) "
    "(VP (VBP am) (ADVP (RB now))))))) (. .))",
    # It is short already.
    "(S (NP (PRP they)) (VP (VBP are) (RB n't) (ADJP (JJ old))) (. .))",
]


@pytest.mark.parametrize("source", UNSHORTENED)
def test_what_is_not_shortened(source: str) -> None:
    assert list(WORDING["contract"](read_tree(source))) == []


@pytest.mark.parametrize(("name", "source", "expected"), CHANGES)
def test_changes(name: str, source: str, expected: str) -> None:
    (result,) = WORDING[name](read_tree(source))
    assert " ".join(result.leaves()) == expected


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    assert list(WORDING[name](read_tree(REFUSALS[name]))) == []
