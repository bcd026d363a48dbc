"""The `scpn` command: gathers the commands, and turns our errors into one line and an exit status.

Each command lives in a file of its own in this folder and is imported only when it is
called, so that `scpn --help` needs neither torch nor transformers.
"""

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Annotated

import typer

from scpn import __version__
from scpn.errors import ScpnError, UsageError

HELP = """Controlled paraphrases: a sentence and a syntactic template in, a paraphrase out.

Example: scpn generate --template "(S(SBAR)(,)(NP)(VP)(.))" "I call you when I am home."
"""

# name -> (module that defines `app`, one-line help); the order is the order of --help.
COMMANDS: dict[str, tuple[str, str]] = {
    "generate": ("scpn.cli.generate", "Paraphrase sentences into the forms you name."),
    "parse": ("scpn.cli.parse", "Print the constituency parse of each sentence."),
    "templates": ("scpn.cli.templates", "List, mine and suggest templates."),
    "label": ("scpn.cli.label", "Parse paraphrase pairs into training shards."),
    "train": ("scpn.cli.train", "Train the parser, the parse generator or the paraphraser."),
    "evaluate": ("scpn.cli.evaluate", "Measure control and quality on a labelled file."),
}


def build_app(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The root application with the commands called `names`; only their modules are imported."""
    app = typer.Typer(
        name="scpn",
        help=HELP,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(root)
    for name in names:
        module, text = COMMANDS[name]
        app.add_typer(import_module(module).app, name=name, short_help=text)
    return app


def root(
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Handle options before any command."""
    if version:
        typer.echo(f"scpn {__version__}")
        raise typer.Exit


def main() -> None:
    """Entry point: run, and report errors of ours in one line."""
    # Spinning OpenMP threads slow parsing down twentyfold on a busy machine; must be set before torch.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    called = [argument for argument in sys.argv[1:2] if argument in COMMANDS]
    try:
        build_app(called or COMMANDS)(prog_name="scpn")
    except UsageError as error:
        _fail(error, status=2)
    except ScpnError as error:
        _fail(error, status=1)
    except BrokenPipeError:
        # The reader went away (`scpn ... | head`): nothing to report, nothing left to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(error, status=1)


def _fail(error: Exception, *, status: int) -> None:
    sys.stderr.write(f"scpn: error: {error}\n")
    sys.exit(status)
