"""A translator in another program: sentences in, one a line; translations out, one a line."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence

from scpn.backtranslation.translator import Translation
from scpn.errors import ModelError, SentenceError, UsageError
from scpn.pretrained.digest import digest_of_files
from scpn.programs import check_timeout, end_program, split_command, start_program

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
        self._command = split_command(command, "translation")
        check_timeout(timeout_s)
        program = shutil.which(self._command[0])
        if program is None:
            raise UsageError(
                f"there is no program {self._command[0]!r} to translate with; check the command, "
                "and that the program is installed"
            )
        # Part of what the translator is, as weights are of a model; see `models_digest`.
        self._programs = digest_of_files(*filter(os.path.isfile, [program, *self._command[1:]]))
        self.name = shlex.join(self._command)
        self._timeout_s = timeout_s

    def translate(self, sentences: Sequence[str], *, num: int = 1) -> list[list[Translation]]:
        """The program's translation of each sentence; one, however many are asked for.

        Raises:
            SentenceError: The program does not give a line for each line; alone each sentence may
                be translated.
            ModelError: It fails or takes too long.
        """
        if not sentences:
            return []
        # Whatever ends a line for a program must not be within a sentence.
        lines = [" ".join(sentence.split()) for sentence in sentences]
        output = self._run("".join(f"{line}\n" for line in lines))
        # An engine that dies of a sentence may give nothing, or a part, and no other sign of it.
        found = output.removesuffix("\n").split("\n") if output else []
        if len(found) != len(lines):
            number = "one sentence" if len(lines) == 1 else f"{len(lines)} sentences"
            raise SentenceError(
                f"{self.name!r} gave {len(found)} lines for {number}; it must give one "
                "translation a line, in order"
            )
        return [[(" ".join(line.split()), 0.0)] for line in found]

    def _run(self, text: str) -> str:
        try:
            program: subprocess.Popen[bytes] = start_program(self._command, stderr=subprocess.PIPE)
        except OSError as error:
            raise ModelError(f"{self.name!r} cannot be run: {error}") from error
        with program:
            try:
                output, said = program.communicate(text.encode("utf-8", "replace"), self._timeout_s)
            except BaseException as error:
                end_program(program)
                if isinstance(error, subprocess.TimeoutExpired):
                    raise ModelError(
                        f"{self.name!r} gave no translations of {text.count(chr(10)):,} sentences "
                        f"within {self._timeout_s:g} s"
                    ) from error
                raise
        if program.returncode:
            last = " ".join(said.decode("utf-8", "replace").split())[-_SHOWN_CHARACTERS:]
            raise ModelError(
                f"{self.name!r} ended with status {program.returncode}"
                + (f" and said: {last}" if last else "")
            )
        try:
            return output.decode("utf-8").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            raise ModelError(f"{self.name!r} gave something that is not UTF-8") from error
