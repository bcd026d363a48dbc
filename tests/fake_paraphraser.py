"""A paraphraser without models: what it gives can be told by hand.

Run as a program it is `scpn` with the models replaced: `python fake_paraphraser.py DELAY ARG...`.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING

from nltk.tree import Tree

import scpn.paraphraser

if TYPE_CHECKING:
    from scpn.paraphraser import Control, GenerationSettings, Paraphrase, SentenceResult


class FakeParaphraser:
    """Gives each sentence and control the sentence in capitals.

    The score is the number of the sentence in its call of `stream`, so that a run that is continued
    in the middle of a batch shows. A sentence with "fail" fails, one with "nothing" gets nothing,
    one with "reject" is rejected, and one with "mixed" has one of two paraphrases rejected.
    """

    def __init__(self, *, delay: float = 0.0) -> None:
        self.delay = delay
        self.calls: list[tuple[list[str], list[str], GenerationSettings]] = []

    def stream(
        self,
        sentences: Iterable[str],
        controls: "Sequence[Control] | Callable[[Tree], Sequence[Control]]",
        *,
        settings: "GenerationSettings",
    ) -> "Iterator[SentenceResult]":
        from scpn.paraphraser import SentenceResult

        texts = list(sentences)
        tree = Tree.fromstring("(S (NP (PRP she)) (VP (VBD left)) (. .))")
        chosen = controls(tree) if callable(controls) else controls
        self.calls.append((texts, [str(control.target) for control in chosen], settings))
        for index, text in enumerate(texts):
            time.sleep(self.delay)
            if "fail" in text:
                yield SentenceResult(index, text, [], "the sentence is too long; split it")
            elif "nothing" in text:
                yield SentenceResult(index, text, [])
            else:
                found = [p for control in chosen for p in self._paraphrases(text, control, index)]
                yield SentenceResult(index, text, found)

    def control_of_exemplar(self, text: str, *, tokenized: bool = False) -> "Control":
        from scpn.errors import SentenceError
        from scpn.paraphraser import Control

        if "fail" in text:
            raise SentenceError("the sentence is too long; split it")
        return Control.of_template("(SQ(VBZ)(NP)(VP)(.))")

    def _paraphrases(self, text: str, control: "Control", index: int) -> "Iterator[Paraphrase]":
        from scpn.paraphraser import Paraphrase
        from scpn.trees.linearize import linearize

        reasons: list[list[str]] = [[]]
        if "reject" in text:
            reasons = [["same words as the source", "repeats three words"], ["n-gram overlap 0.1"]]
        elif "mixed" in text:
            reasons = [["repeats three words"], []]
        for number, because in enumerate(reasons):
            yield Paraphrase(
                source=text,
                template=str(control.target),
                target_parse=linearize(control.parse or control.target.to_tree()),
                paraphrase=f"{text.upper()}{number or ''}",
                parse="(S(NP(PRP))(VP(VBD))(.))",
                template_match=not because,
                score=-float(index),
                ngram_overlap=0.5,
                similarity=None,
                accepted=not because,
                rejected_because=because,
            )


def main() -> None:
    from scpn.cli.main import main as scpn_main

    delay = float(sys.argv.pop(1))
    models = SimpleNamespace(from_pretrained=lambda *_, **__: FakeParaphraser(delay=delay))
    vars(scpn.paraphraser)["Paraphraser"] = models
    scpn_main()


if __name__ == "__main__":
    main()
