"""`scpn parse`: sentences in, constituency trees out, one per line."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from scpn.cli import options
from scpn.cli.derived import skip, takes_settings
from scpn.cli.options import new_app, option
from scpn.cli.progress import RunView, count_of, report
from scpn.errors import UsageError
from scpn.parsing.settings import Form, ParsingSettings
from scpn.tables.formats import STANDARD_INPUT

app = new_app()

_PARSING = ParsingSettings.panel


@app.command("parse")
@takes_settings
def parse_command(
    sentences: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SENTENCE",
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
    settings: Annotated[ParsingSettings, skip("form")],
    words: Annotated[
        bool, option("Keep the words in the trees.", "--words/--no-words", panel=_PARSING)
    ] = True,
    pretty: Annotated[bool, option("Draw the trees.", "--pretty", panel=_PARSING)] = False,
    parser: Annotated[
        str | None, option("Parser: bundled name, folder or benepar model.", panel=_PARSING)
    ] = None,
    device: Annotated[str | None, options.device(panel=_PARSING)] = None,
    workers: Annotated[
        int,
        option(
            "Worker processes, which share the cores; each loads the parser.",
            min=1,
            panel=_PARSING,
        ),
    ] = 1,
) -> None:
    """Print the constituency parse of each sentence, one per line.

    Example: scpn parse "She drove home."

    A sentence that cannot be parsed (empty, too long) is reported with its line number and gives
    an empty line, so that lines stay aligned; the exit status is then 1.
    """
    from scpn.parsing.run import parse_file

    if pretty and not words:
        raise UsageError("--pretty draws the words; leave out --no-words")
    form: Form = "drawing" if pretty else "tree" if words else "parse"
    # What goes to a terminal needs no bar, and what goes into a pipe no lines of progress.
    is_watched = output is not None or (sys.stderr.isatty() and not sys.stdout.isatty())
    with RunView(shows_progress=is_watched) as view:
        counts = parse_file(
            _find_source(sentences, file),
            output or sys.stdout,
            settings=settings.replace(form=form),
            parser=parser,
            device=device,
            workers=workers,
            on_progress=view.on_progress,
            on_problem=report,
        )
    if counts.failed:
        report(f"{count_of(counts.failed, 'sentence')} could not be parsed")
        raise typer.Exit(1)


def _find_source(sentences: list[str] | None, file: Path | None) -> list[str] | Path | str:
    """Choose between arguments, file and standard input."""
    if sentences and file is not None:
        raise UsageError("give sentences or --file, not both")
    if not sentences and file is None and sys.stdin.isatty():
        raise UsageError("no sentences: give some as arguments, name a --file, or pipe them in")
    return sentences or file or STANDARD_INPUT
