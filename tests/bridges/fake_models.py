"""Models that say what a test tells them, and count what they are asked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scpn import Paraphraser
from scpn.paraphraser import Control, GenerationSettings, Paraphrase, SentenceResult

CLAUSE_FIRST = "(S(SBAR)(,)(NP)(VP)(.))"
PHRASE_FIRST = "(S(PP)(,)(NP)(VP)(.))"


def make_paraphrase(source: str, template: str, output: str, *reasons: str) -> Paraphrase:
    """A record as the models give it."""
    return Paraphrase(
        source=source,
        template=template,
        target_parse=template,
        paraphrase=output,
        parse=template,
        template_match=True,
        score=-1.0,
        ngram_overlap=1.0,
        similarity=None,
        accepted=not reasons,
        rejected_because=list(reasons),
    )


class FakeModels(Paraphraser):
    """Answers from a table.

    Args:
        table: Sentence and template -> output; an output that begins with ! is rejected. A
            sentence that is not there at all is too long.
    """

    def __init__(self, table: Mapping[str, Mapping[str, str]]) -> None:
        self.table = table
        self.calls: list[tuple[list[str], list[str]]] = []

    def stream(
        self,
        sentences: Iterable[str],
        controls: Any,
        *,
        settings: GenerationSettings | None = None,
    ) -> Iterator[SentenceResult]:
        """Outputs of each sentence; `calls` keeps sentences and templates."""
        sentences = list(sentences)
        self.calls.append((sentences, [str(control.target) for control in controls]))
        for index, sentence in enumerate(sentences):
            if sentence not in self.table:
                yield SentenceResult(index, sentence, [], "the sentence is too long")
            else:
                yield SentenceResult(index, sentence, self._records(sentence, controls))

    def _records(self, sentence: str, controls: Sequence[Control]) -> list[Paraphrase]:
        records = []
        for control in controls:
            output = self.table[sentence].get(str(control.target))
            if output is not None:
                reasons = ["repeats three words"] if output.startswith("!") else []
                records.append(
                    make_paraphrase(sentence, str(control.target), output.lstrip("!"), *reasons)
                )
        return records
