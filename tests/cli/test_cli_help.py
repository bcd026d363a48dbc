"""Help pages: each option is explained, and what is written is what is shown."""

from collections.abc import Iterator

import pytest
from typer.core import TyperCommand
from typer.testing import CliRunner

from scpn.cli.main import COMMANDS, build_app, load_command

WIDE = {"COLUMNS": "200"}  # so that no line is broken


def pages() -> Iterator[tuple[str, TyperCommand]]:
    """Each command by the words that call it, those of groups included."""
    for name in COMMANDS:
        command = load_command(name)
        for inner, found in getattr(command, "commands", {"": command}).items():
            yield f"{name} {inner}".strip(), found


PAGES = dict(pages())


@pytest.mark.parametrize("name", PAGES)
def test_each_option_is_explained_in_sentences(name: str) -> None:
    command = PAGES[name]
    assert (command.help or "").partition("\n")[0].endswith(".")
    for parameter in command.params:
        text = getattr(parameter, "help", None)
        assert text, f"{parameter.name} has no help"
        assert text[0].isupper() or text.startswith(("'", "[")), text
        assert text.endswith((".", ")")), text
        assert "completion" not in text, "only the root could have completion"


def test_brackets_are_shown() -> None:
    result = CliRunner().invoke(build_app(), ["mine", "--help"], env=WIDE)
    assert 'pip install "scpn[mine]"' in result.output
    result = CliRunner().invoke(build_app(), ["label", "--help"], env=WIDE)
    assert "[NAME=]hf:DATASET[:SPLIT]:SOURCE_COLUMN:TARGET_COLUMN." in result.output
    assert "label [OPTIONS] {INPUT}..." in result.output
