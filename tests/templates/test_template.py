import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.tree import Tree

from scpn.errors import DataError, TreeSyntaxError, UsageError
from scpn.templates import Template
from scpn.trees.labels import PHRASE_LABELS, POS_TAGS
from scpn.trees.reader import read_parse, read_tree

TEMPLATES = st.builds(
    Template,
    st.sampled_from(PHRASE_LABELS),
    st.lists(st.sampled_from(PHRASE_LABELS + POS_TAGS), min_size=1, max_size=5).map(tuple),
)
NP_VP_STOP = Template("S", ("NP", "VP", "."))


@pytest.mark.parametrize(
    "text",
    [
        "(S(NP)(VP)(.))",
        " (S (NP) (VP) (.)) ",
        "( ROOT ( S ( NP ) ( VP ) ( . ) ) )",
        "( ROOT ( S ( NP ) ( VP ) ( . ) ) ) EOP",
        "(S(NP)(VP)(.))EOP",
        "((S(NP)(VP)(.)))",
        "(TOP(ROOT(S(NP)(VP)(.))))",
        "(S(NP-SBJ-1)(VP)(.))",
        "S->NP VP .",
        "S -> NP VP .",
        "S → NP=2 VP .",
        "S->NP\tVP . EOP",
    ],
)
def test_parse_accepts(text: str) -> None:
    assert Template.parse(text) == NP_VP_STOP


def test_parse_normalizes_brackets_and_quotes() -> None:
    assert str(Template.parse("S -> `` NP VP . ''")) == "(S(``)(NP)(VP)(.)(''))"
    assert str(Template.parse("(PRN(-LCB-)(NP)(-RSB-))")) == "(PRN(-LRB-)(NP)(-RRB-))"


# text, offset of the error, part of the message
SYNTAX_ERRORS = [
    ("", 0, "empty text"),
    ("EOP", 0, "empty text"),
    ("(S(NP)", 6, "missing ')'"),
    ("(S(NP)))", 7, "unexpected ')'"),
    ("(S()(VP))", 3, "empty label"),
    ("(S (NP She) (VP))", 7, "found the word 'She' where only labels belong"),
    ("(S NP VP)", 3, "found the word 'NP' where only labels belong"),
    ("S(NP)(VP)", 0, "expected '(' but found 'S'"),
    ("(S(NP)) extra", 8, "trailing text 'extra'"),
    ("S -> (NP)(VP)", 5, "both an arrow and a bracket"),
    ("(S" * 10_000, 500, "nested more than"),
]


@pytest.mark.parametrize(("text", "position", "message"), SYNTAX_ERRORS)
def test_parse_syntax_error_says_where(text: str, position: int, message: str) -> None:
    with pytest.raises(TreeSyntaxError) as caught:
        Template.parse(text)
    error = str(caught.value)
    assert message in error
    assert "a template looks like (S(NP)(VP)(.)) or S -> NP VP ." in error
    assert caught.value.position == position
    assert error.count("(at character") == 1
    assert len(error) < 400


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(S(NP(PRP))(VP))", "more than two levels.*give a full parse with --parse"),
        ("(ROOT(S(NP(PRP))(VP)))", "more than two levels"),
        ("(NP)", "has no children"),
        ("(ROOT(NP))", "has no children"),
        ("(ROOT)", "has no children"),
        ("(ROOT(S(NP))(.))", "wrapper 'ROOT' holds 2 phrases, expected one"),
        ("(S(NPP)(VP))", "unknown label 'NPP'; did you mean 'PP'.*phrases are ADJP .* VP"),
        ("(SBARG(NP)(VP))", "unknown label 'SBARG'; did you mean 'SBAR.*parts of speech are # "),
        ("(s(np)(vp))", "unknown label 's'; did you mean 'S'"),
        ("(S(NP)(ROOT))", "unknown label 'ROOT'"),
        ("(NN(NP))", "root 'NN' is a part of speech, not a phrase; roots are ADJP"),
        ("S ->", "expected one label, one arrow"),
        ("-> NP", "expected one label, one arrow"),
        ("S NP -> VP", "expected one label, one arrow"),
        ("S -> NP -> VP", "expected one label, one arrow"),
        ("S -> she drove", "unknown label 'she'"),
    ],
)
def test_parse_refuses(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Template.parse(text)


def test_of_a_tree_takes_root_and_children() -> None:
    tree = read_tree("(S (NP (PRP She)) (VP (VBD drove) (ADVP (RB home))) (. .))")
    assert Template.of(tree) == NP_VP_STOP
    assert str(Template.of(tree)) == "(S(NP)(VP)(.))"
    assert str(Template.of(tree).without_final_punctuation()) == "(S(NP)(VP))"


def test_of_a_treebank_tree_drops_wrapper_functions_and_traces() -> None:
    text = "(TOP (S-IMP (NP-SBJ (-NONE- *)) (VP (VB Go)) (. !)))"
    assert str(Template.of(read_tree(text, keep_root=True))) == "(S(VP)(.))"
    assert str(Template.of(Tree("TOP", [Tree("UH", ["yes"])]))) == "(FRAG(UH))"


def test_of_takes_labels_it_does_not_know() -> None:
    assert str(Template.of(read_parse("(SX(NP)(QQ))"))) == "(SX(NP)(QQ))"


def test_of_refuses_a_lone_label_and_a_tree_of_traces() -> None:
    with pytest.raises(UsageError, match=r"\(NN\) has no template"):
        Template.of(Tree("NN", ["dog"]))
    with pytest.raises(DataError, match="only empty elements"):
        Template.of(read_tree("(S (NP (-NONE- *)))"))


@pytest.mark.parametrize(("root", "children"), [("", ("NP",)), ("S", ()), ("S", ("",))])
def test_template_needs_a_root_and_children(root: str, children: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="incomplete: it needs a root and at least one child"):
        Template(root, children)


@given(TEMPLATES)
def test_canonical_text_is_read_back(template: Template) -> None:
    assert Template.parse(str(template)) == template
    assert Template.parse(f"{template.root} -> {' '.join(template.children)}") == template


@given(TEMPLATES)
def test_template_of_a_template_is_itself(template: Template) -> None:
    assert Template.of(template.to_tree()) == template
    assert Template.of(read_parse(str(template))) == template


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(S(NP)(VP)(.))", "(S(NP)(VP))"),
        ("(S(NP)(VP)(.)(.))", "(S(NP)(VP))"),
        ("(S(NP)(VP))", "(S(NP)(VP))"),
        ("(S(``)(NP)(VP)(.)(''))", "(S(``)(NP)(VP)(.)(''))"),
        ("(S(NP)(.)(VP))", "(S(NP)(.)(VP))"),
        ("(S(.))", "(S(.))"),
    ],
)
def test_without_final_punctuation(before: str, after: str) -> None:
    assert str(Template.parse(before).without_final_punctuation()) == after


def test_matches_is_exact() -> None:
    assert NP_VP_STOP.matches(Template("S", ("NP", "VP", ".")))
    assert NP_VP_STOP.matches(read_tree("(TOP (S (NP (PRP I)) (VP (VBP run)) (. .)))"))
    assert not NP_VP_STOP.matches(read_parse("(S(NP(PRP))(VP(VBP)))"))
    assert not NP_VP_STOP.matches(read_parse("(SQ(NP)(VP)(.))"))
    assert not NP_VP_STOP.matches(read_parse("(S(VP)(NP)(.))"))
    assert not NP_VP_STOP.matches(Tree("NN", ["dog"]))


def test_matches_can_ignore_final_punctuation() -> None:
    bare = Template("S", ("NP", "VP"))
    assert not NP_VP_STOP.matches(bare)
    assert NP_VP_STOP.matches(bare, ignore_final_punctuation=True)
    assert bare.matches(read_parse("(S(NP)(VP)(.))"), ignore_final_punctuation=True)
    assert not bare.matches(read_parse("(S(NP)(,)(VP)(.))"), ignore_final_punctuation=True)
