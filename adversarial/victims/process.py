"""A classifier in another program: JSON lines over standard input and output.

For each batch the program gets one line and answers with one line:

    {"id": 7, "texts": [["A good film ."], ["A bad film ."]]}
    {"id": 7, "probabilities": [[0.1, 0.9], [0.8, 0.2]]}

`texts` holds one list for each example, of one text or of two. `{"id": 7, "error": "why"}` says
that the program cannot answer. The program lives as long as the victim; one that ends or does not
answer in time is started again, and the batch is tried again. What it writes to standard error is
kept for messages.
"""

import json
import queue
import shlex
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Any

from scpn.adversarial.protocol import Texts
from scpn.adversarial.victims.checking import BATCH_SIZE, CheckedVictim
from scpn.errors import UsageError, VictimError

TIMEOUT_S = 60.0
STARTS_OF_A_BATCH = 2
_SHOWN_BYTES = 2000


class _NoAnswerError(Exception):
    """The program ended, or gave no answer in time; another start may help."""


class ProcessVictim(CheckedVictim):
    """A program that reads and writes JSON lines.

    Args:
        command: Program and arguments; a text is split as a shell would, without being given to
            one.
        labels: Names of the labels, in the order of the probabilities.
        num_texts: Texts it reads for one decision.
        timeout_s: Seconds it may take for a batch, the first one's start included.
        batch_size: Examples of a line.
        name: Name for reports; None takes the command.

    Raises:
        UsageError: The command is empty or there is no such program.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        labels: Sequence[str],
        num_texts: int = 1,
        *,
        timeout_s: float = TIMEOUT_S,
        batch_size: int = BATCH_SIZE,
        name: str | None = None,
    ) -> None:
        try:
            self._command = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise UsageError(f"victim command {command!r} cannot be split: {error}") from error
        if not self._command:
            raise UsageError("the victim command is empty; write process:PROGRAM ARGUMENTS")
        if timeout_s <= 0:
            raise UsageError(f"the timeout is {timeout_s:g} s; it must be above 0")
        super().__init__(
            name or shlex.join(self._command), labels, num_texts, batch_size=batch_size
        )
        self.timeout_s = timeout_s
        self._program: _Program | None = None
        self._number = 0
        self._start()

    def answer(self, texts: Sequence[Texts]) -> Any:
        """The probabilities that the program gives.

        Raises:
            VictimError: It ended, hung, or gave something that is no answer.
        """
        for attempt in range(1, STARTS_OF_A_BATCH + 1):
            program = self._program or self._start()
            self._number += 1
            request = {"id": self._number, "texts": [list(example) for example in texts]}
            try:
                line = program.ask(json.dumps(request), self.timeout_s)
            except _NoAnswerError as error:
                errors = program.stop()
                self._program = None
                if attempt == STARTS_OF_A_BATCH:
                    raise VictimError(
                        f"the victim {self.name} {error} ({attempt} starts, {len(texts)} "
                        f"example(s), the first being {texts[0][0][:60]!r}){errors}"
                    ) from error
            else:
                return self._read(line, program)
        raise AssertionError("unreachable")

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.stop()
            self._program = None

    def _start(self) -> "_Program":
        try:
            self._program = _Program(self._command)
        except OSError as error:
            raise UsageError(
                f"victim program {self._command[0]!r} cannot be started "
                f"({error.strerror or error}); check its path"
            ) from error
        return self._program

    def _read(self, line: str, program: "_Program") -> Any:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._unusable(program, f"wrote {line[:80]!r}, which is no JSON") from error
        if not isinstance(value, dict) or not ({"probabilities", "error"} & set(value)):
            raise self._unusable(
                program, f"wrote {line[:80]!r}; expected an object with id and probabilities"
            )
        if value.get("id", self._number) != self._number:
            raise self._unusable(
                program,
                f"answered request {value['id']!r} when asked {self._number}; it must write one "
                "line for each that it reads, with its id",
            )
        if "error" in value:
            raise VictimError(f"the victim {self.name} says: {str(value['error'])[:200]}")
        return value["probabilities"]

    def _unusable(self, program: "_Program", what: str) -> VictimError:
        """The error for a program that has lost its place; it is stopped."""
        errors = program.stop()
        self._program = None
        return VictimError(f"the victim {self.name} {what}{errors}")


class _Program:
    """A running program; its answers come through a thread, since pipes have no timeout."""

    def __init__(self, command: list[str]) -> None:
        # A file, not a pipe, so that a program that complains a lot never waits for us.
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - open while it runs
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except OSError:
            self._errors.close()
            raise
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._pump, daemon=True).start()

    def ask(self, line: str, timeout_s: float) -> str:
        """Write a line, read a line.

        Raises:
            _NoAnswerError: There is none.
        """
        # Written by a thread as well: a program that does not read would block us.
        threading.Thread(target=self._write, args=(line,), daemon=True).start()
        try:
            answer = self._lines.get(timeout=timeout_s)
        except queue.Empty:
            raise _NoAnswerError(f"gave no answer within {timeout_s:g} s") from None
        if answer is None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=5)
            raise _NoAnswerError(f"ended with status {self._process.poll()} before it answered")
        return answer

    def stop(self) -> str:
        """End the program; returns the end of what it wrote to standard error, for a message."""
        self._process.kill()
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
