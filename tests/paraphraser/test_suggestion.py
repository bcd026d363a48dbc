"""Forms that rules reach are suggested first."""

import pytest

from scpn.paraphraser.suggestion import reached_by_edits, reached_by_rules, suggest_forms
from scpn.rules.rewriting import WRITER_RULES
from scpn.rules.rule import WriterRule
from scpn.templates import Template, TemplateStatistics
from scpn.trees.reader import read_tree
from scpn.trees.transform import remove_words

PLAIN, CLAUSE = "(S(NP)(VP)(.))", "(S(SBAR)(,)(NP)(VP)(.))"
COMMAND, OPENER = "(S(VP)(.))", "(S(INTJ)(,)(NP)(VP)(.))"
STRICT = {name: rule for name, rule in WRITER_RULES.items() if rule.strict}
TREE = read_tree(
    "(S (NP (PRP We)) (VP (VBD left) (SBAR (IN when) (S (NP (PRP it)) (VP (VBD rained))))) (. .))"
)

GAVE = read_tree(
    "(S (NP (PRP he)) (VP (VBD gave) (NP (PRP her)) (NP (DT a) (NN book))"
    " (SBAR (IN when) (S (NP (PRP it)) (VP (VBD rained))))) (. .))"
)


@pytest.fixture
def statistics() -> TemplateStatistics:
    counts = TemplateStatistics()
    for form, count in ((OPENER, 90), (COMMAND, 9), (PLAIN, 5)):
        counts.add(Template.parse(PLAIN), Template.parse(form), length=6, count=count)
    return counts


def test_reached_forms_come_first_and_invented_ones_are_left_out(
    statistics: TemplateStatistics,
) -> None:
    found = suggest_forms(TREE, statistics, rules=STRICT)
    assert [(str(form.template), form.reached_by) for form in found] == [
        (CLAUSE, ("front-clause",)),  # in no pair at all
        (COMMAND, ()),
    ]
    assert found[0].probability == 0.0
    assert [
        str(form.template) for form in suggest_forms(TREE, statistics, rules=STRICT, top=1)
    ] == [CLAUSE]


def test_what_would_be_rejected_reaches_nothing() -> None:
    def rules(text: str) -> dict[str, WriterRule]:
        return {"any": WriterRule(lambda tree: iter([read_tree(text)]), strict=True)}

    for text in (
        "(S (NP (PRP we)) (, ,) (VP (VBD left) (SBAR (IN when) (S (NP (PRP it))"
        " (VP (VBD rained))))) (. .))",  # a comma is no other sentence
        "(SQ (VBD did) (NP (PRP we)) (VP (VB leave) (SBAR (IN when) (S (NP (PRP it))"
        " (VP (VBD rained))))) (. ?))",
    ):
        assert reached_by_rules(TREE, rules=rules(text)) == {}


def test_what_follows_the_verb_phrase_is_joined_to_it() -> None:
    tree = read_tree(
        "(S (SBAR (IN when) (S (NP (PRP it)) (VP (VBD rained)))) (, ,) (NP (PRP we))"
        " (VP (VBD left)) (. .))"
    )
    assert reached_by_rules(tree, rules=STRICT) == {Template.parse(PLAIN): ("unfront",)}


def test_without_words_no_rule_reaches_anything(statistics: TemplateStatistics) -> None:
    assert reached_by_rules(remove_words(TREE)) == {}
    assert [str(f.template) for f in suggest_forms(remove_words(TREE), statistics)] == [COMMAND]


def test_where_all_forms_need_invented_words_they_are_suggested() -> None:
    counts = TemplateStatistics()
    counts.add(Template.parse(PLAIN), Template.parse(OPENER), length=2)
    tree = read_tree("(S (NP (PRP she)) (VP (VBD slept)) (. .))")
    (found,) = suggest_forms(tree, counts)
    assert (str(found.template), found.is_invented) == (OPENER, True)


def test_fewer_rules_come_first() -> None:
    assert reached_by_rules(GAVE, rules=STRICT) == {
        Template.parse(CLAUSE): ("front-clause",),
        Template.parse(PLAIN): ("dative-to",),
    }


def test_edits_reach_forms_with_the_fewest_moves_first() -> None:
    tree = read_tree(
        "(S (NP (PRP We)) (VP (VBD left) (PP (IN in) (NP (NNP May)))"
        " (SBAR (IN when) (S (NP (PRP it)) (VP (VBD rained))))) (. .))"
    )
    both = "(S(SBAR)(,)(PP)(,)(NP)(VP)(.))"
    forms = [Template.parse(form) for form in (both, OPENER, CLAUSE)]
    assert [str(form) for form in reached_by_edits(tree, forms, rules={})] == [CLAUSE, both]


def test_forms_that_edits_reach_come_after_those_of_rules() -> None:
    tree = read_tree(
        "(S (NP (PRP We)) (VP (VBD left) (PP (IN in) (NP (NNP May)))"
        " (SBAR (IN when) (S (NP (PRP it)) (VP (VBD rained))))) (. .))"
    )
    phrase, bare = "(S(PP)(,)(NP)(VP)(.))", "(S(SBAR)(NP)(VP)(.))"
    counts = TemplateStatistics()
    for form in (bare, phrase, COMMAND):
        counts.add(Template.parse(PLAIN), Template.parse(form), length=8)
    rules = {"front-clause": STRICT["front-clause"]}
    found = suggest_forms(tree, counts, rules=rules)
    assert [(str(form.template), form.reached_by) for form in found] == [
        (CLAUSE, ("front-clause",)),
        (phrase, ("edit",)),
        (bare, ()),  # edits reach it too, which but for its comma is the first form again
        (COMMAND, ()),
    ]


def test_the_sentences_own_form_is_the_last_that_rules_reach() -> None:
    rules = {name: STRICT[name] for name in ("dative-to", "front-clause")}
    assert [str(form) for form in reached_by_rules(GAVE, rules=rules)] == [CLAUSE, PLAIN]
