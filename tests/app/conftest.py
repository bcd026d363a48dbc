"""Ports for apps that run at the same time in several processes of the tests."""

import socket
from collections.abc import Callable

import pytest

from scpn.app.launch import LOCALHOST


@pytest.fixture(scope="session")
def free_port() -> Callable[[], int]:
    """Gives a port that nobody has; the app's own choice may be taken before it listens."""

    def choose() -> int:
        with socket.socket() as trial:
            trial.bind((LOCALHOST, 0))
            return int(trial.getsockname()[1])

    return choose
