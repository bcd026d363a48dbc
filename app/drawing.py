"""Trees as pictures: inline SVG that takes its colors from the page and can be read aloud."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from nltk.tree import Tree

from scpn.trees.linearize import linearize

_LETTER = 7.6  # width in pixels of an average letter of a word, 14 px
_CAPITAL = 8.2  # of a label, 12 px
_GAP = 16.0  # between two columns
_ROW = 32.0
_WORD_DROP = 21.0  # from a tag to its word
_MARGIN = 12.0
_TEMPLATE_DEPTH = 1  # root and children are the form, which is drawn in color


@dataclass(slots=True)
class _Node:
    """One label with its place, in pixels."""

    label: str
    depth: int
    children: list["_Node"] = field(default_factory=list)
    word: str | None = None
    x: float = 0.0
    y: float = 0.0


def draw_tree(tree: Tree, *, title: str, scale: float = 1.0) -> str:
    """Draw a tree or a parse: the sentence in one line at the bottom, phrases above it.

    The root and its children, which are the form of the sentence, have a color of their own (the
    class `form`).

    Args:
        tree: With or without words.
        title: What a screen reader says it is; the bracketed tree is its long description.
        scale: Size of the picture; 1 has words of 14 pixels.

    Returns:
        An `<svg>` element; everything in it is escaped.
    """
    root = _build(tree, 0)
    leaves = [node for node in _walk(root) if not node.children]
    width = _place_columns(root, leaves)
    bottom = _place_rows(root)
    has_words = any(leaf.word is not None for leaf in leaves)
    height = bottom + _MARGIN + _WORD_DROP * has_words
    parts = [*_lines(root), *_texts(root)]
    described = linearize(tree, words=_has_words_everywhere(leaves))
    return (
        f'<svg class="tree" role="img" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width * scale:.0f}" height="{height * scale:.0f}" '
        f'aria-label="{escape(title)}: {escape(described)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def _has_words_everywhere(leaves: Sequence[_Node]) -> bool:
    return all(leaf.word is not None for leaf in leaves)


def _build(tree: Tree, depth: int) -> _Node:
    node = _Node(tree.label(), depth)
    for child in tree:
        if isinstance(child, Tree):
            node.children.append(_build(child, depth + 1))
        else:
            node.word = str(child)
    return node


def _walk(node: _Node) -> Iterator[_Node]:
    yield node
    for child in node.children:
        yield from _walk(child)


def _place_columns(root: _Node, leaves: Sequence[_Node]) -> float:
    """Give every node its x; returns the width of the picture."""
    x = _MARGIN
    for leaf in leaves:
        width = max(len(leaf.label) * _CAPITAL, len(leaf.word or "") * _LETTER)
        leaf.x = x + width / 2
        x += width + _GAP
    for node in reversed(list(_walk(root))):
        if node.children:
            node.x = (node.children[0].x + node.children[-1].x) / 2
    return x - _GAP + _MARGIN


def _place_rows(root: _Node) -> float:
    """Phrases hang by their depth, tags stand in one row below them all; returns that row's y."""
    deepest = max((node.depth for node in _walk(root) if node.children), default=0)
    for node in _walk(root):
        node.y = _MARGIN + 10 + _ROW * (node.depth if node.children else deepest + 1)
    return _MARGIN + 10 + _ROW * (deepest + 1)


def _lines(root: _Node) -> Iterator[str]:
    """Down from a phrase, along a beam over its parts, down to each: no line crosses a label."""
    for node in _walk(root):
        top, beam = node.y + 5, node.y + _ROW / 2 - 3
        for child in node.children:
            yield (
                f'<path d="M{node.x:.1f} {top:.1f}V{beam:.1f}H{child.x:.1f}V{child.y - 12:.1f}"/>'
            )


def _texts(root: _Node) -> Iterator[str]:
    for node in _walk(root):
        kind = "form" if node.depth <= _TEMPLATE_DEPTH else "phrase" if node.children else "tag"
        yield f'<text class="{kind}" x="{node.x:.1f}" y="{node.y:.1f}">{escape(node.label)}</text>'
        if node.word is not None:
            yield (
                f'<text class="word" x="{node.x:.1f}" y="{node.y + _WORD_DROP:.1f}">'
                f"{escape(node.word)}</text>"
            )
