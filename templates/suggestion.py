"""Suggest target templates for a sentence of a given form and length."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from nltk.tree import Tree

from scpn.errors import ScpnError, UsageError
from scpn.templates.fit import Material
from scpn.templates.settings import NUM_RANKED
from scpn.templates.statistics import TemplateStatistics, length_bucket
from scpn.templates.template import Template
from scpn.trees.labels import PHRASE_LABELS
from scpn.trees.transform import normalize, pos_tags

NUM_SUGGESTED = 5
"""Forms suggested for a sentence at most when none is asked for."""

LOST_PHRASE = 2.0
"""Price in nats of each kind of phrase of the sentence's form that a template has no place for: the
phrase must be dropped or hidden in another."""

MOVED_PHRASE = 1.0
"""What a template gains in nats if it has other phrases than the sentence's form and the sentence
has them deeper down: a phrase is to be moved and none to be invented. Both weights were chosen on
text of seven kinds (docs/experiments.md)."""

PRIOR_PAIRS = 20.0
"""Weight of the more general counts, in pairs: a context seen this often counts half."""

NOT_REACHED: Mapping[Template, Sequence[str]] = MappingProxyType({})
"""No form is known to be reached."""

_PHRASES = frozenset(PHRASE_LABELS)
_UNSEEN = 1e-9  # share of a form that no pair took


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A target template for a sentence.

    Attributes:
        template: The form to ask for.
        probability: Estimated share of paraphrases that take it, between 0 and 1.
        count: Pairs in which a source of the same template and length took it; 0 if the estimate
            comes from sources of the same root or the same length only.
        is_own_form: It is the sentence's own template, but perhaps for the final punctuation: no
            change of form.
        reached_by: What writes the sentence in this form and keeps all it says: names of rules, in
            order, or "edit"; empty if neither does.
        is_invented: The form has a slot that nothing in the sentence can fill.
    """

    template: Template
    probability: float
    count: int
    is_own_form: bool
    reached_by: tuple[str, ...] = ()
    is_invented: bool = False


def suggest(
    tree: Tree,
    statistics: TemplateStatistics,
    *,
    top: int = NUM_RANKED,
    reached: Mapping[Template, Sequence[str]] = NOT_REACHED,
) -> list[Suggestion]:
    """Rank target templates for a sentence by how often such sentences are given them, and by fit.

    Forms that are reached come first, in the order of `reached`: the sentence keeps all it says.
    Its own form may be one of them, if rules write it in other words.
    Forms with a slot that would have to be filled with invented words come last (see
    `scpn.templates.fit.Material`): of 432 accepted outputs of such forms readers found 10% good and
    25% bad, of 556 others 31% and 13%. All others are ranked by

        ln p(t | template, length) - `LOST_PHRASE` * phrases lost
                                   + `MOVED_PHRASE` if phrases are only moved

    with the template and the length of the sentence.

    The estimate backs off from specific to general counts with Dirichlet priors (MacKay and Peto
    1995), m = `PRIOR_PAIRS`:

        p(t | length)           = n(t, length) / n(length)
        p(t | root, length)     = (n(t, root, length) + m p(t | length)) / (n(root, length) + m)
        p(t | template, length) = (n(t, template, length) + m p(t | root, length))
                                  / (n(template, length) + m)

    so a source template never seen gets what its root gets, and a root never seen what its length
    gets. A length never seen gets all lengths together.

    Args:
        tree: Tree or parse of the sentence.
        statistics: Counts from labeled pairs.
        top: How many suggestions at most.
        reached: Forms that rules or edits reach with this sentence, best first, and which.

    Returns:
        Best first, ties in the order of their text; the sentence's own template, which would change
        nothing, comes after all others, unless it is reached.

    Raises:
        UsageError: If the statistics are empty, `top` is less than 1, or the tree is a lone label.
    """
    if top < 1:
        raise UsageError(f"top is {top}, must be at least 1")
    tree = normalize(tree)
    source_template, length = Template.of(tree), len(pos_tags(tree))
    material = {node.label() for node in tree.subtrees()}
    bucket = length_bucket(length)
    general = statistics.by_bucket.get(bucket) or _sum(statistics)
    if not general:
        raise UsageError("the template statistics are empty; count some labeled pairs first")
    own = statistics.by_source.get((source_template, bucket), Counter[Template]())
    by_root = statistics.by_root.get((source_template.root, bucket), Counter[Template]())
    total = general.total()
    shares = {template: count / total for template, count in general.items()}
    places = {template: place for place, template in enumerate(reached)}
    for counts in (by_root, own):
        shares = _refine(shares, counts)
    phrases = _phrases(source_template)

    def merit(template: Template) -> float:
        wanted = _phrases(template)
        moves = bool(wanted - phrases) and wanted - phrases <= material
        lost = len(phrases - wanted)
        return math.log(shares[template] or _UNSEEN) - LOST_PHRASE * lost + MOVED_PHRASE * moves

    def is_own(template: Template) -> bool:
        return template.matches(source_template, ignore_final_punctuation=True)

    shares |= dict.fromkeys(reached.keys() - shares.keys(), 0.0)
    has = Material.of(tree)
    unfit = {template: template not in places and has.lacks(template) for template in shares}
    ranked = sorted(
        shares,
        key=lambda t: (
            t not in places,
            places.get(t, 0),
            is_own(t),
            unfit[t],
            -merit(t),
            str(t),
        ),
    )
    return [
        Suggestion(t, shares[t], own[t], is_own(t), tuple(reached.get(t, ())), unfit[t])
        for t in ranked[:top]
    ]


def suggest_forms(
    tree: Tree,
    statistics: TemplateStatistics,
    *,
    top: int = NUM_SUGGESTED,
    reached: Mapping[Template, Sequence[str]] = NOT_REACHED,
) -> list[Suggestion]:
    """Return the templates to ask for that change a sentence's form, best first; see `suggest`.

    Its own is there only if it is reached in other words. Those that would need invented words are
    left out unless there are no others.

    Args:
        tree: Tree or parse of the sentence.
        statistics: Counts from labeled pairs.
        top: How many at most.
        reached: Forms that rules or edits reach with this sentence, best first, and which.

    Returns:
        Suggestions; an empty list for a lone word, which has no form.

    Raises:
        UsageError: If the statistics are empty or `top` is less than 1.
    """
    try:
        Template.of(tree)
    except ScpnError:  # a lone word
        return []
    found = suggest(tree, statistics, top=top, reached=reached)
    changing = [form for form in found if form.reached_by or not form.is_own_form]
    return [form for form in changing if not form.is_invented] or changing


def _phrases(template: Template) -> set[str]:
    return {template.root, *template.children} & _PHRASES


def _refine(shares: dict[Template, float], counts: Counter[Template]) -> dict[Template, float]:
    """Combine the counts of a context with the shares of a more general one."""
    total = counts.total() + PRIOR_PAIRS
    return {
        template: (counts[template] + PRIOR_PAIRS * shares.get(template, 0.0)) / total
        for template in sorted(shares.keys() | counts.keys(), key=str)
    }


def _sum(statistics: TemplateStatistics) -> Counter[Template]:
    return sum(statistics.by_bucket.values(), Counter[Template]())
