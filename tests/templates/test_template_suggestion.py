import pytest
from nltk.tree import Tree

from scpn.errors import UsageError
from scpn.templates import Template, TemplateStatistics, suggest, suggest_forms
from scpn.templates.suggestion import PRIOR_PAIRS
from scpn.trees.reader import read_parse

A = Template.parse("(S(NP)(VP)(.))")
B = Template.parse("(S(PP)(,)(NP)(VP)(.))")
C = Template.parse("(SQ(MD)(NP)(VP)(.))")
UNSEEN = Template.parse("(S(ADVP)(VP)(.))")
UNSEEN_ROOT = Template.parse("(FRAG(NP)(.))")
LENGTH = 7


def sentence(template: Template, length: int = LENGTH) -> Tree:
    """A parse of that form with so many words, all but a few of them in its first phrase."""
    tree = template.to_tree()
    tree[0].extend(Tree("NN", []) for _ in range(length - len(tree) + 1))
    return tree


@pytest.fixture
def statistics() -> TemplateStatistics:
    counts = TemplateStatistics()
    counts.add(A, B, length=LENGTH, count=30)
    counts.add(A, A, length=LENGTH, count=50)
    counts.add(C, C, length=LENGTH, count=20)
    return counts


def test_suggest_combines_the_three_levels(statistics: TemplateStatistics) -> None:
    m = PRIOR_PAIRS
    general = {A: 0.5, B: 0.3, C: 0.2}  # of 100 pairs
    root = {t: (n + m * general[t]) / (80 + m) for t, n in ((A, 50), (B, 30), (C, 0))}
    own = {t: (n + m * root[t]) / (80 + m) for t, n in ((A, 50), (B, 30), (C, 0))}
    suggestions = suggest(sentence(A), statistics)
    assert [s.template for s in suggestions] == [B, C, A]
    for suggestion in suggestions:
        assert suggestion.probability == pytest.approx(own[suggestion.template])
    assert [s.count for s in suggestions] == [30, 0, 50]
    assert sum(s.probability for s in suggestions) == pytest.approx(1)


def test_suggest_puts_the_own_form_last_and_marks_it(statistics: TemplateStatistics) -> None:
    assert [s.is_own_form for s in suggest(sentence(A), statistics)] == [False, False, True]
    assert [s.template for s in suggest(sentence(A), statistics, top=2)] == [B, C]


def test_suggest_backs_off_to_the_root(statistics: TemplateStatistics) -> None:
    m = PRIOR_PAIRS
    suggestions = suggest(sentence(UNSEEN), statistics)
    assert [s.template for s in suggestions] == [A, B, C]
    assert suggestions[0].probability == pytest.approx((50 + m * 0.5) / (80 + m))
    assert all(s.count == 0 and not s.is_own_form for s in suggestions)


def test_suggest_backs_off_to_the_length_and_then_to_all(statistics: TemplateStatistics) -> None:
    for length in (LENGTH, 300):
        suggestions = suggest(sentence(UNSEEN_ROOT, length), statistics)
        assert [s.template for s in suggestions] == [A, B, C]
        assert [s.probability for s in suggestions] == pytest.approx([0.5, 0.3, 0.2])


def test_suggest_does_not_change_the_statistics(statistics: TemplateStatistics) -> None:
    suggest(sentence(UNSEEN_ROOT, 300), statistics)
    assert set(statistics.by_source) == {(A, 1), (C, 1)}
    assert set(statistics.by_bucket) == {1}


def test_suggest_refuses_empty_statistics_and_no_suggestions(
    statistics: TemplateStatistics,
) -> None:
    with pytest.raises(UsageError, match="statistics are empty"):
        suggest(sentence(A), TemplateStatistics())
    with pytest.raises(UsageError, match="top is 0, must be at least 1"):
        suggest(sentence(A), statistics, top=0)


def test_a_form_that_loses_a_phrase_costs_and_one_that_moves_it_gains() -> None:
    own = "(S(NP(PRP))(VP(VBD)(PP(IN)(NP(NN))))(.))"
    forms = {
        "(S(NP)(ADVP)(VP)(.))": 12,  # invents an adverb
        "(S(VP)(.))": 30,  # loses the subject: 30 / e^2 = 4.1
        "(S(PP)(NP)(VP)(.))": 5,  # moves the phrase: 5 * e = 13.6
        "(S(ADVP)(PP)(NP)(VP)(.))": 11,  # moves one, but invents another
    }
    counts = TemplateStatistics()
    for form, count in forms.items():
        counts.add(Template.parse("(S(NP)(VP)(.))"), Template.parse(form), length=4, count=count)
    found = suggest(read_parse(own), counts, top=9)
    assert [(str(s.template), s.is_invented) for s in found] == [
        ("(S(PP)(NP)(VP)(.))", False),
        ("(S(VP)(.))", False),
        ("(S(NP)(ADVP)(VP)(.))", True),
        ("(S(ADVP)(PP)(NP)(VP)(.))", True),
    ]
    assert suggest_forms(read_parse(own), counts, top=9) == found[:2]


def test_forms_that_rules_reach_come_first(statistics: TemplateStatistics) -> None:
    reached = {UNSEEN: ["drop"], C: ["ask"], A: ["passive"]}
    found = suggest(sentence(A), statistics, reached=reached)
    assert [(s.template, s.reached_by, s.is_invented) for s in found] == [
        (UNSEEN, ("drop",), False),
        (C, ("ask",), False),
        (A, ("passive",), False),  # in other words, but in the sentence's own form
        (B, (), True),
    ]
    assert found[0].probability == 0
    assert suggest_forms(sentence(A), statistics, reached=reached) == found[:3]


def test_another_end_mark_is_no_other_form(statistics: TemplateStatistics) -> None:
    statistics.add(A, Template.parse("(S(NP)(VP))"), length=LENGTH, count=90)
    assert [s.template for s in suggest_forms(sentence(A), statistics, top=9)] == [B, C]


def test_lone_word_has_no_forms(statistics: TemplateStatistics) -> None:
    assert suggest_forms(Tree.fromstring("(NN dog)"), statistics) == []
