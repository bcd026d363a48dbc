"""Pairs of texts, tokenized once: each distinct text as bags of units, each pair as two numbers."""

import random
from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scpn.data.readers import PairInput, read_pairs_from
from scpn.embeddings.network import Views
from scpn.embeddings.splitting import new_splitters
from scpn.embeddings.units import UnitKind, Units, split_words
from scpn.errors import DataError, UsageError


@dataclass
class TextPairs:
    """Distinct texts and the pairs of them.

    Attributes:
        texts: Lower-cased tokens joined by spaces.
        pairs: Numbers of two different texts. Shape (N, 2).
        dropped: Pairs left out, by reason.
    """

    texts: list[str]
    pairs: np.ndarray
    dropped: dict[str, int]

    def __len__(self) -> int:
        return len(self.pairs)

    def hold_out(self, num_pairs: int, *, seed: int) -> tuple["TextPairs", "TextPairs"]:
        """Split off pairs; no remaining pair has a text of theirs.

        Raises:
            DataError: Nothing remains.
        """
        if num_pairs == 0:
            return self, TextPairs(self.texts, self.pairs[:0], {})
        held = np.random.default_rng(seed).permutation(len(self))[:num_pairs]
        shared = np.isin(self.pairs, self.pairs[held]).any(1)
        if shared.all():
            raise DataError(
                f"with {num_pairs} pairs held out none of {len(self)} remains; give more pairs or "
                "lower dev_pairs"
            )
        rest = TextPairs(self.texts, self.pairs[~shared], self.dropped)
        return rest, TextPairs(self.texts, self.pairs[held], {})


def read_text_pairs(
    inputs: Sequence[PairInput],
    *,
    max_words: int,
    limits: Mapping[str, int] | None = None,
    seed: int = 0,
    progress: Callable[[str, int], None] = lambda name, pairs: None,
) -> TextPairs:
    """Read and tokenize pairs, each in one direction once.

    Args:
        inputs: Files in the forms of `scpn.data.readers`.
        max_words: Pairs with a longer side are left out.
        limits: Pairs at most of a corpus by name, drawn at random.
        seed: Seed of that draw.
        progress: Called with the name of a corpus and its pairs kept, when it has been read.

    Raises:
        DataError: A file is unusable, or no pair remains.
        UsageError: A limit names no corpus.
    """
    names = [source.name for source in inputs]
    for name in limits or {}:
        if name not in names:
            raise UsageError(
                f"limits name {name!r}, which is none of the inputs: {', '.join(names)}"
            )
    number_of: dict[str, int] = {}
    flat, dropped, seen = array("i"), Counter[str](), set[tuple[int, int]]()
    for source in inputs:
        kept: list[tuple[int, int]] = []
        for pair in read_pairs_from(source):
            sides = split_words(pair.source), split_words(pair.target)
            reason = _fault(sides, max_words)
            if reason is None:
                left, right = (number_of.setdefault(" ".join(w), len(number_of)) for w in sides)
                key = (min(left, right), max(left, right))
                reason = "repeated" if key in seen else None
            if reason is not None:
                dropped[reason] += 1
                continue
            seen.add(key)
            kept.append((left, right))
        limit = (limits or {}).get(source.name)
        if limit is not None and limit < len(kept):
            dropped["over the limit"] += len(kept) - limit
            # What is not drawn here may come from a later corpus.
            seen.difference_update((min(couple), max(couple)) for couple in kept)
            kept = random.Random(f"{seed} {source.name}").sample(kept, limit)
            seen.update((min(couple), max(couple)) for couple in kept)
        for couple in kept:
            flat.extend(couple)
        progress(source.name, len(kept))
    if not flat:
        raise DataError(f"no pair can be used: {dict(dropped) or 'the input is empty'}")
    pairs = np.frombuffer(flat, dtype=np.int32).reshape(-1, 2)
    return _without_unused(list(number_of), pairs, dict(dropped))


def _fault(sides: tuple[list[str], list[str]], max_words: int) -> str | None:
    """Why a pair is left out, or None."""
    if not all(sides):
        return "empty"
    if max(map(len, sides)) > max_words:
        return "too long"
    return "copies" if sides[0] == sides[1] else None


def _without_unused(texts: list[str], pairs: np.ndarray, dropped: dict[str, int]) -> TextPairs:
    """Number the texts anew, without those that a limit or a length has left without a pair."""
    used, numbers = np.unique(pairs, return_inverse=True)
    return TextPairs([texts[index] for index in used], numbers.reshape(-1, 2), dropped)


def build_views(texts: Sequence[str], units: Mapping[UnitKind, Units]) -> Views:
    """Bags of every kind of unit of tokenized texts."""
    return {kind: splitter(texts) for kind, splitter in new_splitters(units).items()}
