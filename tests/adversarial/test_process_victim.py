"""Programs as victims. A program is a small Python script; Python without site starts fast."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scpn.adversarial.victims import CheckedVictim, load_victim
from scpn.adversarial.victims.process import ProcessVictim
from scpn.errors import UsageError, VictimError

Start = Callable[..., ProcessVictim]

LOOP = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    texts = request["texts"]
{body}
    print(json.dumps(answer), flush=True)
"""
ANSWER = 'answer = {"id": request["id"], "probabilities": [[0.25, 0.75] for _ in texts]}'


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    started: list[CheckedVictim] = []

    def start(*body: str, timeout_s: float = 30, num_texts: int = 1) -> ProcessVictim:
        script = tmp_path / "classifier.py"
        script.write_text(LOOP.format(body="\n".join(f"    {line}" for line in body)))
        victim = ProcessVictim(
            [sys.executable, "-I", "-S", str(script)],
            ["no", "yes"],
            num_texts,
            timeout_s=timeout_s,
            batch_size=2,
            name="program",
        )
        started.append(victim)
        return victim

    yield start
    for victim in started:
        victim.close()


def test_answers_in_batches(start: Start) -> None:
    victim = start(
        'answer = {"id": request["id"], "probabilities":',
        '    [[0.0, 1.0] if "é" in a and b == "x" else [1.0, 0.0] for a, b in texts]}',
        num_texts=2,
    )
    found = victim.predict_proba([("é", "x"), ("é\n\u2028", "y"), ("e", "x"), ("éé", "x")])
    assert found.argmax(1).tolist() == [1, 0, 0, 1]
    assert victim.predict_proba([("é", "x")]).tolist() == [[0, 1]]  # the same program, still there


def test_spec_is_split_as_a_shell_would(tmp_path: Path) -> None:
    script = tmp_path / "a b.py"
    script.write_text(LOOP.format(body=f"    {ANSWER}"))
    victim = load_victim(
        f"process:{sys.executable} -I -S '{script}'", labels=["no", "yes"], timeout_s=30
    )
    assert victim.predict_proba([("x",)]).tolist() == [[0.25, 0.75]]
    victim.close()


def test_program_that_ends_is_started_again(start: Start) -> None:
    # Answers once, then ends when asked again: each later batch needs a new start.
    victim = start("if request['id'] == 2: sys.exit(3)", ANSWER)
    assert victim.predict_proba([("a",)] * 5).shape == (5, 2)


def test_program_that_always_ends(start: Start) -> None:
    victim = start("print('no weights', file=sys.stderr)", "sys.exit(3)")
    message = (
        r"ended with status 3 before it answered \(2 starts, 1 example\(s\), the first being "
        r"'A film .'\); its standard error ends: no weights"
    )
    with pytest.raises(VictimError, match=message):
        victim.predict_proba([("A film .",)])


def test_program_that_hangs(start: Start) -> None:
    victim = start("import time; time.sleep(600)", timeout_s=0.3)
    begin = time.monotonic()
    with pytest.raises(VictimError, match=r"gave no answer within 0.3 s \(2 starts"):
        victim.predict_proba([("a",)])
    assert time.monotonic() - begin < 60


def test_after_a_failure_it_may_be_asked_again(start: Start) -> None:
    victim = start("if texts[0][0] == 'bad': sys.exit(1)", ANSWER)
    with pytest.raises(VictimError):
        victim.predict_proba([("bad",)])
    assert victim.predict_proba([("good",)]).tolist() == [[0.25, 0.75]]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('print("loading", flush=True); answer = {}', "wrote 'loading', which is no JSON"),
        ("answer = [[0.5, 0.5]]", "expected an object with id and probabilities"),
        ('answer = {"id": 99, "probabilities": []}', "answered request 99 when asked 1"),
        ('answer = {"id": 1, "error": "no such word"}', "says: no such word"),
        ('answer = {"id": 1, "probabilities": [[float("nan"), 1]]}', r"gave \[nan, 1\]"),
        ('answer = {"id": 1, "probabilities": [[0.2, 0.2]]}', "does not sum to 1"),
        ('answer = {"id": 1, "probabilities": [[0.5, 0.5]] * 3}', r"of shape \(3, 2\)"),
    ],
)
def test_no_answer(start: Start, body: str, message: str) -> None:
    with pytest.raises(VictimError, match=f"the victim program .*{message}"):
        start(body).predict_proba([("a",)])


def test_much_on_standard_error_does_not_block(start: Start) -> None:
    victim = start("sys.stderr.write('x' * 300_000)", ANSWER)
    assert victim.predict_proba([("a",)]).tolist() == [[0.25, 0.75]]


def test_request_larger_than_a_pipe(start: Start) -> None:
    victim = start(ANSWER)
    assert victim.predict_proba([("word " * 100_000,)]).tolist() == [[0.25, 0.75]]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "the victim command is empty"),
        ("'open", "cannot be split: No closing quotation"),
        ("/no/such/program x", "'/no/such/program' cannot be started"),
    ],
)
def test_impossible_commands(command: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ProcessVictim(command, ["a", "b"])


def test_impossible_timeout() -> None:
    with pytest.raises(UsageError, match="the timeout is 0 s; it must be above 0"):
        ProcessVictim("cat", ["a", "b"], timeout_s=0)
