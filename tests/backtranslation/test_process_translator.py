"""Programs that translate lines: what they are given, what they give, and how they fail."""

import shlex
import sys
from pathlib import Path

import pytest
from tiny_marian import save_tiny_marian

from scpn.backtranslation.loading import load_translator
from scpn.backtranslation.marian import MarianTranslator
from scpn.backtranslation.process import ProcessTranslator
from scpn.errors import ModelError, UsageError


def python(code: str) -> str:
    """The command that runs some code, with `lines` the lines given to it."""
    start = "import sys, time; lines = sys.stdin.buffer.read().decode().split('\\n')[:-1]\n"
    return shlex.join([sys.executable, "-c", start + code])


UPPER = python("for line in lines: print(line.upper())")


def test_a_line_is_a_sentence() -> None:
    translator = ProcessTranslator(UPPER)
    sentences = ["Où ça?", "two\nlines\r\n of\x0b one", "", "  a   b ", 'She \'d "go" $HOME.']
    assert translator.translate(sentences, num=3) == [
        [("OÙ ÇA?", 0.0)],
        [("TWO LINES OF ONE", 0.0)],
        [("", 0.0)],
        [("A B", 0.0)],
        [('SHE \'D "GO" $HOME.', 0.0)],
    ]
    assert translator.translate(["again"]) == [[("AGAIN", 0.0)]]
    assert translator.name == UPPER


def test_nothing_to_translate_starts_nothing() -> None:
    assert ProcessTranslator(python("sys.exit(3)")).translate([]) == []


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("print(1)", "gave 1 lines for 2 sentences; it must give one translation a line"),
        ("print(1); print(2); print(3)", "gave 3 lines for 2 sentences"),
        ("sys.exit(3)", "ended with status 3$"),
        ("sys.exit('no\\n model')", "ended with status 1 and said: no model$"),
        ("sys.stdout.buffer.write(b'\\xff\\n\\xff\\n')", "gave something that is not UTF-8"),
        ("time.sleep(60)", "gave no translations within 2 s"),
    ],
)
def test_program_that_fails(code: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        ProcessTranslator(python(code), timeout_s=2).translate(["a", "b"])


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "the translation command is empty; write process:PROGRAM ARGUMENTS"),
        ("'a", "cannot be split: No closing quotation"),
        ("no-such-program x", "there is no program 'no-such-program' to translate with"),
    ],
)
def test_command_that_cannot_be_run(command: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ProcessTranslator(command)


def test_timeout_must_be_above_zero() -> None:
    with pytest.raises(UsageError, match="the timeout is 0 s; it must be above 0"):
        ProcessTranslator(UPPER, timeout_s=0)


def test_kind_of_translator_is_told_by_its_name(tmp_path: Path) -> None:
    assert load_translator(f"process:{UPPER}").translate(["a"]) == [[("A", 0.0)]]
    assert isinstance(load_translator(str(save_tiny_marian(tmp_path / "m"))), MarianTranslator)
    with pytest.raises(ModelError, match="cannot be loaded as a translation model"):
        load_translator(str(tmp_path / "none"))
