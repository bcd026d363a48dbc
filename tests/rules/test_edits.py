"""Edits of a sentence's tree that reach a template; the trees are written by hand."""

from collections.abc import Iterator

import pytest
from nltk import Tree

from scpn.rules.edits import Editor
from scpn.rules.rule import WriterRule
from scpn.templates import Template
from scpn.trees.reader import read_tree

EVENING = (
    "(S (PP (IN in) (NP (DT the) (NN evening))) (, ,) (NP (PRP she))"
    " (VP (VBZ walks) (PP (IN along) (NP (DT the) (NN river)))) (. .))"
)
RAIN = (
    "(S (NP (NNS people)) (VP (VBD left) (NP (DT the) (NN park))"
    " (SBAR (IN when) (S (NP (PRP it)) (VP (VBD rained))))) (. .))"
)
REPORT = (
    "(S (S (NP (DT the) (NN plan)) (VP (VBD failed))) (, ,) (NP (PRP he)) (VP (VBD said)) (. .))"
)
QUOTE = (
    "(S (`` \") (S (NP (PRP i)) (VP (VBP am) (ADVP (RB here)))) (, ,) ('' \")"
    " (NP (DT the) (NN king)) (VP (VBD said)) (. .))"
)
QUESTION = (
    "(SBARQ (WHADVP (WRB where)) (SQ (VBZ does) (NP (PRP he))"
    " (VP (VB live) (PP (IN in) (NP (NN summer))))) (. ?))"
)
OPENER = (
    "(S (CC and) (NP (PRP we)) (VP (MD will) (RB not) (VP (VB go) (ADVP (RB there))"
    " (NP (NN tomorrow)))) (. .))"
)
PARTICLE = "(S (NP (PRP she)) (VP (VBD picked) (PRT (RP up)) (NP (DT the) (NN book))) (. .))"
FRAGMENT = "(NP (NP (DT a) (NN cup)) (, ,) (PP (IN of) (NP (NN course))))"


def wordings(tree: str, template: str, limit: int = 12) -> list[str]:
    form = Template.parse(template)
    edits = Editor(read_tree(tree), rules={}).edit(form.root, form.children, limit=limit)
    assert all(Template.of(each.tree) == form for each in edits)
    assert [each.cost for each in edits] == sorted(each.cost for each in edits)
    return [" ".join(each.tree.leaves()) for each in edits]


@pytest.mark.parametrize(
    ("tree", "template", "expected"),
    [
        (EVENING, "(S(NP)(VP)(.))", "she walks along the river in the evening ."),
        (EVENING, "(S(PP)(NP)(VP)(.))", "in the evening she walks along the river ."),
        (RAIN, "(S(SBAR)(,)(NP)(VP)(.))", "when it rained , people left the park ."),
        (REPORT, "(S(NP)(VP)(.))", "he said the plan failed ."),
        (QUOTE, "(S(NP)(VP)(.)(''))", 'the king said , " i am here . "'),
        (QUOTE, "(SINV(``)(S)(,)('')(VP)(NP)(.))", '" i am here , " said the king .'),
        (QUESTION, "(SBARQ(PP)(,)(WHADVP)(SQ)(.))", "in summer , where does he live ?"),
        (OPENER, "(S(NP)(,)(NP)(VP)(.))", "tomorrow , we will not go there ."),
        (PARTICLE, "(S(NP)(VP)(.))", "she picked the book up ."),
        (FRAGMENT, "(NP(NP)(PP)(.))", "a cup of course ."),
    ],
)
def test_the_cheapest_edit_reaches_the_template(tree: str, template: str, expected: str) -> None:
    assert wordings(tree, template)[0] == expected


def test_a_report_may_get_its_that() -> None:
    assert "he said that the plan failed ." in wordings(REPORT, "(S(NP)(VP)(.))")


@pytest.mark.parametrize(
    ("tree", "template"),
    [
        (PARTICLE, "(S(SBAR)(,)(NP)(VP)(.))"),
        (PARTICLE, "(S(PP)(,)(NP)(VP)(.))"),
        (PARTICLE, "(NP(NP)(PP)(.))"),
        (PARTICLE, "(S(CC)(NP)(VP)(.))"),
        (RAIN, "(S(VP)(.))"),
        (RAIN, "(S(ADVP)(,)(NP)(VP)(.))"),
    ],
)
def test_nothing_is_invented_or_lost_for_a_slot(tree: str, template: str) -> None:
    assert wordings(tree, template) == []


def test_every_word_has_a_place_and_the_sentence_itself_is_no_edit() -> None:
    content = sorted(word for word in read_tree(EVENING).leaves() if word != ",")
    for template in ("(S(NP)(VP)(.))", "(S(PP)(,)(NP)(VP)(.))", "(S(PP)(,)(PP)(,)(NP)(VP)(.))"):
        found = wordings(EVENING, template)
        assert found
        assert " ".join(read_tree(EVENING).leaves()) not in found
        assert all(sorted(w for w in text.split() if w != ",") == content for text in found)


def test_edits_go_on_from_what_a_rule_makes() -> None:
    tree = read_tree(
        "(S (NP (DT the) (NN king)) (VP (VBD wrote) (NP (DT the) (NN letter))"
        " (PP (IN in) (NP (NNP may)))) (. .))"
    )
    children = ["PP", ",", "NP", "VP", "."]
    found = [" ".join(each.tree.leaves()) for each in Editor(tree).edit("S", children)]
    assert found[0] == "in may , the king wrote the letter ."
    assert "in may , the letter was written by the king ." in found


def test_a_comma_always_parts_something() -> None:
    tree = (
        "(S (NP (PRP she)) (VP (VBD died) (, ,) (PP (IN on) (NP (NNP monday))) (, ,)"
        " (PP (IN in) (NP (NNP may)))) (. .))"
    )
    for found in wordings(tree, "(S(PP)(,)(NP)(VP)(.))"):
        assert ", ," not in found
        assert ", ." not in found


def test_the_tree_is_left_as_it_is_and_the_limit_is_kept() -> None:
    tree = read_tree(EVENING)
    before = tree.copy(deep=True)
    assert len(Editor(tree).edit("S", ["NP", "VP", "."], limit=1)) == 1
    assert tree == before


def test_what_is_no_sentence_of_words_has_no_edits() -> None:
    assert Editor(Tree("S", ["a", Tree("NN", ["b"])])).edit("S", ["NP"]) == []
    assert Editor(read_tree(EVENING)).edit("S", ["NP"] * 13) == []


def test_edits_do_not_begin_with_other_words() -> None:
    def stroll(tree: Tree) -> Iterator[Tree]:
        yield Tree.fromstring(str(tree).replace("walks", "strolls"))

    tree = read_tree(EVENING)
    form = ("S", ["NP", "VP", "."])
    for late, expected in ((False, 2), (True, 1)):
        editor = Editor(tree, rules={"stroll": WriterRule(stroll, late=late)})
        verbs = {word for each in editor.edit(*form) for word in each.tree.leaves()}
        assert len(verbs & {"walks", "strolls"}) == expected
