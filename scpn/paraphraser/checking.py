"""Every draft is checked alike, whoever wrote it: its own parse, its meaning, the rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from nltk.tree import Tree

from scpn.embeddings.protocol import SentenceEncoder
from scpn.errors import ScpnError
from scpn.filters.acceptance import rejections
from scpn.filters.meaning import Meaning, compare_meaning
from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.timing import StageSeconds
from scpn.paraphraser.types import CheckedOutput, FormRequest
from scpn.paraphraser.writer import Draft
from scpn.parsing.protocol import Parser
from scpn.templates import Template
from scpn.tokenization.ngrams import ngram_overlap


@dataclass(frozen=True)
class Checker:
    """Checks drafts.

    Attributes:
        parser: Tells the form of a draft.
        judge: Says how alike source and draft are in meaning; None leaves similarity out.
        seconds: Told the time taken.
    """

    parser: Parser
    judge: SentenceEncoder | None
    seconds: StageSeconds

    def check(
        self,
        requests: Sequence[FormRequest],
        drafts: Sequence[Sequence[Draft]],
        settings: GenerationSettings,
    ) -> list[list[CheckedOutput]]:
        """Return the drafts of each request that the parser can parse, with their proof."""
        flat = [(request, draft) for request, own in _zip(requests, drafts) for draft in own]
        with self.seconds.timed("check"):
            trees = iter(self.parser.parse_tokens([draft.words for _, draft in flat]))
        meanings = iter(self._meanings([(request.words, draft.words) for request, draft in flat]))
        checked: list[list[CheckedOutput]] = []
        for request, own in _zip(requests, drafts):
            checked.append([])
            for draft in own:
                tree, meaning = next(trees), next(meanings)
                # A lone tag, which some parsers give to a lone word, has no template.
                if not isinstance(tree, ScpnError) and isinstance(tree[0], Tree):
                    checked[-1].append(_check(request, draft, tree, meaning, settings))
        return checked

    def _meanings(self, pairs: list[tuple[list[str], list[str]]]) -> Sequence[Meaning | None]:
        """How the meaning of each draft compares with that of its source, if there is a judge."""
        if self.judge is None:
            return [None] * len(pairs)
        with self.seconds.timed("judge"):
            return compare_meaning(self.judge, pairs)


def _zip(
    requests: Sequence[FormRequest], drafts: Sequence[Sequence[Draft]]
) -> list[tuple[FormRequest, Sequence[Draft]]]:
    return list(zip(requests, drafts, strict=True))


def _check(
    request: FormRequest,
    draft: Draft,
    tree: Tree,
    meaning: Meaning | None,
    settings: GenerationSettings,
) -> CheckedOutput:
    asked, found = request.control.target, Template.of(tree)
    reasons = rejections(
        request.words,
        draft.words,
        asked=str(asked),
        found=str(found),
        given=str(request.source_template),
        settings=settings.filters,
        meaning=meaning,
        score=draft.score,
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
    )
