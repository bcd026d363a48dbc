import pytest

from scpn.rules.rewording import REWORDING
from scpn.rules.table_rows import inflect, read_rows
from scpn.trees.reader import read_tree

STOP = "(. .)"
LAMP = "(NP (DT a) (NN lamp))"
CHANGES = [
    # A verb keeps its form; an article follows the new word.
    (f"(S (NP (PRP he)) (VP (VBD bought) {LAMP}) {STOP})", "he purchased a lamp ."),
    (
        "(S (NP (PRP it)) (VP (VBZ is) (NP (DT a) (JJ large) (NN lamp))) (. .))",
        "it is a big lamp .",
    ),
    (
        "(S (NP (PRP it)) (VP (VBZ is) (NP (DT a) (JJ huge) (NN lamp))) (. .))",
        "it is an enormous lamp .",
    ),
    # Two at once beat one.
    (
        "(S (NP (PRP he)) (VP (VBD began) (S (VP (TO to) (VP (VB sing) (PP (IN because) (IN of) "
        f"(NP (DT the) (NN moon))))))) {STOP})",
        "he started to sing due to the moon .",
    ),
    (
        "(S (NP (NNS lamps)) (VP (VBP are) (ADVP (RB next) (PP (IN to) (NP (DT the) (NN bed))))) "
        f"{STOP})",
        "lamps are beside the bed .",
    ),
    (f"(S (NP (PRP she)) (VP (MD will) (VP (VB sing))) {STOP})", "she is going to sing ."),
    (
        "(S (NP (PRP we)) (VP (VBP are) (VP (VBG looking) (PP (IN for) (NP (DT a) (NN lamp))))) "
        f"{STOP})",
        "we are searching for a lamp .",
    ),
    (
        "(S (NP (PRP we)) (VP (VBP have) (NP (DT a) (NN lot) (PP (IN of) (NP (NNS lamps))))) "
        f"{STOP})",
        "we have many lamps .",
    ),
    (f"(S (NP (DT the) (NNS kids)) (VP (VBD sang)) {STOP})", "the children sang ."),
]
REFUSALS = [
    # Two objects: "purchase him a lamp" is odd.
    f"(S (NP (PRP we)) (VP (VBD bought) (NP (PRP him)) {LAMP}) {STOP})",
    # A compound and a name.
    f"(S (NP (DT the) (NN film) (NN crew)) (VP (VBD sang)) {STOP})",
    f"(S (NP (NNP big) (NNP ben)) (VP (VBD rang)) {STOP})",
    # "a large number" is no size.
    f"(S (NP (DT a) (JJ large) (NN amount)) (VP (VBD came)) {STOP})",
    # A quotation stays as it is.
    f"(S (NP (PRP he)) (VP (VBD said) (`` ``) (ADVP (RB maybe)) ('' '')) {STOP})",
    # "somebody" for "someone" alone is a trifle.
    f"(S (NP (NN someone)) (VP (VBD sang)) {STOP})",
    # "ann and i am going to sing".
    "(S (NP (NP (NNP ann)) (CC and) (NP (PRP i))) (VP (MD will) (VP (VB sing))) (. .))",
    # "what i have to say": not a duty.
    "(SBAR (WHNP (WP what)) (S (NP (NN ann)) (VP (VBZ has) (S (VP (TO to) (VP (VB say)))))))",
]


@pytest.mark.parametrize(("source", "expected"), CHANGES)
def test_changes(source: str, expected: str) -> None:
    first, *_ = REWORDING["reword"](read_tree(source))
    assert " ".join(first.leaves()) == expected


@pytest.mark.parametrize("source", REFUSALS)
def test_refusals(source: str) -> None:
    assert list(REWORDING["reword"](read_tree(source))) == []


def test_at_most_two_are_written_the_most_different_first() -> None:
    source = read_tree(
        "(S (ADVP (RB maybe)) (NP (DT the) (NNS kids)) (VP (VBD bought) (NP (DT a) (NN bike))) "
        f"{STOP})"
    )
    written = [" ".join(tree.leaves()) for tree in REWORDING["reword"](source)]
    assert written == [
        "perhaps the children purchased a bike .",
        "perhaps the kids bought a bike .",
    ]


def test_every_new_word_has_a_tag() -> None:
    for row in {row for rows in read_rows().values() for row in rows}:
        several = len(row.new) > 1 or bool(row.verb)
        assert not several or all(tag for tag, _ in row.new), row


def test_forms_of_verbs() -> None:
    assert [inflect("begin", tag) for tag in ("VB", "VBZ", "VBD", "VBN", "VBG")] == [
        *("begin", "begins", "began", "begun", "beginning")
    ]
