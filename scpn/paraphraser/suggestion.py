"""The forms suggested for a sentence: first those that are reached with all that it says.

Rules and edits reach a form if they write the sentence in it. What remains is for the networks.
"""

from collections.abc import Iterable, Mapping, Sequence

from nltk.tree import Tree

from scpn.errors import ScpnError
from scpn.filters.acceptance import rejections
from scpn.filters.settings import FilterSettings
from scpn.paraphraser.rule_writer import joined_form
from scpn.paraphraser.types import EDIT
from scpn.rules.edits import Editor
from scpn.rules.rewriting import WRITER_RULES, rewrite
from scpn.rules.rule import WriterRule
from scpn.templates.statistics import TemplateStatistics
from scpn.templates.suggestion import NUM_SUGGESTED, Suggestion, suggest
from scpn.templates.suggestion import suggest_forms as choose_forms
from scpn.templates.template import Template
from scpn.trees.transform import give_words

NUM_EDITED = 30
"""Likeliest forms that edits are tried for; 2 ms each."""

MOST_MOVES = 2.5
"""Edits of more moves are not suggested. Of 163 forms reached with at most two moves 33% gave an
accepted output, of 36 reached with more 19%, of 915 that neither rules nor edits reach 2%."""


def rank_forms(
    tree: Tree,
    statistics: TemplateStatistics,
    *,
    top: int = 10,
    rules: Mapping[str, WriterRule] = WRITER_RULES,
) -> list[Suggestion]:
    """Rank forms for a sentence; see `scpn.templates.suggest`.

    Args:
        tree: Tree of the sentence; without words nothing is known to be reached.
        statistics: Counts from labeled pairs.
        top: How many at most.
        rules: Rules by name.

    Raises:
        UsageError: The statistics are empty, `top` is less than 1, or the tree is a lone label.
    """
    reached = _find_reached(tree, statistics, rules)
    return suggest(tree, statistics, top=top, reached=reached)


def suggest_forms(
    tree: Tree,
    statistics: TemplateStatistics,
    *,
    top: int = NUM_SUGGESTED,
    rules: Mapping[str, WriterRule] = WRITER_RULES,
) -> list[Suggestion]:
    """Return the templates to ask for that change a sentence's form, best first.

    Args:
        tree: Tree of the sentence; without words nothing is known to be reached.
        statistics: Counts from labeled pairs.
        top: How many at most.
        rules: Rules by name.

    Returns:
        Suggestions; see `scpn.templates.suggest_forms`. None for a lone word, which has no form.

    Raises:
        UsageError: If the statistics are empty or `top` is less than 1.
    """
    try:
        reached = _find_reached(tree, statistics, rules)
    except ScpnError:  # a lone word
        return []
    return choose_forms(tree, statistics, top=top, reached=reached)


def _find_reached(
    tree: Tree, statistics: TemplateStatistics, rules: Mapping[str, WriterRule]
) -> dict[Template, tuple[str, ...]]:
    """Return the forms that are reached: by rules, then by edits, and by which.

    Of forms that differ in punctuation only there is the first: it would be one sentence twice.
    So edits, which change no word, give none that differs so from the sentence's own form.
    """
    reached = reached_by_rules(tree, rules=rules)
    likely = suggest(tree, statistics, top=NUM_EDITED)
    forms = [form.template for form in likely if not form.is_invented]
    own = _phrases(Template.of(tree))
    edited = reached_by_edits(tree, [f for f in forms if _phrases(f) != own], rules=rules)
    reached |= {form: (EDIT,) for form in edited if form not in reached}
    first: dict[tuple[str, ...], Template] = {}
    for form in reached:
        first.setdefault(_phrases(form), form)
    return {form: reached[form] for form in first.values()}


def _phrases(form: Template) -> tuple[str, ...]:
    """Labels of a form without its punctuation."""
    return (form.root, *(child for child in form.children if child[0].isalpha()))


def reached_by_rules(
    tree: Tree, *, rules: Mapping[str, WriterRule] = WRITER_RULES
) -> dict[Template, tuple[str, ...]]:
    """Return the forms that rules reach with a sentence, and the rules of each.

    Forms that strict rules reach come first, then those that take fewer rules, then those whose
    rules are tried first; the sentence's own form, in other words, is the last. What would be
    rejected anyway, as a copy for instance, reaches nothing.

    Args:
        tree: Tree of the sentence, cased or lower-case.
        rules: Rules by name.
    """
    lowered = _lower(tree)
    found = sorted(
        rewrite(lowered, rules=rules),
        key=lambda each: (
            sum(not rules[name].strict for name in each.rules),
            len(each.rules),
        ),
    )
    reached: dict[Template, tuple[str, ...]] = {}
    for each in found:
        form = joined_form(Template.of(each.tree))
        if form not in reached and _may_be_accepted(lowered, each.words, form):
            reached[form] = each.rules
    own = Template.of(tree)
    last = [form for form in reached if form.matches(own, ignore_final_punctuation=True)]
    for form in last:
        reached[form] = reached.pop(form)
    return reached


def reached_by_edits(
    tree: Tree,
    forms: Iterable[Template],
    *,
    rules: Mapping[str, WriterRule] = WRITER_RULES,
) -> list[Template]:
    """Return those of the forms that edits reach with a sentence, fewest moves first.

    Args:
        tree: Tree of the sentence, cased or lower-case.
        forms: Forms to try.
        rules: Rules by name; edits begin with what one of them makes as well.
    """
    lowered = _lower(tree)
    editor = Editor(lowered, rules=rules)
    costs: dict[Template, float] = {}
    for form in forms:
        for cheapest in editor.edit(form.root, form.children, limit=1):
            words = [str(word) for word in cheapest.tree.leaves()]
            if cheapest.cost <= MOST_MOVES and _may_be_accepted(lowered, words, form):
                costs[form] = cheapest.cost
    return sorted(costs, key=costs.__getitem__)


def _lower(tree: Tree) -> Tree:
    return give_words(tree, [str(word).lower() for word in tree.leaves()])


def _may_be_accepted(tree: Tree, words: Sequence[str], form: Template) -> bool:
    """Whether a wording breaks no rule of acceptance that needs no model to tell."""
    return not rejections(
        [str(word) for word in tree.leaves()],
        words,
        asked=str(form),
        found=str(form),
        given=str(Template.of(tree)),
        settings=FilterSettings().for_rewritings(),
    )
