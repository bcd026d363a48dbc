"""Trees as SVG."""

import re
from xml.etree import ElementTree

from nltk import Tree

from scpn.app.drawing import draw_tree
from scpn.trees.reader import read_parse, read_tree

TREE = read_tree("(S (NP (PRP She)) (VP (VBD drove) (ADVP (RB home))) (. .))")


def texts(svg: str) -> dict[str, list[str]]:
    """Texts of a drawing by their class."""
    found: dict[str, list[str]] = {}
    for element in ElementTree.fromstring(svg).iter("text"):
        found.setdefault(str(element.get("class")), []).append(str(element.text))
    return found


def test_every_label_and_word_is_drawn_once() -> None:
    drawn = texts(draw_tree(TREE, title="t"))
    assert drawn["word"] == ["She", "drove", "home", "."]
    assert drawn["form"] == ["S", "NP", "VP", "."]
    assert drawn["tag"] == ["PRP", "VBD", "RB"]
    assert drawn["phrase"] == ["ADVP"]


def test_every_node_but_the_root_has_a_line() -> None:
    assert len(re.findall("<path ", draw_tree(TREE, title="t"))) == 7


def test_words_stand_in_their_order_in_one_row() -> None:
    svg = ElementTree.fromstring(draw_tree(TREE, title="t"))
    words = [element for element in svg.iter("text") if element.get("class") == "word"]
    places = [float(str(element.get("x"))) for element in words]
    assert places == sorted(places)
    assert len({element.get("y") for element in words}) == 1


def test_screen_readers_get_the_bracketed_tree() -> None:
    svg = ElementTree.fromstring(draw_tree(TREE, title="Tree of: she"))
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == (
        "Tree of: she: (S(NP(PRP She))(VP(VBD drove)(ADVP(RB home)))(. .))"
    )


def test_what_is_typed_is_shown_and_never_becomes_markup() -> None:
    evil = Tree("S", [Tree("NN", ["<script>alert(1)</script>"]), Tree("VP", ['"><b>'])])
    svg = draw_tree(evil, title='"><script>')
    assert "<script" not in svg
    assert "<b>" not in svg
    assert texts(svg)["word"] == ["<script>alert(1)</script>", '"><b>']


def test_parse_without_words_is_drawn_too() -> None:
    drawn = texts(draw_tree(read_parse("(S(NP(PRP))(VP(VBD)))"), title="t"))
    assert "word" not in drawn
    assert drawn["tag"] == ["PRP", "VBD"]
