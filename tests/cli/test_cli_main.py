"""The `scpn` command as a process: lazy help, version, an exit status for each kind of error."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

BOOM = """
import typer
from scpn.errors import DataError, UsageError

app = typer.Typer()

@app.command("boom")
def boom(kind: str) -> None:
    if kind == "usage":
        raise UsageError("the form\\nis wrong")
    if kind == "data":
        raise DataError("no good", path="x.txt", line=3)
    if kind == "os":
        open("/no/such/file")
    if kind == "interrupt":
        raise KeyboardInterrupt
    print("x" * 100_000)
"""
RUN = (
    "import sys; from scpn.cli import main\n"
    "main.COMMANDS['boom'] = ('boom_command', 'Fail.')\n"
    "main.COMMANDS['gone'] = ('scpn.cli.no_such_module', 'Missing.')\n"
    "main.COMMANDS['broken'] = ('broken_command', 'Needs what is not there.')\n"
    "main.main()\n"
)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    (tmp_path / "boom_command.py").write_text(BOOM)
    (tmp_path / "broken_command.py").write_text("import a_library_that_is_not_installed\n")

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", RUN, *arguments],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
        )

    return call


def test_help_does_not_import_commands(run: Run) -> None:
    shown = run("--help")
    assert shown.returncode == 0
    assert shown.stderr == ""
    for name in ("parse", "boom", "gone", "broken"):
        assert name in shown.stdout


def test_help_of_a_command_is_its_own(run: Run) -> None:
    shown = run("boom", "--help")
    assert shown.returncode == 0
    assert "kind" in shown.stdout.lower()
    assert "scpn boom" in shown.stdout


def test_version_alone_and_before_a_command(run: Run) -> None:
    assert run("--version").stdout.startswith("scpn ")
    assert run("--version", "boom", "usage").returncode == 0


@pytest.mark.parametrize(
    ("kind", "status", "message"),
    [
        ("usage", 2, "scpn: error: the form is wrong\n"),
        ("data", 1, "scpn: error: x.txt:3: no good\n"),
        ("os", 1, "scpn: error: /no/such/file: No such file or directory\n"),
        ("interrupt", 130, ""),
    ],
)
def test_errors_are_one_line_and_a_status(run: Run, kind: str, status: int, message: str) -> None:
    result = run("boom", kind)
    assert (result.returncode, result.stderr, result.stdout) == (status, message, "")


@pytest.mark.parametrize("arguments", [["boom"], ["boom", "a", "b"], ["boom", "--no"], ["bom"]])
def test_wrong_arguments_are_usage_errors(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


def test_unknown_command_names_the_nearest(run: Run) -> None:
    assert "'boom'" in run("bom").stderr


def test_missing_command_module_says_so(run: Run) -> None:
    result = run("gone")
    assert result.returncode == 1
    assert result.stderr.startswith("scpn: error: the command 'gone' is missing")


def test_missing_library_is_not_hidden(run: Run) -> None:
    result = run("broken")
    assert result.returncode == 1
    assert "a_library_that_is_not_installed" in result.stderr


def test_closed_pipe_is_quiet(tmp_path: Path) -> None:
    (tmp_path / "boom_command.py").write_text(BOOM)
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, "boom", "print"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 1
