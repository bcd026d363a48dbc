"""Apps that run at the same time in several processes of the tests."""

import socket
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from scpn.app.engine import Engine
from scpn.app.launch import LOCALHOST, launch

if TYPE_CHECKING:
    from scpn import Paraphraser


@pytest.fixture(scope="session")
def free_port() -> Callable[[], int]:
    """Gives a port that nobody has; the app's own choice may be taken before it listens."""

    def choose() -> int:
        with socket.socket() as trial:
            trial.bind((LOCALHOST, 0))
            return int(trial.getsockname()[1])

    return choose


@pytest.fixture(scope="module")
def address(paraphraser: "Paraphraser", free_port: Callable[[], int]) -> Iterator[str]:
    """A running app."""
    server = launch(Engine(lambda: paraphraser), port=free_port())
    yield server.address
    server.close()
