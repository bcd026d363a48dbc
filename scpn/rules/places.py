"""What can leave its place in a tree, and where it can go: constituents and sites, with costs.

Costs are in moves: about 1 for what is said every day ("in the evening" to the front), more for
what is possible. They order proposals; a parser and a critic judge them.
"""

from dataclasses import dataclass

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    NEGATIONS,
    first_tag,
    is_circumstance,
    is_place,
    is_tag,
    is_time,
    shape,
    subordinator,
    word_set,
    words,
)

PUNCTUATION = frozenset([",", ":", ".", "``", "''", "-LRB-", "-RRB-"])
ADVERBIALS = frozenset(["PP", "ADVP", "SBAR", "NP", "S", "RB", "PRN"])

_HEADS = {
    "S": ("VP",),
    "SINV": ("VP",),
    "SQ": ("VP",),
    "SBARQ": ("SQ", "S"),
    "SBAR": ("S",),
    "VP": ("VP",),
    "NP": ("NP",),
}
# A phrase of these belongs to its noun or verb; it moves as a time or place only ("by noon").
_ARGUMENT_MARKERS = word_set("of to by than as into about onto like")
# Adverbs that change what is said when they move, or are no adverbials of the clause.
_FIXED_ADVERBS = NEGATIONS | word_set(
    "so as too very just even only almost quite rather up out off back down away together alone "
    "else n't then far more most less well here there not"
)
# Comments on the whole sentence, which do not come last without a comma.
_NEVER_LAST = word_set(
    "also really actually obviously likely probably certainly clearly always never perhaps maybe "
    "apparently simply usually generally definitely absolutely indeed overall hardly still"
)
_CONCESSIONS = word_set("although though while whereas")
_REPORTING = word_set(
    "say says said think thinks thought believe believes believed report reports reported add "
    "adds added announce announced explain explained know knew guess suppose argue argued claim "
    "claims claimed note noted reply replied answer answered ask asked tell told admit admitted "
    "insist insisted warn warned"
)


@dataclass(frozen=True, eq=False)
class Movable:
    """A constituent that can leave its place.

    Attributes:
        node: Where it is now: a node of the tree itself.
        phrase: What arrives: the node, or a phrase around it or inside it.
        cost: In moves.
    """

    node: Tree
    phrase: Tree
    cost: float


@dataclass(frozen=True, eq=False)
class Site:
    """A place for a constituent.

    Attributes:
        parent: A node of the tree.
        index: Before which of its children; their number is the end.
        cost: In moves.
        comma: Whether a comma comes before it.
        that: Whether it becomes a clause with "that".
    """

    parent: Tree
    index: int
    cost: float
    comma: bool = False
    that: bool = False


def find_spine(tree: Tree) -> list[Tree]:
    """Return the heads below the root, downward: SQ and its VP of a question, VP by VP."""
    spine: list[Tree] = []
    node = tree
    while True:
        wanted = _HEADS.get(node.label(), ())
        heads = [child for child in node if child.label() in wanted and not is_tag(child)]
        if node.label() == "NP" and heads:
            heads = heads[:1]
        if len(heads) != 1:
            return spine
        node = heads[0]
        spine.append(node)


def find_movables(tree: Tree) -> list[Movable]:
    """Return the constituents below the top level that can come up or go elsewhere."""
    found: list[Movable] = []
    spine = find_spine(tree)
    for depth, head in enumerate(spine):
        if "CC" in shape(head):
            continue  # what stands in one of two predicates belongs to it
        lower = spine[depth + 1] if depth + 1 < len(spine) else None
        for index, child in enumerate(head):
            if child is not lower and (index or child.label() == "ADVP"):
                found += _movables(head, index)
            if child is not lower and child.label() in ("NP", "PP", "ADJP") and not is_tag(child):
                found += _modifiers(child)
    return found


def _movables(head: Tree, index: int) -> list[Movable]:
    """A child of a head as what it can move as."""
    child = head[index]
    label, text = child.label(), words(child)
    if label == "RB":
        free = text[0] not in _FIXED_ADVERBS
        return [Movable(child, Tree("ADVP", [child]), 1.4)] if free else []
    if label in ("``", "''"):
        return [Movable(child, child, 0.2)]
    cost = None if _is_complement(head, index) else adverbial_cost(child)
    found = [] if cost is None else [Movable(child, child, cost)]
    content = child[-1] if label == "SBAR" else child
    is_report = words(head)[0] in _REPORTING or "``" in shape(head)
    plain = label == "S" or (label == "SBAR" and (len(child) == 1 or text[0] == "that"))
    if is_report and plain and content.label() == "S":
        found.append(Movable(child, content, 1.0))
    return found


def _is_complement(head: Tree, index: int) -> bool:
    """Whether the predicate needs the child: "likes [to go]", "is [on sale]"."""
    child, before = head[index], head[index - 1].label()
    if child.label() == "S":
        return bool(before != ("NP" if words(child)[0] == "to" else ","))
    if child.label() in ("PP", "NP") and words(head)[0] in BE:
        between = {each.label() for each in head[1:index]}
        return not between & {"NP", "ADJP", "PP", "VP", "VBN", "VBG"}
    return False


def _modifiers(phrase: Tree) -> list[Movable]:
    """What stands at the end of a phrase and may belong to the verb instead."""
    last = phrase[-1]
    if len(phrase) < 2 or is_tag(last) or last.label() not in ("PP", "SBAR", "ADVP"):
        return []
    cost = adverbial_cost(last)
    return [] if cost is None else [Movable(last, last, cost + 0.6)]


def adverbial_cost(node: Tree) -> float | None:
    """Return what it costs to move a phrase as an adverbial; None if it is none."""
    label, text = node.label(), words(node)
    if is_tag(node) or label not in ADVERBIALS:
        return None
    if is_time(node) or is_circumstance(node) or is_place(node):
        return 1.0
    if label == "PP":
        return None if text[0] in _ARGUMENT_MARKERS else 1.5
    if label == "ADVP":
        if len(text) == 1 and text[0] in _FIXED_ADVERBS:
            return None
        return 1.0 if text[-1].endswith("ly") or len(text) == 1 else 1.4
    if label == "SBAR":
        if subordinator(node):
            return 1.0
        return None if text[0] == "that" or first_tag(node)[0] == "W" or len(node) == 1 else 1.6
    if label == "S":
        return 1.4 if first_tag(node) in ("TO", "VBG", "VBN") else None
    return 1.2 if label == "PRN" else None


def find_sites(tree: Tree, phrase: Tree) -> list[Site]:
    """Return places for a phrase that leaves the top level, most usual first."""
    spine = [node for node in find_spine(tree) if node.label() != "SQ"]
    if not spine:
        return []
    main = spine[-1]
    if main.label() != "VP":
        return [Site(main, len(main), 1.0)]
    comma = words(phrase)[0] in _CONCESSIONS and phrase.label() == "SBAR"
    last = 3.0 if phrase.label() == "ADVP" and words(phrase)[0] in _NEVER_LAST else 1.0
    sites = [Site(main, len(main), last, comma)]
    clauses = [i for i, child in enumerate(main) if i and child.label() == "SBAR"]
    if clauses:
        sites.append(Site(main, clauses[0], 0.9))
    if phrase.label() == "S" and shape(phrase)[:1] == ["NP"] and words(main)[0] in _REPORTING:
        sites.append(Site(main, len(main), 1.2, that=True))
    if phrase.label() == "S" and first_tag(phrase) == "VBG":
        sites.append(Site(main, len(main), 0.9, comma=True))
    if phrase.label() == "ADVP":
        is_word = len(words(phrase)) == 1 and not is_time(phrase)
        sites.append(Site(main, 0, 0.9 if is_word and len(spine) > 1 else 1.1))
        after_be = words(main)[0] in BE and is_word
        sites.append(Site(main, 1, 0.9 if after_be else 2.5))
    adjuncts = [i for i, child in enumerate(main) if i and adverbial_cost(child) is not None]
    sites += [Site(main, i, 1.3) for i in adjuncts if i not in clauses]
    if phrase.label() == "SBAR":
        sites.append(Site(main, len(main), 1.1 if comma else 1.5, comma=not comma))
    return sorted(sites, key=lambda site: site.cost)
