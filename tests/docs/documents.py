"""What README.md and docs/*.md tell a reader to run."""

import re
import shlex
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SETTING = re.compile(r"[a-z_]+(?:\.[a-z_]+)*=\S+")


def read_blocks(path: Path, language: str) -> list[str]:
    """The fenced blocks in a language."""
    text = path.read_text(encoding="utf-8")
    return [code for name, code in _BLOCK.findall(text) if name == language]


def read_commands(path: Path) -> list[list[str]]:
    """Arguments of each `scpn` command in a shell block, without `scpn` and what starts it."""
    lines = [
        line
        for block in read_blocks(path, "sh")
        for line in block.replace("\\\n", " ").splitlines()
    ]
    lines += [
        line.removeprefix("$ ")
        for block in read_blocks(path, "console")
        for line in block.replace("\\\n", " ").splitlines()
        if line.startswith("$ ")
    ]
    words = [shlex.split(line, comments=True) for line in lines]
    return [row[row.index("scpn") + 1 :] for row in words if "scpn" in row]


def read_settings(path: Path) -> list[list[str]]:
    """Settings `key=value` that stand between backticks, those of one pair together."""
    codes = re.findall(r"`([^`\n]+)`", path.read_text(encoding="utf-8"))
    found = [code.split() for code in codes]
    return [row for row in found if all(_SETTING.fullmatch(word) for word in row)]


def read_names(path: Path) -> list[str]:
    """Dotted names of things of the library that stand between backticks."""
    text = path.read_text(encoding="utf-8")
    return re.findall(r"`(scpn(?:\.[a-z_]+)*\.[A-Za-z]\w+)(?:\(.*\))?`", text)
