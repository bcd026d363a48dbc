"""OpenAttack's `SCPNAttacker` with this package's models.

Code written for `OpenAttack.attackers.SCPNAttacker` (OpenAttack 2.1.1, thunlp/OpenAttack) runs with
the import changed: backdoor attacks that call `gen_paraphrase`, and `AttackEval`. OpenAttack itself
is needed for the latter only; where it is installed, `SCPNAttacker` is one of its attackers.

Differences from the original, whose models no longer run: outputs keep case, spacing and
punctuation of their source; texts of several sentences are paraphrased whole, not their first
sentence only; `attack` offers the victim accepted paraphrases only, unless told otherwise.
"""

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from scpn.adversarial.bridges.sentences import (
    SentenceParaphraser,
    in_format_of,
    sentence_spans,
)
from scpn.errors import SentenceError, TreeSyntaxError, UsageError
from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.types import Paraphrase
from scpn.templates import Template, load_template_set
from scpn.trees.reader import read_parse

if TYPE_CHECKING:
    from scpn.paraphraser import Paraphraser

try:
    from OpenAttack.attackers import ClassificationAttacker as _Attacker
    from OpenAttack.tags import Tag, TAG_English
except ImportError:
    _Attacker = object

_END_MARK = "EOP"


class OpenAttackVictim(Protocol):
    """A classifier of OpenAttack; only this method is called."""

    def get_pred(self, input_: list[str]) -> Any:
        """Predicted label of each text."""
        ...


class Goal(Protocol):
    """A goal of OpenAttack; only this method is called."""

    def check(self, adversarial_sample: str, prediction: Any) -> bool:
        """Whether the prediction for this text is what the attack is after."""
        ...


def _original_text(template: Template) -> str:
    """A template as the original code writes it: `( ROOT ( S ( NP ) ( VP ) ( . ) ) ) EOP`."""
    children = " ".join(f"( {child} )" for child in template.children)
    return f"( ROOT ( {template.root} {children} ) ) {_END_MARK}"


DEFAULT_TEMPLATES = [_original_text(t) for t in load_template_set("scpn-2018").templates]
"""OpenAttack's default templates, in its order and notation."""


def read_template(text: str) -> Template:
    """Read a template in any notation that the original takes.

    It looks labels up one by one and so takes brackets that do not match, such as HiddenKiller's
    `S ( SBAR ) ( , ) ( NP ) ( VP ) ( . ) ) )`. What is missing in front is added here. Of a
    template of more levels only the top two count, and a warning says so.

    Raises:
        UsageError: It cannot be read.
    """
    bare = text.strip().removesuffix(_END_MARK).strip()
    if bare and not bare.startswith("(") and "->" not in bare:
        bare = f"({bare}"
        surplus = bare.count(")") - bare.count("(")
        bare += ")" * -surplus
        for _ in range(surplus):
            bare = bare.rstrip().removesuffix(")")
    try:
        return Template.parse(bare)
    except TreeSyntaxError:
        raise
    except UsageError:
        if not bare.startswith("(") or read_parse(bare).height() < 3:
            raise
    template = Template.parse(str(Template.of(read_parse(bare))))
    warnings.warn(
        f"template {text.strip()!r} has more than two levels; {template} is asked for",
        stacklevel=3,
    )
    return template


class SCPNAttacker(_Attacker):  # type: ignore[misc]
    """Controlled paraphrases with the interface of OpenAttack's attacker of that name.

    Args:
        templates: Forms that `attack` tries, in any notation of `read_template`.
        device: Name of a torch device, or the device; None takes a GPU if there is one.
        tokenizer: Not used, as the models have their own; there is a warning if it is given.
        parser: The same.
        model: None for the bundled models, a folder, a name on the hub, or loaded models.
        settings: How outputs are searched, ranked and accepted.
        only_accepted: `attack` leaves out paraphrases that fail a rule, such as those that lose a
            negation; False counts all, as the original does.

    Attributes:
        templates: As they were given, or the ten of the original.
        device: As it was given.

    Raises:
        UsageError: A template is malformed, or the device cannot be used.
        ModelError: There is no such model.
    """

    def __init__(
        self,
        templates: Sequence[str] = DEFAULT_TEMPLATES,
        device: Any = None,
        tokenizer: Any = None,
        parser: Any = None,
        *,
        model: "str | Path | Paraphraser | None" = None,
        settings: GenerationSettings | None = None,
        only_accepted: bool = True,
    ) -> None:
        for name, value in (("tokenizer", tokenizer), ("parser", parser)):
            if value is not None:
                warnings.warn(f"{name} is not used: the models have their own", stacklevel=2)
        self.templates = list(templates)
        for template in self.templates:
            read_template(template)
        self.device, self.only_accepted = device, only_accepted
        self._sentences = SentenceParaphraser(
            model, settings=settings, device=None if device is None else str(device)
        )
        # At once, as in the original, so that what is missing is missed here.
        self._sentences.paraphraser  # noqa: B018

    @property
    def TAGS(self) -> set[Any]:  # noqa: N802
        """What OpenAttack asks of an attacker: its language, and what a victim must offer."""
        if _Attacker is object:
            raise UsageError("OpenAttack is not installed; run: pip install OpenAttack==2.1.1")
        return {Tag("get_pred", "victim"), TAG_English}

    def gen_paraphrase(self, sent: str, templates: Sequence[str]) -> list[str]:
        """One paraphrase of a text for each template, in their order, accepted or not.

        Every sentence of the text takes the form; one that cannot, as it is too long, stays as it
        is. All templates are decoded together, and results are remembered.

        Args:
            sent: Plain text, or treebank tokens separated by spaces; outputs are written alike.
            templates: In any notation of `read_template`.

        Raises:
            SentenceError: No sentence of the text can be paraphrased.
            UsageError: A template is malformed.
        """
        outputs = []
        for template, outcomes in zip(templates, self._outcomes(sent, templates), strict=True):
            output = _rewrite(sent, outcomes, only_accepted=False)
            if output is None:
                reasons = [outcome for outcome in outcomes if isinstance(outcome, str)]
                raise SentenceError(f"no paraphrase for {template}: {(*reasons, 'no text')[0]}")
            outputs.append(output)
        return outputs

    def attack(self, victim: OpenAttackVictim, sent: str, goal: Goal) -> str | None:
        """The first paraphrase with which the goal is reached, or None.

        Args:
            victim: A classifier; it is asked once, for all paraphrases together.
            sent: Plain text, or treebank tokens separated by spaces.
            goal: Says whether a prediction is what is wanted.
        """
        rows = self._outcomes(sent, self.templates)
        found = [_rewrite(sent, row, only_accepted=self.only_accepted) for row in rows]
        texts = [text for text in dict.fromkeys(found) if text is not None]
        if not texts:
            return None
        for text, prediction in zip(texts, victim.get_pred(texts), strict=True):
            if goal.check(text, prediction):
                return text
        return None

    def __call__(self, victim: Any, input_: Mapping[str, Any]) -> str | None:
        """Attack one example as OpenAttack's evaluation does: away from what is predicted for it.

        Args:
            victim: A classifier of OpenAttack.
            input_: The text is `x`; with `target`, towards that label.
        """
        if _Attacker is object:
            raise UsageError(
                "calling an attacker needs OpenAttack; run: pip install OpenAttack==2.1.1, or use "
                "attack(victim, sentence, goal)"
            )
        result: str | None = super().__call__(victim, input_)
        return result

    def _outcomes(self, text: str, templates: Sequence[str]) -> list[list[Paraphrase | str]]:
        """For each template, the outcomes of the sentences of a text."""
        sentences = [text[begin:end] for begin, end in sentence_spans(text)]
        read = [read_template(template) for template in templates]
        rows = self._sentences.paraphrase(sentences, read)
        return [[row[column] for row in rows] for column in range(len(read))]


def _rewrite(text: str, outcomes: Sequence[Paraphrase | str], *, only_accepted: bool) -> str | None:
    """The text with all its sentences replaced that can be, or None if none can."""
    pieces, end, changed = [], 0, False
    for (begin, stop), outcome in zip(sentence_spans(text), outcomes, strict=True):
        pieces.append(text[end:begin])
        sentence, end = text[begin:stop], stop
        if isinstance(outcome, str) or (only_accepted and not outcome.accepted):
            pieces.append(sentence)
        else:
            pieces.append(in_format_of(sentence, outcome.paraphrase))
            changed = True
    return "".join([*pieces, text[end:]]) if changed else None
