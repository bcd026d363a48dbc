import json
import os
import pty
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import fake_paraphraser
import pytest
from command_line import invoke
from fake_paraphraser import FakeParaphraser
from typer.testing import Result

import scpn.paraphraser
from scpn.cli.generate import app
from scpn.data.sentences import SentenceInput
from scpn.errors import DataError, UsageError
from scpn.paraphraser import GenerationSettings, controls, paraphrase_file
from scpn.runs import Progress
from scpn.templates import TemplateStatistics

TEMPLATE = "(S(NP)(VP)(.))"
PROGRAM = [sys.executable, fake_paraphraser.__file__]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeParaphraser:
    paraphraser = FakeParaphraser()
    models = SimpleNamespace(from_pretrained=lambda *_, **__: paraphraser)
    monkeypatch.setitem(vars(scpn.paraphraser), "Paraphraser", models)
    return paraphraser


@pytest.fixture
def never_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*_: object, **__: object) -> None:
        raise AssertionError("the models must not be loaded for a bad request")

    models = SimpleNamespace(from_pretrained=load)
    monkeypatch.setitem(vars(scpn.paraphraser), "Paraphraser", models)


def call(*arguments: str | Path, status: int = 0, stdin: str | bytes = "") -> Result:
    return invoke(app, *arguments, status=status, input=stdin)


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def write_lines(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_help_has_examples() -> None:
    output = call("--help").stdout
    assert 'scpn generate "I call you when I am home." -t' in output
    assert "--exemplar" in output


def test_defaults_are_those_of_the_settings(fake: FakeParaphraser) -> None:
    call("She left.", "-t", TEMPLATE)
    assert fake.calls == [(["She left."], [TEMPLATE], GenerationSettings())]


def test_options_reach_the_settings(fake: FakeParaphraser) -> None:
    call(
        *("She left.", "-t", TEMPLATE, "--beam", "6", "--num-return", "3", "--rerank", "2"),
        *("--meaning-weight", "7"),
        *("--batch-size", "5", "--tokenized", "--seed", "7", "--temperature", "0.5"),
        *("--min-overlap", "0.25"),
    )
    settings = fake.calls[0][2]
    assert (settings.beam, settings.num_return, settings.rerank) == (6, 3, 2)
    assert settings.meaning_weight == 7
    assert (settings.batch_size, settings.tokenized, settings.seed) == (5, True, 7)
    assert (settings.temperature, settings.filters.min_overlap) == (0.5, 0.25)


def test_sample_alone_is_temperature_one(fake: FakeParaphraser) -> None:
    call("She left.", "-t", TEMPLATE, "--sample")
    assert fake.calls[0][2].temperature == 1.0


def test_json_lines_into_a_pipe(fake: FakeParaphraser) -> None:
    found = records(call("She left.", "Él se fue.", "-t", TEMPLATE, "-t", "S -> VP .").stdout)
    assert [(r["source"], r["template"], r["paraphrase"]) for r in found] == [
        ("She left.", TEMPLATE, "SHE LEFT."),
        ("She left.", "(S(VP)(.))", "SHE LEFT."),
        ("Él se fue.", TEMPLATE, "ÉL SE FUE."),
        ("Él se fue.", "(S(VP)(.))", "ÉL SE FUE."),
    ]
    assert list(found[0]) == [
        *("source", "template", "target_parse", "paraphrase", "parse", "template_match"),
        *("score", "ngram_overlap", "similarity", "accepted", "rejected_because"),
        *("by", "same", "english", "quality"),
    ]


def test_every_kind_of_control(fake: FakeParaphraser) -> None:
    call(
        *("She left.", "--exemplar", "Is she gone?", "--parse", "(S(VP(VB))(.))"),
        *("--templates", "scpn-2018", "-t", "(FRAG(NP)(.))"),
    )
    targets = fake.calls[0][1]
    assert targets[0] == "(FRAG(NP)(.))"
    assert targets[-2:] == ["(S(VP)(.))", "(SQ(VBZ)(NP)(VP)(.))"]
    # "(S(VP)(.))" is in the set, too: a full parse is no template.
    assert (len(targets), len(set(targets))) == (13, 12)


def test_suggested_forms(fake: FakeParaphraser, monkeypatch: pytest.MonkeyPatch) -> None:
    statistics = TemplateStatistics()
    own, other = (generation_template(text) for text in (TEMPLATE, "(FRAG(NP)(.))"))
    statistics.add(own, other, length=3, count=9)
    monkeypatch.setattr(controls, "load_statistics", lambda: statistics)
    (record,) = records(call("She left.").stdout)
    assert record["template"] == "(FRAG(NP)(.))"


def generation_template(text: str) -> Any:
    from scpn.templates import Template

    return Template.parse(text)


def test_rejected_paraphrases_are_shown_only_if_asked_for(fake: FakeParaphraser) -> None:
    (mixed,) = records(call("mixed", "-t", TEMPLATE).stdout)
    assert (mixed["accepted"], mixed["paraphrase"]) == (True, "MIXED1")
    assert len(records(call("mixed", "-t", TEMPLATE, "--show-rejected").stdout)) == 2


def test_best_rejected_paraphrase_comes_with_its_reasons(fake: FakeParaphraser) -> None:
    (record,) = records(call("reject", "-t", TEMPLATE).stdout)
    assert not record["accepted"]
    assert record["rejected_because"] == ["n-gram overlap 0.1"]


def test_failed_sentences_are_reported_and_harm_no_other(
    fake: FakeParaphraser, tmp_path: Path
) -> None:
    path = tmp_path / "in.txt"
    path.write_bytes(b"She left.\nwill fail\n\nbad \xff\nfound nothing\nHe stayed.\n")
    output = tmp_path / "out.jsonl"
    result = call("-i", path, "-t", TEMPLATE, "-o", output, status=1)
    assert [r["source"] for r in records(output.read_text())] == ["She left.", "He stayed."]
    lines = result.stderr.splitlines()
    assert lines[0] == f"scpn: {path}:2: the sentence is too long; split it"
    assert lines[1].startswith(f"scpn: {path}:4: not UTF-8: byte 0xff at character 5")
    assert lines[2].startswith(f"scpn: {path}:5: no paraphrase was found")
    assert lines[3] == f"scpn: 2 paraphrases of 5 sentences in {output}; 0 with none accepted"
    assert lines[4] == f"scpn: {path}:3: 1 blank line skipped"
    assert lines[5] == "scpn: 3 of 5 sentences failed"
    assert len(lines) == 6
    assert result.stdout == ""


def test_many_failures_do_not_flood(fake: FakeParaphraser) -> None:
    result = call("-", "-t", TEMPLATE, stdin="fail\n" * 100, status=1)
    lines = result.stderr.splitlines()
    assert lines[0] == "scpn: standard input:1: the sentence is too long; split it"
    assert len(lines) == 22
    assert lines[-1] == "scpn: 100 of 100 sentences failed"


def test_all_failed_leaves_no_file(fake: FakeParaphraser, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="none of the 2 sentences could be paraphrased"):
        call("will fail", "fails too", "-t", TEMPLATE, "-o", tmp_path / "out.tsv")
    assert list(tmp_path.iterdir()) == []


def test_tsv_output(fake: FakeParaphraser, tmp_path: Path) -> None:
    output = tmp_path / "out.tsv"
    call("She left.", "reject", "-t", TEMPLATE, "-o", output)
    header, first, second = output.read_text().splitlines()
    assert header.startswith("source\ttemplate\ttarget_parse\tparaphrase\t")
    assert first.startswith(f"She left.\t{TEMPLATE}\t{TEMPLATE}\tSHE LEFT.\t")
    assert second.endswith("\tfalse\tn-gram overlap 0.1\tnetwork\t\t\t")


def test_standard_input_and_limit(fake: FakeParaphraser) -> None:
    for arguments in (["-"], ["--input", "-"], []):
        result = call(*arguments, "-t", TEMPLATE, "--limit", "2", stdin="a b\nc d\ne f\n")
        assert [r["source"] for r in records(result.stdout)] == ["a b", "c d"]


def test_csv_column_with_quoted_line_break(fake: FakeParaphraser, tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text('id,review\n1,"She left,\nand ""he"" stayed."\n2,We sang.\n')
    found = records(call("-i", path, "--column", "review", "-t", TEMPLATE).stdout)
    assert [r["source"] for r in found] == ['She left,\nand "he" stayed.', "We sang."]


def test_batches_are_those_of_one_stream(fake: FakeParaphraser) -> None:
    lines = "".join(f"line {number}\n" for number in range(200))
    call("-", "-t", TEMPLATE, "-t", "(S(VP)(.))", "-t", "(NP(NP)(.))", stdin=lines)
    assert [len(texts) for texts, _, _ in fake.calls] == [10] * 20  # 32 // 3 = 10


@pytest.mark.usefixtures("never_loaded")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a", "-t", "(S(NP)(VP)"], "missing|expected"),
        (["a", "-t", "(S(NPP)(VP))"], "unknown label 'NPP'; did you mean"),
        (["a", "-t", "(S(NP she)(VP left))"], "template '.S.NP she"),
        (["a", "--templates", "nope"], "no template set or file 'nope'"),
        (["a", "--parse", "(S(NP))"], "the phrase NP has nothing in it"),
        (["a", "--exemplar", ""], "--exemplar is empty"),
        (
            ["a", "-t", TEMPLATE, "-o", "out.json"],
            r"must end in \.tsv, \.csv, ",
        ),
        (["a", "-t", TEMPLATE, "--resume"], "--resume is about a file"),
        (["a", "-t", TEMPLATE, "--overwrite"], "--overwrite is about a file"),
        (["a", "-t", TEMPLATE, "--input", "b.txt"], "give one of the two"),
        (["-i", "a.xyz", "-t", TEMPLATE], "of no known kind"),
        (["a", "-t", TEMPLATE, "--num-return", "99"], "num_return is 99"),
    ],
)
def test_bad_requests_load_no_model(arguments: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call(*arguments)


@pytest.mark.usefixtures("never_loaded")
def test_no_form_and_no_statistics(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from scpn.errors import ModelError

    def missing() -> TemplateStatistics:
        raise ModelError("none")

    monkeypatch.setattr(controls, "load_statistics", missing)
    with pytest.raises(UsageError, match=r"no form is asked for.*give --template"):
        call("She left.")


@pytest.mark.usefixtures("never_loaded")
def test_bad_inputs_load_no_model_and_leave_nothing(tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    options = ["-t", TEMPLATE, "-o", output]
    empty, blank = write_lines(tmp_path / "a.txt"), write_lines(tmp_path / "b.txt", "", " ")
    table = write_lines(tmp_path / "c.csv", "id,text", "1,She left.")
    keys = write_lines(tmp_path / "d.jsonl", '{"words": "x"}', '{"words": "y"}')
    for arguments, message in (
        (["-i", empty], r"a\.txt: has no sentence"),
        (["-i", blank], r"b\.txt: has no sentence"),
        (["-i", tmp_path / "none.txt"], "no such file"),
        (["-i", table, "--column", "review"], r"c\.csv:1: has no column 'review'"),
        (["-i", keys], r"d\.jsonl:1: has no key .*none of 2 is usable"),
        ([""], "sentence 1: the sentence is empty"),
    ):
        with pytest.raises(DataError, match=message):
            call(*arguments, *options)
        assert sorted(p.name[0] for p in tmp_path.iterdir()) == ["a", "b", "c", "d"]
    with pytest.raises(DataError, match=r"the folder '.*' does not exist"):
        call("She left.", "-t", TEMPLATE, "-o", tmp_path / "no" / "out.jsonl")


def test_existing_output(fake: FakeParaphraser, tmp_path: Path) -> None:
    output = write_lines(tmp_path / "out.jsonl", "old")
    with pytest.raises(UsageError, match="exists already"):
        call("She left.", "-t", TEMPLATE, "-o", output)
    assert output.read_text() == "old\n"
    call("She left.", "-t", TEMPLATE, "-o", output, "--overwrite")
    assert records(output.read_text())[0]["paraphrase"] == "SHE LEFT."


@contextmanager
def stopping(fake: FakeParaphraser) -> Iterator[None]:
    """Stop a run, as with control-C, in its second chunk."""
    stream = fake.stream

    def stop(*arguments: Any, **options: Any) -> Any:
        if len(fake.calls) == 2:  # two batches make a chunk
            raise KeyboardInterrupt
        return stream(*arguments, **options)

    fake.stream = stop  # type: ignore[method-assign]
    yield
    fake.stream = stream  # type: ignore[method-assign]


def unfinished(fake: FakeParaphraser, source: Path, output: Path) -> None:
    with stopping(fake):
        result = call("-i", source, "-t", TEMPLATE, "-o", output, status=130)
    assert f"kept in {output}.partial; continue with the same command and" in result.stderr


def test_resume_reports_earlier_failures_again(fake: FakeParaphraser, tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.txt", "will fail", *(f"line {i}" for i in range(99)))
    output = tmp_path / "out.jsonl"
    unfinished(fake, source, output)
    result = call("-i", source, "-t", TEMPLATE, "-o", output, "--resume", status=1)
    assert f"scpn: {source}:1: the sentence is too long" in result.stderr
    assert "scpn: 1 of 100 sentences failed" in result.stderr
    assert len(fake.calls) == 4
    assert fake.calls[2][0][0] == "line 63"
    assert len(records(output.read_text())) == 99


def test_resume_with_other_models(fake: FakeParaphraser, tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.txt", *(f"line {i}" for i in range(100)))
    output, judge = tmp_path / "out.jsonl", tmp_path / "judge"
    judge.mkdir()
    options = ("-i", source, "-t", TEMPLATE, "-o", output, "--similarity-model", judge)
    with stopping(fake):
        call(*options, status=130)
    write_lines(judge / "words.txt", "one more")
    with pytest.raises(UsageError, match="models was"):
        call(*options, "--resume")


@pytest.mark.parametrize("change", ["other text", "shorter"])
def test_resume_of_a_changed_input(fake: FakeParaphraser, tmp_path: Path, change: str) -> None:
    lines = [f"line {i}" for i in range(100)]
    source, output = write_lines(tmp_path / "in.txt", *lines), tmp_path / "out.jsonl"
    unfinished(fake, source, output)
    if change == "shorter":
        write_lines(source, *lines[:63])
        message = "has 64 sentences done, but .* has only 63"
    else:
        write_lines(source, *lines[:10], "changed", *lines[11:])
        message = r"in\.txt:11 is another sentence than before"
    with pytest.raises(UsageError, match=message):
        call("-i", source, "-t", TEMPLATE, "-o", output, "--resume")
    write_lines(source, *lines)
    call("-i", source, "-t", TEMPLATE, "-o", output, "--resume")
    assert len(records(output.read_text())) == 100


# In Python.


def test_python_gives_what_the_command_gives(fake: FakeParaphraser, tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.txt", "She left.", "", "will fail", "mixed", "reject")
    problems: list[str] = []
    for suffix in (".jsonl", ".tsv"):
        ours, theirs = tmp_path / f"python{suffix}", tmp_path / f"command{suffix}"
        counts = paraphrase_file(
            source,
            ours,
            controls=controls.ControlRequest.read(templates=[TEMPLATE, "(S(VP)(.))"]),
            on_problem=problems.append,
        )
        call("-i", source, "-t", TEMPLATE, "-t", "(S(VP)(.))", "-o", theirs, status=1)
        assert ours.read_bytes() == theirs.read_bytes()
    assert (counts.sentences, counts.failed, counts.unaccepted) == (4, 1, 1)
    assert (counts.records, counts.blank_lines) == (5, [2])
    assert problems == [f"{source}:3: the sentence is too long; split it"] * 2


def test_python_hands_on_results_and_continues(fake: FakeParaphraser, tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.txt", *(f"line {i}" for i in range(100)))
    asked = controls.ControlRequest.read(templates=[TEMPLATE])
    whole: list[Any] = []
    paraphrase_file(source, controls=asked, on_result=lambda *found: whole.append(found))
    fake.calls.clear()
    output, again, events = tmp_path / "out.jsonl", list[Any](), list[Progress]()
    with stopping(fake), pytest.raises(KeyboardInterrupt) as caught:
        paraphrase_file(source, output, controls=asked)
    assert caught.value.__notes__[0].startswith(f"what is done is kept in {output}.partial")
    counts = paraphrase_file(
        source,
        output,
        controls=asked,
        resume=True,
        on_result=lambda *found: again.append(found),
        on_progress=events.append,
    )
    assert again == whole
    assert (counts.sentences, counts.skipped) == (100, 64)
    assert events[0] == Progress("paraphrasing", 0, 100, is_estimate=True)
    assert events[-1] == Progress("paraphrasing", 100, 100, 64, is_estimate=True)
    assert records(output.read_text()) == [r for _, result in whole for r in result.records]


def test_large_text_is_not_held(fake: FakeParaphraser, monkeypatch: pytest.MonkeyPatch) -> None:
    """At each batch no more has been read than the sentences of its chunk, here eight batches."""
    import io
    from types import SimpleNamespace

    reads: list[int] = []

    class Lines(io.RawIOBase):
        def __iter__(self) -> Any:
            for number in range(1000):
                reads.append(number)
                yield f"line {number}\n".encode()

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Lines(), isatty=lambda: False))
    seen: list[int] = []
    stream = fake.stream

    def watch(*arguments: Any, **options: Any) -> Any:
        seen.append(len(reads))
        return stream(*arguments, **options)

    fake.stream = watch  # type: ignore[method-assign]
    paraphrase_file(
        SentenceInput(path="-"),
        controls=controls.ControlRequest.read(templates=[TEMPLATE]),
        settings=GenerationSettings(batch_size=32),
    )
    assert seen[:24] == [64] * 8 + [128] * 8 + [192] * 8


# Whole programs: killed, cut off, out of space.


def start(*arguments: str | Path, delay: float = 0.0, **options: Any) -> subprocess.Popen[str]:
    command = [*PROGRAM, str(delay), "generate", *map(str, arguments)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(
        command,
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        env=environment,
        **options,
    )


def finish(process: subprocess.Popen[str]) -> tuple[str, str, int]:
    output, errors = process.communicate(timeout=300)
    assert "Traceback" not in errors, errors
    return output, errors, process.returncode


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 300
    while not condition():
        assert process.poll() is None, "the run ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.slow
@pytest.mark.parametrize(("suffix", "kills"), [(".jsonl", (40, 100, 170)), (".tsv", (100,))])
def test_killed_and_resumed_is_as_if_never_killed(
    tmp_path: Path, suffix: str, kills: tuple[int, ...]
) -> None:
    lines = [f"line {i}{' mixed' * (i % 3)}{' fail' * (i % 50 == 7)}" for i in range(230)]
    source = write_lines(tmp_path / "in.txt", *lines)
    whole, cut = tmp_path / f"whole{suffix}", tmp_path / f"cut{suffix}"
    partial = cut.with_name(f"{cut.name}.partial")
    arguments = ["-i", source, "-t", TEMPLATE, "-t", "(S(VP)(.))", "--show-rejected", "-o"]
    assert finish(start(*arguments, whole))[2] == 1
    for done in kills:  # in the first chunk, the second, the third
        process = start(*arguments, cut, "--resume", delay=0.02)
        wait_until(lambda n=done: partial.exists() and count_lines(partial) > n, process)  # type: ignore[misc]
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert not cut.exists()
        with partial.open("ab") as stream:
            stream.write(b'{"digest": "torn')
    assert finish(start(*arguments, cut, "--resume"))[2] == 1
    assert cut.read_bytes() == whole.read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([source.name, whole.name, cut.name])


def count_lines(path: Path) -> int:
    return path.read_bytes().count(b"\n")


@pytest.mark.slow
def test_no_space_left_keeps_the_partial_file(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.txt", *(f"line {i}" for i in range(300)))
    output = tmp_path / "out.jsonl"

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    _, errors, status = finish(start("-i", source, "-t", TEMPLATE, "-o", output, preexec_fn=limit))
    assert status == 1
    note, error = errors.splitlines()
    assert "continue with the same command and --resume" in note
    assert error == f"scpn: error: {output}: cannot be written (File too large)"
    assert not output.exists()
    assert finish(start("-i", source, "-t", TEMPLATE, "-o", output, "--resume"))[2] == 0
    assert count_lines(output) == 300


@pytest.mark.slow
def test_full_device_as_standard_output() -> None:
    with Path("/dev/full").open("w") as full:
        _, errors, status = finish(start("She left.", "-t", TEMPLATE, stdout=full))
    assert status == 1
    assert errors == ("scpn: error: standard output: cannot be written (No space left on device)\n")


@pytest.mark.slow
def test_reader_that_goes_away(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "in.txt", *(f"line {i}" for i in range(5000)))
    process = start("-i", source, "-t", TEMPLATE)
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["source"] == "line 0"
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(60) == 1


@pytest.mark.slow
def test_table_on_a_terminal() -> None:
    leader, follower = pty.openpty()
    process = start("She left.", "reject", "-t", TEMPLATE, stdout=follower)
    os.close(follower)
    shown = b""
    while True:
        try:
            shown += os.read(leader, 4096)
        except OSError:  # the other side is closed
            break
    os.close(leader)
    assert finish(process)[1:] == ("", 0)
    assert "✓" in shown.decode()
    assert "rejected: n-gram overlap 0.1" in shown.decode()


@pytest.mark.slow
def test_bad_requests_fail_before_torch_is_imported(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "from scpn.cli.main import main\n"
        "try:\n    main()\n"
        "finally:\n    print('torch' in sys.modules)\n"
    )
    missing = str(tmp_path / "none.txt")
    for arguments, status in (
        (["She left.", "-t", "(S(NPP))"], 2),
        (["-i", missing, "-t", TEMPLATE], 1),
        (["She left.", "-t", TEMPLATE, "-o", "out.json"], 2),
        (["She left.", "-t", TEMPLATE, "-o", str(tmp_path / "no" / "out.tsv")], 1),
    ):
        result = subprocess.run(
            [sys.executable, "-c", script, "generate", *arguments], capture_output=True, text=True
        )
        assert (result.returncode, result.stdout) == (status, "False\n")
        assert result.stderr.startswith("scpn: error: ")
        assert result.stderr.count("\n") == 1
