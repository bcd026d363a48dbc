import pytest

from scpn.rules.clefts import CLEFTS
from scpn.rules.nouns import is_person, pronoun_for
from scpn.trees.reader import read_tree

SHOP = "(NP (DT the) (NN shop))"
LAMPS = "(NP (JJ old) (NNS lamps))"
BUY = f"(VP (VB buy) {LAMPS} (NP (NN today)))"
WHY = "(SBAR (WHADVP (WRB why)) (S (NP (PRP he)) (VP (VBD left))))"
WHY_WE = "(SBAR (WHADVP (WRB why)) (S (NP (PRP we)) (VP (VBD left) (ADVP (RB early)))))"
LEAKS = "(S (NP (PRP it)) (VP (VBZ leaks)))"
MOVES = [
    (
        "what-thing",
        f"(S {SHOP} (VP (VBZ sells) {LAMPS} (PP (IN in) (NP (NN winter)))) (. .))",
        ["(S (SBAR what the shop sells in winter) (VP are old lamps) (. .))"],
    ),
    (
        "what-thing",
        f"(S {SHOP} (VP (MD will) (VP (VB offer) (NP (JJ hot) (NN tea)))) (. .))",
        ["(S (SBAR what the shop will offer) (VP is hot tea) (. .))"],
    ),
    (
        "what-about",
        f"(S {SHOP} (VP (VBZ is) (VP (VBG looking) (PP (IN for) {LAMPS}))) (. .))",
        ["(S (SBAR what the shop is looking for) (VP is old lamps) (. .))"],
    ),
    (
        "what-activity",
        "(S (NP (PRP he)) (VP (VBD suggested) (S (VP (VBG taking) (NP (DT a) (NN taxi))))) (. .))",
        ["(S (SBAR what he suggested) (VP was taking a taxi) (. .))"],
    ),
    (
        "something",
        f"(S (NP (PRP i)) (VP (VBP do) (RB n't) (VP (VB know) {WHY_WE})) (. .))",
        ["(S (SBAR why we left early) (VP is something i do n't know) (. .))"],
    ),
    (
        "what-question",
        f"(S (NP (PRP i)) (VP (VBP wonder) {WHY}) (. .))",
        ["(S (SBAR what i wonder) (VP is why he left) (. .))"],
    ),
    (
        "what-question",
        f"(S (NP (PRP i)) (VP (VBP 'm) (VP (VBG hoping) (SBAR {LEAKS}))) (. .))",
        ["(S (SBAR what i 'm hoping) (VP is that it leaks) (. .))"],
    ),
    (
        "what-to-do",
        f"(S (NP (PRP we)) (VP (VBP have) (S (VP (TO to) {BUY}))) (. .))",
        ["(S (SBAR what we have to do) (VP is buy old lamps today) (. .))"],
    ),
    (
        "what-done",
        "(S (NP (PRP she)) (VP (VBD painted) (NP (DT the) (JJ old) (NN door))) (. .))",
        ["(S (SBAR what she did) (VP was paint the old door) (. .))"],
    ),
    (
        "what-turn",
        "(S (NP (DT a) (NN lamp)) (VP (VBZ is) (SBAR (WHNP (WP what)) (S (NP (PRP i)) "
        "(VP (VBP need))))) (. .))",
        ["(S (SBAR what i need) (VP is a lamp) (. .))"],
    ),
    (
        "conclude",
        f"(S (NP (DT the) (NN problem)) (VP (VBZ is) (SBAR (IN that) {LEAKS})) (. .))",
        ["(S (S it leaks) (, ,) (CC and) (S that is the problem) (. .))"],
    ),
    (
        "conclude",
        f"(S (NP (DT the) (NN truth)) (VP (VP (VBZ is)) (, ,) {LEAKS}) (. .))",
        [
            "(S (NP the truth) (VP is that it leaks) (. .))",
            "(S (S it leaks) (, ,) (CC and) (S that is the truth) (. .))",
        ],
    ),
]
REFUSALS = [
    # Of a person one would say "who".
    ("what-thing", f"(S {SHOP} (VP (VBZ needs) (NP (DT a) (NN manager))) (. .))"),
    # An idiom: nothing was made.
    ("what-thing", f"(S {SHOP} (VP (VBD made) (NP (JJ good) (NN progress))) (. .))"),
    ("what-thing", f"(S {SHOP} (VP (VBZ does) (RB n't) (VP (VB sell) {LAMPS})) (. .))"),
    # What one knows is no question here.
    ("what-question", f"(S (NP (PRP i)) (VP (VBP know) (SBAR {LEAKS})) (. .))"),
    ("what-to-do", "(S (NP (PRP we)) (VP (VBP have) (S (VP (TO to) (VP (VB go))))) (. .))"),
    ("what-about", f"(S {SHOP} (VP (VBZ is) (PP (IN for) {LAMPS})) (. .))"),
    (
        "what-activity",
        "(S (NP (PRP he)) (VP (VBD left) (S (VP (VBG taking) (NP (DT a) (NN taxi))))))",
    ),
    ("something", f"(S (NP (PRP i)) (VP (VBP know) {WHY_WE}) (. .))"),
    ("what-done", f"(S {SHOP} (VP (VBD opened) (PP (IN in) (NP (NN may)))) (. .))"),
]


@pytest.mark.parametrize(("name", "source", "expected"), MOVES)
def test_clefts(name: str, source: str, expected: list[str]) -> None:
    found = []
    for result in CLEFTS[name](read_tree(source)):
        parts = [f"({node.label()} {' '.join(node.leaves())})" for node in result]
        found.append(f"({result.label()} {' '.join(parts)})")
    assert found == expected


@pytest.mark.parametrize(("name", "source"), REFUSALS)
def test_refusals(name: str, source: str) -> None:
    assert list(CLEFTS[name](read_tree(source))) == []


def test_persons() -> None:
    assert is_person(read_tree("(NP (DT the) (JJ old) (NN pianist))"))
    assert is_person(read_tree("(NP (NP (DT a) (NN friend)) (PP (IN of) (NP (PRP mine))))"))
    assert not is_person(read_tree("(NP (DT a) (NN list))"))


@pytest.mark.parametrize(
    ("phrase", "pronoun"),
    [
        ("(NP (NNP mary) (NNP poole))", "she"),
        ("(NP (NP (DT the) (NN king)) (PP (IN of) (NP (NNP spain))))", "he"),
        ("(NP (DT the) (NN hospital))", "it"),
        ("(NP (PRP$ my) (NN family))", "they"),
        ("(NP (DT the) (NN winner))", ""),
        ("(NP (DT a) (NN lamp))", ""),
    ],
)
def test_pronouns(phrase: str, pronoun: str) -> None:
    assert pronoun_for(read_tree(phrase)) == pronoun
