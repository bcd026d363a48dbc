"""Readings made without a reader: rules write good paraphrases, errors on purpose spoil them.

The kinds of errors are those that readers marked in outputs of the networks: a constituent lost,
moved to where it does not belong or said twice, a connective put in, a clause turned into a
condition, a question word exchanged, roles swapped, a negation lost, an article or an ending wrong.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from nltk.tree import Tree

from scpn.critic.readings import Reading
from scpn.rules.movement import RULES
from scpn.rules.rewriting import WRITER_RULES, rewrite
from scpn.tokenization.treebank import detokenize
from scpn.trees.transform import pos_tags


@dataclass(frozen=True, slots=True)
class Corruption:
    """A sentence made worse.

    Attributes:
        words: Its tokens.
        kind: What was done, a key of `KINDS`.
        is_english: Whether it is good English still; None if that is not known.
    """

    words: tuple[str, ...]
    kind: str
    is_english: bool | None


_ADDED = (
    "also", "in addition", "in fact", "then", "just", "however", "as well", "actually", "still",
    "even", "again", "now", "of course", "for example", "only",
)  # fmt: skip
_CONDITIONS = ("if", "when", "because", "as", "although", "while", "since", "after")
_QUESTION_WORDS = ("what", "who", "when", "where", "why", "how", "which")
_AUXILIARIES = (
    "is", "are", "was", "were", "can", "will", "would", "could", "does", "did", "do",
)  # fmt: skip
_MODIFIERS = ("PP", "ADVP", "ADJP", "SBAR", "JJ", "RB", "CD", "PRT", "PRP$", "JJS", "JJR")
_MOVABLE = ("NP", "PP", "ADJP", "ADVP", "SBAR", "VP")
_GRAMMAR_TAGS = ("DT", "IN", "TO", "MD", "PRP", "PRP$", "CC", "VBZ", "VBP", "VBD")


_STRICT = {name: rule for name, rule in WRITER_RULES.items() if name in RULES}
_MOST_MOVED = 4


def make_readings(trees: Iterable[Tree], *, seed: int = 0) -> Iterator[Reading]:
    """Yield readings made from sentences: their rewritings are good, spoiled ones are not.

    Args:
        trees: Trees with lower-cased words of good sentences.
        seed: Draws the errors.
    """
    rng = random.Random(seed)
    for tree in trees:
        source = _text(tree.leaves())
        yield Reading("", source, (None, None, 1.0, None, None), 0.4)
        for moved in rewrite(tree, rules=_STRICT)[:_MOST_MOVED]:
            pair = (source, _text(moved.words))
            if rng.random() < 0.5:
                pair = (pair[1], pair[0])
            yield Reading(*pair, (1.0, 1.0, 0.97, 0.97, 1.0), 1.5)
            yield from _spoil(source, moved.tree, rng)
        yield from _spoil(source, tree, rng)


def _spoil(source: str, tree: Tree, rng: random.Random) -> Iterator[Reading]:
    corruption = corrupt(tree, rng)
    if corruption is None or _text(corruption.words) == source:
        return
    english = None if corruption.is_english is None else 0.1
    yield Reading(source, _text(corruption.words), (None, 0.0, english, 0.0, None))


def _text(words: Sequence[str]) -> str:
    return detokenize([word.lower() for word in words])


def corrupt(tree: Tree, rng: random.Random) -> Corruption | None:
    """Make one error in a parsed sentence, of a kind drawn at random.

    Args:
        tree: A tree with lower-cased words.
        rng: Draws the kind and the place.

    Returns:
        None if no kind that was tried applies, or nothing changed.
    """
    words = [str(leaf) for leaf in tree.leaves()]
    for kind in rng.sample(sorted(KINDS), k=4):
        changed = KINDS[kind](tree, rng)
        if changed is not None and changed and changed != words:
            return Corruption(tuple(changed), kind, _ENGLISH[kind])
    return None


def _spans(tree: Tree) -> list[tuple[str, int, int, int]]:
    """Every node below the root: label, first word, end, number of siblings."""
    spans: list[tuple[str, int, int, int]] = []

    def visit(node: Tree, start: int) -> int:
        for child in node:
            if isinstance(child, Tree):
                end = visit(child, start)
                spans.append((child.label(), start, end, len(node)))
                start = end
            else:
                start += 1
        return start

    visit(tree, 0)
    return spans


def _draw_span(
    tree: Tree, rng: random.Random, labels: Sequence[str], longest: int = 12
) -> tuple[int, int] | None:
    total = len(tree.leaves())
    spans = [
        (start, end)
        for label, start, end, siblings in _spans(tree)
        if label in labels and siblings > 1 and end - start <= min(longest, total - 2)
    ]
    return rng.choice(spans) if spans else None


def _words(tree: Tree) -> list[str]:
    return [str(leaf) for leaf in tree.leaves()]


def _lose(tree: Tree, rng: random.Random) -> list[str] | None:
    """Leave out a modifier."""
    span = _draw_span(tree, rng, _MODIFIERS)
    words = _words(tree)
    return None if span is None else words[: span[0]] + words[span[1] :]


def _lose_head(tree: Tree, rng: random.Random) -> list[str] | None:
    """Leave out an object, a subject, or a coordinated phrase."""
    span = _draw_span(tree, rng, ("NP", "VP", "NN", "NNS", "VB"))
    words = _words(tree)
    return None if span is None else words[: span[0]] + words[span[1] :]


def _lose_word(tree: Tree, rng: random.Random) -> list[str] | None:
    """Leave out an article, a preposition, a pronoun or an auxiliary."""
    places = [i for i, tag in enumerate(pos_tags(tree)) if tag in _GRAMMAR_TAGS]
    if not places:
        return None
    place = rng.choice(places)
    words = _words(tree)
    return words[:place] + words[place + 1 :]


def _displace(tree: Tree, rng: random.Random) -> list[str] | None:
    """Move a constituent to a random place."""
    span = _draw_span(tree, rng, _MOVABLE, longest=8)
    if span is None:
        return None
    words = _words(tree)
    moved, rest = words[span[0] : span[1]], words[: span[0]] + words[span[1] :]
    place = rng.choice([0, 0, rng.randrange(len(rest) + 1)])
    comma = [","] if place == 0 and rng.random() < 0.5 else []
    return rest[:place] + moved + comma + rest[place:]


def _say_twice(tree: Tree, rng: random.Random) -> list[str] | None:
    """Say a constituent a second time, at the front or after itself or at the end."""
    span = _draw_span(tree, rng, ("NP", "PP", "ADVP", "ADJP", "SBAR", "NN", "JJ"), longest=8)
    if span is None:
        return None
    words = _words(tree)
    said = words[span[0] : span[1]]
    comma = [","] if rng.random() < 0.6 else []
    if rng.random() < 0.6:
        return said + comma + words
    end = len(words) - (words[-1] in ".?!")
    return words[:end] + said + words[end:]


def _add_connective(tree: Tree, rng: random.Random) -> list[str] | None:
    """Put in an "also", "in fact", "then"."""
    words, added = _words(tree), rng.choice(_ADDED).split()
    verbs = [start for label, start, _, _ in _spans(tree) if label == "VP"]
    where = rng.random()
    if where < 0.4 or not verbs:
        return added + ([","] if rng.random() < 0.7 else []) + words
    if where < 0.8:
        place = rng.choice(verbs)
        return words[:place] + added + words[place:]
    end = len(words) - (words[-1] in ".?!")
    return words[:end] + added + words[end:]


def _make_condition(tree: Tree, rng: random.Random) -> list[str] | None:
    """Turn a clause into an unsupported condition, time or reason."""
    words, word = _words(tree), rng.choice(_CONDITIONS)
    if word in words or len(words) < 4:
        return None
    if rng.random() < 0.5:
        return [word, *words]
    span = _draw_span(tree, rng, ("NP", "PP"), longest=6)
    if span is None:
        return [word, *words]
    phrase = words[span[0] : span[1]]
    invented = rng.choice((["it", "is"], ["there", "is"], ["it", "comes", "to"], ["i", "see"]))
    rest = words if rng.random() < 0.5 else words[: span[0]] + words[span[1] :]
    return [word, *invented, *phrase, ",", *rest]


def _exchange_question_word(tree: Tree, rng: random.Random) -> list[str] | None:
    words = _words(tree)
    places = [i for i, word in enumerate(words) if word in _QUESTION_WORDS]
    if not places:
        return None
    place = rng.choice(places)
    words[place] = rng.choice([word for word in _QUESTION_WORDS if word != words[place]])
    return words


def _swap_roles(tree: Tree, rng: random.Random) -> list[str] | None:
    """Exchange two noun phrases."""
    spans = sorted((start, end) for label, start, end, _ in _spans(tree) if label == "NP")
    pairs = [(a, b) for a in spans for b in spans if a[1] < b[0]]
    if not pairs:
        return None
    (a, b), words = rng.choice(pairs), _words(tree)
    if words[a[0] : a[1]] == words[b[0] : b[1]]:
        return None
    return (
        words[: a[0]] + words[b[0] : b[1]] + words[a[1] : b[0]] + words[a[0] : a[1]] + words[b[1] :]
    )


def _exchange_word(tree: Tree, rng: random.Random) -> list[str] | None:
    """Write another word of the sentence, of the same kind, in place of a word."""
    words, tags = _words(tree), pos_tags(tree)
    kinds = ("NN", "VB", "JJ", "IN", "PR", "CD", "RB", "DT")
    places = [i for i, tag in enumerate(tags) if tag[:2] in kinds]
    pairs = [
        (i, j) for i in places for j in places
        if words[i] != words[j] and tags[i][:2] == tags[j][:2]
    ]  # fmt: skip
    if not pairs:
        return None
    i, j = rng.choice(pairs)
    words[i] = words[j]
    return words


def _change_negation(tree: Tree, rng: random.Random) -> list[str] | None:
    """Lose a negation, or put one in after an auxiliary."""
    words = _words(tree)
    places = [i for i, word in enumerate(words) if word in ("not", "n't", "never", "no", "hardly")]
    if places:
        place = rng.choice(places)
        return words[:place] + words[place + 1 :]
    verbs = [i for i, word in enumerate(words) if word in _AUXILIARIES]
    if not verbs:
        return None
    place = rng.choice(verbs)
    return [*words[: place + 1], rng.choice(("not", "n't")), *words[place + 1 :]]


def _spoil_ending(tree: Tree, rng: random.Random) -> list[str] | None:
    """Change the number or tense of a verb or noun so that it no longer agrees."""
    words, tags = _words(tree), pos_tags(tree)
    places = [i for i, tag in enumerate(tags) if tag in ("VBZ", "VBP", "VBD", "VB", "NN", "NNS")]
    if not places:
        return None
    place = rng.choice(places)
    swaps = {"is": "are", "are": "is", "was": "were", "were": "was", "has": "have", "have": "has",
             "does": "do", "do": "does"}  # fmt: skip
    word, tag = words[place], tags[place]
    if word in swaps:
        words[place] = swaps[word]
    elif tag in ("VBZ", "NNS") and word.endswith("s") and len(word) > 3:
        words[place] = word[:-1]
    elif tag in ("VBP", "VB", "NN"):
        words[place] = word + ("es" if word.endswith(("s", "sh", "ch", "x")) else "s")
    else:
        return None
    return words


KINDS: Mapping[str, Callable[[Tree, random.Random], list[str] | None]] = {
    "lost": _lose,
    "lost head": _lose_head,
    "lost word": _lose_word,
    "displaced": _displace,
    "said twice": _say_twice,
    "connective": _add_connective,
    "condition": _make_condition,
    "question word": _exchange_question_word,
    "roles": _swap_roles,
    "word": _exchange_word,
    "negation": _change_negation,
    "ending": _spoil_ending,
}
"""What can be done to a sentence, by name."""

_ENGLISH: Mapping[str, bool | None] = {
    "lost": None,
    "lost head": None,
    "lost word": False,
    "displaced": False,
    "said twice": False,
    "connective": None,
    "condition": None,
    "question word": None,
    "roles": None,
    "word": None,
    "negation": None,
    "ending": False,
}
