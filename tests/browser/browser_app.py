"""The app in a process of its own, and its visitors in a browser."""

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = os.environ.get("SCPN_CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Far more than is needed on an idle machine: a busy one must not fail the tests.
TIMEOUT_S = 90


@contextmanager
def running_app(*options: str) -> Iterator[str]:
    """Start the app as a person does; gives the address that it prints."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    script = Path(sys.executable).with_name("scpn")
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [str(script), "app", "--port", str(port), *options],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()  # ends, empty, if the app does
            errors.seek(0)
            assert line.startswith("scpn app: http://127.0.0.1:"), errors.read().decode()
            yield line.split()[2]
        finally:
            process.terminate()
            process.wait(30)


class Visitors:
    """Opens pages, and notes every request that leaves this machine and every error.

    Attributes:
        address: Of the app.
        outside: Addresses asked for that are not the app's.
        errors: Errors of scripts.
    """

    def __init__(self, chromium: Any, address: str = "") -> None:
        self.address = address
        self._chromium = chromium
        self._contexts: list[Any] = []
        self.outside: list[str] = []
        self.errors: list[str] = []

    def arrive(
        self, *, width: int = 1280, height: int = 900, scheme: str = "light", **options: Any
    ) -> Any:
        """Open an empty page as a new visitor."""
        context = self._chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, **options
        )
        self._contexts.append(context)
        context.set_default_timeout(1000 * TIMEOUT_S)
        context.on("request", self._note)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))
        return context.new_page()

    def open(self, path: str = "", **options: Any) -> Any:
        """Open the app as a new visitor; returns as soon as a sentence can be typed."""
        page = self.arrive(**options)
        self.go(page, path)
        return page

    def go(self, page: Any, path: str = "") -> None:
        """Have a page show the app; returns as soon as a sentence can be typed."""
        page.goto(f"{self.address}{path}", wait_until="commit")
        page.wait_for_selector("#sentence textarea")

    def _note(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:", "about:")):
            self.outside.append(request.url)

    def close(self) -> None:
        """Close all pages."""
        for context in self._contexts:
            context.close()
