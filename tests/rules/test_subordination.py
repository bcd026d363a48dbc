import pytest

from scpn.rules.subordination import SUBORDINATION
from scpn.trees.reader import read_tree

RAINED = "(S (NP (PRP it)) (VP (VBD rained) (ADVP (RB hard))))"
LEFT = "(S (NP (PRP we)) (VP (VBD left) (NP (NN home))))"
SLEPT = "(NP (DT the) (NN nurse)) (VP (VBD slept)"
TIRED = "(S (NP (PRP she)) (VP (VBD was) (ADJP (JJ tired))))"
MOVES = [
    (
        "but-although",
        f"(S {RAINED} (, ,) (CC but) {LEFT} (. .))",
        "although it rained hard , we left home .",
    ),
    (
        "although-but",
        f"(S (SBAR (IN although) {RAINED}) (, ,) {LEFT[3:-1]} (. .))",
        "it rained hard , but we left home .",
    ),
    (
        "so-because",
        f"(S {RAINED} (, ,) (RB so) {LEFT} (. .))",
        "because it rained hard , we left home .",
    ),
    (
        "because-so",
        f"(S {LEFT[3:-2]} (SBAR (IN because) {RAINED})) (. .))",
        "it rained hard , so we left home .",
    ),
    (
        "because-so",
        f"(S {SLEPT} (SBAR (IN because) {TIRED})) (. .))",
        "the nurse was tired , so she slept .",
    ),
    (
        "but-though",
        f"(S {RAINED} (, ,) (CC but) {LEFT} (. .))",
        "it rained hard , though we left home .",
    ),
    (
        "because-why",
        f"(S {LEFT[3:-2]} (SBAR (IN because) (S (NP (DT the) (NN roof)) (VP (VBD "
        "leaked))))) (. .))",
        "the roof leaked , and that is why we left home .",
    ),
    (
        "name-first",
        f"(S {SLEPT} (SBAR (WHADVP (WRB when)) {TIRED})) (. .))",
        "when the nurse was tired , she slept .",
    ),
]
REFUSALS = {
    "a polite opening": (
        "but-although",
        f"(S (S (NP (PRP i)) (VP (VBP am) (ADJP (JJ sorry)))) (, ,) (CC but) {LEFT} (. .))",
    ),
    "a negation may have scope": (
        "because-so",
        "(S (NP (PRP we)) (VP (VBD did) (RB n't) (VP (VB leave) (NP (NN home)) (SBAR (IN because) "
        f"{RAINED}))) (. .))",
    ),
    "the reason of what is known or of knowing it": (
        "because-so",
        f"(S (NP (PRP i)) (VP (VBP know) (SBAR {LEFT}) (SBAR (IN because) {RAINED})) (. .))",
    ),
    "she may be the queen": (
        "because-so",
        f"(S (NP (DT the) (NN nurse)) (VP (VBD saw) (NP (DT the) (NN queen)) "
        f"(SBAR (IN because) {TIRED})) (. .))",
    ),
}


def outputs(rule: str, tree: str) -> list[str]:
    return [" ".join(found.leaves()) for found in SUBORDINATION[rule](read_tree(tree))]


@pytest.mark.parametrize(("rule", "tree", "expected"), MOVES)
def test_rule_writes(rule: str, tree: str, expected: str) -> None:
    assert outputs(rule, tree) == [expected]


@pytest.mark.parametrize("name", REFUSALS)
def test_rule_refuses(name: str) -> None:
    assert outputs(*REFUSALS[name]) == []


def test_so_gives_two() -> None:
    tree = f"(S {RAINED} (, ,) (SBAR (RB so) {LEFT}) (. .))"
    assert outputs("so-therefore", tree) == [
        "it rained hard ; therefore , we left home .",
        "it rained hard , and that is why we left home .",
    ]


def test_not_only_is_no_contrast() -> None:
    first = "(S (NP (PRP it)) (VP (VBZ is) (CONJP (RB not) (RB only)) (ADJP (JJ old))))"
    assert outputs("but-though", f"(S {first} (, ,) (CC but) {LEFT} (. .))") == []
