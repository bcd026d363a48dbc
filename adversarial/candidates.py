"""Candidates: labeled examples with one text, or both, paraphrased."""

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import get_args

from scpn import __version__
from scpn.adversarial.cache import CachedParaphrases, ParaphraseCache, scope_of
from scpn.adversarial.protocol import Example, Texts
from scpn.adversarial.rewriters import Rewriter
from scpn.adversarial.settings import Sides
from scpn.errors import SentenceError, UsageError
from scpn.paraphraser.types import Paraphrase

_POSITIONS: dict[str, tuple[int, ...]] = {"first": (0,), "second": (1,), "both": (0, 1)}
_RECORD_FIELDS = [field.name for field in dataclasses.fields(Paraphrase)]


@dataclasses.dataclass(frozen=True)
class Candidate:
    """An example with one text, or both, paraphrased.

    Attributes:
        texts: The texts, with the new one or ones in place.
        form: Form asked for.
        paraphrases: The new texts with their proof, one for each side that changed.
        sides: Which texts changed.
    """

    texts: Texts
    form: str
    paraphrases: tuple[Paraphrase, ...]
    sides: Sides = "first"

    @property
    def rejected_because(self) -> list[str]:
        """Rules that the new texts fail; for both texts of a pair, with the side."""
        if self.sides != "both":
            return list(self.paraphrases[0].rejected_because)
        return [
            f"{side}: {reason}"
            for side, paraphrase in zip(("first", "second"), self.paraphrases, strict=True)
            for reason in paraphrase.rejected_because
        ]

    @property
    def accepted(self) -> bool:
        """Every new text passes every rule."""
        return all(paraphrase.accepted for paraphrase in self.paraphrases)

    @property
    def similarity(self) -> float | None:
        """Similarity of meaning of the new text that is least similar, or None if not known."""
        values = [paraphrase.similarity for paraphrase in self.paraphrases]
        known = [value for value in values if value is not None]
        return min(known) if len(known) == len(values) else None


class CandidateMaker:
    """Makes candidates; paraphrases that are in the cache are not made again.

    Args:
        rewriter: Where paraphrases come from.
        cache: Where they are kept; None keeps nothing.
        sides: Texts of a pair to paraphrase.

    Attributes:
        num_computed: Sentences times forms that the rewriter was asked for.
        num_cached: Those that were in the cache.
    """

    def __init__(
        self, rewriter: Rewriter, cache: ParaphraseCache | None = None, *, sides: Sides = "first"
    ) -> None:
        if sides not in get_args(Sides):
            raise UsageError(f"sides are {sides!r}; they are {', '.join(get_args(Sides))}")
        self.rewriter, self.sides = rewriter, sides
        self.num_computed = self.num_cached = 0
        self.cache = cache
        # Another version may search, judge or record otherwise, under the same settings.
        description = {
            "rewriter": rewriter.name,
            **rewriter.signature,
            "fields": _RECORD_FIELDS,
            "scpn": __version__,
        }
        self._scope = scope_of(description)

    def make(
        self, wanted: Sequence[tuple[Example, Sequence[str]]]
    ) -> list[list[Candidate] | SentenceError]:
        """Candidates of examples in the forms wanted of each.

        Args:
            wanted: Examples and forms.

        Returns:
            For each example its candidates, form by form; or the error, if a text that is to be
            paraphrased cannot be.
        """
        positions = _POSITIONS[self.sides]
        forms: dict[str, dict[str, None]] = defaultdict(dict)
        for example, names in wanted:
            check_sides(example, self.sides)
            for position in positions:
                forms[example.texts[position]].update(dict.fromkeys(names))
        outcomes = self._outcomes({sentence: list(names) for sentence, names in forms.items()})
        return [
            self._combine(example, names, [outcomes[example.texts[p]] for p in positions])
            for example, names in wanted
        ]

    def _combine(
        self, example: Example, forms: Sequence[str], outcomes: list[dict[str, CachedParaphrases]]
    ) -> list[Candidate] | SentenceError:
        """Candidates of one example; with both sides, the best goes with the best, and so on."""
        candidates = []
        for form in forms:
            for outcome in outcomes:
                if outcome[form].error is not None:
                    return SentenceError(str(outcome[form].error))
            for records in zip(*(outcome[form].records for outcome in outcomes), strict=False):
                paraphrases = tuple(Paraphrase(**record) for record in records)
                texts = list(example.texts)
                for position, paraphrase in zip(_POSITIONS[self.sides], paraphrases, strict=True):
                    texts[position] = paraphrase.paraphrase
                candidates.append(Candidate(tuple(texts), form, paraphrases, self.sides))
        return candidates

    def _outcomes(self, wanted: dict[str, list[str]]) -> dict[str, dict[str, CachedParaphrases]]:
        """Paraphrases of sentences by form, from the cache or new."""
        found: dict[str, dict[str, CachedParaphrases]] = {}
        missing: dict[str, list[str]] = {}
        for sentence, forms in wanted.items():
            problem = _encoding_problem(sentence)
            if problem is not None:
                found[sentence] = {form: CachedParaphrases([], problem) for form in forms}
                continue
            known = {} if self.cache is None else self.cache.find(self._scope, sentence, forms)
            found[sentence] = known
            self.num_cached += len(known)
            if len(known) < len(forms):
                missing[sentence] = [form for form in forms if form not in known]
        for sentence, outcomes in self._compute(missing):
            found[sentence].update(outcomes)
        return found

    def _compute(
        self, missing: dict[str, list[str]]
    ) -> Iterator[tuple[str, dict[str, CachedParaphrases]]]:
        """Make the missing paraphrases; each sentence is cached before the next is made."""
        for result in self.rewriter.rewrite(missing) if missing else ():
            outcomes = {
                form: CachedParaphrases(
                    [p.to_dict() for p in result.paraphrases.get(form, [])], result.error
                )
                for form in missing[result.sentence]
            }
            self.num_computed += len(outcomes)
            if self.cache is not None:
                rows = ((result.sentence, form, outcome) for form, outcome in outcomes.items())
                self.cache.add(self._scope, rows)
            yield result.sentence, outcomes


def check_sides(example: Example, sides: Sides) -> None:
    """Check that an example has the text that is to be paraphrased.

    Raises:
        UsageError: It has one text only.
    """
    if sides != "first" and len(example.texts) < 2:
        raise UsageError(
            f"sides are {sides!r}, but example {example.id} has one text; name the second column "
            "with --text2, or leave out --sides"
        )


def _encoding_problem(text: str) -> str | None:
    """Reason why a text is not valid Unicode (JSON allows half a surrogate pair), or None."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        return f"not UTF-8: U+{ord(text[error.start]):X} at character {error.start + 1}"
    return None
