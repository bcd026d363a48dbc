"""`scpn parse` on arguments, files and pipes."""

import io
import lzma
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from parser_models import save_small_parser
from typer.testing import CliRunner, Result

from scpn.cli.main import build_app
from scpn.errors import DataError, ModelError, UsageError
from scpn.parsing.run import parse_file
from scpn.parsing.settings import ParsingSettings
from scpn.runs import Progress
from scpn.trees.reader import read_parse, read_tree

MAIN = "from scpn.cli.main import main; main()"


@pytest.fixture(scope="module")
def parser(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("models") / "small"
    save_small_parser(folder)
    return str(folder)


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(build_app(), ["parse", *arguments], input=stdin)


def test_sentences_as_arguments(parser: str) -> None:
    result = run("She drove home.", "We sleep", "--parser", parser)
    assert result.exit_code == 0
    first, second = map(read_tree, result.stdout.splitlines())
    assert first.leaves() == ["She", "drove", "home", "."]
    assert second.leaves() == ["We", "sleep"]
    assert result.stderr == ""


def test_standard_input_and_options(parser: str) -> None:
    result = run("--parser", parser, "--lower", "--tokenized", stdin="She ca n't\nGo!\n")
    assert [read_tree(line).leaves() for line in result.stdout.splitlines()] == [
        ["she", "ca", "n't"],
        ["go!"],
    ]


def test_no_words(parser: str) -> None:
    result = run("She drove home.", "--no-words", "--parser", parser)
    assert " " not in result.stdout.strip()
    read_parse(result.stdout.strip())


def test_pretty_draws_with_a_gap(parser: str) -> None:
    result = run("She drove.", "Go!", "--pretty", "--parser", parser)
    first, second = result.stdout.strip().split("\n\n")
    assert "drove" in first
    assert "Go" in second


def test_failures_keep_lines_aligned(parser: str, tmp_path: Path) -> None:
    path = tmp_path / "in.txt.xz"
    lines = ["She left.", "", "word " * 31, "\u200b 😀", "He left."]
    path.write_bytes(lzma.compress("\n".join(lines).encode()))
    result = run("--file", str(path), "--parser", parser, "--batch-size", "2")
    assert result.exit_code == 1
    out = result.stdout.split("\n")
    assert len(out) == 6
    assert [bool(line) for line in out] == [True, False, False, True, True, False]
    assert result.stderr.splitlines() == [
        f"scpn: {path}:2: an empty sentence has no parse",
        f"scpn: {path}:3: the sentence has 31 words, the parser takes at most 30; split it",
        "scpn: 2 sentences could not be parsed",
    ]


def test_failure_of_an_argument_and_of_standard_input(parser: str) -> None:
    assert "scpn: sentence 2: an empty" in run("Go", " ", "--parser", parser).stderr
    result = run("--parser", parser, stdin="\n")
    assert result.stderr.splitlines() == [
        "scpn: line 1: an empty sentence has no parse",
        "scpn: 1 sentence could not be parsed",
    ]


def test_output_appears_whole(parser: str, tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    result = run("Go home", "Stay", "--parser", parser, "--output", str(path))
    assert result.exit_code == 0
    assert result.stdout == ""
    assert len(path.read_text().splitlines()) == 2


def test_broken_input_leaves_no_output(parser: str, tmp_path: Path) -> None:
    source, path = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_bytes(b"Go home\nca\xe9\n")
    path.write_text("before\n")
    arguments = ["--file", str(source), "--parser", parser, "--output", str(path)]
    result = run(*arguments, "--batch-size", "1")
    assert isinstance(result.exception, DataError)
    assert f"{source}:2: not UTF-8" in str(result.exception)
    assert path.read_text() == "before\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.txt", "out.txt"]


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        (["Go", "--file", "x.txt"], UsageError, "give sentences or --file, not both"),
        (["Go", "--pretty", "--no-words"], UsageError, "--pretty draws the words"),
        (["--file", "/no/such.txt"], DataError, "no such file"),
        (["Go", "--output", "/no/such/out.txt"], DataError, "does not exist; create it first"),
        (["Go", "--parser", "/no/such/parser"], ModelError, "no parser called"),
    ],
)
def test_bad_requests(arguments: list[str], kind: type[Exception], message: str) -> None:
    result = run(*arguments)
    assert isinstance(result.exception, kind)
    assert message in str(result.exception)


def test_sizes_below_one_are_usage_errors() -> None:
    assert run("Go", "--workers", "0").exit_code == 2
    error = run("Go", "--batch-size", "0").exception
    assert isinstance(error, UsageError)
    assert str(error) == "--batch-size is 0; it must be at least 1"


def test_python_gives_what_the_command_gives(parser: str, tmp_path: Path) -> None:
    source, ours, theirs = (tmp_path / name for name in ("in.txt", "python.txt", "command.txt"))
    source.write_text("She left.\n\nHe stayed at home.\n")
    problems: list[str] = []
    events: list[Progress] = []
    counts = parse_file(
        source, ours, parser=parser, on_problem=problems.append, on_progress=events.append
    )
    assert run("--file", str(source), "--parser", parser, "--output", str(theirs)).exit_code == 1
    assert ours.read_bytes() == theirs.read_bytes()
    assert (counts.sentences, counts.failed) == (3, 1)
    assert problems == [f"{source}:2: an empty sentence has no parse"]
    assert [(event.done, event.total) for event in events] == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_python_takes_sentences_and_settings_as_the_command_does(parser: str) -> None:
    sentences, problems, trees = ["She LEFT.", " "], [], io.StringIO()
    settings = ParsingSettings(lower=True, form="parse", batch_size=1)
    parse_file(sentences, trees, settings=settings, parser=parser, on_problem=problems.append)
    result = run(*sentences, "--lower", "--no-words", "--parser", parser)
    assert trees.getvalue() == result.stdout
    assert problems == ["sentence 2: an empty sentence has no parse"]


@pytest.mark.slow
def test_killed_run_leaves_no_output_and_no_worker(parser: str, tmp_path: Path) -> None:
    source, path = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_text("She saw the old man .\n" * 200_000)
    options = ["--output", str(path), "--workers", "2", "--batch-size", "20"]
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "parse", "--parser", parser, "--file", str(source), *options],
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        drafts = [p for p in tmp_path.iterdir() if p.suffix == ".tmp"]
        if any(p.stat().st_size for p in drafts):
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not path.exists()
    while time.monotonic() < deadline:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.1)
    else:
        pytest.fail("worker processes outlive the command")
