"""A translator in another program: sentences in, one a line; translations out, one a line."""

import shlex
import shutil
import subprocess
from collections.abc import Sequence

from scpn.backtranslation.translator import Translation
from scpn.errors import ModelError, UsageError

TIMEOUT_S = 600.0
_SHOWN_CHARACTERS = 300


class ProcessTranslator:
    """A program that reads lines and writes the translation of each; it ends with its input.

    So most engines can be used, whatever they are written in: rule-based ones, services behind a
    script. The program gives one translation of a sentence, whose score is 0.

    Args:
        command: Program and arguments, split as a shell would, without being given to one.
        timeout_s: Seconds it may take for the sentences of one call.

    Raises:
        UsageError: The command is empty or there is no such program.
    """

    def __init__(self, command: str, *, timeout_s: float = TIMEOUT_S) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise UsageError(f"translation command {command!r} cannot be split: {error}") from error
        if not self._command:
            raise UsageError("the translation command is empty; write process:PROGRAM ARGUMENTS")
        if shutil.which(self._command[0]) is None:
            raise UsageError(
                f"there is no program {self._command[0]!r} to translate with; check the command, "
                "and that the program is installed"
            )
        if timeout_s <= 0:
            raise UsageError(f"the timeout is {timeout_s:g} s; it must be above 0")
        self.name = shlex.join(self._command)
        self._timeout_s = timeout_s

    def translate(self, sentences: Sequence[str], *, num: int = 1) -> list[list[Translation]]:
        """The program's translation of each sentence; one, however many are asked for.

        Raises:
            ModelError: The program fails, takes too long, or does not give a line for each line.
        """
        if not sentences:
            return []
        # Whatever ends a line for a program must not be within a sentence.
        lines = [" ".join(sentence.split()) for sentence in sentences]
        output = self._run("".join(f"{line}\n" for line in lines))
        found = output.removesuffix("\n").split("\n")
        if len(found) != len(lines):
            raise ModelError(
                f"{self.name!r} gave {len(found)} lines for {len(lines)} sentences; it must give "
                "one translation a line, in order"
            )
        return [[(" ".join(line.split()), 0.0)] for line in found]

    def _run(self, text: str) -> str:
        try:
            done = subprocess.run(
                self._command,
                input=text.encode("utf-8", "replace"),
                capture_output=True,
                timeout=self._timeout_s,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise ModelError(
                f"{self.name!r} gave no translations within {self._timeout_s:g} s"
            ) from error
        except OSError as error:
            raise ModelError(f"{self.name!r} cannot be run: {error}") from error
        if done.returncode:
            said = " ".join(done.stderr.decode("utf-8", "replace").split())[-_SHOWN_CHARACTERS:]
            raise ModelError(
                f"{self.name!r} ended with status {done.returncode}"
                + (f" and said: {said}" if said else "")
            )
        try:
            return done.stdout.decode("utf-8").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            raise ModelError(f"{self.name!r} gave something that is not UTF-8") from error
