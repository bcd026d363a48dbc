"""Augmentation: accepted paraphrases of labeled examples, with the label of their source."""

import dataclasses
import itertools
import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scpn.adversarial.candidates import Candidate, CandidateMaker
from scpn.adversarial.protocol import Example, Texts
from scpn.adversarial.template_order import draw_order
from scpn.errors import DataError, SentenceError, UsageError

CHUNK_SIZE = 128
NEW_COLUMNS = ("source_id", "template", "similarity")
"""Columns that augmented rows have beside those of the data; the last two are null in originals."""


@dataclasses.dataclass(frozen=True)
class LabeledParaphrase:
    """An accepted paraphrase of an example; its label is that of the example.

    Attributes:
        texts: The texts of the example, with the new one or ones in place.
        template: Form asked for.
        similarity: Similarity of meaning, -1 to 1, or None if it is not known.
    """

    texts: Texts
    template: str
    similarity: float | None

    @classmethod
    def of(cls, candidate: Candidate) -> "LabeledParaphrase":
        """Make one from a candidate."""
        return cls(candidate.texts, candidate.form, candidate.similarity)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> "LabeledParaphrase":
        """Read one from a record of `to_record`."""
        return cls(tuple(record["texts"]), record["template"], record["similarity"])

    def to_record(self) -> dict[str, Any]:
        """Its fields, for JSON."""
        return {
            "texts": list(self.texts),
            "template": self.template,
            "similarity": self.similarity,
        }


@dataclasses.dataclass(frozen=True)
class Augmented:
    """An example and its paraphrases.

    Attributes:
        example: As it was read.
        paraphrases: Accepted ones of different wording, in the order drawn.
        error: Why it cannot be paraphrased, or None.
    """

    example: Example
    paraphrases: list[LabeledParaphrase]
    error: str | None = None


class Augmenter:
    """Finds accepted paraphrases of examples, in forms drawn at random.

    The forms of an example are drawn by the seed and its texts alone, so its paraphrases do not
    depend on what else is augmented, nor on its place.

    Args:
        maker: Makes the candidates.
        per_sentence: Paraphrases wanted of an example. Forms are tried until there are so many, or
            no form is left.
        seed: Another seed draws other forms.
        chunk_size: Examples whose candidates are made together; does not change the result.
    """

    def __init__(
        self,
        maker: CandidateMaker,
        *,
        per_sentence: int = 1,
        seed: int = 0,
        chunk_size: int = CHUNK_SIZE,
    ) -> None:
        if per_sentence < 1 or chunk_size < 1:
            raise UsageError("per_sentence and chunk_size must be at least 1")
        self.maker, self.per_sentence = maker, per_sentence
        self._seed, self._chunk_size = seed, chunk_size

    def augment(
        self, examples: Iterable[Example], *, most: Mapping[str, int] | None = None
    ) -> Iterator[Augmented]:
        """Augment examples as they come.

        Args:
            examples: Read as needed.
            most: Paraphrases wanted of an example of each label, if less than `per_sentence`.
        """
        rest = iter(examples)
        while chunk := list(itertools.islice(rest, self._chunk_size)):
            wanted = [
                self.per_sentence if most is None else min(self.per_sentence, most[e.label])
                for e in chunk
            ]
            yield from self._augment_chunk(chunk, wanted)

    def _augment_chunk(self, chunk: list[Example], wanted: list[int]) -> list[Augmented]:
        forms = [draw_order(self.maker.rewriter.forms, e, seed=self._seed) for e in chunk]
        found: list[dict[tuple[str, ...], Candidate]] = [{} for _ in chunk]
        errors: list[str | None] = [None] * len(chunk)
        while True:
            rows = [r for r in range(len(chunk)) if forms[r] and len(found[r]) < wanted[r]]
            if not rows:
                break
            # As many forms as paraphrases are missing; those that are rejected leave a rest.
            tried = [forms[r][: wanted[r] - len(found[r])] for r in rows]
            made = self.maker.make([(chunk[r], t) for r, t in zip(rows, tried, strict=True)])
            for r, names, candidates in zip(rows, tried, made, strict=True):
                del forms[r][: len(names)]
                if isinstance(candidates, SentenceError):
                    errors[r], forms[r] = str(candidates), []
                    continue
                for candidate in candidates:
                    wording = tuple(text.casefold() for text in candidate.texts)
                    if candidate.accepted and len(found[r]) < wanted[r]:
                        found[r].setdefault(wording, candidate)
        return [
            Augmented(example, [LabeledParaphrase.of(c) for c in candidates.values()], error)
            for example, candidates, error in zip(chunk, found, errors, strict=True)
        ]


def most_wanted(sizes: Mapping[str, int], per_sentence: int) -> dict[str, int]:
    """How many paraphrases an example of each label needs, if labels are balanced.

    Args:
        sizes: Examples of each label.
        per_sentence: Most paraphrases of an example.
    """
    reachable = max(max(sizes.values()), min(sizes.values()) * (1 + per_sentence))
    return {label: math.ceil(reachable / size) - 1 for label, size in sizes.items()}


@dataclasses.dataclass(frozen=True)
class Balance:
    """How many paraphrases of each example are kept, so that labels get equally many rows.

    Attributes:
        target: Rows that each label is to have, originals included: as many as the label that can
            grow least, but no fewer than the largest label has already.
        kept: Paraphrases kept of each example, in the order of the data.
        totals: Rows of each label with the paraphrases kept; below the target if there are too few.
    """

    target: int
    kept: list[int]
    totals: dict[str, int]


def balance(labels: Sequence[str], available: Sequence[int], *, seed: int = 0) -> Balance:
    """Choose how many paraphrases to keep.

    First paraphrases are kept before second ones, so that as many sentences as possible have one;
    among those of one rank they are drawn.

    Args:
        labels: Label of each example, one at least.
        available: Paraphrases that there are of it.
        seed: Of the drawing.
    """
    sizes = Counter(labels)
    grown = Counter(sizes)
    for label, number in zip(labels, available, strict=True):
        grown[label] += number
    target = max(max(sizes.values()), min(grown.values()))
    kept = _keep(labels, available, {c: target - size for c, size in sizes.items()}, seed)
    totals = dict(sizes)
    for label, number in zip(labels, kept, strict=True):
        totals[label] += number
    return Balance(target, kept, totals)


def _keep(
    labels: Sequence[str], available: Sequence[int], quotas: dict[str, int], seed: int
) -> list[int]:
    """Paraphrases kept of each example: the first ones of all, then the second ones, and so on."""
    draw = random.Random(seed)
    offers: dict[str, list[tuple[int, float, int]]] = defaultdict(list)
    for index, (label, number) in enumerate(zip(labels, available, strict=True)):
        offers[label] += [(rank, draw.random(), index) for rank in range(number)]
    kept = [0] * len(labels)
    for label, offered in offers.items():
        for _, _, index in sorted(offered)[: quotas[label]]:
            kept[index] += 1
    return kept


def augmented_rows(
    augmented: Augmented,
    text_columns: Sequence[str],
    *,
    id_column: str | None = None,
    include_original: bool = True,
) -> Iterator[dict[str, Any]]:
    """Rows of an example and its paraphrases: its own columns, then `NEW_COLUMNS`.

    Args:
        augmented: The example must have its row.
        text_columns: Columns of its texts.
        id_column: Column of its id; the paraphrases get the ids ID.1, ID.2, ...
        include_original: The row of the example itself comes first.

    Raises:
        DataError: The row has one of the new columns already.
    """
    row = augmented.example.row
    check_new_columns(row)
    source = augmented.example.id
    if id_column is not None:
        row = row | {id_column: source}  # text in every row, whatever it was
    if include_original:
        yield row | dict(zip(NEW_COLUMNS, (source, None, None), strict=True))
    for number, paraphrase in enumerate(augmented.paraphrases, start=1):
        new = row | dict(zip(text_columns, paraphrase.texts, strict=True))
        if id_column is not None:
            new[id_column] = f"{source}.{number}"
        values = (source, paraphrase.template, paraphrase.similarity)
        yield new | dict(zip(NEW_COLUMNS, values, strict=True))


def check_new_columns(row: Mapping[str, Any]) -> None:
    """Check that a row has none of the columns that augmentation adds.

    Raises:
        DataError: It has one.
    """
    taken = [column for column in NEW_COLUMNS if column in row]
    if taken:
        raise DataError(
            f"the data has a column {taken[0]!r} already, which augmentation adds; rename it"
        )
