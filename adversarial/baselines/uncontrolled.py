"""The paraphraser without control: the same network, trained without looking at a parse."""

import dataclasses
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nltk import Tree

from scpn.adversarial.baselines.recent import Recent
from scpn.adversarial.rewriters import SentenceParaphrases
from scpn.errors import UsageError
from scpn.paraphraser import Control, GenerationSettings, Paraphraser
from scpn.pretrained.digest import models_digest
from scpn.trees.transform import remove_words

_CHUNK_SIZE = 32


class UncontrolledRewriter:
    """The best hypotheses of a paraphraser that ignores control, as a `Rewriter`.

    Args:
        paraphraser: Its network must ignore control; see
            `scpn.paraphraser.uncontrolled.load_uncontrolled`.
        num: Versions of a sentence, from a beam as wide.
        settings: What is accepted, and how. No template is required, and no score: the threshold
            suits a network that is told the form, which is far surer of what it says. The other
            baselines have no score either.
    """

    name = "uncontrolled"

    def __init__(
        self,
        paraphraser: Paraphraser,
        *,
        num: int = 10,
        settings: GenerationSettings | None = None,
    ) -> None:
        if num < 1:
            raise UsageError(f"num is {num}; it must be at least 1")
        given = settings or GenerationSettings()
        self.forms = tuple(f"beam-{number}" for number in range(1, num + 1))
        search = dataclasses.replace(
            given,
            beam=max(given.beam, num),
            num_return=num,
            rerank=1,
            filters=dataclasses.replace(given.filters, require_match=False, min_score=-math.inf),
        )
        self._recent = Recent(lambda texts: paraphraser.stream(texts, _own_parse, settings=search))
        options = dataclasses.asdict(search)
        del options["batch_size"]
        self.signature: Mapping[str, Any] = {
            "models": models_digest(paraphraser),
            "settings": options,
        }

    def rewrite(self, wanted: Mapping[str, Sequence[str]]) -> Iterator[SentenceParaphrases]:
        """See `Rewriter.rewrite`."""
        rest = iter(wanted.items())
        while chunk := dict(itertools.islice(rest, _CHUNK_SIZE)):
            for result in self._recent.find(list(chunk)):
                records = {
                    form: [dataclasses.replace(record, template=form, target_parse="")]
                    for form, record in zip(self.forms, result.paraphrases, strict=False)
                }
                found = {form: records.get(form, []) for form in chunk[result.source]}
                yield SentenceParaphrases(result.source, found, result.error)


def _own_parse(tree: Tree) -> list[Control]:
    """The network ignores the control, but a request needs one."""
    return [Control(parse=remove_words(tree))]
