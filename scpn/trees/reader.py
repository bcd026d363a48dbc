"""Strict reader of bracketed trees: linear time, no recursion, errors that say where and what.

`nltk.Tree.fromstring` accepts words beside phrases, labels without words and any depth, and its
errors have several lines.
"""

import re
from collections.abc import Iterable, Iterator

from nltk.tree import Tree

from scpn.errors import DataError, TreeSyntaxError
from scpn.trees.escaping import unescape_word
from scpn.trees.labels import PHRASE_LABELS, ROOT_LABELS

MAX_DEPTH = 250
"""Deepest nesting that is read. The deepest tree of the Penn Treebank has about 40 levels; nltk and
the edit distance recurse once or more per level, so anything they are given must stay shallow."""

_TOKEN = re.compile(r"[()]|[^\s()]+")


def read_tree(text: str, *, keep_root: bool = False) -> Tree:
    """Read one tree with words, such as `(S (NP (PRP She)) (VP (VBD drove)))`.

    Bracket codes in words (`-LRB-`, `-LSB-` ...) become the brackets they stand for.

    Args:
        text: The tree; spaces and line breaks are free between tokens.
        keep_root: Keep a wrapper such as `(TOP ...)` or `( (S ...))` instead of dropping it.

    Raises:
        TreeSyntaxError: With the position of the first offending character and what was expected.
    """
    tree = _Builder(text, with_words=True).build()
    return tree if keep_root else drop_root(tree)


def read_parse(text: str, *, keep_root: bool = False) -> Tree:
    """Read one parse, a tree without words, such as `(S(NP(PRP))(VP(VBD)))`.

    Args:
        text: The parse; spaces and line breaks are free, also between `(` and the label.
        keep_root: Keep a wrapper such as `(ROOT ...)` instead of dropping it.

    Raises:
        TreeSyntaxError: With the position of the first offending character and what was expected.
    """
    tree = _Builder(text, with_words=False).build()
    return tree if keep_root else drop_root(tree)


def read_trees(lines: Iterable[str], *, path: object = None, words: bool = True) -> Iterator[Tree]:
    """Yield the tree on each line; blank lines are skipped.

    Args:
        lines: One tree a line.
        path: Where the lines come from, for error messages.
        words: The trees have words; False reads parses.

    Raises:
        DataError: For the first line that is no tree, with its number.
    """
    read = read_tree if words else read_parse
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            tree = read(line)
        except TreeSyntaxError as error:
            raise DataError(str(error), path=path, line=number) from error
        yield tree


def drop_root(tree: Tree) -> Tree:
    """Return the tree inside its wrappers `(TOP ...)`, `(ROOT ...)`, `(S1 ...)`, `( ...)`.

    A wrapper around several phrases cannot be dropped: it becomes S if all of them are S, else
    FRAG. A wrapper around a lone tag becomes FRAG too, so that the root is always a phrase.
    """
    while tree.label() in ROOT_LABELS:
        children = list(tree)
        labels = {child.label() if isinstance(child, Tree) else None for child in children}
        if len(children) > 1:
            return Tree("S" if labels == {"S"} else "FRAG", children)
        if not children or not isinstance(children[0], Tree):
            return tree
        (child,) = children
        is_tag = not any(isinstance(grandchild, Tree) for grandchild in child)
        if is_tag and child.label() not in PHRASE_LABELS and child.label() not in ROOT_LABELS:
            return Tree("FRAG", children)
        tree = child
    return tree


def _shorten(word: str) -> str:
    return word if len(word) <= 40 else f"{word[:37]}..."


class _Builder:
    """Builds one tree from the tokens of a text; `stack` holds the brackets still open."""

    def __init__(self, text: str, *, with_words: bool) -> None:
        self.text = text
        self.with_words = with_words
        self.stack: list[tuple[Tree, int]] = []
        self.root: Tree | None = None
        self.opened_at: int | None = None  # position of a "(" whose label has not come yet

    def build(self) -> Tree:
        """Read all tokens and return the one tree they make."""
        for match in _TOKEN.finditer(self.text):
            token, position = match.group(), match.start()
            if self.opened_at is not None:
                if token not in "()":
                    self._open(token, self.opened_at)
                    continue
                self._open_unlabeled(token, position)
            if self.root is not None and not self.stack:
                self._fail_after_end(token, position)
            if token == "(":
                self.opened_at = position
            elif token == ")":
                self._close(position)
            else:
                self._add_word(token, position)
        return self._finish()

    def _open(self, label: str, position: int) -> None:
        node = Tree(label, [])
        if self.stack:
            parent = self.stack[-1][0]
            if len(parent) and isinstance(parent[0], str):
                raise TreeSyntaxError(
                    f"{parent.label()!r} has the word {_shorten(parent[0])!r} and now a phrase: "
                    "expected ')' here, as a tag holds exactly one word",
                    position=position,
                )
            parent.append(node)
        else:
            self.root = node
        self.stack.append((node, position))
        self.opened_at = None
        if len(self.stack) > MAX_DEPTH:
            raise TreeSyntaxError(
                f"brackets are nested more than {MAX_DEPTH} deep: expected the parse of one "
                "sentence, which never is",
                position=position,
            )

    def _open_unlabeled(self, token: str, position: int) -> None:
        """Accept the empty label of the outermost bracket, as treebanks have it; no other."""
        if self.stack or token == ")":
            raise TreeSyntaxError(
                f"empty label: expected a label after '(' but found {token!r}", position=position
            )
        self._open("", self.opened_at or 0)

    def _close(self, position: int) -> None:
        if not self.stack:
            raise TreeSyntaxError(
                "unexpected ')': no bracket is open, expected '('", position=position
            )
        node, _ = self.stack.pop()
        if self.with_words and not len(node):
            raise TreeSyntaxError(
                f"label {node.label()!r} has no word: expected a word or a phrase before ')'; "
                "a parse without words is read as such",
                position=position,
            )

    def _add_word(self, word: str, position: int) -> None:
        if not self.stack:
            raise TreeSyntaxError(f"expected '(' but found {_shorten(word)!r}", position=position)
        node = self.stack[-1][0]
        if not self.with_words:
            raise TreeSyntaxError(
                f"found the word {_shorten(word)!r} where only labels belong: expected '(' or ')'; "
                "every label is written in brackets of its own",
                position=position,
            )
        if len(node) or not node.label():
            raise TreeSyntaxError(
                f"found the word {_shorten(word)!r} beside other parts of {node.label()!r}: "
                "expected '(' or ')', as each word has a tag of its own",
                position=position,
            )
        node.append(unescape_word(word))

    def _fail_after_end(self, token: str, position: int) -> None:
        if token == ")":
            raise TreeSyntaxError(
                "unexpected ')': every bracket is closed already, expected the end of the text",
                position=position,
            )
        rest = self.text[position : position + 20].strip()
        raise TreeSyntaxError(
            f"trailing text {rest!r}: expected the end after one complete tree", position=position
        )

    def _finish(self) -> Tree:
        end = len(self.text.rstrip())
        if self.opened_at is not None:
            raise TreeSyntaxError("the text ends after '(': expected a label", position=end)
        if self.root is None:
            raise TreeSyntaxError("empty text: expected a tree that starts with '('", position=0)
        if self.stack:
            node, position = self.stack[-1]
            raise TreeSyntaxError(
                f"missing {')' * min(len(self.stack), 10)!r}: {len(self.stack)} open at the end, "
                f"the innermost is '({node.label()}' at character {position + 1}",
                position=end,
            )
        return self.root
