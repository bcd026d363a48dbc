"""A paraphraser by script: every output is in a table, so every figure can be told by hand.

Pair 1 keeps its form, pair 2 changes it; their parses are what `PARSES` says.
"""

from collections.abc import Iterable, Iterator, Sequence

from nltk.tree import Tree

from scpn.errors import SentenceError, UsageError
from scpn.filters.acceptance import rejections
from scpn.paraphraser import (
    CheckedOutput,
    Control,
    FormRequest,
    GenerationSettings,
    Paraphrase,
    SentenceResult,
)
from scpn.templates import Template
from scpn.tokenization.ngrams import ngram_overlap
from scpn.trees.linearize import linearize
from scpn.trees.reader import read_parse, read_tree

SOURCE_1, TARGET_1 = "she left .", "she went home ."
SOURCE_2, TARGET_2 = "now she left .", "she left now"
ALMOST_2 = "she left now ."
BOOM = "boom she left ."

TREES = {
    SOURCE_1: "(S (NP (PRP she)) (VP (VBD left)) (. .))",
    TARGET_1: "(S (NP (PRP she)) (VP (VBD went) (NN home)) (. .))",
    SOURCE_2: "(S (ADVP (RB now)) (NP (PRP she)) (VP (VBD left)) (. .))",
    TARGET_2: "(S (NP (PRP she)) (VP (VBD left) (ADVP (RB now))))",
    ALMOST_2: "(S (NP (PRP she)) (VP (VBD left) (ADVP (RB now))) (. .))",
    BOOM: "(S (NP (NN boom)) (NP (PRP she)) (VP (VBD left)) (. .))",
    "yes": "(UH yes)",
}
PARSES = {text: linearize(read_tree(tree)) for text, tree in TREES.items()}


class TableParser:
    """Parses what stands in `TREES`, and refuses the rest."""

    name = "table 1"
    max_words = 10

    def parse(self, sentences: Sequence[str] | Sequence[list[str]]) -> list[Tree]:
        raise NotImplementedError

    def parse_tokens(self, sentences: Sequence[list[str]]) -> list[Tree | SentenceError]:
        texts = [" ".join(words) for words in sentences]
        return [
            read_tree(TREES[text]) if text in TREES else SentenceError("no parse") for text in texts
        ]


class ScriptedParaphraser:
    """Gives the outputs of a table.

    The tables say what comes of a source by its full parse, by its template, and with re-ranking;
    what is not in them gets no output. A source with "boom" makes its whole batch fail.
    """

    def __init__(self, by_parse: dict[str, str], by_template: dict[str, str]) -> None:
        self.by_parse, self.by_template = by_parse, by_template
        self.reranked = {SOURCE_1: TARGET_1, SOURCE_2: TARGET_2}
        self.parser, self.judge = TableParser(), None
        self.stage_seconds = {"parse": 1.0}
        self.settings: list[GenerationSettings] = []

    def decode(
        self, requests: Sequence[FormRequest], *, settings: GenerationSettings
    ) -> list[list[CheckedOutput]]:
        self.settings.append(settings)
        if any("boom" in request.words for request in requests):
            raise SentenceError("boom cannot be said")
        return [self._candidates(request, settings) for request in requests]

    def generate_parses(
        self,
        source_parses: Sequence[Tree],
        templates: Sequence[Template],
        *,
        num: int,
        settings: GenerationSettings,
    ) -> list[list[Tree]]:
        """The right parse for pair 1, one with NN for PRP for pair 2; FRAG is unknown."""
        assert num == 1
        if any(template.root == "FRAG" for template in templates):
            raise UsageError("unknown label")
        parses = {
            "(S(NP)(VP)(.))": PARSES[TARGET_1],
            "(S(NP)(VP))": "(S(NP(NN))(VP(VBD)(ADVP(RB))))",
        }
        return [[read_parse(parses[str(template)])] for template in templates]

    def stream(
        self,
        sentences: Iterable[str],
        controls: Sequence[Control],
        *,
        settings: GenerationSettings,
    ) -> Iterator[SentenceResult]:
        for index, text in enumerate(sentences):
            if text not in TREES:
                yield SentenceResult(index, text, [], "no parse")
                continue
            self.stage_seconds["parse"] += 0.5
            found = []
            for control in controls:
                request = FormRequest(text.split(), read_tree(TREES[text]), control)
                for candidate in self._candidates(request, settings):
                    found.append(_record(text, request, candidate))
            yield SentenceResult(index, text, found)

    def _candidates(
        self, request: FormRequest, settings: GenerationSettings
    ) -> list[CheckedOutput]:
        table = self.by_template if request.control.parse is None else self.by_parse
        table = self.reranked if settings.rerank > 1 else table
        text = table.get(" ".join(request.words))
        if text is None:
            return []
        tree = read_tree(TREES[text])
        asked, found = request.control.target, Template.of(tree)
        reasons = rejections(
            request.words,
            text.split(),
            asked=str(asked),
            found=str(found),
            settings=settings.filters,
        )
        control = request.control.parse or asked.to_tree()
        return [CheckedOutput(text.split(), control, tree, found, asked == found, -0.5, reasons)]


def _record(text: str, request: FormRequest, candidate: CheckedOutput) -> Paraphrase:
    return Paraphrase(
        source=text,
        template=str(request.control.target),
        target_parse=linearize(candidate.target_parse),
        paraphrase=" ".join(candidate.words),
        parse=linearize(candidate.tree),
        template_match=candidate.template_match,
        score=candidate.score,
        ngram_overlap=ngram_overlap(request.words, candidate.words),
        similarity=None,
        accepted=not candidate.rejected_because,
        rejected_because=candidate.rejected_because,
    )


def scripted() -> ScriptedParaphraser:
    """Gold parses give the target, but for a full stop; the template gives a copy, or nothing."""
    return ScriptedParaphraser({SOURCE_1: TARGET_1, SOURCE_2: ALMOST_2}, {SOURCE_1: SOURCE_1})
