"""The networks as a writer: parses for the form asked for, then a sentence for each parse."""

from collections.abc import Sequence
from dataclasses import dataclass

from nltk.tree import Tree

from scpn.decoding.search import BeamSearch
from scpn.models.model import ControlledModel
from scpn.paraphraser.decoding import search_parses, search_sentences
from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.timing import StageSeconds
from scpn.paraphraser.types import NETWORK, FormRequest
from scpn.paraphraser.writer import Draft
from scpn.templates import Template
from scpn.trees.transform import remove_words

MAX_PARSE_TOKENS = 400  # of a search; each parse has a limit of its own below that


@dataclass(frozen=True)
class NetworkWriter:
    """Writes with the parse generator and the paraphraser.

    Attributes:
        parse_generator: Writes full parses for templates.
        paraphraser: Writes sentences for full parses.
        seconds: Told the time taken.
    """

    parse_generator: ControlledModel
    paraphraser: ControlledModel
    seconds: StageSeconds

    def write(
        self, requests: Sequence[FormRequest], *, settings: GenerationSettings
    ) -> list[list[Draft]]:
        """See `Writer.write`; `settings.rerank` parses are tried, some sentences for each."""
        parses = self._target_parses(requests, settings)
        owners = [row for row, trees in enumerate(parses) for _ in trees]
        flat = [tree for trees in parses for tree in trees]
        # The templates of one sentence share its encoding.
        sentences = list({tuple(request.words): request.words for request in requests}.values())
        number = {tuple(words): index for index, words in enumerate(sentences)}
        per_parse = settings.num_return if settings.rerank == 1 else max(2, settings.num_return)
        with self.seconds.timed("paraphrase"):
            hypotheses = search_sentences(
                self.paraphraser,
                sentences,
                [number[tuple(requests[row].words)] for row in owners],
                flat,
                num_return=min(per_parse, settings.beam),
                settings=settings,
            )
        drafts: list[list[Draft]] = [[] for _ in requests]
        for row, parse, found in zip(owners, flat, hypotheses, strict=True):
            drafts[row] += [Draft(words, parse, NETWORK, h.score) for words, h in found]
        return drafts

    def generate_parses(
        self,
        source_parses: Sequence[Tree],
        templates: Sequence[Template],
        *,
        num: int,
        settings: GenerationSettings,
    ) -> list[list[Tree]]:
        """The `num` best full parses of each template for a sentence with the given parse."""
        with self.seconds.timed("parse generation"):
            return search_parses(
                self.parse_generator,
                [remove_words(tree) for tree in source_parses],
                templates,
                BeamSearch(
                    beam=max(settings.beam, num * settings.parse_beam),
                    num_return=num,
                    max_steps=MAX_PARSE_TOKENS,
                ),
            )

    def _target_parses(
        self, requests: Sequence[FormRequest], settings: GenerationSettings
    ) -> list[list[Tree]]:
        """Full parses to write for, of each request."""
        parses: list[list[Tree]] = [
            [] if request.control.parse is None else [request.control.parse] for request in requests
        ]
        missing = [row for row, trees in enumerate(parses) if not trees]
        generated = self.generate_parses(
            [requests[row].source_parse for row in missing],
            [requests[row].control.target for row in missing],
            num=settings.rerank,
            settings=settings,
        )
        for row, trees in zip(missing, generated, strict=True):
            parses[row] = trees
        return parses
