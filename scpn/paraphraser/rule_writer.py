"""The rules as a writer: what they make of a sentence in the form asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from nltk.tree import Tree

from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.timing import StageSeconds
from scpn.paraphraser.types import RULE, Control, FormRequest
from scpn.paraphraser.writer import Draft
from scpn.rules.rewriting import WRITER_RULES, Rewriting, rewrite
from scpn.rules.rule import WriterRule
from scpn.templates import Template
from scpn.trees.transform import remove_words

MOST_DRAFTS = 8
"""Drafts of one request at most, those of the fewest rules: each is parsed."""

_JOINED = frozenset(["SBAR", "PP", "ADVP"])


@dataclass(frozen=True)
class RuleWriter:
    """Rewrites sentences by rules and hands on what has the form that is asked for.

    Attributes:
        seconds: Told the time taken.
        rules: Rules by name.
    """

    seconds: StageSeconds
    rules: Mapping[str, WriterRule] = field(default_factory=lambda: WRITER_RULES)

    def write(
        self, requests: Sequence[FormRequest], *, settings: GenerationSettings
    ) -> list[list[Draft]]:
        """See `Writer.write`; the forms of one sentence share its rewritings."""
        known: dict[tuple[str, ...], list[tuple[set[Template], Rewriting]]] = {}
        drafts = []
        with self.seconds.timed("rules"):
            for request in requests:
                words = tuple(request.words)
                if words not in known:
                    found = rewrite(request.source_tree, rules=self.rules)
                    known[words] = [(forms_of(each.tree), each) for each in found]
                fitting = [
                    _draft(each, request.control)
                    for forms, each in known[words]
                    if _fits(request.control, forms, each.tree)
                ]
                drafts.append(fitting[:MOST_DRAFTS])
        return drafts


def forms_of(tree: Tree) -> set[Template]:
    """Return the forms that a parser may see in a rewriting.

    Rules put a phrase that they move to the end beside the verb phrase. Where no comma parts the
    two a parser takes it for a part of the verb phrase.
    """
    template = Template.of(tree)
    return {template, joined_form(template)}


def joined_form(template: Template) -> Template:
    """Return the form in which what follows the verb phrase without a comma is a part of it.

    >>> str(joined_form(Template.parse("(S(NP)(VP)(SBAR)(.))")))
    '(S(NP)(VP)(.))'
    """
    kept: list[str] = []
    for child in template.children:
        if not (kept and kept[-1] == "VP" and child in _JOINED):
            kept.append(child)
    return Template(template.root, tuple(kept))


def _fits(control: Control, forms: set[Template], tree: Tree) -> bool:
    """Whether a rewriting has the form asked for; of a full parse every label counts."""
    if control.parse is not None:
        return control.target in forms and remove_words(tree) == control.parse
    return control.target in forms


def _draft(rewriting: Rewriting, control: Control) -> Draft:
    by = RULE + "+".join(rewriting.rules)
    parse = remove_words(rewriting.tree)
    if Template.of(parse) != control.target:
        parse = _join(parse)
    return Draft(list(rewriting.words), parse, by)


def _join(parse: Tree) -> Tree:
    """Return a parse that has `joined_form`: what follows the verb phrase is put into it."""
    children: list[Tree] = []
    for child in parse:
        if children and children[-1].label() == "VP" and child.label() in _JOINED:
            children[-1] = Tree("VP", [*children[-1], child])
        else:
            children.append(child)
    return Tree(parse.label(), children)
