"""Back-translation: the baseline of the paper (NMT-BT), by one language or by several."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from scpn.adversarial.baselines.checked import Source, Version
from scpn.adversarial.baselines.recent import Recent
from scpn.backtranslation.translator import RoundTrip, take_turns
from scpn.errors import UsageError
from scpn.pretrained.digest import models_digest
from scpn.tokenization.treebank import detokenize, restore_case, tokenize
from scpn.trees.transform import pos_tags


class BackTranslation:
    """The most probable ways back of a sentence's translation (Iyyer et al. 2018, section 4.2).

    Of several languages, which the paper has not, the best version of each comes first, then the
    second ones, and so on.

    Args:
        trips: Into another language and back; one or more.
        num: Versions of a sentence, at most; the paper takes ten.

    Raises:
        UsageError: There is no trip, or no version is wanted.
    """

    name = "back-translation"

    def __init__(self, trips: Sequence[RoundTrip], *, num: int = 10) -> None:
        if not trips:
            raise UsageError("no translators are given; give a pair of them at least")
        if num < 1:
            raise UsageError(f"num is {num}; it must be at least 1")
        self.forms = tuple(f"beam-{number}" for number in range(1, num + 1))
        self._recent = Recent(lambda texts: take_turns(trips, texts, num=num))
        self.signature: Mapping[str, Any] = {
            "translators": [trip.name for trip in trips],
            "models": [models_digest(cast(Any, trip)) for trip in trips],
            "num": num,
        }

    def versions(self, sources: Sequence[Source]) -> list[list[Version]]:
        """As many as asked for, cased like their source.

        Raises:
            SentenceError: A sentence is too long for a model.
        """
        texts = [detokenize(source.tokens) for source in sources]
        found = self._recent.find(texts)
        return [
            [
                Version(form, words, score)
                for form, (text, score) in zip(self.forms, translations, strict=False)
                if form in source.forms and (words := _words(text, source))
            ]
            for source, translations in zip(sources, found, strict=True)
        ]


def _words(text: str, source: Source) -> list[str]:
    lowered = [word.lower() for word in tokenize(text)]
    return restore_case(lowered, source=source.tokens, source_tags=pos_tags(source.tree))
