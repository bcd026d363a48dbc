"""Programs that translate lines: what they are given, what they give, and how they fail."""

import shlex
import sys
import time
from pathlib import Path

import pytest
from tiny_marian import save_tiny_marian

from scpn.backtranslation.marian import MarianTranslator
from scpn.backtranslation.process import ProcessTranslator
from scpn.backtranslation.translator import RoundTrip
from scpn.backtranslation.translators import load_translator
from scpn.errors import ModelError, SentenceError, UsageError
from scpn.pretrained.digest import models_digest


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
        ("sys.exit(3)", "ended with status 3$"),
        ("sys.exit('no\\n model')", "ended with status 1 and said: no model$"),
        ("sys.stdout.buffer.write(b'\\xff\\n\\xff\\n')", "gave something that is not UTF-8"),
        ("time.sleep(60)", "gave no translations of 2 sentences within 2 s"),
    ],
)
def test_program_that_fails(code: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        ProcessTranslator(python(code), timeout_s=2).translate(["a", "b"])


@pytest.mark.parametrize(
    ("code", "lines"), [("pass", 0), ("print(1)", 1), ("print(1); print(2); print(3)", 3)]
)
def test_line_too_few_or_too_many_may_be_a_sentence_of_its_own(code: str, lines: int) -> None:
    message = f"gave {lines} lines for 2 sentences; it must give one translation a line, in order"
    with pytest.raises(SentenceError, match=message):
        ProcessTranslator(python(code)).translate(["a", "b"])


def test_what_a_program_started_ends_with_it(tmp_path: Path) -> None:
    """A wrapper starts another program, which notes its number and goes on for ever."""
    script = tmp_path / "engine.sh"
    script.write_text(f"sleep 100 & echo $! > {tmp_path}/pid; wait\n")
    with pytest.raises(ModelError, match="within 1 s"):
        ProcessTranslator(f"sh {script}", timeout_s=1).translate(["a"])
    number = int((tmp_path / "pid").read_text())
    for _ in range(50):  # until whoever adopts it has noticed that it is gone
        state = Path(f"/proc/{number}/stat")
        if not state.exists() or state.read_text().split()[2] == "Z":
            return
        time.sleep(0.1)
    raise AssertionError("the program's own program lives on")


def test_program_that_changes_is_another_translator(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    digests = []
    for content in ("print(1)", "print(2)", "print(1)"):
        script.write_text(content)
        translator = ProcessTranslator(f"{shlex.quote(sys.executable)} {script}")
        digests.append(models_digest(RoundTrip(translator, translator)))
    assert digests[0] == digests[2] != digests[1]


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
