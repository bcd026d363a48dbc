"""The networks as a writer: parses for the form asked for, then a sentence for each parse."""

from collections.abc import Sequence
from dataclasses import dataclass

from nltk.tree import Tree

from scpn.decoding.search import BeamSearch
from scpn.models.model import ControlledModel
from scpn.paraphraser.decoding import search_parses, search_sentences
from scpn.paraphraser.proposers import NetworkProposer, build_proposer
from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.timing import StageSeconds
from scpn.paraphraser.types import NETWORK, FormRequest
from scpn.paraphraser.writer import Draft
from scpn.parsing.protocol import Parser
from scpn.templates import Template
from scpn.tokenization.vocabulary import UNK
from scpn.trees.linearize import control_tokens
from scpn.trees.transform import remove_words

MAX_PARSE_TOKENS = 400  # of a search; each parse has a limit of its own below that


@dataclass(frozen=True)
class NetworkWriter:
    """Writes with the parse generator, or who else proposes parses, and the paraphraser.

    Attributes:
        parser: Says which parse a proposed wording has.
        parse_generator: Writes full parses for templates.
        paraphraser: Writes sentences for full parses.
        seconds: Told the time taken.
    """

    parser: Parser
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
            return self._search_parses(source_parses, templates, num, settings)

    def propose(
        self, requests: Sequence[FormRequest], *, settings: GenerationSettings
    ) -> list[list[Tree]]:
        """At most `settings.rerank` full parses for the form of each request, best first."""

        def search(
            sources: Sequence[Tree], templates: Sequence[Template], num: int
        ) -> list[list[Tree]]:
            return self._search_parses(sources, templates, num, settings)

        proposer = build_proposer(
            settings.proposers, NetworkProposer(search), self.parser, self._knows
        )
        with self.seconds.timed("parse generation"):
            return proposer.propose(requests, num=settings.rerank)

    def _search_parses(
        self,
        source_parses: Sequence[Tree],
        templates: Sequence[Template],
        num: int,
        settings: GenerationSettings,
    ) -> list[list[Tree]]:
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
        proposed = self.propose([requests[row] for row in missing], settings=settings)
        for row, trees in zip(missing, proposed, strict=True):
            parses[row] = trees
        return parses

    def _knows(self, parse: Tree) -> bool:
        """Whether sentences can be written for a parse: every label was seen in training."""
        return UNK not in self.paraphraser.labels.encode(control_tokens(parse))
