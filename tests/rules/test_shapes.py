import pytest

from scpn.rules.shapes import part_phrases
from scpn.trees.reader import read_tree

IN_MAY = "(PP (IN in) (NP (NNP may)))"


@pytest.mark.parametrize(
    ("second", "labels"),
    [
        ("(PP (IN at) (NP (NN noon)))", ["VBD", "PP", "PP"]),
        ("(PP (IN of) (NP (CD 1990)))", ["VBD", "PP"]),
    ],
)
def test_phrases_stand_one_by_one(second: str, labels: list[str]) -> None:
    tree = read_tree(f"(S (NP (PRP he)) (VP (VBD ran) (PP {IN_MAY} {second})) (. .))")
    parted = part_phrases(tree)
    assert [node.label() for node in parted[1]] == labels
    assert parted.leaves() == tree.leaves()
