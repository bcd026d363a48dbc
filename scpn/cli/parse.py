"""`scpn parse`: sentences in, constituency trees out, one per line."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.cli import options
from scpn.cli.progress import RunView, count_of, report
from scpn.errors import UsageError

if TYPE_CHECKING:
    from scpn.parsing.run import LineInput

app = typer.Typer(context_settings={"help_option_names": ["-h", "--help"]})


@app.command("parse")
def parse_command(
    sentences: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[SENTENCE]...",
            help="Sentences; without any, --file or standard input is read.",
        ),
    ] = None,
    *,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file",
            "-f",
            help="File with one sentence per line, plain, .gz or .xz; '-' reads standard input.",
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Output file, written only on success.")
    ] = None,
    tokenized: options.Tokenized = False,
    lower: Annotated[
        bool, typer.Option("--lower", help="Lower-case sentences before parsing.")
    ] = False,
    words: Annotated[
        bool, typer.Option("--words/--no-words", help="Keep the words in the trees.")
    ] = True,
    pretty: Annotated[bool, typer.Option("--pretty", help="Draw the trees.")] = False,
    parser: Annotated[
        str | None, typer.Option(help="Parser: bundled name, folder or benepar model.")
    ] = None,
    device: Annotated[str | None, options.device()] = None,
    batch_size: Annotated[int, typer.Option(min=1, help="Sentences parsed per batch.")] = 1000,
    workers: Annotated[
        int,
        typer.Option(min=1, help="Worker processes, which share the cores; each loads the parser."),
    ] = 1,
) -> None:
    """Print the constituency parse of each sentence, one per line.

    Example: scpn parse "She drove home."

    A sentence that cannot be parsed (empty, too long) is reported with its line number and gives
    an empty line, so that lines stay aligned; the exit status is then 1.
    """
    from scpn.parsing.run import parse_file
    from scpn.parsing.streaming import LineFormat

    if pretty and not words:
        raise UsageError("--pretty draws the words; leave out --no-words")
    # What goes to a terminal needs no bar, and what goes into a pipe no lines of progress.
    is_watched = output is not None or (sys.stderr.isatty() and not sys.stdout.isatty())
    with RunView(shows_progress=is_watched) as view:
        counts = parse_file(
            _find_source(sentences, file),
            output or sys.stdout,
            format=LineFormat(
                tokenized, lower, "drawing" if pretty else "tree" if words else "parse"
            ),
            parser=parser,
            device=device,
            batch_size=batch_size,
            workers=workers,
            on_progress=view.on_progress,
            on_problem=report,
        )
    if counts.failed:
        report(f"{count_of(counts.failed, 'sentence')} could not be parsed")
        raise typer.Exit(1)


def _find_source(sentences: list[str] | None, file: Path | None) -> "LineInput":
    """Choose between arguments, file and standard input."""
    from scpn.parsing.run import LineInput
    from scpn.tables.formats import STANDARD_INPUT

    if not sentences and file is None:
        if sys.stdin.isatty():
            raise UsageError("no sentences: give some as arguments, name a --file, or pipe them in")
        return LineInput(path=STANDARD_INPUT)
    return LineInput(sentences or [], file)
