"""Reading the tables of `scpn.rules.rewording`: a row for each direction of a line."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from scpn.rules.inflection import gerund, past_participle, past_tense, third_person
from scpn.rules.phrase_table import PHRASES
from scpn.rules.spans import Token
from scpn.rules.word_sets import SETS
from scpn.rules.word_tables import ADJECTIVES, NOUNS, VERBS

_FRAMES = ("NP", "OBJ", "NONE", "TO", "ING", "THAT", "WH", "ADJP")


@dataclass(frozen=True)
class Row:
    """One line of a table.

    Attributes:
        before: Elements that must stand before, and stay.
        old: Elements that are replaced.
        after: Elements that must follow, and stay.
        new: What replaces them, as tags and words.
        weight: See `Span`.
        frames: Complements that a verb must have, one of these; empty for all that is no verb.
        verb: Base of the new verb; its form is that of the old one, the first of `old`.
        kind: "phrase", "verb", "noun" or "adjective".
    """

    before: tuple[str, ...]
    old: tuple[str, ...]
    after: tuple[str, ...]
    new: tuple[tuple[str, str], ...]
    weight: float
    frames: tuple[str, ...] = ()
    verb: str = ""
    kind: str = "phrase"


@dataclass(frozen=True)
class Element:
    """An element of a pattern; no words or no tags stand for any."""

    denied: bool
    words: frozenset[str]
    tags: frozenset[str]
    openings: tuple[str, ...]
    excluded: frozenset[str]

    def fits(self, token: Token) -> bool:
        """Whether it is this word."""
        known = not self.words or token.word in self.words
        tagged = token.tag in self.tags or (self.openings and token.tag.startswith(self.openings))
        free = not (self.tags or self.openings)
        found = known and bool(tagged or free) and token.word not in self.excluded
        return found != self.denied


@cache
def read_element(text: str) -> Element:
    """Read an element such as "that/IN"."""
    word, _, rest = text.removeprefix("!").partition("/")
    tags, _, excluded = rest.partition("^")
    choices = frozenset(tags.split("|")) if tags else frozenset()
    openings = tuple(tag[:-1] for tag in choices if tag.endswith("*"))
    closed = frozenset(tag for tag in choices if not tag.endswith("*"))
    return Element(text.startswith("!"), _named(word), closed, openings, _named(excluded))


def _named(text: str) -> frozenset[str]:
    """Words of a text such as "a|b|$people"."""
    found: frozenset[str] = frozenset()
    for part in text.split("|") if text else ():
        found |= SETS[part[1:]] if part[:1] == "$" and len(part) > 1 else frozenset([part])
    return found


@cache
def inflect(verb: str, tag: str) -> str:
    """The form of a verb that a tag asks for."""
    forms = {"VBZ": third_person, "VBD": past_tense, "VBN": past_participle, "VBG": gerund}
    return forms[tag](verb) if tag in forms else verb


@cache
def read_rows() -> Mapping[str, Sequence[Row]]:
    """The rows of all tables by the first word they replace."""
    found: dict[str, list[Row]] = {}
    for kind, table in (
        ("phrase", PHRASES),
        ("noun", NOUNS),
        ("adjective", ADJECTIVES),
        ("verb", VERBS),
    ):
        for line in filter(None, map(str.strip, table.splitlines())):
            for row in _read(line, kind):
                for word in _forms(row):
                    found.setdefault(word, []).append(row)
    return found


def _forms(row: Row) -> set[str]:
    if row.kind == "verb":
        base = row.old[0].partition("/")[0]
        return {inflect(base, tag) for tag in ("VB", "VBZ", "VBD", "VBN", "VBG")}
    return set(read_element(row.old[0]).words)


def _read(line: str, kind: str) -> Iterator[Row]:
    """Yield the rows of a line: one for "->", one in each direction for "<->"."""
    weight = 0.5 if line.startswith("~") else 1.0
    sides = re.split(r"\s+(<->|->)\s+", line.removeprefix("~").strip())
    left, arrow, right = sides
    yield from _read_row(left, right, kind, weight)
    if arrow == "<->":
        yield from _read_row(right, left, kind, weight)


def _read_row(left: str, right: str, kind: str, weight: float) -> Iterator[Row]:
    """Yield the row of one direction; of a noun also that of the plural."""
    before = re.match(r"((?:\[\S+\]\s*)*)", left)
    opening = re.findall(r"\[(\S+?)\]", before.group(0)) if before else []
    rest = left[before.end() :] if before else left
    closing = re.findall(r"\[(\S+?)\]", rest)
    elements = re.sub(r"\[\S+?\]", " ", rest).split()
    right = re.sub(r"\[\S+?\]", " ", right)
    if kind == "verb":
        frames = tuple(each for each in elements if each in _FRAMES)
        old = tuple(each for each in elements if each not in _FRAMES)
        new = tuple(each for each in right.split() if each not in _FRAMES)
        pairs = tuple(map(_pair, new[1:]))
        verb = new[0].partition("/")[0]
        yield Row(tuple(opening), old, tuple(closing), pairs, weight, frames, verb, kind)
        return
    new_pairs = tuple(map(_pair, right.split()))
    yield Row(tuple(opening), tuple(elements), tuple(closing), new_pairs, weight, kind=kind)
    if kind == "noun" and len(elements) == 1 and "/" not in elements[0]:
        *first, (tag, word) = new_pairs
        plural = (*first, (tag, _plural(word)))
        old = (_plural(elements[0]),)
        yield Row(tuple(opening), old, tuple(closing), plural, weight, kind=kind)


def _pair(element: str) -> tuple[str, str]:
    word, _, tag = element.partition("/")
    return tag, word


def _plural(noun: str) -> str:
    irregular = {"child": "children", "man": "men", "woman": "women", "photo": "photos"}
    return irregular.get(noun, third_person(noun))
