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
import shlex
from collections.abc import Sequence
from typing import Any

from scpn.adversarial.protocol import Texts
from scpn.adversarial.victims.checking import BATCH_SIZE, CheckedVictim
from scpn.errors import UsageError, VictimError
from scpn.programs import NoAnswerError, Program, check_timeout, split_command

TIMEOUT_S = 60.0
STARTS_OF_A_BATCH = 2


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
        self._command = split_command(command, "victim")
        check_timeout(timeout_s)
        super().__init__(
            name or shlex.join(self._command), labels, num_texts, batch_size=batch_size
        )
        self.timeout_s = timeout_s
        self._program: Program | None = None
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
            except NoAnswerError as error:
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

    def _start(self) -> Program:
        try:
            self._program = Program(self._command)
        except OSError as error:
            raise UsageError(
                f"victim program {self._command[0]!r} cannot be started "
                f"({error.strerror or error}); check its path"
            ) from error
        return self._program

    def _read(self, line: str, program: Program) -> Any:
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

    def _unusable(self, program: Program, what: str) -> VictimError:
        """Stop a program that gave an unusable answer, and return the error."""
        errors = program.stop()
        self._program = None
        return VictimError(f"the victim {self.name} {what}{errors}")
