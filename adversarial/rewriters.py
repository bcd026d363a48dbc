"""Rewriters: the controlled paraphraser and the baselines behind one interface."""

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from scpn.errors import UsageError
from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.types import Control, Paraphrase
from scpn.pretrained.digest import models_digest
from scpn.templates import Template
from scpn.tokenization.treebank import split_tokens, tokenize

if TYPE_CHECKING:
    from nltk import Tree

    from scpn.paraphraser import Paraphraser


@dataclasses.dataclass(frozen=True)
class SentenceParaphrases:
    """Paraphrases of one sentence.

    Attributes:
        sentence: As it was given.
        paraphrases: Best first, for each form asked for.
        error: Why there are none, or None.
    """

    sentence: str
    paraphrases: dict[str, list[Paraphrase]]
    error: str | None = None


class Rewriter(Protocol):
    """Paraphrases sentences: the controlled paraphraser, or a baseline.

    Attributes:
        name: Name for reports.
        forms: What can be asked for, templates here; each gives paraphrases of its own.
        signature: All that changes what comes out, in plain values. Two rewriters of the same
            signature give the same.
    """

    name: str
    forms: tuple[str, ...]
    signature: Mapping[str, Any]

    def rewrite(self, wanted: Mapping[str, Sequence[str]]) -> Iterator[SentenceParaphrases]:
        """Paraphrase sentences, each once, in the order given.

        Args:
            wanted: Forms asked for of each sentence.
        """
        ...


class ControlledRewriter:
    """The controlled paraphraser as a `Rewriter`.

    Args:
        paraphraser: Its models.
        templates: Forms that can be asked for.
        settings: How outputs are searched, ranked and accepted.
    """

    def __init__(
        self,
        paraphraser: "Paraphraser",
        templates: Sequence[str | Template],
        settings: GenerationSettings | None = None,
    ) -> None:
        if not templates:
            raise UsageError("no template is given; name at least one")
        self.name = "scpn"
        self.paraphraser, self.settings = paraphraser, settings or GenerationSettings()
        self._controls = {
            str(control.target): control for control in map(Control.of_template, templates)
        }
        self.forms = tuple(self._controls)
        options = dataclasses.asdict(self.settings)
        del options["batch_size"]  # how many are decoded together changes nothing
        self.signature: Mapping[str, Any] = {
            "models": models_digest(paraphraser),
            "settings": options,
        }

    def rewrite(self, wanted: Mapping[str, Sequence[str]]) -> Iterator[SentenceParaphrases]:
        """See `Rewriter.rewrite`; sentences that want different forms are decoded together."""
        for group in group_wanted(wanted, self.settings.requests_at_a_time):
            yield from self._rewrite_group(group)

    def _rewrite_group(self, wanted: Mapping[str, Sequence[str]]) -> Iterator[SentenceParaphrases]:
        split = split_tokens if self.settings.tokenized else tokenize
        # The paraphraser knows a sentence by its tree, so forms are found by its words.
        forms: dict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
        for sentence, names in wanted.items():
            forms[tuple(word.lower() for word in split(sentence))].update(dict.fromkeys(names))

        def controls(tree: "Tree") -> list[Control]:
            return [self._controls[form] for form in forms[tuple(tree.leaves())]]

        for result in self.paraphraser.stream(wanted, controls, settings=self.settings):
            found: dict[str, list[Paraphrase]] = {form: [] for form in wanted[result.source]}
            for paraphrase in result.paraphrases:
                if paraphrase.template in found:
                    found[paraphrase.template].append(paraphrase)
            yield SentenceParaphrases(result.source, found, result.error)


def group_wanted(
    wanted: Mapping[str, Sequence[str]], size: int
) -> Iterator[dict[str, Sequence[str]]]:
    """Groups of whole sentences, in order, that want `size` forms together or a few less.

    What is lost if the run is killed are the groups that are being done. A sentence that wants more
    is a group alone.
    """
    group: dict[str, Sequence[str]] = {}
    for sentence, forms in wanted.items():
        if group and sum(map(len, group.values())) + len(forms) > size:
            yield group
            group = {}
        group[sentence] = forms
    if group:
        yield group
