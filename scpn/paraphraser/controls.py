"""The forms asked for: read and checked before a model is loaded, or suggested for a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nltk.tree import Tree

from scpn.errors import ModelError, ScpnError, TreeSyntaxError, UsageError
from scpn.paraphraser.suggestion import suggest_forms
from scpn.templates.full_parse import read_full_parse
from scpn.templates.sets import load_template_set
from scpn.templates.statistics import TemplateStatistics, load_statistics
from scpn.templates.suggestion import NUM_SUGGESTED
from scpn.templates.template import Template
from scpn.trees.linearize import linearize

if TYPE_CHECKING:
    from scpn.paraphraser import Control, Paraphraser


@dataclass(frozen=True, slots=True)
class ControlRequest:
    """What the paraphrases shall look like.

    Attributes:
        templates: Templates, each once.
        parses: Full parses.
        exemplars: Sentences whose form is to be taken.
    """

    templates: tuple[Template, ...] = ()
    parses: tuple[Tree, ...] = ()
    exemplars: tuple[str, ...] = ()

    @classmethod
    def read(
        cls,
        *,
        templates: Sequence[str] = (),
        template_set: str | None = None,
        parses: Sequence[str] = (),
        exemplars: Sequence[str] = (),
    ) -> "ControlRequest":
        """Read the options of the command line.

        Raises:
            UsageError: One of them is malformed, or an exemplar is empty.
            DataError: The file of a template set is unusable.
        """
        read = [Template.parse(text) for text in templates]
        if template_set is not None:
            read.extend(load_template_set(template_set).templates)
        full = {linearize(tree): tree for tree in map(_read_parse, parses)}
        for text in exemplars:
            if not text.strip():
                raise UsageError("--exemplar is empty; give a sentence whose form is to be taken")
        unique = tuple(dict.fromkeys(text.strip() for text in exemplars))
        return cls(tuple(dict.fromkeys(read)), tuple(full.values()), unique)

    def __len__(self) -> int:
        return len(self.templates) + len(self.parses) + len(self.exemplars)

    def to_dict(self) -> dict[str, list[str]]:
        """Return the request in text, for the description of a run."""
        return {
            "templates": [str(template) for template in self.templates],
            "parses": [linearize(parse) for parse in self.parses],
            "exemplars": list(self.exemplars),
        }

    def build(self, paraphraser: "Paraphraser", *, tokenized: bool = False) -> "list[Control]":
        """Return the controls: templates, then parses, then exemplars, which are parsed now.

        Args:
            paraphraser: Its parser tells the form of the exemplars.
            tokenized: Exemplars are treebank tokens already.

        Raises:
            UsageError: An exemplar cannot be parsed.
        """
        from scpn.paraphraser import Control

        controls = [Control(template=template) for template in self.templates]
        controls.extend(Control(parse=parse) for parse in self.parses)
        for text in self.exemplars:
            try:
                controls.append(paraphraser.control_of_exemplar(text, tokenized=tokenized))
            except ScpnError as error:
                raise UsageError(f"--exemplar {_clip(text)!r}: {error}") from error
        return controls


NUM_GUESSED = 3
"""Forms asked for where none is reached: the networks seldom write a good sentence there."""


@dataclass(frozen=True, slots=True)
class Suggester:
    """Suggests controls that a sentence can take with all it says; called with its tree.

    A sentence that no rule and no edit gives another form gets the likeliest forms instead.

    Attributes:
        statistics: Counts from labeled pairs.
        top: Controls for each sentence, at most.
    """

    statistics: TemplateStatistics
    top: int = NUM_SUGGESTED

    @classmethod
    def load(cls) -> "Suggester":
        """Load the statistics that ship with the package.

        Raises:
            UsageError: There are none; says how to ask for a form.
        """
        try:
            return cls(load_statistics())
        except ModelError as error:
            raise UsageError(
                "no form is asked for, and this installation has no statistics to suggest one; "
                'give --template "(S(NP)(VP)(.))", --templates SET, --parse PARSE or --exemplar '
                "SENTENCE ('scpn templates list' shows the sets)"
            ) from error

    def __call__(self, tree: Tree) -> "list[Control]":
        """Return the controls for a sentence with this tree; none if nothing is known of it."""
        from scpn.paraphraser import Control

        forms = suggest_forms(tree, self.statistics, top=self.top)
        reached = [form for form in forms if form.reached_by]
        chosen = reached or forms[:NUM_GUESSED]
        return [Control(template=form.template) for form in chosen]


def _read_parse(text: str) -> Tree:
    """Read the value of --parse."""
    try:
        return read_full_parse(text)
    except TreeSyntaxError as error:
        reason = str(error).removesuffix(f" (at character {error.position + 1})")
        raise TreeSyntaxError(
            f"--parse {_clip(text)!r}: {reason}; a parse looks like (S(NP(PRP))(VP(VBD))(.))",
            position=error.position,
        ) from error
    except ScpnError as error:
        raise UsageError(
            f"--parse {_clip(text)!r}: {error}; a template is given with --template, and "
            "'scpn parse --no-words' prints parses"
        ) from error


def _clip(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
