"""Suggest target templates for a sentence of a given form and length."""

from collections import Counter
from dataclasses import dataclass

from scpn.errors import UsageError
from scpn.templates.statistics import TemplateStatistics, length_bucket
from scpn.templates.template import Template

PRIOR_PAIRS = 20.0
"""Weight of the more general counts, in pairs: a context seen this often counts half."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A target template for a sentence.

    Attributes:
        template: The form to ask for.
        probability: Estimated share of paraphrases that take it, between 0 and 1.
        count: Pairs in which a source of the same template and length took it; 0 if the estimate
            comes from sources of the same root or the same length only.
        is_own_form: It is the sentence's own template: no change of form.
    """

    template: Template
    probability: float
    count: int
    is_own_form: bool


def suggest(
    source_template: Template, length: int, statistics: TemplateStatistics, *, top: int = 10
) -> list[Suggestion]:
    """Rank target templates by how often sentences of this form and length are given them.

    The estimate backs off from specific to general counts with Dirichlet priors (MacKay and Peto
    1995), m = `PRIOR_PAIRS`:

        p(t | length)           = n(t, length) / n(length)
        p(t | root, length)     = (n(t, root, length) + m p(t | length)) / (n(root, length) + m)
        p(t | template, length) = (n(t, template, length) + m p(t | root, length))
                                  / (n(template, length) + m)

    so a source template never seen gets what its root gets, and a root never seen what its length
    gets. A length never seen gets all lengths together.

    Args:
        source_template: Form of the sentence.
        length: Its length in tokens.
        statistics: Counts from labelled pairs.
        top: How many suggestions at most.

    Returns:
        Most probable first, ties in the order of their text; the sentence's own template, which
        would change nothing, comes after all others.

    Raises:
        UsageError: If the statistics are empty or `top` is less than 1.
    """
    if top < 1:
        raise UsageError(f"top is {top}, must be at least 1")
    bucket = length_bucket(length)
    general = statistics.by_bucket.get(bucket) or _sum(statistics)
    if not general:
        raise UsageError("the template statistics are empty; count some labelled pairs first")
    own = statistics.by_source.get((source_template, bucket), Counter[Template]())
    by_root = statistics.by_root.get((source_template.root, bucket), Counter[Template]())
    total = general.total()
    shares = {template: count / total for template, count in general.items()}
    for counts in (by_root, own):
        shares = _refine(shares, counts)
    ranked = sorted(
        shares.items(), key=lambda item: (item[0] == source_template, -item[1], str(item[0]))
    )
    return [
        Suggestion(template, share, own[template], template == source_template)
        for template, share in ranked[:top]
    ]


def _refine(shares: dict[Template, float], counts: Counter[Template]) -> dict[Template, float]:
    """Combine the counts of a context with the shares of a more general one."""
    total = counts.total() + PRIOR_PAIRS
    return {
        template: (counts[template] + PRIOR_PAIRS * shares.get(template, 0.0)) / total
        for template in sorted(shares.keys() | counts.keys(), key=str)
    }


def _sum(statistics: TemplateStatistics) -> Counter[Template]:
    return sum(statistics.by_bucket.values(), Counter[Template]())
