"""Whether a sentence has the material for a form, or words would have to be invented."""

from collections import Counter
from dataclasses import dataclass

from nltk.tree import Tree

from scpn.templates.template import Template

_MOVABLE = frozenset(["SBAR", "PP", "ADVP", "S", "ADJP", "UCP"])
"""Phrases that a sentence can have in another place, as far as they do not belong to a noun."""

_FIXED = frozenset(["INTJ", "CC", "PRN", "LST", "SBARQ", "SQ", "SINV", "FRAG", "``", "''", ":"])
"""What a form has only if the sentence's own form has it: nothing else can become it."""

_HOSTS = frozenset(["S", "SBAR", "SBARQ", "SQ", "SINV", "VP", "FRAG", "X", "PRN", "UCP"])
"""Phrases whose parts can move; those of a noun phrase belong to the noun."""


@dataclass(frozen=True)
class Material:
    """What a sentence has for the slots of a form.

    Attributes:
        own: The sentence's own form.
        movable: How often each label stands where it can be moved from.
    """

    own: Template
    movable: Counter[str]

    @classmethod
    def of(cls, tree: Tree) -> "Material":
        """Look through a tree or parse in this project's conventions.

        Raises:
            UsageError: It is a lone label.
        """
        return cls(Template.of(tree), _movable(tree))

    def lacks(self, template: Template) -> bool:
        """Tell whether a form has a slot that nothing in the sentence can fill.

        A network that is asked for such a form makes something up, such as "well" and "so" as
        openers or an "if" clause, and readers find fault with that. A phrase can fill a slot of its
        label if it is part of a clause or a verb phrase anywhere in the sentence. Interjections,
        conjunctions, quotation marks and questions must stand at the top already.
        """
        if template.root != self.own.root and template.root in _FIXED:
            return True
        wanted = [label for label in template.children if label in _MOVABLE or label in _FIXED]
        return any(wanted.count(label) > self._count(label) for label in wanted)

    def _count(self, label: str) -> int:
        there = self.own.children.count(label)
        return max(there, self.movable[label]) if label in _MOVABLE else there


def _movable(tree: Tree) -> Counter[str]:
    """How often each label stands where it can be moved from."""
    found: Counter[str] = Counter()
    stack = [tree]
    while stack:
        node = stack.pop()
        children = [child for child in node if isinstance(child, Tree)]
        if node.label() in _HOSTS:
            found.update(child.label() for child in children)
        stack += [child for child in children if child.label() in _HOSTS]
    return found
