"""Forms as people meet them: suggested, explained, typed and corrected."""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

import yaml
from nltk.tree import Tree

from scpn.errors import ScpnError
from scpn.paraphraser.suggestion import suggest_forms
from scpn.templates import Template, TemplateStatistics
from scpn.trees.labels import KNOWN_LABELS
from scpn.trees.reader import read_parse

_WORDS = {
    "S": "clause",
    "SBAR": "subordinate clause",
    "SBARQ": "question with a question word",
    "SQ": "question",
    "SINV": "inverted clause",
    "NP": "noun phrase",
    "VP": "verb phrase",
    "PP": "prepositional phrase",
    "ADVP": "adverb",
    "ADJP": "adjective phrase",
    "INTJ": "interjection",
    "FRAG": "fragment",
    "WHNP": "question word",
    "WHADVP": "question adverb",
    "CC": "conjunction",
    "IN": "conjunction",
    "MD": "modal verb",
    "VBP": "verb",
    "VBZ": "verb",
    "VBD": "verb",
    "RB": "adverb",
    ",": "comma",
    ".": "end mark",
    ":": "dash or colon",
    "``": "opening quote",
    "''": "closing quote",
}
_WORDS_OF_LABELS = re.compile(r"[^\s()>-]+")
_MIN_LIKENESS = 0.4


@dataclass(frozen=True, slots=True)
class Form:
    """A form offered for a sentence.

    Attributes:
        template: What to ask for.
        example: A sentence of that form, or None.
        probability: Estimated share of paraphrases that take it, 0 to 1; None if not estimated.
    """

    template: Template
    example: str | None
    probability: float | None = None

    @property
    def label(self) -> str:
        """Two lines for a chip: an example, or the form in words; and the form itself."""
        return f"{self.example or describe(self.template)}\n{self.template}"


@dataclass(frozen=True, slots=True)
class TypedForm:
    """A template that somebody is typing.

    Attributes:
        template: The template if it can be read, else None.
        message: Why it cannot be read; empty if it can.
        nearest: The template that was probably meant; None if nothing comes near.
    """

    template: Template | None
    message: str = ""
    nearest: Template | None = None


@cache
def load_examples() -> dict[Template, str]:
    """A sentence for each of the common forms."""
    text = resources.files("scpn.app").joinpath("examples.yaml").read_text(encoding="utf-8")
    return {Template.parse(form): example for form, example in yaml.safe_load(text).items()}


def form_of(template: Template, probability: float | None = None) -> Form:
    """Return the template with its example."""
    return Form(template, load_examples().get(template), probability)


def describe(template: Template) -> str:
    """Say a template in words: `clause: adverb, noun phrase, verb phrase`."""
    parts = [_WORDS.get(child, child) for child in template.children]
    return f"{_WORDS.get(template.root, template.root)}: {', '.join(parts)}"


def offer_forms(tree: Tree, statistics: TemplateStatistics, *, top: int) -> list[Form]:
    """The suggested forms of a sentence, with examples; see `scpn.paraphraser.suggestion`."""
    return [
        form_of(found.template, found.probability)
        for found in suggest_forms(tree, statistics, top=top)
    ]


def judge_template(text: str, known: Iterable[Template]) -> TypedForm:
    """Read a template as it is typed and, if it is none, find the one that was meant.

    Args:
        text: What was typed.
        known: Templates that may have been meant.
    """
    try:
        return TypedForm(Template.parse(text))
    except ScpnError as error:
        # The message is for a command line; what it quotes stands right above it here.
        message = str(error).split(": ", 1)[-1]
        for end in ("; phrases are", "; a template looks like", "; give a full parse"):
            message = message.split(end)[0]
        return TypedForm(None, message, find_nearest(text, known))


def find_nearest(text: str, known: Iterable[Template]) -> Template | None:
    """The template that was probably meant: repaired, or else the likest of `known`."""
    try:
        return Template.parse(str(Template.of(read_parse(text))))  # too deep: its top two levels
    except ScpnError:
        pass
    labels = [_repair_label(label) for label in _WORDS_OF_LABELS.findall(text)]
    if len(labels) > 1 and all(labels):
        for attempt in (labels, ["S", *labels]):
            try:
                return Template.parse(f"{attempt[0]} -> {' '.join(attempt[1:])}")
            except ScpnError:
                continue
    names = {str(template): template for template in known}
    found = difflib.get_close_matches(text.upper(), names, n=1, cutoff=_MIN_LIKENESS)
    return names[found[0]] if found else None


def _repair_label(label: str) -> str:
    """The label itself in capitals, or the known label most like it; empty if there is none."""
    upper = label.upper()
    if upper in KNOWN_LABELS:
        return upper
    similar = difflib.get_close_matches(upper, sorted(KNOWN_LABELS), n=3, cutoff=0.6)
    return max(similar, key=lambda known: known[0] == upper[0], default="")
