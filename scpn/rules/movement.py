"""Paraphrase pairs from parsed sentences: one constituent moved, meaning kept.

Round trips through another language rarely change the form of a sentence; these rules do so
every time, and what they change is known. In each pair the sentence as somebody wrote it is the
target, so that a model trained on the pairs learns to write natural sentences, and the derived
one is the source. Rules are conservative: most sentences give no pair.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from nltk.tree import Tree

from scpn.errors import UsageError
from scpn.rules import adjuncts, alternations, voice
from scpn.rules.clauses import is_tag
from scpn.rules.rule import Rule

RULES: Mapping[str, Rule] = {
    "unfront": adjuncts.unfront,
    "unfront-nonfinite": adjuncts.unfront_nonfinite,
    "front-clause": adjuncts.front_clause,
    "front-phrase": adjuncts.front_phrase,
    "drop-then": adjuncts.drop_then,
    "adverb-to-middle": adjuncts.adverb_to_middle,
    "adverb-to-front": adjuncts.adverb_to_front,
    "adverb-to-end": adjuncts.adverb_to_end,
    "adverb-from-end": adjuncts.adverb_from_end,
    "parenthetical-to-middle": adjuncts.parenthetical_to_middle,
    "parenthetical-to-front": adjuncts.parenthetical_to_front,
    "passive-to-active": voice.passive_to_active,
    "active-to-passive": voice.active_to_passive,
    "dative-to": alternations.shift_dative_to,
    "dative-object": alternations.shift_dative_object,
    "particle-shift": alternations.shift_particle,
    "particle-join": alternations.join_particle,
    "there-insert": alternations.insert_there,
    "there-remove": alternations.remove_there,
    "extrapose": alternations.extrapose,
    "quotation": alternations.move_quotation,
    "report": alternations.move_report,
    "speaker": alternations.invert_speaker,
    "genitive": alternations.move_genitive,
    "that-drop": alternations.drop_that,
}
"""Every rule by its name, in the order they are tried."""

_LONGEST, _DEEPEST = 60, 60


@dataclass(frozen=True)
class MovedPair:
    """A derived sentence and the one it was made from, both treebank tokens.

    Attributes:
        source: Tokens of the derived sentence.
        target: Tokens of the sentence as it was.
        rule: Name of the rule, a key of `RULES`.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    rule: str


def select_rules(names: Sequence[str] | None = None) -> dict[str, Rule]:
    """Return the rules with these names, all of them if `names` is None or empty.

    Raises:
        UsageError: If there is no rule of a name.
    """
    for name in names or ():
        if name not in RULES:
            near = get_close_matches(name, RULES, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise UsageError(f"no rule is called {name!r}; {hint}rules: {', '.join(RULES)}")
    return {name: rule for name, rule in RULES.items() if not names or name in names}


def move(tree: Tree, rules: Mapping[str, Rule] = RULES) -> Iterator[MovedPair]:
    """Yield a pair for each rule that applies to a sentence.

    Args:
        tree: A tree with words, in this project's conventions; cased or lower-case.
        rules: Rules by name.
    """
    if not 3 <= len(tree.leaves()) <= _LONGEST or not is_regular(tree):
        return
    target = tuple(str(leaf) for leaf in tree.leaves())
    lowered = _with_lower_start(tree)
    for name, rule in rules.items():
        moved = rule(lowered)
        if moved is None:
            continue
        source = _with_case_of(target, [str(leaf) for leaf in moved.leaves()])
        if source != target:
            yield MovedPair(source, target, name)


def derive_pairs(
    trees: Iterable[Tree],
    *,
    rules: Mapping[str, Rule] = RULES,
    limit_per_rule: int | None = None,
    seed: int = 0,
) -> Iterator[MovedPair]:
    """Yield the pairs of many trees, without repeats.

    Args:
        trees: Trees with words, read once.
        rules: Rules by name.
        limit_per_rule: At most so many pairs of a rule, a uniform sample drawn in one pass
            (reservoir sampling) that comes when all trees are read; None streams all pairs.
        seed: Of the sample.

    Raises:
        UsageError: If the limit is below 1.
    """
    if limit_per_rule is not None and limit_per_rule < 1:
        raise UsageError(f"the limit per rule is {limit_per_rule}; it must be at least 1")
    pairs = _distinct(pair for tree in trees for pair in move(tree, rules))
    if limit_per_rule is None:
        yield from pairs
        return
    rng = random.Random(seed)
    kept: dict[str, list[MovedPair]] = {name: [] for name in rules}
    seen: Counter[str] = Counter()
    for pair in pairs:
        sample = kept[pair.rule]
        seen[pair.rule] += 1
        if len(sample) < limit_per_rule:
            sample.append(pair)
        elif (place := rng.randrange(seen[pair.rule])) < limit_per_rule:
            sample[place] = pair
    for sample in kept.values():
        yield from sample


def _distinct(pairs: Iterable[MovedPair]) -> Iterator[MovedPair]:
    seen: set[int] = set()
    for pair in pairs:
        key = hash((pair.source, pair.target))
        if key not in seen:
            seen.add(key)
            yield pair


def is_regular(tree: Tree) -> bool:
    """Return whether every word has its own tag and the tree is shallow enough to recurse on."""
    if tree.height() > _DEEPEST:
        return False
    for node in tree.subtrees():
        kinds = {isinstance(child, Tree) for child in node}
        if kinds != {True} and not is_tag(node):
            return False
    return True


def _with_lower_start(tree: Tree) -> Tree:
    """A copy whose first word lost the capital it has only for being first."""
    copy: Tree = tree.copy(deep=True)
    for tag in copy.subtrees(is_tag):
        word = str(tag[0])
        if not word[:1].isalpha():
            continue
        name = tag.label() in ("NNP", "NNPS") or word == "I" or word[1:] != word[1:].lower()
        if not name:
            tag[0] = word[:1].lower() + word[1:]
        break
    return copy


def _with_case_of(target: Sequence[str], source: list[str]) -> tuple[str, ...]:
    """Capitalize the first word, of a quotation too, and "I", if the target's first word is."""
    first = next((word for word in target if word[:1].isalpha()), "")
    if not first[:1].isupper():
        return tuple(source)
    source = ["I" if word == "i" else word for word in source]
    starts = [next((i for i, word in enumerate(source) if word[:1].isalpha()), None)]
    if target[0] == '"':
        starts.append(source.index('"') + 1)
    for start in starts:
        if start is not None:
            source[start] = source[start][:1].upper() + source[start][1:]
    return tuple(source)
