"""Starts the server: the only file that knows ports, addresses and passwords."""

import inspect
import logging
import os
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scpn.app.engine import Engine
from scpn.app.limits import MAX_UPLOAD, MAX_WAITING
from scpn.app.victims import Victims
from scpn.errors import UsageError

if TYPE_CHECKING:
    from scpn.adversarial.protocol import Victim

LOCALHOST = "127.0.0.1"
DEFAULT_PORT = 7860
_PORTS_TRIED = 20
_MAX_THREADS = 24
_REQUEST_THREAD = "AnyIO worker thread"
_PATIENCE_S = 30.0
LOADING_DELAY_S = 2.0
"""The first visitor's page comes before the models, which keep a processor busy for seconds."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs in threads of its own.

    Attributes:
        address: Of the page.
        public_address: The one that works from anywhere, with `share`; else None.
        blocks: What is served.
        engine: The models.
    """

    address: str
    public_address: str | None
    blocks: Any
    engine: Engine

    def wait(self) -> None:
        """Return when the server is stopped."""
        # Not by `join`: before Python 3.13, an interrupt of it marks the thread as ended, and then
        # `close` does not wait for it. An interrupt just before the sleep is seen after it.
        while self.blocks.server.thread.is_alive():
            time.sleep(1.0)

    def close(self) -> None:
        """Stop loading and serving; requests in work have a second, then nobody hears of them."""
        self.engine.close()
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # does not mourn for them
        self.blocks.server.config.timeout_graceful_shutdown = 1
        self.blocks.close(verbose=False)


def launch(
    engine: Engine,
    *,
    victims: "Sequence[str | Victim]" = (),
    host: str = LOCALHOST,
    port: int | None = None,
    auth: tuple[str, str] | None = None,
    share: bool = False,
    open_browser: bool = False,
) -> Server:
    """Serve the app, and load the models meanwhile.

    Nothing is asked of another machine unless `share` is set: no analytics, no fonts, no check for
    a new version.

    Args:
        engine: The models.
        victims: Classifiers to offer on the page Attack beside the bundled ones.
        host: Address to listen on; the default is for this machine only.
        port: Port; None takes the first free one from `DEFAULT_PORT` on.
        auth: Name and password that visitors must give.
        share: Have Gradio's servers give out a public address.
        open_browser: Open the page in a browser.

    Returns:
        The server; it runs already.

    Raises:
        UsageError: The port is taken or the address is none of this machine's.
    """
    port = find_port(host, port)
    if not share:  # read by Gradio and the Hugging Face hub when they are imported
        os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
    from starlette.middleware import Middleware

    from scpn.app.guard import RequestGuard
    from scpn.app.interface import build_interface, build_theme, read_style

    offered = Victims(victims, allow_paths=is_local(host) and not share)
    blocks = build_interface(engine, offered).queue(max_size=MAX_WAITING)
    _, local, public = blocks.launch(
        server_name=host,
        server_port=port,
        auth=auth,
        share=share,
        inbrowser=open_browser,
        prevent_thread_lock=True,
        max_threads=_MAX_THREADS,
        max_file_size=MAX_UPLOAD,
        theme=build_theme(),
        css=read_style(),
        footer_links=["settings"],
        ssr_mode=False,
        mcp_server=False,
        enable_monitoring=False,
        run_history=False,
        show_error=False,
        quiet=True,
        app_kwargs={"middleware": [Middleware(RequestGuard)]},
        **_without_trial(blocks),
    )
    engine.start_later(LOADING_DELAY_S)
    return Server(local, public, blocks, engine)


def _without_trial(blocks: Any) -> dict[str, bool]:
    """Keep Gradio from asking for our own page before it says that it serves.

    It gives up if the page takes more than 3 s, as on a machine that is busy; no public option
    leaves this out, so the private one is used as long as there is one.
    """
    private = "_frontend"
    return {private: False} if private in inspect.signature(blocks.launch).parameters else {}


def finish_requests() -> None:
    """Wait until what the requests to a closed server compute is done; they give up between steps.

    Their threads are daemons. The exit of Python would cut them off, and torch ends the process
    with an error then.
    """
    deadline = time.monotonic() + _PATIENCE_S
    for thread in threading.enumerate():
        if thread.name == _REQUEST_THREAD:
            thread.join(max(0.0, deadline - time.monotonic()))


def is_local(host: str) -> bool:
    """Whether only this machine can reach the address."""
    return host in (LOCALHOST, "localhost", "::1")


def find_port(host: str, port: int | None) -> int:
    """Return the port if it is free or, without one, the first free one.

    Raises:
        UsageError: It is taken, or the address is none of this machine's.
    """
    wanted = [port] if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + _PORTS_TRIED)
    reason = ""
    for number in wanted:
        try:
            kind, *_, address = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
            with closing(socket.socket(kind)) as trial:
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                trial.bind(address)
        except OSError as error:
            reason = error.strerror or str(error)
        else:
            return number
    tried = f"port {port}" if port is not None else f"ports {wanted[0]} to {wanted[-1]}"
    raise UsageError(
        f"cannot listen on {host}, {tried}: {reason}; give another --port, or another --host"
    )
