"""The `scpn` command: gathers the commands, and turns our errors into one line and an exit status.

Each command lives in a file of its own in this folder and is imported only when it is
called, so that `scpn --help` needs neither torch nor transformers.
"""

import os
import sys
from importlib import import_module

import click

from scpn import __version__
from scpn.errors import ScpnError, UsageError

# name -> (module that defines `app`, one-line help); the order is the order of --help.
COMMANDS: dict[str, tuple[str, str]] = {
    "generate": ("scpn.cli.generate", "Paraphrase sentences into the forms you name."),
    "parse": ("scpn.cli.parse", "Print the constituency parse of each sentence."),
    "templates": ("scpn.cli.templates", "List, mine and suggest templates."),
    "label": ("scpn.cli.label", "Parse paraphrase pairs into training shards."),
    "train": ("scpn.cli.train", "Train the parser, the parse generator or the paraphraser."),
    "evaluate": ("scpn.cli.evaluate", "Measure control and quality on a labelled file."),
}


class LazyGroup(click.Group):
    """A click group whose commands are imported when they are first needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import the module of `name` and return its click command; None if unknown."""
        if name not in COMMANDS:
            return None
        import typer

        module = import_module(COMMANDS[name][0])
        command = typer.main.get_command(module.app)
        command.name = name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.command(
    cls=LazyGroup,
    name="scpn",
    help="Controlled paraphrases: a sentence and a syntactic template in, a paraphrase out.\n\n"
    'Example: scpn generate --template "(S(SBAR)(,)(NP)(VP)(.))" "I call you when I am home."',
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="scpn")
def group() -> None:
    """Root of all commands."""


def main() -> None:
    """Entry point: run, and report errors of ours in one line."""
    # Spinning OpenMP threads slow parsing down twentyfold on a busy machine; must be set before torch.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        group(prog_name="scpn")
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
