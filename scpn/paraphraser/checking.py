"""Checks drafts, whoever wrote them: their own parse, their meaning, the rules, the critic."""

import dataclasses
from collections.abc import Sequence

from nltk.tree import Tree

from scpn.critic import Critic
from scpn.embeddings.protocol import SentenceEncoder
from scpn.errors import ScpnError
from scpn.filters.acceptance import quality_rejection, rejections
from scpn.filters.meaning import Meaning, compare_meaning
from scpn.paraphraser.ranking import rank
from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.timing import StageSeconds
from scpn.paraphraser.types import NETWORK, CheckedOutput, FormRequest
from scpn.paraphraser.writer import Draft
from scpn.parsing.protocol import Parser
from scpn.templates import Template
from scpn.tokenization.ngrams import ngram_overlap


@dataclasses.dataclass(frozen=True)
class Checker:
    """Checks drafts and ranks them.

    Attributes:
        parser: Tells the form of a draft.
        judge: Says how alike source and draft are in meaning; None leaves similarity out.
        critic: Says how good a draft is; None leaves quality out.
        seconds: Told the time taken.
    """

    parser: Parser
    judge: SentenceEncoder | None
    critic: Critic | None
    seconds: StageSeconds

    def check(
        self,
        requests: Sequence[FormRequest],
        drafts: Sequence[Sequence[Draft]],
        settings: GenerationSettings,
    ) -> list[list[CheckedOutput]]:
        """Return the `settings.num_return` best drafts of each request with their proof.

        What the parser cannot parse is left out.
        """
        pairs = list(zip(requests, drafts, strict=True))
        flat = [(request, draft) for request, own in pairs for draft in own]
        distinct = list({tuple(draft.words): draft.words for _, draft in flat}.values())
        with self.seconds.timed("check"):
            parsed = self.parser.parse_tokens(distinct)
        found = {tuple(words): tree for words, tree in zip(distinct, parsed, strict=True)}
        trees = iter([found[tuple(draft.words)] for _, draft in flat])
        meanings = iter(self._meanings([(request.words, draft.words) for request, draft in flat]))
        ranked: list[list[CheckedOutput]] = []
        for request, own in pairs:
            checked = []
            for draft in own:
                tree, meaning = next(trees), next(meanings)
                # A lone tag, which some parsers give to a lone word, has no template.
                if not isinstance(tree, ScpnError) and isinstance(tree[0], Tree):
                    checked.append(self._check(request, draft, tree, meaning, settings))
            ranked.append(rank(checked, settings))
        if self.critic is not None:
            ranked = self._criticize(self.critic, requests, ranked, settings)
        return [outputs[: settings.num_return] for outputs in ranked]

    def _meanings(self, pairs: list[tuple[list[str], list[str]]]) -> Sequence[Meaning | None]:
        """How the meaning of each draft compares with that of its source, if there is a judge."""
        if self.judge is None:
            return [None] * len(pairs)
        with self.seconds.timed("judge"):
            return compare_meaning(self.judge, pairs)

    def _check(
        self,
        request: FormRequest,
        draft: Draft,
        tree: Tree,
        meaning: Meaning | None,
        settings: GenerationSettings,
    ) -> CheckedOutput:
        asked, found = request.control.target, Template.of(tree)
        is_rewriting = draft.by != NETWORK
        reasons = rejections(
            request.words,
            draft.words,
            asked=str(asked),
            found=str(found),
            given=str(request.source_template),
            settings=settings.filters.for_rewritings() if is_rewriting else settings.filters,
            meaning=meaning,
            score=draft.score,
            definitions_only=self.critic is not None and not settings.filters.hand_rules,
        )
        return CheckedOutput(
            words=draft.words,
            target_parse=draft.target_parse,
            tree=tree,
            template=found,
            template_match=asked == found,
            score=draft.score,
            rejected_because=reasons,
            overlap=ngram_overlap(request.words, draft.words),
            similarity=None if meaning is None else meaning.similarity,
            by=draft.by,
            cost=draft.cost,
        )

    def _criticize(
        self,
        critic: Critic,
        requests: Sequence[FormRequest],
        ranked: Sequence[Sequence[CheckedOutput]],
        settings: GenerationSettings,
    ) -> list[list[CheckedOutput]]:
        """Ask the critic about the best outputs of all requests at once, and rank those anew."""
        # What is returned has been read: none is accepted unread.
        most = max(settings.critic_candidates, settings.num_return)
        best = [outputs[:most] for outputs in ranked]
        pairs = [
            (request.words, output.words)
            for request, outputs in zip(requests, best, strict=True)
            for output in outputs
        ]
        with self.seconds.timed("critic"):
            verdicts = iter(critic.judge(pairs))
        chosen = settings.filters.min_quality
        threshold = critic.threshold if chosen is None else chosen
        read = []
        for outputs in best:
            judged = [
                (output, next(verdicts).weigh(critic.writer_odds.get(output.writer, 0.0)))
                for output in outputs
            ]
            read.append(
                [
                    dataclasses.replace(
                        output,
                        verdict=verdict,
                        rejected_because=[
                            *output.rejected_because,
                            *quality_rejection(verdict.quality, threshold),
                        ],
                    )
                    for output, verdict in judged
                ]
            )
        return [rank(outputs, settings) for outputs in read]
