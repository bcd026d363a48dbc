"""So many requests wait, and no more; the page is there all the same."""

import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from scpn.app.engine import Engine
from scpn.app.launch import launch
from scpn.app.limits import MAX_WAITING
from scpn.app.queues import MODELS

if TYPE_CHECKING:
    from scpn import Paraphraser

pytestmark = pytest.mark.slow
TOO_MANY = 5
FORM = "(S(NP)(VP)(.))"


class Held:
    """A paraphraser whose searches wait until `gate` is open."""

    def __init__(self, paraphraser: "Paraphraser", gate: threading.Event) -> None:
        self._paraphraser, self._gate = paraphraser, gate
        self.started = threading.Semaphore(0)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._paraphraser, name)

    def stream(self, *args: Any, **more: Any) -> Iterator[Any]:
        self.started.release()
        assert self._gate.wait(120)
        yield from self._paraphraser.stream(*args, **more)


def test_who_finds_the_queue_full_is_told_so_and_all_others_are_served(
    paraphraser: "Paraphraser", free_port: Callable[[], int]
) -> None:
    from gradio_client import Client

    gate = threading.Event()
    gate.set()
    held = Held(paraphraser, gate)
    engine = Engine(lambda: held)  # type: ignore[arg-type, return-value]
    server = launch(engine, port=free_port())
    try:
        client = Client(server.address, verbose=False, max_workers=2 * MAX_WAITING)
        assert client.predict("She left.", [FORM], api_name="/paraphrase")
        gate.clear()
        while held.started.acquire(blocking=False):
            pass

        def ask(number: int) -> list[Any]:
            return [
                client.submit("She left.", [FORM], api_name="/paraphrase") for _ in range(number)
            ]

        jobs = ask(MODELS["concurrency_limit"])
        for _ in jobs:
            assert held.started.acquire(timeout=60)
        crowd = ask(MAX_WAITING + TOO_MANY)
        give_up = time.monotonic() + 60
        while sum(job.done() for job in crowd) < TOO_MANY and time.monotonic() < give_up:
            time.sleep(0.05)
        refused = [job for job in crowd if job.done()]
        assert len(refused) == TOO_MANY
        assert all("full" in str(job.exception()) for job in refused)
        with urllib.request.urlopen(server.address, timeout=60) as page:
            assert page.status == 200
        gate.set()
        for job in jobs + crowd:
            assert job in refused or job.result(timeout=120)
    finally:
        gate.set()
        server.close()
