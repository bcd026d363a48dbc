"""`scpn app`: the web app, on this machine."""

from contextlib import closing, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.app.launch import DEFAULT_PORT, LOCALHOST, finish_requests, is_local, launch
from scpn.cli import options
from scpn.cli.options import new_app
from scpn.errors import UsageError

if TYPE_CHECKING:
    from scpn.paraphraser import Paraphraser

app = new_app()


@app.command("app")
def app_command(
    *,
    host: Annotated[
        str, typer.Option(help="Address to listen on; 0.0.0.0 lets other machines in.")
    ] = LOCALHOST,
    port: Annotated[
        int | None,
        typer.Option(
            min=1, max=65535, help=f"Port; by default the first free one from {DEFAULT_PORT} on."
        ),
    ] = None,
    auth: Annotated[
        str | None,
        typer.Option(
            metavar="NAME:PASSWORD",
            envvar="SCPN_APP_AUTH",
            help="Name and password that visitors must give.",
        ),
    ] = None,
    share: Annotated[
        bool,
        typer.Option(
            "--share", help="Also open a public address through Gradio's servers, for 72 hours."
        ),
    ] = False,
    browser: Annotated[bool, typer.Option("--browser", help="Open the page in a browser.")] = False,
    victim: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SPEC", help="Classifier to offer on the Attack page, as in 'scpn attack'."
        ),
    ] = None,
    model: Annotated[str | None, options.model()] = None,
    device: Annotated[str | None, options.device()] = None,
) -> None:
    """Serve the web app until it is stopped with Ctrl-C.

    scpn app

    scpn app --host 0.0.0.0 --port 8080 --auth ann:secret

    It works without the internet; only --share talks to other machines.
    """
    credentials = read_auth(auth)
    if find_spec("gradio") is None:
        raise UsageError('the app needs Gradio; run: pip install "scpn[app]"')
    from scpn.app.engine import Engine

    def load() -> "Paraphraser":
        from scpn.paraphraser import Paraphraser  # takes seconds, and the page does not need it

        return Paraphraser.from_pretrained(model, device=device)

    server = launch(
        Engine(load),
        victims=victim or [],
        host=host,
        port=port,
        auth=credentials,
        share=share,
        open_browser=browser,
    )
    with closing(server), suppress(KeyboardInterrupt):
        typer.echo(f"scpn app: {server.public_address or server.address}  (stop with Ctrl-C)")
        if credentials is None and (share or not is_local(host)):
            typer.echo("scpn: anyone who knows the address can use it; see --auth", err=True)
        server.wait()
    finish_requests()


def read_auth(text: str | None) -> tuple[str, str] | None:
    """Read `NAME:PASSWORD`.

    Raises:
        UsageError: One of the two is missing.
    """
    if text is None:
        return None
    name, _, password = text.partition(":")
    if not name or not password:  # the text itself may be a password: it is not repeated
        raise UsageError("--auth must be NAME:PASSWORD, with both parts")
    return name, password
