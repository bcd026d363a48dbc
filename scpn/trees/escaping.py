r"""Brackets inside the words of a written tree: `(` is written `-LRB-`, and read back.

The six codes are the treebanks' own. So that writing and reading are exact inverses, a word that
spells a code literally gets a backslash (`-LRB-` is written `\-LRB-`), and backslashes in front of
a code are doubled; no treebank contains either, so files of others read as usual.
"""

import re

BRACKET_CODES: dict[str, str] = {
    "(": "-LRB-",
    ")": "-RRB-",
    "[": "-LSB-",
    "]": "-RSB-",
    "{": "-LCB-",
    "}": "-RCB-",
}
"""Bracket -> the code that stands for it in a written tree."""

_BRACKETS: dict[str, str] = {code: bracket for bracket, code in BRACKET_CODES.items()}
_TO_WRITE = re.compile(r"(?<!\\)(\\*)(?:([()\[\]{}])|(-[LR][RSC]B))")
_TO_READ = re.compile(r"(?<!\\)(?:((?:\\\\)*)(-[LR][RSC]B-)|((?:\\\\)*)\\(-[LR][RSC]B))")


def escape_word(word: str) -> str:
    """Return the word as it is written in a tree: without brackets."""
    return _TO_WRITE.sub(_write, word)


def unescape_word(text: str) -> str:
    """Return the word that `escape_word` wrote as `text`."""
    return _TO_READ.sub(_read, text) if "B" in text else text


def _write(match: re.Match[str]) -> str:
    slashes, bracket, literal = match.groups()
    if bracket:
        return slashes * 2 + BRACKET_CODES[bracket]
    return f"{slashes * 2}\\{literal}"


def _read(match: re.Match[str]) -> str:
    slashes, code, literal_slashes, literal = match.groups()
    if code:
        return slashes[: len(slashes) // 2] + _BRACKETS[code]
    return literal_slashes[: len(literal_slashes) // 2] + str(literal)
