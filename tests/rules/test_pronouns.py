"""Cases of pronouns."""

import pytest
from nltk.tree import Tree

from scpn.rules.pronouns import as_object, as_subject


@pytest.mark.parametrize(
    ("subject", "object_"),
    [("i", "me"), ("he", "him"), ("she", "her"), ("we", "us"), ("they", "them"),
     ("you", "you"), ("it", "it")],
)  # fmt: skip
def test_pronouns_change_their_case(subject: str, object_: str) -> None:
    before, behind = (Tree("NP", [Tree("PRP", [word])]) for word in (subject, object_))
    assert as_object(before) == behind
    assert as_subject(behind) == before
    assert as_subject(before) == before
    assert as_object(behind) == behind


def test_other_phrases_stay() -> None:
    for text in ("(NP (PRP$ her) (NN car))", "(NP (NP (PRP him)) (CC and) (NP (PRP me)))"):
        phrase = Tree.fromstring(text)
        assert as_subject(phrase) is as_object(phrase) is phrase
