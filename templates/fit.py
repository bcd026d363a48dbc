"""Whether a sentence has the material for a form, or words would have to be invented."""

from collections import Counter
from dataclasses import dataclass

from nltk.tree import Tree

from scpn.templates.template import Template

_MOVABLE = frozenset(["SBAR", "PP", "ADVP", "S", "ADJP", "UCP"])
"""Phrases that a sentence can have in another place, as far as they do not belong to a noun."""

_FIXED = frozenset(
    [
        *("INTJ", "CC", "PRN", "LST", "SBARQ", "SQ", "SINV", "FRAG", "``", "''", ":"),
        *("WHNP", "WHADVP", "WHADJP", "WHPP"),
    ]
)
"""What a form has only if the sentence's own form has it: nothing else can become it."""

_NUCLEUS = frozenset(["NP", "VP"])
"""Subject and predicate: those of the sentence, or of the clauses that it is made of."""

_QUESTIONS = frozenset(["SBARQ", "SQ"])

_HOSTS = frozenset(["S", "SBAR", "SBARQ", "SQ", "SINV", "VP", "FRAG", "X", "PRN", "UCP"])
"""Phrases whose parts can move; those of a noun phrase belong to the noun."""


_CLAUSES = frozenset(["S", "SINV", "SQ"])
_SLOTS = _MOVABLE | _FIXED | _NUCLEUS


@dataclass(frozen=True)
class Material:
    """What a sentence has for the slots of a form.

    Attributes:
        own: The sentence's own form.
        slots: How many slots of each label it can fill.
    """

    own: Template
    slots: Counter[str]

    @classmethod
    def of(cls, tree: Tree) -> "Material":
        """Look through a tree or parse in this project's conventions.

        Raises:
            UsageError: It is a lone label.
        """
        own = Template.of(tree)
        at_top = Counter(own.children)
        clauses = [child for child in tree if child.label() in _CLAUSES]
        inside = Counter(
            child.label() for clause in clauses for child in clause if isinstance(child, Tree)
        )
        movable = _movable(tree)
        slots = Counter(
            {
                **{label: at_top[label] for label in _FIXED},
                **{label: at_top[label] + inside[label] for label in _NUCLEUS},
                **{label: max(at_top[label], movable[label]) for label in _MOVABLE},
            }
        )
        return cls(own, slots)

    def lacks(self, template: Template) -> bool:
        """Tell whether a form has a slot that nothing in the sentence can fill.

        A network that is asked for such a form makes something up, such as "well" and "so" as
        openers or an "if" clause, and readers find fault with that. A phrase can fill a slot of its
        label if it is part of a clause or a verb phrase anywhere in the sentence. Subject and verb
        phrase must be there; interjections, conjunctions, quotation marks and words that ask must
        stand at the top already; and a question is none of the forms of a statement, nor the other
        way round.
        """
        roots = {template.root, self.own.root}
        if len(roots) > 1 and (template.root in _FIXED or roots & _QUESTIONS):
            return True
        wanted = Counter(label for label in template.children if label in _SLOTS)
        return any(count > self.slots[label] for label, count in wanted.items())


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
