"""Edits of a sentence's own tree that reach a template: the cheapest ones, no word lost or added.

A template generator sees labels and never the words, so it cannot know what can move. Here every
slot of the template is filled by a constituent of the source: one that stands at the top level
already, or one that comes up from the predicate; what has no slot goes down into the predicate.
Only punctuation comes and goes freely, and an empty opener ("and", "well") may be dropped.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nltk.tree import Tree

from scpn.rules.clauses import is_tag, word_set, words
from scpn.rules.inner_moves import find_inner_moves
from scpn.rules.movement import is_regular
from scpn.rules.places import (
    PUNCTUATION,
    Movable,
    Site,
    adverbial_cost,
    find_movables,
    find_sites,
)
from scpn.rules.rewriting import WRITER_RULES, rewrite
from scpn.rules.rule import WriterRule

MAX_COST = 6.0
"""Edits that cost more are not tried."""

_LONGEST = 60
_MOST_SLOTS = 12
_NEW_COMMA, _NEW_STOP, _LOST_MARK, _DROPPED_OPENER = 0.1, 0.3, 0.1, 2.0
_STRICT_RULE, _LOOSE_RULE = 1.0, 1.5
_RELABELED, _NEW_ROOT = 0.8, 1.0
_OPENERS = word_set("and well oh now okay ok yeah hey plus")
_QUESTIONS = frozenset(["SQ", "SBARQ"])
_PARENTHETICALS = word_set("however therefore moreover nevertheless indeed thus")
_ALIKE = (frozenset(["ADVP", "NP"]), frozenset(["ADVP", "PP"]), frozenset(["PP", "SBAR"]))


@dataclass(frozen=True)
class Edit:
    """A tree that edits of a sentence's tree led to.

    Attributes:
        tree: With words; its template is the one asked for. A parser may see it another way.
        cost: In moves.
        rule: Name of the rule it began with; empty if none.
        is_moved: Whether anything was done beside that rule.
    """

    tree: Tree
    cost: float
    rule: str = ""
    is_moved: bool = True


@dataclass(frozen=True)
class _Filling:
    """A choice of constituents for the slots of a template.

    Attributes:
        slots: What stands in each slot.
        moved: Nodes below the top level that came up.
        used: Numbers of the children of the root that have a slot.
        cost: In moves.
    """

    slots: tuple[Tree, ...] = ()
    moved: tuple[Tree, ...] = ()
    used: tuple[int, ...] = ()
    cost: float = 0.0

    def keep(self, number: int, phrase: Tree, cost: float) -> "_Filling":
        return _Filling((*self.slots, phrase), self.moved, (*self.used, number), self.cost + cost)

    def lift(self, movable: Movable, phrase: Tree, cost: float) -> "_Filling":
        return _Filling(
            (*self.slots, phrase), (*self.moved, movable.node), self.used, self.cost + cost
        )

    def add(self, mark: Tree, cost: float) -> "_Filling":
        return _Filling((*self.slots, mark), self.moved, self.used, self.cost + cost)


class Editor:
    """Edits a sentence into forms; what all of them begin with is found once.

    Args:
        tree: A tree with words, in this project's conventions.
        rules: Rules by name; edits start from what one of them makes of the tree as well.
    """

    def __init__(self, tree: Tree, *, rules: Mapping[str, WriterRule] = WRITER_RULES) -> None:
        self.tree = tree
        is_editable = len(tree.leaves()) <= _LONGEST and is_regular(tree)
        self._starts = list(_starts(tree, rules)) if is_editable else []

    def edit(self, root: str, children: Sequence[str], *, limit: int = 12) -> list[Edit]:
        """Return edits that give the sentence a form, cheapest first, each wording once.

        Args:
            root: Label of the root asked for.
            children: Labels of its children, left to right.
            limit: At most so many edits.
        """
        own_root = self.tree.label()
        if len(children) > _MOST_SLOTS:
            return []
        if root != own_root and {root, own_root} & _QUESTIONS:
            return []
        found: dict[tuple[str, ...], Edit] = {}
        for start in self._starts:
            base = start.cost + _NEW_ROOT * (root != own_root)
            if base > MAX_COST:
                continue
            for new, cost in _reach(start, root, children, MAX_COST - base):
                written = tuple(str(leaf) for leaf in new.leaves())
                if _has_idle_comma(written):
                    continue
                known = found.get(written)
                if known is None or known.cost > base + cost:
                    is_moved = not start.rule or cost > 0
                    found[written] = Edit(new, base + cost, start.rule, is_moved)
        found.pop(tuple(str(leaf) for leaf in self.tree.leaves()), None)
        return sorted(found.values(), key=lambda each: each.cost)[:limit]


def _has_idle_comma(written: Sequence[str]) -> bool:
    """Whether a comma parts nothing from what follows: ", ,", or ", ." at the end."""
    marks = (",", ".", "?", "!", ":", ";")
    return any(a == "," and b in marks for a, b in itertools.pairwise(written))


@dataclass(frozen=True)
class _Start:
    """A tree that edits begin with.

    Attributes:
        tree: The tree.
        cost: What led to it, in moves.
        rule: Name of the rule that made it; empty if none.
        movables: What can leave its place in it.
    """

    tree: Tree
    cost: float
    rule: str
    movables: Sequence[Movable]


def _starts(tree: Tree, rules: Mapping[str, WriterRule]) -> Iterator[_Start]:
    """Yield the tree, and what a move inside the predicate or one rule makes of it."""
    yield _Start(tree, 0.0, "", find_movables(tree))
    for inner, cost in find_inner_moves(tree):
        yield _Start(inner, cost, "", find_movables(inner))
    # Other words bring no form nearer, and readers found one in twelve of such edits good.
    shaping = {name: rule for name, rule in rules.items() if not rule.late}
    for rewriting in rewrite(tree, depth=1, rules=shaping):
        (name,) = rewriting.rules
        cost = _STRICT_RULE if rules[name].strict else _LOOSE_RULE
        yield _Start(rewriting.tree, cost, name, find_movables(rewriting.tree))


def _reach(
    start: _Start, root: str, children: Sequence[str], budget: float
) -> Iterator[tuple[Tree, float]]:
    """Yield trees of a form, with their costs; the inside of constituents stays as it is."""
    tree = start.tree
    for filling in _fill(tree, start.movables, children, _Filling(), budget):
        if not _is_punctuated(filling.slots):
            continue
        rest = [i for i in range(len(tree)) if i not in filling.used]
        options = [_outlets(tree, i) for i in rest]
        for choice in itertools.product(*options):
            cost = filling.cost + sum(cost for _, cost in choice)
            if cost > budget:
                continue
            lowered = {i: site for i, (site, _) in zip(rest, choice, strict=True) if site}
            yield _build(tree, root, filling, lowered), cost


def _is_punctuated(slots: Sequence[Tree]) -> bool:
    """Whether each comma parts something: never a subject from its predicate."""
    for index, slot in enumerate(slots):
        if slot.label() != ",":
            continue
        after = [each.label() for each in slots[index + 1 : index + 2]]
        if not index or not after or after[0] in (",", "."):
            return False
        before, is_inserted = slots[index - 1], "," in [each.label() for each in slots[:index]]
        if after[0] == "VP" and not is_inserted and not _can_open(before):
            return False
        words_after = words(slots[index + 1])
        if after[0] == "ADVP" and before.label() == "NP" and len(words_after) == 1:
            return words_after[0] in _PARENTHETICALS
    return True


def _can_open(node: Tree) -> bool:
    """Whether a phrase before a comma can stand before the sentence."""
    return node.label() in ("S", "SBAR", "PP", "ADVP", "VP", "``", "''", "INTJ") or (
        adverbial_cost(node) is not None
    )


def _fill(
    tree: Tree,
    movables: Sequence[Movable],
    children: Sequence[str],
    filling: _Filling,
    budget: float,
) -> Iterator[_Filling]:
    """Yield the ways to fill the slots from the one at `len(filling.slots)` on."""
    if filling.cost > budget:
        return
    if len(filling.slots) == len(children):
        yield filling
        return
    label = children[len(filling.slots)]
    step = _mark_choices if label in PUNCTUATION else _phrase_choices
    for choice in step(tree, movables, label, filling):
        yield from _fill(tree, movables, children, choice, budget)


def _mark_choices(
    tree: Tree, movables: Sequence[Movable], label: str, filling: _Filling
) -> Iterator[_Filling]:
    for number, child in enumerate(tree):
        if child.label() == label and number not in filling.used:
            yield filling.keep(number, child, 0.0)
            return
    moved = {id(node) for node in filling.moved}
    for movable in movables:
        if movable.node.label() == label and id(movable.node) not in moved:
            yield filling.lift(movable, movable.phrase, movable.cost)
            return
    if label == ",":
        yield filling.add(Tree(",", [","]), _NEW_COMMA)
    elif label == ".":
        yield filling.add(Tree(".", ["."]), _NEW_STOP)


def _phrase_choices(
    tree: Tree, movables: Sequence[Movable], label: str, filling: _Filling
) -> Iterator[_Filling]:
    for number, child in enumerate(tree):
        if number in filling.used or child.label() in PUNCTUATION:
            continue
        fit = _fit(child, label)
        if fit is not None:
            yield filling.keep(number, fit[0], fit[1] + _crossing(tree, number, filling.used))
    moved = {id(node) for node in filling.moved}
    for movable in movables:
        fit = _fit(movable.phrase, label)
        if fit is not None and id(movable.node) not in moved:
            cost = fit[1] + movable.cost + _lateness(label, filling)
            yield filling.lift(movable, fit[0], cost)


def _lateness(label: str, filling: _Filling) -> float:
    """What it costs to put an adverbial behind the subject: "we , in may , left ."."""
    if all(slot.label() in PUNCTUATION or adverbial_cost(slot) for slot in filling.slots):
        return 0.0
    return {"ADVP": 0.2}.get(label, 0.8)


def _fit(phrase: Tree, label: str) -> tuple[Tree, float] | None:
    """The phrase under a label, and what that costs; None if it is no such phrase.

    Adverbials differ in label by what is inside ("last week" is NP, "a week ago" ADVP), and parsers
    differ in what they call them.
    """
    if phrase.label() == label:
        return phrase, 0.0
    if {phrase.label(), label} in _ALIKE and adverbial_cost(phrase) is not None:
        return Tree(label, list(phrase)), _RELABELED
    return None


def _crossing(tree: Tree, number: int, used: Sequence[int]) -> float:
    """What it costs to put a child behind others that it stood before."""
    cost = 0.0
    for other in used:
        pair = (tree[number], tree[other])
        if other < number or any(node.label() in PUNCTUATION for node in pair):
            continue
        adverbial = any(adverbial_cost(node) is not None for node in pair)
        clauses = all(node.label() == "S" for node in pair)
        short = all(len(words(node)) <= 4 or node.label() == "NP" for node in pair)
        cost += 0.8 if adverbial else 1.2 if short and not clauses else 2.0
    return cost


def _outlets(tree: Tree, number: int) -> list[tuple[Site | None, float]]:
    """Where a child of the root without a slot can go, and at what cost; None drops it."""
    child = tree[number]
    if child.label() in (",", "."):
        return [(None, _LOST_MARK)]
    outlets: list[tuple[Site | None, float]] = []
    if number == 0 and len(words(child)) == 1 and words(child)[0] in _OPENERS:
        outlets.append((None, _DROPPED_OPENER))
    if child.label() in ("``", "''"):
        outlets.append((None, 0.2 if _quoted(tree, number) else 3.0))
    elif adverbial_cost(child) is not None or child.label() in ("S", "PRN"):
        outlets += [(site, site.cost) for site in find_sites(tree, child)]
    return outlets


def _quoted(tree: Tree, number: int) -> bool:
    """Whether a quotation mark has a clause beside it, with which it can travel."""
    beside = {"``": range(number + 1, number + 2), "''": range(number - 2, number)}
    near = beside.get(tree[number].label(), range(0))
    return any(0 <= i < len(tree) and tree[i].label() == "S" for i in near)


def _build(tree: Tree, root: str, filling: _Filling, lowered: Mapping[int, Site]) -> Tree:
    """The tree of a filling, with what has no slot at its sites."""
    moved = {id(node) for node in filling.moved}
    arrivals: dict[tuple[int, int], list[Tree]] = {}
    for number, site in lowered.items():
        opening = [i for i in (number - 1,) if i >= 0 and tree[i].label() == "``"]
        closing = [
            i
            for i in (number + 1, number + 2)
            if i < len(tree) and tree[i].label() == "''" and i not in filling.used
        ]
        free = [tree[i] for i in opening if i not in filling.used]
        comma = [Tree(",", [","])] if site.comma or free else []
        phrase = tree[number]
        if site.that and not free:
            phrase = Tree("SBAR", [Tree("IN", ["that"]), phrase])
        phrases = [*comma, *free, phrase, *(tree[i] for i in closing[:1])]
        arrivals.setdefault((id(site.parent), site.index), []).extend(phrases)
    slots = [_copy(slot, moved, arrivals) for slot in filling.slots]
    return Tree(root, slots)


def _copy(node: Tree, moved: set[int], arrivals: dict[tuple[int, int], list[Tree]]) -> Tree:
    """A copy without what moved away, and with what arrived."""
    if is_tag(node):
        return Tree(node.label(), list(node))
    children: list[Tree] = []
    for index in range(len(node) + 1):
        children += [phrase.copy(deep=True) for phrase in arrivals.get((id(node), index), ())]
        if index < len(node) and id(node[index]) not in moved:
            child = _copy(node[index], moved, arrivals)
            children += [child] if len(child) else []
    has_lost = any(id(child) in moved for child in node)
    while has_lost and len(children) > 1 and children[-1].label() == ",":
        children.pop()
    return Tree(node.label(), children)
