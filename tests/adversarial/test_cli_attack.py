import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import fake_attack
import pytest
from command_line import invoke
from fake_attack import FORMS, FakeParaphraser
from typer.testing import Result

from scpn.cli.attack import app
from scpn.errors import DataError, ScpnError, UsageError, VictimError
from scpn.runs import ItemResult, PartialOutput

VICTIM = ("--victim", "python:fake_attack:predict", "--victim-labels", "bad,good")
TEMPLATES = tuple(part for form in FORMS for part in ("-t", form))
pytestmark = pytest.mark.usefixtures("fake_paraphraser")
# Right are all but "meh" and "dull"; 4, 9 and 15 are broken.
TEXTS = [
    ("good day one", "good"),
    ("bad day", "bad"),
    ("good k1 here", "good"),
    ("meh", "good"),
    ("good k2 reject2", "good"),
    ("rainy", "bad"),
    ("good film", "good"),
    ("grey k0", "bad"),
    ("good and long", "good"),
    ("dull", "good"),
    ("good nothing", "good"),
    ("wet", "bad"),
    ("good book", "good"),
    ("good k0 k2", "good"),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "dev.tsv"
    rows = [("sentence", "label", "source"), *((*row, "web") for row in TEXTS)]
    path.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    return path


def call(*arguments: object, status: int = 0) -> Result:
    return invoke(app, *arguments, "--tokenized", status=status)


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_attack_writes_records_and_figures(data: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    result = call(data, *VICTIM, *TEMPLATES, "-o", output)
    records = read(output)
    broken = {record["id"] for record in records if record["verdict"] == "broken"}
    assert broken == {"4", "9", "15"}  # numbers of lines
    assert {record["verdict"] for record in records if record["id"] == "5"} == {"wrong before"}
    figures = json.loads((tmp_path / "out.summary.json").read_text())
    assert (figures["examples"], figures["right"], figures["broken"]) == (14, 12, 3)
    assert figures["broken_rate"]["value"] == pytest.approx(3 / 14)
    assert figures["broken_of_right"]["value"] == pytest.approx(3 / 12)
    assert figures["by_template"][FORMS[2]] == {"candidates": 10, "accepted": 9, "broken": 1}
    assert figures["templates"] == list(FORMS)
    assert (figures["victim"], figures["search"]) == ("python:fake_attack:predict", "all")
    assert "broken of right" in result.stdout
    assert "1 example could not be paraphrased" in result.stderr
    assert "example 10: the sentence is too long; split it" in result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "cache",
        "dev.tsv",
        "out.jsonl",
        "out.summary.json",
    ]


def test_second_victim_costs_only_its_own_predictions(
    data: Path, tmp_path: Path, fake_paraphraser: FakeParaphraser
) -> None:
    call(data, *VICTIM, *TEMPLATES, "-o", tmp_path / "one.jsonl")
    fake_paraphraser.asked.clear()
    other = ("--victim", "python:fake_attack:predict", "--victim-labels", "good,bad")
    call(data, *other, *TEMPLATES, "-o", tmp_path / "two.jsonl")
    assert fake_paraphraser.asked == []
    one, two = (read(tmp_path / name) for name in ("one.jsonl", "two.jsonl"))
    assert [r["candidate"] for r in one] == [r["candidate"] for r in two]
    assert [r["prediction"] for r in one] != [r["prediction"] for r in two]


def test_options_change_what_is_made(
    data: Path, tmp_path: Path, fake_paraphraser: FakeParaphraser
) -> None:
    call(data, *VICTIM, *TEMPLATES, "-o", tmp_path / "one.jsonl")
    first = len(fake_paraphraser.asked)
    call(data, *VICTIM, *TEMPLATES, "--beam", 2, "-o", tmp_path / "two.jsonl")
    assert len(fake_paraphraser.asked) == 2 * first
    call(data, *VICTIM, *TEMPLATES, "--no-cache", "-o", tmp_path / "three.jsonl")
    assert len(fake_paraphraser.asked) == 3 * first


@pytest.mark.parametrize("search", [("first",), ("guided",), ("best", "--budget", "2")])
def test_searches(
    search: tuple[str, ...], data: Path, tmp_path: Path, fake_paraphraser: FakeParaphraser
) -> None:
    call(data, *VICTIM, *TEMPLATES, "--search", *search, "-o", tmp_path / "out.jsonl")
    figures = json.loads((tmp_path / "out.summary.json").read_text())
    asked = sum(len(forms) for _, forms in fake_paraphraser.asked)
    if search[0] == "best":
        assert asked == 12 * 2
    else:
        assert figures["broken"] == 3
        assert asked < 12 * 3


@pytest.mark.parametrize("search", ["all", "guided"])
def test_resumed_is_as_if_never_stopped(
    search: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    options = (*VICTIM, *TEMPLATES, "--chunk-size", 3, "--search", search)
    call(data, *options, "-o", whole)
    write = PartialOutput.write

    def stop_in_the_third_chunk(target: PartialOutput, content: str, result: ItemResult) -> None:
        if target.num_done == 8:
            raise KeyboardInterrupt
        write(target, content, result)

    with monkeypatch.context() as patch:
        patch.setattr(PartialOutput, "write", stop_in_the_third_chunk)
        call(data, *options, "-o", cut, status=130)
    assert not cut.exists()
    result = call(data, *options, "-o", cut, "--resume")
    assert "6 examples were done before" in result.stderr
    assert cut.read_bytes() == whole.read_bytes()
    figures = [tmp_path / f"{name}.summary.json" for name in ("cut", "whole")]
    assert figures[0].read_text() == figures[1].read_text()


def test_other_input_cannot_be_resumed(data: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    options = (*VICTIM, *TEMPLATES, "--chunk-size", 2, "-o", output)
    bad = tmp_path / "raise.tsv"
    lines = data.read_text().splitlines()
    rows = ["raise now\tgood\tweb"] * 3
    bad.write_text("\n".join([*lines[:5], *rows]) + "\n")
    with pytest.raises(VictimError, match="failed on 2 examples in a row"):
        call(bad, *options, "--max-failures", 2)
    assert output.with_name("out.jsonl.partial").exists()
    with pytest.raises(UsageError, match='search was "all", now it is "first"'):
        call(bad, *options, "--resume", "--search", "first")
    bad.write_text("\n".join([lines[0], "another\tgood\tweb", *lines[2:5]]) + "\n")
    with pytest.raises(UsageError, match="example 2 is another example than before"):
        call(bad, *options, "--resume")
    bad.write_text("\n".join(lines[:3]) + "\n")
    with pytest.raises(UsageError, match=r"has 4 examples done, but .*raise.tsv has only 2"):
        call(bad, *options, "--resume")


def test_another_victim_of_the_same_name_cannot_go_on(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    module = tmp_path / "victim_of_mine.py"
    module.write_text("from fake_attack import predict as known\ndef predict(t): return known(t)\n")
    data.write_text("\n".join([*data.read_text().splitlines()[:5], *["raise\tgood\tweb"] * 3]))
    victim = ("--victim", "python:victim_of_mine:predict", "--victim-labels", "bad,good")
    options = (*victim, *TEMPLATES, "--chunk-size", 2, "-o", tmp_path / "out.jsonl")
    with pytest.raises(VictimError, match="so the attack stops"):
        call(data, *options, "--max-failures", 2)
    module.write_text(module.read_text() + "# another one\n")
    with pytest.raises(UsageError, match="victim_digest was"):
        call(data, *options, "--max-failures", 9, "--resume")


def test_victim_that_stops_can_be_resumed(data: Path, tmp_path: Path) -> None:
    bad, output = tmp_path / "raise.tsv", tmp_path / "out.jsonl"
    lines = data.read_text().splitlines()
    bad.write_text("\n".join([*lines[:5], *["raise now\tgood\tweb"] * 3, *lines[5:]]) + "\n")
    options = (*VICTIM, *TEMPLATES, "--chunk-size", 2, "-o", output)
    with pytest.raises(VictimError, match="so the attack stops; the last time: the victim fake"):
        call(bad, *options, "--max-failures", 2)
    result = call(bad, *options, "--max-failures", 9, "--resume", status=1)
    assert "3 examples failed and are in no figure" in result.stderr
    figures = json.loads((tmp_path / "out.summary.json").read_text())
    assert (figures["examples"], figures["failed"], figures["broken"]) == (14, 3, 3)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((*VICTIM,), UsageError, "no form is asked for; give --templates SET"),
        ((*VICTIM, *TEMPLATES, "--text2", "x"), UsageError, "--text2 is given without --text"),
        ((*VICTIM, *TEMPLATES, "--sides", "both"), UsageError, "reads one text"),
        ((*VICTIM, *TEMPLATES, "--text", "body"), DataError, "has no column 'body'"),
        ((*VICTIM, *TEMPLATES, "--search", "best"), UsageError, "needs a budget"),
        ((*VICTIM[:3], "no,yes", *TEMPLATES), UsageError, "knows none of the labels of the first"),
        (("--victim", "nowhere", *TEMPLATES), UsageError, "there is no victim 'nowhere'"),
        ((*VICTIM, *TEMPLATES, "-o", "x.csv"), UsageError, "must end in .jsonl"),
        ((*VICTIM, *TEMPLATES, "--cache", "c", "--no-cache"), UsageError, "contradict each other"),
    ],
)
def test_bad_requests(
    arguments: tuple[str, ...],
    error: type[ScpnError],
    message: str,
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=message):
        call(data, "-o", tmp_path / "out.jsonl", *arguments)
    assert not (tmp_path / "out.jsonl").exists()
    assert not (tmp_path / "out.jsonl.partial").exists()


def test_bad_lines_are_reported_and_left_out(data: Path, tmp_path: Path) -> None:
    with data.open("a") as stream:
        stream.write("\tgood\tweb\ntwo cells\tgood\ngood k1 end\tgod\tweb\n")
    result = call(data, *VICTIM, *TEMPLATES, "-o", tmp_path / "out.jsonl", status=1)
    assert "dev.tsv:16: the text in column 'sentence' is empty" in result.stderr
    assert "dev.tsv:17: 2 columns where the first row has 3" in result.stderr
    assert "example 18: the victim fake_attack:predict does not know the label 'god'" in (
        result.stderr
    )
    assert read(tmp_path / "out.jsonl")[-1]["error"] is not None


def test_no_example_and_no_prediction(tmp_path: Path) -> None:
    empty = tmp_path / "empty.csv"
    empty.write_text("text,label\n")
    output = tmp_path / "out.jsonl"
    with pytest.raises(DataError, match="give at least one"):
        call(empty, *VICTIM, *TEMPLATES, "-o", output)
    empty.write_text("text,label\nraise,good\n")
    with pytest.raises(DataError, match="gave no prediction for any of 1 examples"):
        call(empty, *VICTIM, *TEMPLATES, "-o", output)
    assert not output.exists()


def test_pairs(tmp_path: Path) -> None:
    source, output = tmp_path / "pairs.jsonl", tmp_path / "out.jsonl"
    rows = [{"premise": "good k1", "hypothesis": "day", "label": "good"}]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    columns = ("--text", "premise", "--text2", "hypothesis", "--sides", "both")
    call(source, *VICTIM, *TEMPLATES, *columns, "-o", output)
    records = read(output)
    assert [record["verdict"] for record in records] == ["held", "broken", "held"]
    assert records[1]["candidate"] == ["good k1 1", "day 1"]


# A whole program, killed


@pytest.mark.slow
def test_killed_and_resumed(tmp_path: Path) -> None:
    source = tmp_path / "in.tsv"
    rows = [f"{text} x{n}\t{label}" for n in range(4) for text, label in TEXTS]
    source.write_text("text\tlabel\n" + "\n".join(rows) + "\n")
    options = (*VICTIM, *TEMPLATES, "--chunk-size", "5", "--search", "guided")
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    call(source, *options, "--cache", tmp_path / "one", "-o", whole)
    again = (str(source), *options, "--cache", str(tmp_path / "two"), "-o", str(cut))
    process = subprocess.Popen(
        [sys.executable, fake_attack.__file__, "0.05", "attack", *again, "--tokenized"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(fake_attack.__file__).parent)},
    )
    partial = cut.with_name("cut.jsonl.partial")
    deadline = time.monotonic() + 300
    while not partial.exists() or partial.read_bytes().count(b"\n") <= 13:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert not cut.exists()
    assert "were done before" in call(*again, "--resume").stderr
    assert cut.read_bytes() == whole.read_bytes()
    figures = [tmp_path / f"{name}.summary.json" for name in ("cut", "whole")]
    assert figures[0].read_text() == figures[1].read_text()
