"""Trees as text and as control tokens, each with its exact inverse.

Text: `(S(NP(PRP))(VP(VBD))(.))`, read by `scpn.trees.reader`. Control tokens, what the networks
read and write: `(S (NP PRP ) (VP VBD ) . )`; `(LABEL` opens a phrase, `)` closes it and a tag is
one token.
"""

import re
from collections.abc import Iterator, Sequence

from nltk.tree import Tree

from scpn.errors import TreeSyntaxError, UsageError
from scpn.trees.escaping import escape_word
from scpn.trees.reader import MAX_DEPTH

_FORBIDDEN = re.compile(r"[\s()]")


def linearize(tree: Tree, *, words: bool = False) -> str:
    """Write a tree on one line: `(S(NP(PRP))(VP(VBD)))`.

    `read_parse` is its inverse without words and `read_tree` with them, for every tree whose root
    is no wrapper.

    Args:
        tree: A parse or a tree; without `words` the words of a tree are left out.
        words: Write the words too: `(S(NP(PRP She))(VP(VBD drove)))`.

    Raises:
        UsageError: If a label or a word cannot be written (empty, or with a space or, in a label,
            a bracket), or if `words` is set and a tag does not hold exactly one word.
    """
    parts: list[str] = []
    stack: list[Tree | None] = [tree]
    while stack:
        node = stack.pop()
        if node is None:
            parts.append(")")
            continue
        label = _checked_label(node)
        stack.append(None)
        parts.append(f"({label}")
        if words and not any(isinstance(child, Tree) for child in node):
            parts.append(f" {_only_word(node)}")
            continue
        for child in reversed(node):
            if isinstance(child, Tree):
                stack.append(child)
            elif words:
                raise UsageError(
                    f"phrase {label!r} holds the word {child!r} beside phrases, which cannot be "
                    "written; give each word a tag of its own"
                )
    return "".join(parts)


def control_tokens(tree: Tree) -> list[str]:
    """Return the control tokens of a parse, or of a tree without its words.

    `(S(NP(PRP))(.))` becomes `["(S", "(NP", "PRP", ")", ".", ")"]`. A node without children is one
    token, so a template gives `["(S", "NP", "VP", ")"]`. Inverse: `from_control_tokens`.

    Raises:
        UsageError: If a label is empty or has a space or bracket.
    """
    return list(_iterate_control_tokens(tree))


def from_control_tokens(tokens: Sequence[str]) -> Tree:
    """Build the parse that `control_tokens` wrote.

    Raises:
        TreeSyntaxError: If the tokens are not one well-bracketed parse. The position counts
            characters in the tokens joined by single spaces.
    """
    stack: list[Tree] = []
    root: Tree | None = None
    position = 0
    for token in tokens:
        if root is not None and not stack:
            raise TreeSyntaxError(
                f"trailing token {token!r}: expected the end after one parse", position=position
            )
        if token == ")":
            _close_phrase(stack, position)
        else:
            node = Tree(_label_of_token(token, position), [])
            if stack:
                stack[-1].append(node)
            else:
                root = node
            if token.startswith("("):
                stack.append(node)
            if len(stack) > MAX_DEPTH:
                raise TreeSyntaxError(
                    f"phrases are nested more than {MAX_DEPTH} deep", position=position
                )
        position += len(token) + 1
    if root is None:
        raise TreeSyntaxError("no control tokens: expected '(LABEL' or a tag", position=0)
    if stack:
        raise TreeSyntaxError(
            f"{len(stack)} phrases are still open at the end, the innermost is "
            f"'({stack[-1].label()}': expected ')'",
            position=position - 1,
        )
    return root


def _close_phrase(stack: list[Tree], position: int) -> None:
    if not stack:
        raise TreeSyntaxError("unexpected ')': no phrase is open", position=position)
    node = stack.pop()
    if not len(node):
        raise TreeSyntaxError(
            f"phrase '({node.label()}' is closed before it has a child: expected a tag or a phrase",
            position=position,
        )


def _label_of_token(token: str, position: int) -> str:
    label = token.removeprefix("(")
    if not label:
        raise TreeSyntaxError(f"token {token!r} has no label", position=position)
    if _FORBIDDEN.search(label):
        raise TreeSyntaxError(
            f"token {token!r} is neither '(LABEL' nor ')' nor a tag", position=position
        )
    return label


def _iterate_control_tokens(tree: Tree) -> Iterator[str]:
    stack: list[Tree | None] = [tree]
    while stack:
        node = stack.pop()
        if node is None:
            yield ")"
            continue
        children = [child for child in node if isinstance(child, Tree)]
        label = _checked_label(node)
        if not children:
            yield label
            continue
        yield f"({label}"
        stack.append(None)
        stack.extend(reversed(children))


def _checked_label(node: Tree) -> str:
    label = node.label()
    if not isinstance(label, str) or not label or _FORBIDDEN.search(label):
        raise UsageError(
            f"label {label!r} cannot be written: it is empty or has a space or a bracket; "
            "call scpn.trees.transform.normalize first"
        )
    return label


def _only_word(node: Tree) -> str:
    if len(node) != 1:
        raise UsageError(
            f"tag {node.label()!r} holds {len(node)} words, expected exactly one; "
            "write a parse with words=False"
        )
    word = str(node[0])
    if not word or word.split() != [word]:
        raise UsageError(
            f"word {word!r} under {node.label()!r} cannot be written: it is empty or has a space"
        )
    return escape_word(word)
