"""A paraphraser, a rewriter and victims without models: what they give can be told by hand.

Run as a program it is `scpn` with the paraphraser replaced: `python fake_attack.py DELAY ARG...`.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from nltk import Tree

from scpn.adversarial.protocol import Example, Texts
from scpn.adversarial.rewriters import SentenceParaphrases
from scpn.errors import VictimError
from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.types import Control, Paraphrase, SentenceResult

FORMS = ("(S(NP)(VP)(.))", "(S(VP)(.))", "(S(PP)(,)(NP)(VP)(.))")


def paraphrase(
    source: str, form: str, text: str, *, because: Sequence[str] = (), similarity: float = 0.9
) -> Paraphrase:
    return Paraphrase(
        source=source,
        template=form,
        target_parse=form,
        paraphrase=text,
        parse=form,
        template_match=True,
        score=-0.5,
        ngram_overlap=0.5,
        similarity=similarity,
        accepted=not because,
        rejected_because=list(because),
    )


class FakeRewriter:
    """Gives for form number k the sentence with "k" behind it.

    A sentence with "long" fails; one with "nothing" gives nothing; "rejectK" has what form k gives
    rejected. `asked` keeps what was computed.
    """

    name = "fake"

    def __init__(self, forms: Sequence[str] = FORMS, version: int = 1) -> None:
        self.forms = tuple(forms)
        self.signature: dict[str, Any] = {"version": version}
        self.asked: list[tuple[str, str]] = []

    def rewrite(self, wanted: Mapping[str, Sequence[str]]) -> Iterator[SentenceParaphrases]:
        for sentence, forms in wanted.items():
            self.asked += [(sentence, form) for form in forms]
            if "long" in sentence:
                yield SentenceParaphrases(sentence, {}, "the sentence is too long; split it")
            elif "nothing" in sentence:
                yield SentenceParaphrases(sentence, {form: [] for form in forms})
            else:
                yield SentenceParaphrases(
                    sentence, {form: [self._one(sentence, form)] for form in forms}
                )

    def _one(self, sentence: str, form: str) -> Paraphrase:
        number = self.forms.index(form)
        because = ["same words as the source"] if f"reject{number}" in sentence else []
        return paraphrase(sentence, form, f"{sentence} {number}", because=because)


class KeywordVictim:
    """Says "good" with 0.9 if a text has the word "good", and 0.2 if not; but a word "kK" flips it.

    So "good k1" is right, and broken by form 1 only, whose paraphrase is "good k1 1". A text with
    "raise" raises. `asked` keeps what it was asked.
    """

    name = "keyword"

    def __init__(self, num_texts: int = 1) -> None:
        self.labels, self.num_texts = ["bad", "good"], num_texts
        self.asked: list[Texts] = []

    def predict_proba(self, texts: Sequence[Texts]) -> np.ndarray:
        if any("raise" in text for row in texts for text in row):
            raise VictimError("the victim raised ValueError: no")
        self.asked += texts
        good = [self._good(" ".join(row)) for row in texts]
        return np.array([[1 - p, p] for p in good])

    def _good(self, text: str) -> float:
        words = text.split()
        is_good = "good" in words
        flips = any(word[1:] in words for word in words if word in ("k0", "k1", "k2"))
        return 0.9 if is_good != flips else 0.2


def example(text: str, label: str = "good", *, name: str = "", second: str = "") -> Example:
    return Example(name or text, (text, second) if second else (text,), label)


class FakeParaphraser:
    """Does what `FakeRewriter` does, through the interface of the real one.

    `asked` keeps the sentence and the forms of each request.
    """

    def __init__(self, delay: float = 0.0) -> None:
        self.stage_seconds: dict[str, float] = {"paraphrase": 1.0}
        self.asked: list[tuple[str, tuple[str, ...]]] = []
        self._delay = delay

    def stream(
        self,
        sentences: Iterable[str],
        controls: Callable[[Tree], Sequence[Control]],
        *,
        settings: GenerationSettings,
    ) -> Iterator[SentenceResult]:
        for index, sentence in enumerate(sentences):
            time.sleep(self._delay)
            words = [Tree("X", [word]) for word in sentence.lower().split()]
            forms = tuple(str(control.target) for control in controls(Tree("S", words)))
            self.asked.append((sentence, forms))
            if "long" in sentence:
                yield SentenceResult(index, sentence, [], "the sentence is too long; split it")
            elif "nothing" in sentence:
                yield SentenceResult(index, sentence, [])
            else:
                found = [p for form in forms for p in self._best(sentence, form, settings)]
                yield SentenceResult(index, sentence, found)

    def _best(self, sentence: str, form: str, settings: GenerationSettings) -> Iterator[Paraphrase]:
        number = FORMS.index(form)
        because = ["same words as the source"] if f"reject{number}" in sentence else []
        for rank in range(settings.num_return):
            text = f"{sentence} {number}" + "x" * rank
            yield paraphrase(sentence, form, text, because=because)


def predict(texts: list[Any]) -> np.ndarray:
    """`KeywordVictim` as a function, for `python:fake_attack:predict`."""
    return KeywordVictim().predict_proba([(t,) if isinstance(t, str) else t for t in texts])


def main() -> None:
    from scpn.cli.main import main as scpn_main
    from scpn.paraphraser import Paraphraser

    paraphraser: Any = FakeParaphraser(float(sys.argv.pop(1)))
    Paraphraser.from_pretrained = lambda *_, **__: paraphraser  # type: ignore[method-assign]
    scpn_main()


if __name__ == "__main__":
    main()
