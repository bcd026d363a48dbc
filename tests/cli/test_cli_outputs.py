import io
import sys
from pathlib import Path

import pytest
from made_paraphrase import paraphrase
from rich.console import Console

from scpn.cli.outputs import RecordStream, ResultTable
from scpn.errors import DataError


def test_table_shows_verdicts_and_leaves_markup_alone() -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=100, force_terminal=False)
    records = [paraphrase("[b]Left[/b] she.").to_dict(), paraphrase("c", reasons="x,y").to_dict()]
    ResultTable(console).write("[i]She left.", records)
    lines = stream.getvalue().splitlines()
    assert lines[0] == "[i]She left."
    assert "✓  [b]Left[/b] she." in lines[2]
    assert "(S(NP)(VP)(.))" in lines[2]
    assert "✗  c" in lines[3]
    assert "rejected: x; y" in lines[4]


def test_table_says_so_if_nothing_is_valid() -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=100, force_terminal=False)
    ResultTable(console).write("She left.", [paraphrase("c", reasons="x").to_dict()])
    lines = stream.getvalue().splitlines()
    assert lines[1].strip() == "no valid paraphrase; best rejected:"
    assert "✗  c" in lines[3]


def test_full_standard_output_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

        def fileno(self) -> int:
            return spare.fileno()

    with Path("/dev/null").open("w") as spare:
        monkeypatch.setattr(sys, "stdout", Full())
        with pytest.raises(DataError, match=r"standard output: cannot be written .No space left"):
            RecordStream().write("a", [{"a": 1}])
