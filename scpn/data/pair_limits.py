"""The rules that drop a pair before it is parsed, each with a name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from scpn.data.settings import DropRules
from scpn.tokenization.ngrams import trigram_overlap, unigram_f1

REASONS = (
    "duplicate",
    "empty",
    "too_short",
    "too_long",
    "noise",
    "copy",
    "length_ratio",
    "trigram_overlap",
    "unigram_overlap",
    "several_sentences",
    "unparsable",
)
"""Why a pair was left out, in the order in which the rules are asked; the first one counts."""

_NOT_LETTERS = re.compile(r"[\W_]+")
# UTF-8 read as Latin-1 or Windows-1252, and what decoders write for what they cannot read. The
# second byte of a letter looks like one of the former's symbols, or of the latter's.
_SECOND_BYTES = "\u0080-\u00bf" + bytes(
    b for b in range(0x80, 0xA0) if b not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
).decode("cp1252")
_MOJIBAKE = re.compile(
    f"\ufffd|\u00e2\u20ac|\u00f0\u0178|[\u00c2-\u00c5][{_SECOND_BYTES}]|\u00e2\\?\\?"
)
# Controls, private use, halves of surrogate pairs, what is no character.
_NO_TEXT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ue000-\uf8ff\ufffe\uffff]"
)
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]*>|\\u[0-9a-f]{4}|&#?\w+;")
_LONGEST_WORD = 40
_SENTENCE_END = frozenset(".!?")


@dataclass(frozen=True, slots=True)
class Overlap:
    """What two sentences share, lower-cased; see `scpn.tokenization.ngrams`.

    Attributes:
        unigram_f1: F1 of the tokens as multisets, 0 to 1.
        trigram: Shared trigrams over the trigrams of the shorter side, 0 to 1.
    """

    unigram_f1: float
    trigram: float


def measure_overlap(source: Sequence[str], target: Sequence[str]) -> Overlap:
    """Measure what two sentences, given as lower-cased tokens, share."""
    return Overlap(
        unigram_f1(source, target, lowercase=False),
        trigram_overlap(source, target, lowercase=False),
    )


def letters_and_digits(text: str) -> str:
    """Return what identifies a sentence: its letters and digits, lower-cased.

    A sentence without any is identified by its characters.
    """
    return _NOT_LETTERS.sub("", text.lower()) or "".join(text.split())


def reason_to_drop(
    source: Sequence[str], target: Sequence[str], *, rules: DropRules, overlap: Overlap
) -> str | None:
    """Return the name of the first rule a pair breaks, or None.

    Args:
        source: Tokens of one side, any case.
        target: Tokens of the other.
        rules: The limits.
        overlap: From `measure_overlap`.
    """
    if not source or not target:
        return "empty"
    shorter, longer = sorted((len(source), len(target)))
    if shorter < rules.min_tokens:
        return "too_short"
    if longer > rules.max_tokens:
        return "too_long"
    left, right = " ".join(source), " ".join(target)
    if is_noise(left) or is_noise(right):
        return "noise"
    if letters_and_digits(left) == letters_and_digits(right):
        return "copy"
    if longer > rules.max_length_ratio * shorter:
        return "length_ratio"
    if overlap.trigram > rules.max_trigram_overlap:
        return "trigram_overlap"
    if overlap.unigram_f1 < rules.min_unigram_f1:
        return "unigram_overlap"
    if rules.single_sentence and (has_several_sentences(source) or has_several_sentences(target)):
        return "several_sentences"
    return None


def is_noise(text: str) -> bool:
    """Tell whether a sentence is damaged or no English prose.

    That is: it shows traces of a wrong decoding or of markup, has a word of more than 40
    characters, letters for less than a third of its visible characters, or over a fifth of them
    outside the Latin script.
    """
    if not text.isascii():
        letters = [character for character in text if character.isalpha()]
        # Latin letters end at U+024F, those with two accents lie at U+1E00-U+1EFF.
        foreign = sum(c > "\u024f" and not "\u1e00" <= c <= "\u1eff" for c in letters)
        if foreign * 5 > len(letters) or _MOJIBAKE.search(text):
            return True
    words = text.split()
    visible = sum(map(len, words))
    if len(_NOT_LETTERS.sub("", text)) - sum(map(str.isdigit, text)) < visible / 3:
        return True
    return max(map(len, words)) > _LONGEST_WORD or _MARKUP.search(text) is not None


def has_encoding_damage(text: str) -> bool:
    """Tell whether text as it stands in the file was decoded wrongly or holds control characters.

    Tokenizing removes control characters, so this looks at the text before.
    """
    if _NO_TEXT.search(text):
        return True
    return not text.isascii() and _MOJIBAKE.search(text) is not None


def has_several_sentences(tokens: Sequence[str]) -> bool:
    """Tell whether a sentence end is followed by another word."""
    ends = [index for index, token in enumerate(tokens) if token in _SENTENCE_END]
    return bool(ends) and any(token[0].isalnum() for token in tokens[ends[0] + 1 :])
