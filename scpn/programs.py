"""External programs, such as translators: their commands, and what is sent to and fro."""

import os
import queue
import shlex
import signal
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from scpn.errors import UsageError

_SHOWN_BYTES = 2000


class NoAnswerError(Exception):
    """A program ended, or gave no answer in time."""


def split_command(command: str | Sequence[str], purpose: str) -> list[str]:
    """Program and arguments; a text is split as a shell would, without being given to one.

    Args:
        command: A text, or what is split already.
        purpose: What the program is for, for messages: "victim".

    Raises:
        UsageError: The command is empty, or a quotation mark in it is not closed.
    """
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise UsageError(f"{purpose} command {command!r} cannot be split: {error}") from error
    if not words:
        raise UsageError(f"the {purpose} command is empty; write process:PROGRAM ARGUMENTS")
    return words


def check_timeout(timeout_s: float) -> None:
    """Check the seconds that a program may take.

    Raises:
        UsageError: They are not above 0.
    """
    if timeout_s <= 0:
        raise UsageError(f"the timeout is {timeout_s:g} s; it must be above 0")


class Program:
    """A running program that reads lines and answers with lines.

    Args:
        command: Program and arguments.

    Raises:
        OSError: It cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        # A file, not a pipe, so that a program that complains a lot never waits for us.
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - open while it runs
        try:
            self._process = start_program(
                command, stderr=self._errors, text=True, encoding="utf-8", errors="replace",
                bufsize=1,
            )  # fmt: skip
        except OSError:
            self._errors.close()
            raise
        # Answers come through a thread, since pipes have no timeout.
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._pump, daemon=True).start()

    def ask(self, line: str, timeout_s: float) -> str:
        """Write a line, read a line.

        Raises:
            NoAnswerError: There is none.
        """
        # Written by a thread as well: a program that does not read would block us.
        threading.Thread(target=self._write, args=(line,), daemon=True).start()
        try:
            answer = self._lines.get(timeout=timeout_s)
        except queue.Empty:
            raise NoAnswerError(f"gave no answer within {timeout_s:g} s") from None
        if answer is None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=5)
            raise NoAnswerError(f"ended with status {self._process.poll()} before it answered")
        return answer

    def stop(self) -> str:
        """End the program; returns the end of what it wrote to standard error, for a message."""
        end_program(self._process)
        self._process.wait()
        with suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        if self._errors.closed:
            return ""
        size = self._errors.seek(0, 2)
        self._errors.seek(max(0, size - _SHOWN_BYTES))
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        self._errors.close()
        last = [line.strip() for line in lines if line.strip()][-3:]
        return f"; its standard error ends: {' | '.join(last)[-300:]}" if last else ""

    def _pump(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError), self._process.stdout as stream:
            for line in stream:
                self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()


def start_program(command: Sequence[str], **options: Any) -> "subprocess.Popen[Any]":
    """Start a program in a session of its own, so that what it starts can be ended with it.

    Args:
        command: Program and arguments.
        options: Of `subprocess.Popen`, beside pipes for input and output.

    Raises:
        OSError: It cannot be started.
    """
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True, **options)


def end_program(program: "subprocess.Popen[Any]") -> None:
    """End a program and, where there are process groups, what it has started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
    program.kill()
