"""Requests that are refused before Gradio sees them."""

import asyncio
import json
from collections.abc import MutableMapping
from typing import Any

import pytest

from scpn.app.guard import RequestGuard
from scpn.app.limits import MAX_REQUEST


def send(*parts: bytes, path: str = "/gradio_api/queue/join") -> tuple[int, bytes]:
    """Status of the answer, and the body that came to the application behind the guard."""
    arrived = bytearray()
    sent: list[MutableMapping[str, Any]] = []
    messages = [
        {"type": "http.request", "body": part, "more_body": number < len(parts)}
        for number, part in enumerate(parts, start=1)
    ]

    async def application(scope: Any, receive: Any, send: Any) -> None:
        more = True
        while more:
            message = await receive()
            arrived.extend(message["body"])
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> MutableMapping[str, Any]:
        return messages.pop(0)

    async def keep(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": path, "headers": []}
    asyncio.run(RequestGuard(application)(scope, receive, keep))
    return sent[0]["status"], bytes(arrived)


def test_request_arrives_as_it_was_sent() -> None:
    body = json.dumps({"data": ["see http://example.org", {"path": "/tmp/gradio/a/b.csv"}]})
    assert send(body[:9].encode(), body[9:].encode()) == (200, body.encode())
    assert send(b"username=ann&password=secret", path="/login")[0] == 200
    assert send(b"")[0] == 200


@pytest.mark.parametrize("address", ["http://127.0.0.1:1/a.csv", "HTTPS://x.org", "ftp://x/y"])
def test_file_named_by_an_address_is_refused(address: str) -> None:
    file = {"path": address, "meta": {"_type": "gradio.FileData"}}
    for data in (file, [file], {"data": [None, [{"value": file}]]}):
        assert send(json.dumps(data).encode()) == (400, b"")


def test_large_and_deep_requests_are_refused() -> None:
    assert send(b"[" * 100_000)[0] == 400
    half = b"x" * (MAX_REQUEST // 2 + 1)
    assert send(half, half) == (413, b"")
    assert send(half, half, path="/gradio_api/upload")[0] == 200
