"""Checks requests before Gradio reads them."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.responses import JSONResponse

from scpn.app.limits import MAX_REQUEST

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class RequestGuard:
    """Refuses requests that are too large or that name a file by an address.

    Gradio takes a file in a request by its path among the uploads, which it checks, but also by an
    address, which it would fetch: then any visitor could have this machine call others. Uploads
    themselves pass; Gradio limits them.

    Args:
        app: The application behind it (ASGI).
    """

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with why not."""
        if scope["type"] != "http" or scope["method"] != "POST" or _is_upload(scope["path"]):
            await self._app(scope, receive, send)
            return
        messages, body, is_complete = [], bytearray(), False
        while not is_complete and len(body) <= MAX_REQUEST:
            message = await receive()
            messages.append(message)
            body += message.get("body", b"")
            is_complete = not message.get("more_body", False)
        problem = _find_problem(body)
        if problem is not None:
            status, text = problem
            await JSONResponse({"detail": text}, status)(scope, receive, send)
            return

        async def replay() -> MutableMapping[str, Any]:
            return messages.pop(0) if messages else await receive()

        await self._app(scope, replay, send)


def _is_upload(path: str) -> bool:
    return path.rstrip("/").endswith("/upload")


def _find_problem(body: bytearray) -> tuple[int, str] | None:
    """Status and message of a refusal; None if the request is fine."""
    if len(body) > MAX_REQUEST:
        return 413, f"the request is too large; at most {MAX_REQUEST:,} bytes are taken"
    try:
        data = json.loads(bytes(body)) if body else None
    except RecursionError:
        return 400, "the request is nested too deeply"
    except ValueError:  # a form, such as that of the password, or nothing that Gradio reads either
        return None
    return (400, "a file is named by an address; upload it instead") if _has_address(data) else None


def _has_address(data: Any) -> bool:
    """Whether a file is named by something like `http://...` anywhere in the data."""
    rest = [data]
    while rest:
        item = rest.pop()
        if isinstance(item, dict):
            path = item.get("path")
            if isinstance(path, str) and "://" in path:
                return True
            rest.extend(item.values())
        elif isinstance(item, list):
            rest.extend(item)
    return False
