"""`scpn backtranslate` with programs that replace words, and with a tiny model."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from command_line import invoke
from tiny_marian import save_tiny_marian

from scpn.backtranslation.run import backtranslate_file
from scpn.backtranslation.settings import BackTranslationSettings
from scpn.cli.backtranslate import app
from scpn.data.readers import PairInput, read_pairs_from
from scpn.errors import DataError, ModelError, UsageError

REPLACE = """
import sys
old, new = sys.argv[1:]
lines = sys.stdin.read().split("\\n")[:-1]
if any("stop" in line for line in lines):
    sys.exit("out of order")
for line in lines:
    print(line.replace(old, new))
"""


def process(folder: Path, old: str, new: str) -> str:
    (folder / "replace.py").write_text(REPLACE)
    return "process:" + shlex.join([sys.executable, str(folder / "replace.py"), old, new])


def trip(folder: Path, there: str, back: str) -> list[str]:
    """Options of a language that has one word for what English says in two."""
    return [
        *("--forward", process(folder, there, "mot")),
        *("--backward", process(folder, "mot", back)),
    ]


def call(path: str | Path, *arguments: str | Path, status: int = 0, **options: Any) -> Result:
    return invoke(app, path, *arguments, status=status, **options)


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_pairs_of_a_sentence_and_its_versions(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("a big dog\na small dog\n\na BIG cat\n")
    options = [*trip(tmp_path, "big", "large"), *trip(tmp_path, "dog", "hound"), "-n", "5"]
    result = call(tmp_path / "in.txt", *options, "-o", tmp_path / "out.jsonl")
    assert records((tmp_path / "out.jsonl").read_text()) == [
        {"source": "a big dog", "target": "a large dog", "score": 0.0},
        {"source": "a big dog", "target": "a big hound", "score": 0.0},
        {"source": "a small dog", "target": "a small hound", "score": 0.0},
    ]
    assert "3 paraphrases of 3 sentences in" in result.stderr
    assert "1 with no version but itself" in result.stderr
    assert "1 blank line skipped" in result.stderr


def test_command_and_library_write_the_same_bytes(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_text("a big dog\na dog\nno big cat\n")
    options = [*trip(tmp_path, "big", "large"), *trip(tmp_path, "cat", "tiger"), "-n", "2"]
    call(source, *options, "-o", tmp_path / "command.jsonl")
    counts = backtranslate_file(
        source,
        tmp_path / "library.jsonl",
        forward=[process(tmp_path, "big", "mot"), process(tmp_path, "cat", "mot")],
        backward=[process(tmp_path, "mot", "large"), process(tmp_path, "mot", "tiger")],
        settings=BackTranslationSettings(num=2),
    )
    # "no big cat" comes back as "no large cat" and as "no big tiger".
    assert (counts.sentences, counts.records, counts.unaccepted) == (3, 3, 1)
    written = [(tmp_path / name).read_bytes() for name in ("command.jsonl", "library.jsonl")]
    assert written[0] == written[1] != b""


def test_as_many_versions_as_asked_for_and_into_a_pipe(tmp_path: Path) -> None:
    options = [*trip(tmp_path, "big", "large"), *trip(tmp_path, "big", "great")]
    for num, expected in ((1, ["a large dog"]), (2, ["a large dog", "a great dog"])):
        output = call("-", *options, "-n", str(num), input="a big dog\n").stdout
        assert [r["target"] for r in records(output)] == expected


def test_copies_take_no_place_of_a_version(tmp_path: Path) -> None:
    options = [*trip(tmp_path, "cat", "tiger"), *trip(tmp_path, "big", "large")]
    output = call("-", *options, "-n", "1", input="a big dog\n").stdout
    assert [r["target"] for r in records(output)] == ["a large dog"]


def test_sentence_that_an_engine_swallows_harms_no_other(tmp_path: Path) -> None:
    (tmp_path / "swallow.py").write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    print('two\\nlines' if 'bad' in line else line.upper().strip())\n"
    )
    engine = f"process:{sys.executable} {tmp_path / 'swallow.py'}"
    (tmp_path / "in.txt").write_text("one dog\none bad dog\none cat\n")
    options = ["--forward", engine, "--backward", process(tmp_path, "DOG", "HOUND")]
    result = call(tmp_path / "in.txt", *options, "-o", tmp_path / "out.jsonl", status=1)
    assert "in.txt:2: " in result.stderr
    assert "gave 2 lines for one sentence" in result.stderr
    # Capitals alone make no other sentence.
    assert [r["target"] for r in records((tmp_path / "out.jsonl").read_text())] == ["ONE HOUND"]


def test_what_is_wrong_is_told_before_an_unfinished_run_is_overwritten(tmp_path: Path) -> None:
    source, output = tmp_path / "in.txt", tmp_path / "out.jsonl"
    source.write_text("big 1\nstop\n")
    options = ["--batch-size", "1", "-o", output]
    with pytest.raises(ModelError):
        call(source, *trip(tmp_path, "big", "large"), *options)
    kept = (tmp_path / "out.jsonl.partial").read_bytes()
    one = ["--forward=process:cat", "--backward=process:cat"]
    for bad in (["--forward=process:no-such", one[1]], [one[0], *one], [*one, "--device=no"]):
        with pytest.raises(UsageError):
            call(source, *bad, *options, "--overwrite")
    assert (tmp_path / "out.jsonl.partial").read_bytes() == kept


def test_pairs_can_be_read_as_pairs(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text('id,text\n1,"a big, big dog"\n2,no dog\n')
    for name in ("out.jsonl", "out.tsv"):
        call(tmp_path / "in.csv", *trip(tmp_path, "big", "large"), "-o", tmp_path / name)
        pairs = list(read_pairs_from(PairInput("x", str(tmp_path / name))))
        found = [(pair.source, pair.target, pair.score) for pair in pairs]
        assert found == [("a big, big dog", "a large, large dog", 0.0)]


def test_run_that_stopped_goes_on(tmp_path: Path) -> None:
    """The engine fails in the second batch; when it is repaired, only the rest is translated."""
    source, output = tmp_path / "in.txt", tmp_path / "out.jsonl"
    lines = [f"big {number}" for number in range(5)]
    source.write_text("\n".join([*lines, "stop 5"]) + "\n")
    options = [*trip(tmp_path, "big", "large"), "--batch-size", "4", "-o", output]
    with pytest.raises(ModelError, match="ended with status 1 and said: out of order"):
        call(source, *options)
    assert not output.exists()
    source.write_text("\n".join([*lines, "big 5"]) + "\n")
    call(source, *options, "--resume")
    assert [r["target"] for r in records(output.read_text())] == [f"large {n}" for n in range(6)]
    with pytest.raises(UsageError, match="exists already"):
        call(source, *options)
    with pytest.raises(UsageError, match="--resume is about a file"):
        call(source, *trip(tmp_path, "big", "large"), "--resume")


def test_run_of_another_engine_is_not_continued(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_text("big 1\nstop\n")
    options = ["--batch-size", "1", "-o", tmp_path / "out.jsonl"]
    with pytest.raises(ModelError):
        call(source, *trip(tmp_path, "big", "large"), *options)
    with pytest.raises(UsageError, match="backward was"):
        call(source, *trip(tmp_path, "big", "great"), *options, "--resume")


def test_models_take_what_is_not_too_long(tmp_path: Path) -> None:
    folder = str(save_tiny_marian(tmp_path / "model"))
    source, output = tmp_path / "in.txt", tmp_path / "out.jsonl"
    source.write_text(f"The old man saw a ship.\n{'The old man. ' * 40}\nA ship.\n")
    options = ["--forward", folder, "--backward", folder, "-n", "3", "-o", output]
    result = call(source, *options, status=1)
    assert "in.txt:2: sentence 1 has" in result.stderr
    assert "1 of 3 sentences failed" in result.stderr
    found = records(output.read_text())
    assert {r["source"] for r in found} == {"The old man saw a ship.", "A ship."}
    assert all(r["score"] < 0 for r in found)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--forward=process:a", "--forward=process:b", "--backward=process:c"], "as many"),
        (["--forward=process:no-such", "--backward=process:no-such"], "no program 'no-such'"),
        (["--forward=process:cat", "--backward=process:cat", "-o", "x.txt"], "must end in"),
    ],
)
def test_bad_requests(tmp_path: Path, options: list[str], message: str) -> None:
    (tmp_path / "in.txt").write_text("a\n")
    with pytest.raises(UsageError, match=message):
        call(tmp_path / "in.txt", *options)


def test_empty_input(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("")
    with pytest.raises(DataError, match="has no sentence"):
        call(tmp_path / "in.txt", *trip(tmp_path, "a", "b"))
