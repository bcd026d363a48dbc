"""`scpn parse`: sentences in, constituency trees out, one a line."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from scpn.cli import options
from scpn.cli.progress import StageProgress
from scpn.errors import SentenceError, UsageError
from scpn.fileio import open_bytes, read_lines, write_atomically

if TYPE_CHECKING:
    from scpn.parsing.streaming import LineFormat, ParsedLine

app = typer.Typer(context_settings={"help_option_names": ["-h", "--help"]})


@app.command("parse")
def parse_command(
    sentences: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SENTENCE]...", help="Sentences; none: --file or standard input."),
    ] = None,
    *,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file", "-f", help="One sentence a line, .gz or .xz too; '-' is standard input."
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File that appears when all is done.")
    ] = None,
    tokenized: options.Tokenized = False,
    lower: Annotated[bool, typer.Option("--lower", help="Lower-case before parsing.")] = False,
    words: Annotated[
        bool, typer.Option("--words/--no-words", help="Keep the words in the trees.")
    ] = True,
    pretty: Annotated[bool, typer.Option("--pretty", help="Draw the trees.")] = False,
    parser: Annotated[
        str | None, typer.Option(help="Bundled name, folder or benepar model.")
    ] = None,
    device: Annotated[str | None, options.device()] = None,
    batch_size: Annotated[
        int, typer.Option(min=1, help="Sentences read and parsed together.")
    ] = 1000,
    workers: Annotated[
        int, typer.Option(min=1, help="Processes, one thread each; each loads the parser.")
    ] = 1,
) -> None:
    """Print the constituency parse of each sentence, one a line.

    Example: scpn parse "She drove home."

    A sentence that cannot be parsed (empty, too long) is reported with its line number and
    leaves an empty line, so that lines stay aligned; the exit status is then 1.
    """
    from scpn.parsing import ParserLoader
    from scpn.parsing.streaming import LineFormat, stream_parses

    if pretty and not words:
        raise UsageError("--pretty draws the words; leave out --no-words")
    source = _Source.of(sentences, file)
    form = LineFormat(tokenized, lower, "drawing" if pretty else "tree" if words else "parse")
    outcomes = stream_parses(
        source.lines(),
        ParserLoader(parser, device, threads=1 if workers > 1 else None),
        format=form,
        chunk_size=batch_size,
        workers=workers,
    )
    with ExitStack() as stack:
        stream = stack.enter_context(write_atomically(output)) if output else sys.stdout
        if output or not sys.stdout.isatty():
            progress = stack.enter_context(StageProgress("sentences"))
            if output or progress.has_bar:
                progress.start("parsing", source.count(), is_exact=True)
                outcomes = progress.count(outcomes)
        failed = _write(outcomes, stream, form, source)
    if failed:
        what = "1 sentence" if failed == 1 else f"{failed:,} sentences"
        print(f"scpn: {what} could not be parsed", file=sys.stderr)
        raise typer.Exit(1)


def _write(
    outcomes: Iterable["ParsedLine"], stream: IO[str], form: "LineFormat", source: "_Source"
) -> int:
    """Write each outcome, an empty line for a failure; returns the number of failures."""
    failed = 0
    gap = "\n\n" if form.form == "drawing" else "\n"
    for number, outcome in enumerate(outcomes, start=1):
        if isinstance(outcome, SentenceError):
            failed += 1
            print(f"scpn: {source.place(number)}: {outcome}", file=sys.stderr)
            stream.write("\n")
        else:
            stream.write(outcome + gap)
    return failed


class _Source:
    """Where sentences come from: arguments, or a file."""

    def __init__(self, sentences: list[str], file: Path | None) -> None:
        self.sentences, self.file = sentences, file

    @classmethod
    def of(cls, sentences: list[str] | None, file: Path | None) -> "_Source":
        """Choose between arguments, file and standard input; complains before a model loads."""
        if sentences and file:
            raise UsageError("give sentences or --file, not both")
        if not sentences and file is None:
            if sys.stdin.isatty():
                raise UsageError(
                    "no sentences: give some as arguments, name a --file, or pipe them in"
                )
            file = Path("-")
        if file is not None and str(file) != "-":
            open_bytes(file).close()
        return cls(sentences or [], file)

    def lines(self) -> Iterator[str]:
        """The sentences."""
        if self.file is None:
            return iter(self.sentences)
        return (text for _, text in read_lines(self.file))

    def place(self, number: int) -> str:
        """How to call sentence `number` in a message."""
        if self.file is None:
            return f"sentence {number}"
        return f"line {number}" if str(self.file) == "-" else f"{self.file}:{number}"

    def count(self) -> int | None:
        """Sentences there will be, or None if that cannot be known before."""
        if self.file is None:
            return len(self.sentences)
        if str(self.file) == "-":
            return None
        return sum(1 for _ in read_lines(self.file))
