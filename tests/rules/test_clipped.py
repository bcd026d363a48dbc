import pytest

from scpn.rules.clipped import CLIPPED
from scpn.trees.reader import read_tree

WAIT = "(VP (VB wait) (ADVP (RB here)))"
MOVES = [
    (
        "clipped-subject",
        "(S (VP (VBZ works) (ADVP (RB very) (RB well))) (. .))",
        ["(S (NP it) (VP works very well) (. .))"],
    ),
    (
        "clipped-subject",
        "(S (VP (VBD bought) (NP (PRP it)) (PP (IN in) (NP (NNP may)))) (. .))",
        ["(S (NP i) (VP bought it in may) (. .))"],
    ),
    (
        "clipped-judgment",
        "(NP (NP (JJ great) (NN food)) (CC but) (NP (JJ slow) (NN service)) (. .))",
        ["(S (S the food is great) (, ,) (CC but) (S the service is slow) (. .))"],
    ),
    (
        "clipped-judgment",
        "(NP (JJ nice) (NN lamp) (. !))",
        ["(S (NP the lamp) (VP is nice) (. !))"],
    ),
    (
        "clipped-mood",
        "(FRAG (RB very) (JJ happy) (PP (IN with) (NP (PRP it))) (. .))",
        ["(S (NP i) (VP am very happy with it) (. .))"],
    ),
    (
        "shall-we",
        f"(S (VP (VB let) (S (NP (PRP 's)) {WAIT})) (. .))",
        [
            "(SQ (MD shall) (NP we) (VP wait here) (. ?))",
            "(SBARQ (WHADVP why) (SQ do n't we wait here) (. ?))",
        ],
    ),
    (
        "advise-against",
        "(S (VP (VB do) (RB n't) (VP (VB be) (ADJP (RB so) (JJ harsh)))) (. .))",
        ["(S (NP you) (VP should n't be so harsh) (. .))"],
    ),
]
REFUSALS = [
    ("clipped-subject", f"(S {WAIT} (. .))"),
    # A greeting judges nothing.
    ("clipped-judgment", "(NP (JJ good) (NN morning) (. .))"),
    ("clipped-mood", "(FRAG (RB very) (JJ late) (PP (IN for) (NP (PRP it))) (. .))"),
    ("shall-we", f"(S (VP (VB let) (S (NP (PRP him)) {WAIT})) (. .))"),
    ("advise-against", "(S (VP (VB do) (RB n't) (VP (VB worry) (PP (IN about) (NP (PRP it))))))"),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_clipped(name: str, source: str, expected: list[str]) -> None:
    found = []
    for result in CLIPPED[name](read_tree(source)):
        parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
        found.append(f"({result.label()} {' '.join(parts)})")
    assert found == expected


@pytest.mark.parametrize(("name", "source"), REFUSALS)
def test_refusals(name: str, source: str) -> None:
    assert list(CLIPPED[name](read_tree(source))) == []
