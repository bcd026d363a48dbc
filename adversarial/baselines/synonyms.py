"""Synonym replacement: the baseline that leaves the syntax alone."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from scpn.adversarial.baselines.checked import Source, Version
from scpn.adversarial.baselines.wordnet import Synonyms
from scpn.errors import UsageError
from scpn.filters.speech_acts import NEGATIONS
from scpn.trees.transform import pos_tags


class SynonymReplacement:
    """Replaces some of the content words of a sentence, drawn at random, by synonyms of WordNet.

    The replacement of Wei and Zou 2019 (EDA), made kinder: a synonym has the part of speech and
    the inflection of the word, comes from its most frequent senses, and "a" becomes "an" where it
    must.

    Args:
        synonyms: Where synonyms come from.
        num: Versions of a sentence.
        share: Of the words that have synonyms, how many are replaced, 0 to 1; at least one is.
        seed: Another seed draws other words.
    """

    name = "synonyms"

    def __init__(
        self, synonyms: Synonyms, *, num: int = 10, share: float = 0.3, seed: int = 0
    ) -> None:
        if num < 1:
            raise UsageError(f"num is {num}; it must be at least 1")
        if not 0 < share <= 1:
            raise UsageError(f"share is {share}; it must be above 0 and at most 1")
        self.forms = tuple(f"synonyms-{number}" for number in range(1, num + 1))
        self._synonyms, self._share, self._seed = synonyms, share, seed
        self.signature: Mapping[str, Any] = {
            "wordnet": synonyms.version,
            "senses": synonyms.num_senses,
            "share": share,
            "seed": seed,
        }

    def versions(self, sources: Sequence[Source]) -> list[list[Version]]:
        """Distinct versions; fewer than asked for if the words have few synonyms."""
        return [self._replace(source) for source in sources]

    def _replace(self, source: Source) -> list[Version]:
        choices = self._choices(source)
        if not choices:
            return []
        number = max(1, round(self._share * len(choices)))
        seen: set[tuple[str, ...]] = set()
        versions = []
        for form in self.forms:
            # The words drawn for a form depend on nothing but the sentence and the form.
            generator = random.Random(f"{self._seed} {form} {' '.join(source.tokens)}")
            words = list(source.tokens)
            for position in generator.sample(sorted(choices), number):
                words[position] = _like(generator.choice(choices[position]), words[position])
            _fix_articles(words, source.tokens)
            if tuple(words) not in seen and form in source.forms:
                versions.append(Version(form, words, -number / len(words)))
            seen.add(tuple(words))
        return versions

    def _choices(self, source: Source) -> dict[int, list[str]]:
        """Synonyms by the position of the word."""
        found = {}
        tags = pos_tags(source.tree)
        for position, (token, tag) in enumerate(zip(source.tokens, tags, strict=True)):
            if token.lower() not in NEGATIONS and (
                synonyms := self._synonyms.of(token.lower(), tag)
            ):
                found[position] = synonyms
        return found


def _like(word: str, model: str) -> str:
    """The word with the capitals of the one it replaces."""
    if model.isupper() and len(model) > 1:
        return word.upper()
    return word.capitalize() if model[:1].isupper() else word


def _fix_articles(words: list[str], before: Sequence[str]) -> None:
    """Make "a" or "an" fit the word behind, where that word is new."""
    for position in range(len(words) - 1):
        if words[position].lower() in ("a", "an") and words[position + 1] != before[position + 1]:
            article = "an" if words[position + 1][0].lower() in "aeiou" else "a"
            words[position] = _like(article, words[position])
