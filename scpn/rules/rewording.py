"""The same sentence in other words, by the tables of `scpn.rules.word_tables`.

A row of a table is a pattern of words, and what may stand for it. All rows that fit are found; the
heaviest that do not overlap are applied together, so that more than one word changes where it can.
"""

from collections.abc import Iterator, Mapping, Sequence

from nltk.tree import Tree

from scpn.rules.clauses import BE, first_tag, has_time_head, shape, subordinator, words
from scpn.rules.rule import Rewrite
from scpn.rules.spans import Span, Token, replace, tokens_of
from scpn.rules.table_rows import Row, inflect, read_element, read_rows

_MOST = 3
"""Replacements in one sentence."""

_COMPOUND = ("NN", "HYPH")
_NO_TOKEN = Token("", "", ())


def reword(tree: Tree) -> Iterator[Tree]:
    """ "he bought a large car because of her ." -> "he purchased a big car due to her ."."""
    found = sorted(_spans(tree), key=lambda span: (-span.weight, span.start))
    chosen: list[Span] = []
    for span in found:
        if len(chosen) < _MOST and not any(_overlap(span, other) for other in chosen):
            chosen.append(span)
    if sum(span.weight for span in chosen) < 1:
        return
    yield replace(tree, chosen)
    if len(chosen) > 1 and chosen[0].weight >= 1:
        yield replace(tree, chosen[:1])


def _spans(tree: Tree) -> Iterator[Span]:
    """Yield every replacement that fits a place of the sentence."""
    tokens = tokens_of(tree)
    quoted = _quoted(tokens)
    rows = read_rows()
    for start, token in enumerate(tokens):
        if start in quoted:
            continue
        for row in rows.get(token.word, ()):
            stop = start + len(row.old)
            if _fits(row, tokens, start) and _KINDS[row.kind](tree, tokens, start, row):
                yield Span(start, stop, _written(row, token), row.weight)


def _overlap(first: Span, second: Span) -> bool:
    return first.start < second.stop and second.start < first.stop


def _quoted(tokens: Sequence[Token]) -> set[int]:
    """Numbers of the words between quotation marks."""
    inside, found = False, set()
    for number, token in enumerate(tokens):
        if token.tag in ("``", "''") or token.word == '"':
            inside = token.tag == "``" or (token.word == '"' and not inside)
        elif inside:
            found.add(number)
    return found


def _fits(row: Row, tokens: Sequence[Token], start: int) -> bool:
    """Whether the words of a row stand at a place, between those it asks for."""
    first = start - len(row.before)
    for offset, element in enumerate((*row.before, *row.old, *row.after)):
        number = first + offset
        if row.kind == "verb" and number == start:
            element = "/" + (element.partition("/")[2] or "VB*")
        token = tokens[number] if 0 <= number < len(tokens) else _NO_TOKEN
        if not read_element(element).fits(token):
            return False
    return True


def _written(row: Row, first: Token) -> tuple[tuple[str, str], ...]:
    if not row.verb:
        return tuple((tag or first.tag, word) for tag, word in row.new)
    return ((first.tag, inflect(row.verb, first.tag)), *row.new)


def _is_plain_noun(tree: Tree, tokens: Sequence[Token], start: int, row: Row) -> bool:
    """Whether a noun is no part of a name or a compound."""
    if tokens[start].tag not in ("NN", "NNS") or _in_name(tree, tokens[start]):
        return False
    before = tokens[start - 1].tag if start else ""
    after = tokens[start + 1].tag if start + 1 < len(tokens) else ""
    return not before.startswith(_COMPOUND) and not after.startswith(_COMPOUND)


def _in_name(tree: Tree, token: Token) -> bool:
    return any(tag.startswith("NNP") for tag in shape(tree[token.place[:-1]]))


def _is_plain_adjective(tree: Tree, tokens: Sequence[Token], start: int, row: Row) -> bool:
    """Whether an adjective describes a noun that is no name, or is a predicate."""
    return tokens[start].tag == "JJ" and not _in_name(tree, tokens[start])


def _is_framed(tree: Tree, tokens: Sequence[Token], start: int, row: Row) -> bool:
    """Whether a verb has the complements that a row asks for."""
    token = tokens[start]
    parent = tree[token.place[:-1]]
    if not token.tag.startswith("VB") or parent.label() != "VP":
        return False
    rest = _rest(parent, token.place, tokens[start + len(row.old) - 1].place)
    if rest is None:
        return False
    passive = token.tag == "VBN" and start > 0 and _after_be(tokens, start)
    if passive and row.new:
        return False
    return any(_has_frame(frame, rest, passive=passive) for frame in row.frames)


def _rest(parent: Tree, verb: Sequence[int], last: Sequence[int]) -> list[Tree] | None:
    """What follows the words of a verb in its VP, inside the phrase of the last of them too."""
    depth = len(verb) - 1
    if tuple(last[:depth]) != tuple(verb[:-1]):
        return None
    node, rest = parent, list(parent[last[depth] + 1 :])
    for step, following in zip(last[depth:], last[depth + 1 :], strict=False):
        node = node[step]
        rest = [*node[following + 1 :], *rest]
    return rest


def _after_be(tokens: Sequence[Token], start: int) -> bool:
    """Whether a participle follows "be", adverbs apart, or a noun that it describes."""
    number = start - 1
    while number >= 0 and tokens[number].tag.startswith("RB"):
        number -= 1
    token = tokens[number]
    return token.word in BE or token.tag.startswith("NN")


def _has_frame(frame: str, following: Sequence[Tree], *, passive: bool) -> bool:
    roles = [_role(child) for child in following if child.label() != "ADVP"]
    core = [role for role in roles if role]
    if frame == "NP" and passive:
        return core == []
    if passive or (frame == "TO" and roles[:1] != ["TO"]):
        return False
    frame = "NP" if frame == "OBJ" else frame
    return core == ([] if frame == "NONE" else [frame])


def _role(child: Tree) -> str:
    """What a phrase is to its verb: a frame's name, "" for an adjunct, its label otherwise."""
    label = str(child.label())
    if label in ("PP", ",", ".", ":", "CC", "ADVP", "RB") or (
        label == "NP" and has_time_head(child)
    ):
        return ""
    first = words(child)[0]
    if label == "SBAR":
        if subordinator(child):
            return ""
        if first == "that" or shape(child) == ["S"]:
            return "THAT"
        return "WH" if shape(child)[0].startswith("WH") else label
    if label == "S":
        plain = shape(child) == ["VP"] and first_tag(child) == "VBG"
        return "TO" if first == "to" else "ING" if plain else label
    return label


def _any(tree: Tree, tokens: Sequence[Token], start: int, row: Row) -> bool:
    return not tokens[start].tag.startswith("NNP")


_KINDS = {
    "phrase": _any,
    "noun": _is_plain_noun,
    "adjective": _is_plain_adjective,
    "verb": _is_framed,
}


REWORDING: Mapping[str, Rewrite] = {"reword": reword}
"""Loose rules of this module by their names."""
