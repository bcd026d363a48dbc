"""The forms suggested for a sentence: first those that rules reach, which keep all that it says."""

from collections.abc import Mapping

from nltk.tree import Tree

from scpn.filters.acceptance import rejections
from scpn.filters.settings import FilterSettings
from scpn.paraphraser.rule_writer import joined_form
from scpn.rules.rewriting import WRITER_RULES, Rewriting, rewrite
from scpn.rules.rule import WriterRule
from scpn.templates.statistics import TemplateStatistics
from scpn.templates.suggestion import NUM_SUGGESTED, Suggestion
from scpn.templates.suggestion import suggest_forms as rank_forms
from scpn.templates.template import Template
from scpn.trees.transform import give_words


def suggest_forms(
    tree: Tree,
    statistics: TemplateStatistics,
    *,
    top: int = NUM_SUGGESTED,
    rules: Mapping[str, WriterRule] = WRITER_RULES,
) -> list[Suggestion]:
    """Return the templates to ask for that change a sentence's form, best first.

    Args:
        tree: Tree of the sentence; of a parse without words nothing is known that rules reach.
        statistics: Counts from labelled pairs.
        top: How many at most.
        rules: Rules by name.

    Returns:
        Suggestions; see `scpn.templates.suggest_forms`.

    Raises:
        UsageError: If the statistics are empty or `top` is less than 1.
    """
    return rank_forms(tree, statistics, top=top, reached=find_reached(tree, rules=rules))


def find_reached(
    tree: Tree, *, rules: Mapping[str, WriterRule] = WRITER_RULES
) -> dict[Template, tuple[str, ...]]:
    """Return the forms that rules reach with a sentence, and the rules of each.

    Forms that strict rules reach come first, then those that take fewer rules, then those whose
    rules are tried first. What would be rejected anyway, as a copy for instance, reaches nothing.

    Args:
        tree: Tree of the sentence, cased or lower-case.
        rules: Rules by name.
    """
    lowered = give_words(tree, [str(word).lower() for word in tree.leaves()])
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
        if form not in reached and _may_be_accepted(lowered, each, form):
            reached[form] = each.rules
    return reached


def _may_be_accepted(tree: Tree, rewriting: Rewriting, form: Template) -> bool:
    """Whether a rewriting breaks no rule of acceptance that needs no model to tell."""
    return not rejections(
        [str(word) for word in tree.leaves()],
        rewriting.words,
        asked=str(form),
        found=str(form),
        given=str(Template.of(tree)),
        settings=FilterSettings().for_rewritings(),
    )
