"""Splits many texts into bags of units, in a few microseconds a sentence.

Averaging is so cheap that an encoder spends its time on text. Nearly every piece of text between
spaces gives the same units wherever it stands, so those are remembered as bytes and joined; only a
sentence with a piece that depends on its neighbors goes through the tokenizer again.
"""

from array import array
from collections.abc import Mapping, Sequence

import numpy as np
import torch

from scpn.embeddings.bags import Bags
from scpn.embeddings.units import UnitKind, Units, split_words
from scpn.tokenization.treebank import normalize_text

REMEMBERED = 500_000  # pieces of text; more than that are seldom seen twice


class Splitter:
    """Bags of one kind of unit, equal to `units.encode(split_words(text))` for each text.

    Args:
        units: The vocabulary.
        joined: Whether units reach over words, so that nothing can be remembered.
    """

    def __init__(self, units: Units, *, joined: bool) -> None:
        self.units, self.joined = units, joined
        self._inner: dict[str, bytes] = {}
        self._final: dict[str, bytes] = {}

    def __call__(self, texts: Sequence[str]) -> Bags:
        """Split texts."""
        rows = [self._split(text) for text in texts]
        ids = np.frombuffer(b"".join(rows), dtype=np.int32).copy()
        ends = np.cumsum([0, *map(len, rows)], dtype=np.int64) // array("i").itemsize
        return Bags(torch.from_numpy(ids), torch.from_numpy(ends))

    def _split(self, text: str) -> bytes:
        """Ids as bytes."""
        text = normalize_text(text.lower())
        *begin, last = text.split(" ")
        # A single piece has no neighbors; "don 't" is one word in two pieces.
        if self.joined or not begin or " 't" in text:
            return self._encode(split_words(text))
        ids = self._join(begin, last)
        if ids is None and all(map(self._knows_inner, begin)) and self._knows_final(last):
            ids = self._join(begin, last)
        return self._encode(split_words(text)) if ids is None else ids

    def _join(self, begin: list[str], last: str) -> bytes | None:
        """Ids from memory; None if a piece is not there."""
        try:
            return b"".join(map(self._inner.__getitem__, begin)) + self._final[last]
        except KeyError:
            return None

    def _knows_inner(self, piece: str) -> bool:
        """Remember the units of a piece that another follows, if they do not depend on it."""
        if piece not in self._inner:
            words = split_words(f"{piece} x")[:-1]
            # "no." before a number is one word, else two.
            if piece.endswith(".") and words != split_words(f"{piece} 1")[:-1]:
                return False
            _make_room(self._inner)
            self._inner[piece] = self._encode(words)
        return True

    def _knows_final(self, piece: str) -> bool:
        """Remember the units of a piece at the end, if they do not depend on those before."""
        if piece not in self._final:
            # Quotes let the period of an abbreviation before them through.
            if not piece.strip("\"'"):
                return False
            _make_room(self._final)
            self._final[piece] = self._encode(split_words(f"x {piece}")[1:])
        return True

    def _encode(self, words: Sequence[str]) -> bytes:
        return array("i", self.units.encode(words)).tobytes()


def _make_room(memory: dict[str, bytes]) -> None:
    """Empty a full memory; frequent units soon return to it."""
    if len(memory) >= REMEMBERED:
        memory.clear()


def new_splitters(units: Mapping[UnitKind, Units]) -> dict[UnitKind, Splitter]:
    """A splitter for each kind of unit."""
    return {kind: Splitter(found, joined=kind == "ngram") for kind, found in units.items()}
