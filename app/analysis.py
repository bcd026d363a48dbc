"""What the pages ask of the models: plain functions that know no interface."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nltk.tree import Tree

from scpn.app.engine import Engine
from scpn.app.forms import Form, offer_forms
from scpn.app.limits import check_forms, check_text
from scpn.errors import ScpnError, SentenceError, UsageError
from scpn.templates import Template
from scpn.templates.full_parse import read_full_parse
from scpn.tokenization.treebank import tokenize
from scpn.trees.linearize import linearize
from scpn.trees.transform import give_words

if TYPE_CHECKING:
    from scpn.paraphraser import Control, GenerationSettings, SentenceResult

NUM_OFFERED = 8
"""Forms to choose from for one sentence."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A sentence with its tree and the forms that suit it.

    Attributes:
        sentence: As typed.
        tree: With the words as typed.
        template: Its own form; None if it is a lone word.
        forms: Suggested ones.
    """

    sentence: str
    tree: Tree
    template: Template | None
    forms: list[Form]


def analyze(engine: Engine, sentence: str, *, top: int = NUM_OFFERED) -> Analysis:
    """Parse a sentence and suggest forms for it.

    Raises:
        UsageError: It is empty or too long.
        SentenceError: It cannot be parsed.
    """
    tree = parse(engine, check_text(sentence, "sentence"))
    return Analysis(
        sentence, tree, _template_of(tree), offer_forms(tree, engine.statistics, top=top)
    )


def parse(engine: Engine, sentence: str) -> Tree:
    """Return the tree of a sentence, with its words as typed.

    Raises:
        SentenceError: It cannot be parsed.
    """
    words = tokenize(sentence)
    # The models read lower-cased text.
    (tree,) = engine.paraphraser.parser.parse_tokens([[word.lower() for word in words]])
    if isinstance(tree, SentenceError):
        raise tree
    return give_words(tree, words)


def form_of_exemplar(engine: Engine, sentence: str) -> Template:
    """Return the form of a sentence that is to be imitated.

    Raises:
        ScpnError: It is empty, too long or has no form.
    """
    control = engine.paraphraser.control_of_exemplar(check_text(sentence, "sentence to imitate"))
    return control.target


def predict_parses(engine: Engine, sentence: str, templates: Sequence[str]) -> list[str]:
    """Return the full parse that the parse generator finds best, for each template.

    Raises:
        ScpnError: The sentence or a template cannot be used.
    """
    from scpn.paraphraser import GenerationSettings

    check_forms(templates)
    forms = [Template.parse(text) for text in templates]
    tree = parse(engine, check_text(sentence, "sentence"))
    found = engine.paraphraser.generate_parses(
        [tree] * len(forms), forms, num=1, settings=GenerationSettings()
    )
    return [linearize(trees[0]) for trees in found if trees]


def read_controls(templates: Sequence[str], parses: str = "") -> "list[Control]":
    """Read what was asked for: full parses if there are any, one a line, or else templates.

    Raises:
        UsageError: One cannot be read, or there are too many or none.
    """
    from scpn.paraphraser import Control

    lines = [line for line in parses.splitlines() if line.strip()]
    forms: Sequence[str] = lines or list(dict.fromkeys(templates))
    check_forms(forms)
    if not lines:
        return [Control.of_template(text) for text in forms]
    controls = []
    for number, line in enumerate(lines, start=1):
        try:
            controls.append(Control(parse=read_full_parse(line)))
        except ScpnError as error:
            raise UsageError(f"full parse {number}: {error}") from error
    return controls


def paraphrase_each(
    engine: Engine, sentence: str, controls: "Sequence[Control]", settings: "GenerationSettings"
) -> "Iterator[SentenceResult]":
    """Yield the results of one control after the other, each as soon as it is there.

    Raises:
        SentenceError: The sentence cannot be paraphrased.
        UsageError: It is empty or too long.
    """
    sentence = check_text(sentence, "sentence")
    for control in controls:
        (result,) = engine.paraphraser.stream([sentence], [control], settings=settings)
        if result.error is not None:
            raise SentenceError(result.error)
        yield result


def _template_of(tree: Tree) -> Template | None:
    try:
        return Template.of(tree)
    except UsageError:
        return None


def batch_controls(
    engine: Engine, templates: Sequence[str]
) -> "Sequence[Control] | Callable[[Tree], Sequence[Control]]":
    """Return the forms of a batch: those named or, without any, suggested ones for each sentence.

    Raises:
        UsageError: One cannot be read, or there are too many.
    """
    from scpn.paraphraser.controls import Suggester

    return read_controls(templates) if templates else Suggester(engine.statistics)
