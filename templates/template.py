"""The template: the root of a parse and the level below it."""

from dataclasses import dataclass

from nltk.tree import Tree

from scpn.errors import TreeSyntaxError, UsageError, nearest
from scpn.trees.labels import (
    FINAL_PUNCTUATION,
    KNOWN_LABELS,
    PHRASE_LABELS,
    POS_TAGS,
    ROOT_LABELS,
    normalize_label,
)
from scpn.trees.linearize import linearize
from scpn.trees.reader import drop_root, read_parse
from scpn.trees.transform import remove_traces

_ARROW = "->"
_END_MARK = "EOP"
_EXAMPLE = "a template looks like (S(NP)(VP)(.)) or S -> NP VP ."


@dataclass(frozen=True, slots=True)
class Template:
    """The top two levels of a parse: what a paraphrase is asked to look like.

    Defined so by Iyyer et al. 2018 (section 3.2); the wrapper (ROOT ...) does not count as a level.

    Attributes:
        root: Label of the root, such as S, SBARQ or NP.
        children: Labels of its children, left to right; at least one.
    """

    root: str
    children: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.root or not self.children or not all(self.children):
            raise UsageError(
                f"template with root {self.root!r} and children {self.children!r} is incomplete: "
                f"it needs a root and at least one child; {_EXAMPLE}"
            )

    @classmethod
    def parse(cls, text: str) -> "Template":
        """Read a template a person wrote.

        Accepted: `(S(NP)(VP)(.))`, the same with spaces, with a wrapper `(ROOT ...)` and with the
        final `EOP` of the original code; also `S -> NP VP .` and `S->NP VP .`. Function tags and
        indices are dropped.

        Raises:
            TreeSyntaxError: If brackets or labels are malformed; with the position.
            UsageError: If it has more than two levels or no children, or a label is unknown.
        """
        bare = text.rstrip().removesuffix(_END_MARK).replace("→", _ARROW)
        is_rule = _ARROW in bare and not bare.lstrip().startswith("(")
        root, children = _read_rule(bare) if is_rule else _read_brackets(bare)
        for label in (root, *children):
            _check_known(label, text)
        if root not in PHRASE_LABELS:
            raise UsageError(
                f"template {_clip(text)!r}: the root {root!r} is a part of speech, not a phrase; "
                f"roots are {', '.join(PHRASE_LABELS)}"
            )
        return cls(root, children)

    @classmethod
    def of(cls, tree: Tree) -> "Template":
        """Return the template of a parse or a tree.

        The wrapper, function tags, indices and empty elements do not count. Labels are taken as
        they are, known or not: they are what a parser or a treebank says. The template of a
        template's own tree is the template itself.

        Raises:
            UsageError: If the tree is a lone label.
            DataError: If it has only empty elements.
        """
        top = drop_root(remove_traces(tree))
        children = tuple(normalize_label(child.label()) for child in top if isinstance(child, Tree))
        if not children:
            raise UsageError(
                f"({top.label()}) has no template: it needs a root and at least one child"
            )
        return cls(normalize_label(top.label()), children)

    def __str__(self) -> str:
        """The canonical text, `(S(NP)(VP)(.))`."""
        return linearize(self.to_tree())

    def to_tree(self) -> Tree:
        """Return the template as a parse of two levels."""
        return Tree(self.root, [Tree(child, []) for child in self.children])

    def without_final_punctuation(self) -> "Template":
        """Return the template less the full stop or question mark at its very end, if it has one.

        What stands inside a closing quote stays, and a template of punctuation alone is returned
        as it is.
        """
        children = self.children
        while children and children[-1] == FINAL_PUNCTUATION:
            children = children[:-1]
        return Template(self.root, children) if children else self

    def matches(self, other: "Template | Tree", *, ignore_final_punctuation: bool = False) -> bool:
        """Tell whether a parse has this form: the same root and the same children, in order.

        Args:
            other: A parse, a tree or a template. A lone label matches nothing.
            ignore_final_punctuation: Compare both without their final `.`.
        """
        if isinstance(other, Tree):
            try:
                other = Template.of(other)
            except UsageError:
                return False
        if ignore_final_punctuation:
            return self.without_final_punctuation() == other.without_final_punctuation()
        return self == other


def _read_rule(text: str) -> tuple[str, tuple[str, ...]]:
    """Read `S -> NP VP .`."""
    for position, character in enumerate(text):
        if character in "()":
            raise TreeSyntaxError(
                f"template {_clip(text)!r} has both an arrow and a bracket; {_EXAMPLE}",
                position=position,
            )
    left, *rights = (part.split() for part in text.split(_ARROW))
    if len(left) != 1 or len(rights) != 1 or not rights[0]:
        raise UsageError(
            f"template {_clip(text)!r}: expected one label, one arrow and the labels of the "
            f"children; {_EXAMPLE}"
        )
    return normalize_label(left[0]), tuple(map(normalize_label, rights[0]))


def _read_brackets(text: str) -> tuple[str, tuple[str, ...]]:
    """Read `(S(NP)(VP)(.))`."""
    try:
        tree = read_parse(text, keep_root=True)
    except TreeSyntaxError as error:
        reason = str(error).removesuffix(f" (at character {error.position + 1})")
        raise TreeSyntaxError(
            f"template {_clip(text)!r}: {reason}; {_EXAMPLE}", position=error.position
        ) from error
    while tree.label() in ROOT_LABELS and len(tree):
        if len(tree) > 1:
            raise UsageError(
                f"template {_clip(text)!r}: the wrapper {tree.label()!r} holds {len(tree)} "
                f"phrases, expected one; {_EXAMPLE}"
            )
        tree = tree[0]
    if any(len(child) for child in tree):
        raise UsageError(
            f"template {_clip(text)!r} has more than two levels: a template is a root and its "
            "children; give a full parse with --parse"
        )
    if not len(tree):
        raise UsageError(
            f"template {_clip(text)!r} has no children: it needs at least one; {_EXAMPLE}"
        )
    return normalize_label(tree.label()), tuple(normalize_label(child.label()) for child in tree)


def _check_known(label: str, text: str) -> None:
    if label not in KNOWN_LABELS:
        raise UsageError(
            f"template {_clip(text)!r}: unknown label {_clip(label)!r}"
            f"{nearest(label.upper(), KNOWN_LABELS)}; phrases are {' '.join(PHRASE_LABELS)}; "
            f"parts of speech are {' '.join(POS_TAGS)}"
        )


def _clip(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
