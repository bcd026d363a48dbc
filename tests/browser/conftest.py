"""The real app with the bundled models, and Debian's Chromium.

`make test-browser` installs what these tests need and runs them.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_app import ARGUMENTS, CHROMIUM, Visitors, running_app

# Taken only on demand: see `make pictures`.
collect_ignore = [] if "SCPN_PICTURES" in os.environ else ["test_pictures.py"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def app_address() -> Iterator[str]:
    """Address of the app."""
    with running_app() as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A running browser."""
    if not shutil.which(CHROMIUM):
        pytest.fail(f"{CHROMIUM} is not there: run `make test-browser`, or set SCPN_CHROMIUM")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visitors(chromium: Any, app_address: str) -> Iterator[Visitors]:
    """Pages of the app; no test may cause a request to another machine or an error."""
    visitors = Visitors(chromium, app_address)
    try:
        yield visitors
    finally:
        visitors.close()
    assert visitors.outside == []
    assert visitors.errors == []
