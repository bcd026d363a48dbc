"""What a visitor who writes requests by hand can make the app do: nothing more than its pages."""

import json
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from http.cookiejar import CookieJar
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scpn.app.engine import Engine
from scpn.app.launch import LOCALHOST, launch

if TYPE_CHECKING:
    from scpn import Paraphraser

pytestmark = pytest.mark.slow
TIMEOUT_S = 60
BOUNDARY = "----scpn"


@pytest.fixture
def other_server() -> Iterator[tuple[str, list[str]]]:
    """A server with a file of sentences: its address, and what it was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"text\nShe left.\n")

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer((LOCALHOST, 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{LOCALHOST}:{server.server_port}", asked
    server.shutdown()
    server.server_close()


def fetch(url: str, data: Any = None, kind: str = "application/json") -> bytes:
    body = data if data is None or isinstance(data, bytes) else json.dumps(data).encode()
    request = urllib.request.Request(url, body, {"Content-Type": kind})
    with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
        return bytes(answer.read())


def status_of(url: str, data: Any = None, kind: str = "application/json") -> int:
    with pytest.raises(urllib.error.HTTPError) as caught:
        fetch(url, data, kind)
    return caught.value.code


def upload(address: str, name: str, content: bytes) -> str:
    """Send a file as the page does; gives the path that the app answers with."""
    named = f'Content-Disposition: form-data; name="files"; filename="{name}"'
    body = f"--{BOUNDARY}\r\n{named}\r\n\r\n".encode() + content
    body += f"\r\n--{BOUNDARY}--\r\n".encode()
    url = f"{address}gradio_api/upload"
    (path,) = json.loads(fetch(url, body, f"multipart/form-data; boundary={BOUNDARY}"))
    return str(path)


def look_at(address: str, path: str) -> dict[str, Any]:
    """Have the page Batch look at a file; gives how the event ended."""
    config = json.loads(fetch(f"{address}config"))
    (file,) = [c["id"] for c in config["components"] if c["props"].get("elem_id") == "batch-file"]
    (event,) = [d["id"] for d in config["dependencies"] if d["inputs"] == [file]]
    request = {
        "data": [{"path": path, "orig_name": "a.csv", "meta": {"_type": "gradio.FileData"}}],
        "fn_index": event,
        "session_hash": "test",
    }
    fetch(f"{address}gradio_api/queue/join", request)
    url = f"{address}gradio_api/queue/data?session_hash=test"
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as stream:
        for line in stream:
            message = json.loads(line.removeprefix(b"data: ")) if line.strip() else {}
            if message.get("msg") == "process_completed":
                return dict(message)
    raise AssertionError("the event has no end")


def test_file_that_was_uploaded_is_read(address: str) -> None:
    ended = look_at(address, upload(address, "a.csv", b"text\nShe left.\n"))
    assert ended["success"]
    assert "She left." in json.dumps(ended)


@pytest.mark.parametrize("name", ["/etc/passwd", "/proc/self/environ", __file__])
def test_file_of_this_machine_is_not_read(address: str, name: str) -> None:
    ended = look_at(address, name)
    assert not ended["success"]
    assert not any(word in json.dumps(ended) for word in ("root:", "PATH=", "visitor"))


def test_address_in_the_place_of_a_file_is_not_fetched(
    address: str, other_server: tuple[str, list[str]]
) -> None:
    other, asked = other_server
    with pytest.raises(urllib.error.HTTPError) as caught:
        look_at(address, f"{other}/a.csv")
    assert caught.value.code == 400
    assert b"upload it instead" in caught.value.read()
    file = {"path": f"{other}/b.csv", "meta": {"_type": "gradio.FileData"}}
    for name in ("call/analyze", "run/analyze", "api/analyze"):
        assert status_of(f"{address}gradio_api/{name}", {"data": [file]}) == 400
    assert status_of(f"{address}gradio_api/proxy={other}/c.csv") >= 400
    assert asked == []
    fetch(f"{other}/d.csv")
    assert asked == ["/d.csv"]  # it would have been heard


def test_upload_is_limited_in_size_and_kind(address: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        upload(address, "a.csv", b"text\n" + b"x" * 21_000_000)
    assert caught.value.code == 413
    assert not look_at(address, upload(address, "a.exe", b"text\nShe left.\n"))["success"]


@pytest.mark.parametrize("name", ["../../../../tmp/evil.csv", "/tmp/evil.csv", "a/../../evil.csv"])
def test_name_of_an_upload_is_no_path(address: str, name: str) -> None:
    path = Path(upload(address, name, b"text\nShe left.\n"))
    assert path.resolve() == path
    assert path.parent.parent.name == "gradio"
    assert not Path("/tmp/evil.csv").exists()


def test_request_that_is_no_upload_is_limited_too(address: str) -> None:
    data = {"data": ["x" * 9_000_000]}
    assert status_of(f"{address}gradio_api/call/analyze", data) == 413


def test_password_opens_everything_and_nothing_is_open_without(
    paraphraser: "Paraphraser", free_port: Callable[[], int]
) -> None:
    server = launch(Engine(lambda: paraphraser), port=free_port(), auth=("ann", "secret"))
    try:
        login = f"{server.address}login"
        closed = ("config", "gradio_api/info", "gradio_api/queue/data?session_hash=a")
        for name in closed:
            assert status_of(server.address + name) == 401
        for name in ("gradio_api/queue/join", "gradio_api/call/analyze"):
            assert status_of(server.address + name, {"data": ["She left."]}) == 401
        with pytest.raises(urllib.error.HTTPError, match="401"):
            upload(server.address, "a.csv", b"text\n")
        wrong = urllib.parse.urlencode({"username": "ann", "password": "wrong"}).encode()
        kind = "application/x-www-form-urlencoded"
        assert status_of(login, wrong, kind) == 400
        visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        right = urllib.parse.urlencode({"username": "ann", "password": "secret"}).encode()
        visitor.open(login, right, TIMEOUT_S).close()
        with visitor.open(f"{server.address}config", timeout=TIMEOUT_S) as answer:
            assert "components" in json.load(answer)
    finally:
        server.close()
