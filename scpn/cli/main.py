"""The `scpn` command: gathers the commands, and turns our errors into one line and an exit status.

Each command lives in a file of its own in this folder and is imported only when it is
called, so that `scpn --help` needs neither torch nor transformers.
"""

import os
import sys
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.main import get_command

from scpn import __version__
from scpn.errors import ScpnError, UsageError
from scpn.runtime import prepare_process

HELP = """Controlled paraphrases: a sentence and a syntactic template in, a paraphrase out.

Example: scpn generate --template "(S(SBAR)(,)(NP)(VP)(.))" "I call you when I am home."
"""

# name -> (module that defines `app`, one-line help); the order is the order of --help.
COMMANDS: dict[str, tuple[str, str]] = {
    "generate": ("scpn.cli.generate", "Paraphrase sentences into the forms you name."),
    "parse": ("scpn.cli.parse", "Print the constituency parse of each sentence."),
    "templates": ("scpn.cli.templates", "List, mine and suggest templates."),
    "label": ("scpn.cli.label", "Parse paraphrase pairs for training."),
    "filter": ("scpn.cli.filter", "Keep the pairs that are good paraphrases."),
    "derive": (
        "scpn.cli.derive",
        "Make paraphrase pairs by moving constituents of parsed sentences.",
    ),
    "backtranslate": (
        "scpn.cli.backtranslate",
        "Make paraphrase pairs by translating sentences and translating them back.",
    ),
    "embed": ("scpn.cli.embed", "Turn sentences into vectors."),
    "similarity": (
        "scpn.cli.similarity",
        "Score how similar in meaning the sentences of each pair are.",
    ),
    "mine": ("scpn.cli.mine", "Find paraphrases in a corpus, or translations between two."),
    "lexicon": ("scpn.cli.lexicon", "Find words that replace each other in paraphrases."),
    "train": ("scpn.cli.train", "Train parsers, paraphrasers, sentence encoders and classifiers."),
    "attack": (
        "scpn.cli.attack",
        "Find examples that a classifier gets wrong once they are paraphrased.",
    ),
    "augment": ("scpn.cli.augment", "Add accepted paraphrases to labeled data."),
    "robustness": (
        "scpn.cli.robustness",
        "Attack a classifier before and after training on paraphrases, and report.",
    ),
    "report": ("scpn.cli.report", "Summarize attacks in a report, with their validity."),
    "rate": ("scpn.cli.rate", "Let people rate adversarial examples."),
    "evaluate": ("scpn.cli.evaluate", "Measure paraphrases and sentence encoders."),
    "app": ("scpn.cli.app", "Open the web app on this machine."),
}


class LazyGroup(TyperGroup):
    """A group whose commands stand there by name and are imported when one is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command called, and import it."""
        name, command, rest = super().resolve_command(ctx, args)
        return (name, load_command(name) if name in COMMANDS else command, rest)


def load_command(name: str) -> Any:
    """Import the command called `name`.

    Raises:
        ScpnError: The installation lacks it.
    """
    module = COMMANDS[name][0]
    try:
        app = import_module(module).app
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise ScpnError(
            f"the command {name!r} is missing from this installation of scpn {__version__}; "
            "install it again"
        ) from error
    command = get_command(app)
    command.name = name
    return command


def build_app() -> typer.Typer:
    """The root application; no command is imported."""
    app = typer.Typer(
        name="scpn",
        cls=LazyGroup,
        help=HELP,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(root)
    for name, (_, text) in COMMANDS.items():
        app.command(name, short_help=text)(_stand_in)
    return app


def _stand_in() -> None:
    """Hold the place of a command in the help text."""


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"scpn {__version__}")
        raise typer.Exit


def root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Show the version and exit.", callback=_show_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Handle options before any command."""


def main() -> None:
    """Entry point: run, and report errors of ours in one line."""
    prepare_process()
    try:
        build_app()(prog_name="scpn")
    except UsageError as error:
        _fail(str(error), status=2)
    except ScpnError as error:
        _fail(str(error), status=1)
    except BrokenPipeError:
        # The reader went away (`scpn ... | head`): nothing to report, nothing left to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _fail(f"{where}{error.strerror or error}", status=1)
    except KeyboardInterrupt:
        sys.exit(130)


def _fail(message: str, *, status: int) -> NoReturn:
    sys.stderr.write(f"scpn: error: {' '.join(message.split())}\n")
    sys.exit(status)
