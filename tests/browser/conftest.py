"""The real app with the bundled models in a process of its own, and Debian's Chromium.

`make test-browser` installs what these tests need and runs them.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

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
START_TIMEOUT_S = 600
# Far more than is needed on an idle machine: a busy one must not fail the tests.
TIMEOUT_MS = 180_000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def app_address() -> Iterator[str]:
    """Address of the app, started as a person starts it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    script = Path(sys.executable).with_name("scpn")
    command = [str(script), "app", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    address = f"http://127.0.0.1:{port}/"
    try:
        wait_for(address, process)
        yield address
    finally:
        process.terminate()
        process.wait(30)


def wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    """Return when the app answers."""
    end = time.monotonic() + START_TIMEOUT_S
    while time.monotonic() < end:
        assert process.poll() is None, process.stdout.read() if process.stdout else ""
        try:
            urlopen(address, timeout=60).close()
        except (URLError, TimeoutError, ConnectionError):
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the app did not start")


class Browser:
    """Opens pages that note every request that leaves this machine, and every error.

    Attributes:
        outside: Addresses asked for that are not the app's.
        errors: Errors of scripts.
    """

    def __init__(self, playwright: Any, address: str, folder: Path) -> None:
        self._playwright, self._address, self._folder = playwright, address, folder
        self._contexts: list[Any] = []
        self.outside: list[str] = []
        self.errors: list[str] = []

    def open(
        self, path: str = "", *, width: int = 1280, height: int = 900, scheme: str = "light"
    ) -> Any:
        """Open the app as a new visitor, with a fresh profile."""
        context = self._playwright.chromium.launch_persistent_context(
            str(self._folder / str(len(self._contexts))),
            executable_path=CHROMIUM,
            args=ARGUMENTS,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            timeout=TIMEOUT_MS,
        )
        self._contexts.append(context)
        context.set_default_timeout(TIMEOUT_MS)
        page = context.pages[0]
        page.on("request", self._note)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"{self._address}{path}")
        page.wait_for_selector("#sentence textarea")
        return page

    def _note(self, request: Any) -> None:
        if not request.url.startswith((self._address, "data:", "blob:")):
            self.outside.append(request.url)

    def close(self) -> None:
        """Close all pages."""
        for context in self._contexts:
            context.close()


@pytest.fixture
def browser(app_address: str, tmp_path: Path) -> Iterator[Browser]:
    """Pages of the app; no test may cause a request to another machine or an error."""
    if not shutil.which(CHROMIUM):
        pytest.fail(f"{CHROMIUM} is not there: run `make test-browser`, or set SCPN_CHROMIUM")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = Browser(playwright, app_address, tmp_path)
        try:
            yield browser
        finally:
            browser.close()
    assert browser.outside == []
    assert browser.errors == []
