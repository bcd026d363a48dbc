"""`scpn app` and its server: options, ports, endpoints, and what visitors may not do."""

import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

from scpn.app.engine import Engine
from scpn.app.launch import LOADING_DELAY_S, LOCALHOST, find_port, is_local
from scpn.cli.app import read_auth
from scpn.errors import ModelError, UsageError

if TYPE_CHECKING:
    from conftest import RunScpn

    from scpn import Paraphraser

ROOT = Path(__file__).parents[2]
FORM = "(S(SBAR)(,)(NP)(VP)(.))"


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def client(address: str) -> Any:
    from gradio_client import Client

    return Client(address, verbose=False)


def test_page_is_built_without_the_models_libraries() -> None:
    code = (
        "import sys\nfrom scpn.app.interface import build_interface\n"
        "assert 'gradio' in sys.modules and not {'torch', 'transformers'} & sys.modules.keys()"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_auth_is_a_name_and_a_password() -> None:
    assert read_auth(None) is None
    assert read_auth("ann:se:cret") == ("ann", "se:cret")
    for text in ("secret", "ann:", ":secret"):
        with pytest.raises(UsageError) as caught:
            read_auth(text)
        assert "secret" not in str(caught.value)


def test_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind((LOCALHOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"cannot listen on {LOCALHOST}, port {port}"):
            find_port(LOCALHOST, port)
    assert find_port(LOCALHOST, port) == port
    with pytest.raises(UsageError, match="give another"):
        find_port("192.0.2.1", None)  # an address of documentation, never this machine's


def test_only_this_machine_is_local() -> None:
    assert is_local("127.0.0.1")
    assert not is_local("0.0.0.0")


def test_command_reports_a_taken_port(run_scpn: "RunScpn") -> None:
    with socket.socket() as taken:
        taken.bind((LOCALHOST, 0))
        taken.listen()
        result = run_scpn("app", "--port", taken.getsockname()[1], status=2)
    assert "give another --port" in result.stderr


@pytest.fixture
def app_process(scpn_script: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """`scpn app` in a process of its own, and its address."""
    port = find_port(LOCALHOST, None)
    process = subprocess.Popen(
        [scpn_script, "app", "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell without job control starts what it puts into the background deaf to interrupts.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    address = f"http://127.0.0.1:{port}/"
    assert process.stdout is not None
    assert process.stdout.readline() == f"scpn app: {address}  (stop with Ctrl-C)\n"
    yield process, address
    process.kill()


@pytest.mark.skipif(os.name == "nt", reason="an interrupt is sent as a signal")
@pytest.mark.parametrize("after_s", [0.0, LOADING_DELAY_S + 1, LOADING_DELAY_S + 3])
def test_interrupt_ends_the_app_in_peace(
    app_process: tuple["subprocess.Popen[str]", str], after_s: float
) -> None:
    process, _ = app_process
    time.sleep(after_s)  # after the first time the models are being loaded
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="an interrupt is sent as a signal")
def test_interrupt_ends_the_app_in_peace_while_it_paraphrases(
    app_process: tuple["subprocess.Popen[str]", str],
) -> None:
    from gradio_client import Client

    process, address = app_process
    client = Client(address, verbose=False)
    assert client.predict("She left.", [FORM], api_name="/paraphrase")
    job = client.submit(["We met her because it was late."] * 500, [FORM], api_name="/batch")
    time.sleep(2)
    assert not job.done()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")


def test_engine_passes_the_reason_on_when_models_cannot_be_loaded() -> None:
    def fail() -> "Paraphraser":
        raise ModelError("model.safetensors is missing")

    engine = Engine(fail)
    for _ in range(2):
        with pytest.raises(ModelError, match="is missing"):
            _ = engine.paraphraser
    assert not engine.is_loading


def test_loading_is_given_up_after_its_stage_when_the_engine_is_closed() -> None:
    is_daemon, closing, models = queue.Queue[bool](), threading.Event(), Mock()

    def load() -> "Paraphraser":
        is_daemon.put(threading.current_thread().daemon)
        assert closing.wait(60)
        return models  # type: ignore[no-any-return]

    engine = Engine(load)
    engine.start_later(0.0)
    assert not is_daemon.get(timeout=60), "the exit would cut it off, though a daemon started it"
    threading.Timer(0.5, closing.set).start()
    engine.close()
    assert closing.is_set(), "close does not wait"
    assert not engine.is_loading
    models.stream.assert_not_called()  # nothing is warmed up
    with pytest.raises(ModelError, match="being stopped; start it anew"):
        _ = engine.paraphraser


def test_engine_that_is_closed_begins_no_loading() -> None:
    load = Mock()
    engine = Engine(load)
    engine.close()
    with pytest.raises(ModelError, match="being stopped"):
        _ = engine.paraphraser
    engine.start()
    engine.close()
    load.assert_not_called()


def test_endpoints_keep_their_names(client: Any) -> None:
    names = set(client.view_api(return_format="dict")["named_endpoints"])
    assert names == {
        "/analyze",
        "/check_template",
        "/predict_parses",
        "/paraphrase",
        "/batch",
        "/victims",
        "/attack",
    }


def test_programs_get_what_the_paraphraser_gives(client: Any, paraphraser: "Paraphraser") -> None:
    text = "She drove home because she was tired."
    found = client.predict(text, [FORM], api_name="/paraphrase")
    ((expected,),) = paraphraser.paraphrase([text], templates=[FORM])
    assert found == [expected.to_dict()]
    again = client.predict([text, ""], [FORM], api_name="/batch")
    assert again[0]["paraphrases"] == found
    assert again[1]["error"]


def test_visitors_at_the_same_time_get_what_each_would_get_alone(
    client: Any, paraphraser: "Paraphraser"
) -> None:
    texts = [f"We met {name} because it was late." for name in ("her", "him", "Ann", "Tom")]
    jobs = [client.submit(text, [FORM], api_name="/paraphrase") for text in texts]
    found = [job.result(timeout=300) for job in jobs]
    alone = paraphraser.paraphrase(texts, templates=[FORM])
    assert [records[0]["paraphrase"] for records in found] == [
        results[0].paraphrase for results in alone
    ]


def test_sentence_is_analyzed_and_its_parses_can_be_edited(client: Any) -> None:
    text = "We met her in Rome."
    found = client.predict(text, api_name="/analyze")
    assert found["tree"].startswith("(S(NP(PRP We))")
    forms = [each["template"] for each in found["suggestions"]]
    (parse,) = client.predict(text, forms[:1], api_name="/predict_parses")
    (record,) = client.predict(text, [], [parse], api_name="/paraphrase")
    assert record["target_parse"] == parse


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("", [FORM]), "the sentence is empty"),
        (("word " * 200, [FORM]), "at most 600"),
        (("She left.", []), "no form is chosen"),
        (("She left.", ["(S(NP)"]), "missing"),
        (("She left.", [f"(S(NP)(VP){'(.)' * n})" for n in range(20)]), "at most 8"),
    ],
)
def test_errors_reach_programs_as_one_line(
    client: Any, arguments: tuple[str, list[str]], message: str
) -> None:
    with pytest.raises(Exception, match=message):
        client.predict(*arguments, api_name="/paraphrase")


def test_code_of_the_document_works(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "app.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```py\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert "http://127.0.0.1:7860" in code
    exec(code.replace("http://127.0.0.1:7860", address.rstrip("/")), {})
    assert "Because she was tired, she drove home." in capsys.readouterr().out


def test_files_of_this_machine_cannot_be_named(address: str) -> None:
    import urllib.error
    import urllib.request

    for name in ("/etc/passwd", str(ROOT / "pyproject.toml")):
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(f"{address}gradio_api/file={name}", timeout=60)
        assert caught.value.code in (403, 404)
