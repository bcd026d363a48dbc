"""What bad input gets: one line that says the way out, and the other sentences unharmed."""

import json
import resource
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sample_sentences import SENTENCES

if TYPE_CHECKING:
    from conftest import RunScpn

    from scpn import Paraphraser

pytestmark = pytest.mark.slow

TEMPLATE = "(S(NP)(VP)(.))"
GOOD = SENTENCES[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-t", "(S(NP)(VP)"], r"template '(S(NP)(VP)': missing ')'"),
        (["-t", "(S(NP the)(VP))"], "word"),
        (["-t", "(S(NPP)(VP))"], "unknown label 'NPP'; did you mean"),
        (["-t", "(S(NP(DT))(VP))"], "more than two levels"),
        (["-t", ""], "template"),
        (["--templates", "scpn-2081"], "did you mean 'scpn-2018'"),
        (["--parse", "(S(NP)(VP))"], "the phrase NP has nothing in it"),
        (["--exemplar", " "], "--exemplar is empty"),
        (["-t", TEMPLATE, "-o", "out.json"], "must end in .tsv, .csv, .jsonl or .parquet"),
        (["-t", TEMPLATE, "--resume"], "name it with --output"),
        (["-t", TEMPLATE, "--num-return", "99"], "num_return is 99"),
        (["-t", TEMPLATE, "--device", "abacus"], "device 'abacus' cannot be used"),
        (["-t", TEMPLATE, "--beam", "0"], "--beam is 0; it must be at least 1"),
        (["-t", TEMPLATE, "--colour", "red"], "No such option"),
    ],
)
def test_a_bad_request_is_status_2(arguments: list[str], message: str, run_scpn: "RunScpn") -> None:
    result = run_scpn("generate", GOOD, *arguments, status=2)
    assert result.stdout == ""
    assert message in " ".join(result.stderr.split())
    if "Usage:" not in result.stderr:  # typer explains its own errors in a box
        assert result.stderr.startswith("scpn: error: ")
        assert result.stderr.count("\n") == 1


def assert_fails(run_scpn: "RunScpn", *arguments: object) -> str:
    """Status 1, one line; returns it."""
    result = run_scpn("generate", *arguments, status=1)
    assert result.stdout == ""
    assert result.stderr.startswith("scpn: error: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_an_empty_sentence(run_scpn: "RunScpn") -> None:
    assert "sentence 1: the sentence is empty" in assert_fails(run_scpn, "", "-t", TEMPLATE)


@pytest.mark.parametrize(
    ("name", "message"),
    [("none.txt", "none.txt: no such file"), (".", "no known kind"), ("a.txt/b.txt", "no such")],
)
def test_a_missing_input(name: str, message: str, tmp_path: Path, run_scpn: "RunScpn") -> None:
    (tmp_path / "a.txt").write_text("She left.\n")
    status = 2 if name == "." else 1
    result = run_scpn("generate", "-i", name, "-t", TEMPLATE, status=status, cwd=tmp_path)
    assert message in result.stderr


def test_an_unwritable_output(tmp_path: Path, run_scpn: "RunScpn") -> None:
    path = tmp_path / "no" / "out.jsonl"
    message = assert_fails(run_scpn, GOOD, "-t", TEMPLATE, "-o", path)
    assert f"{path}: cannot be written: the folder" in message
    assert not path.parent.exists()


def test_an_output_that_is_there(tmp_path: Path, run_scpn: "RunScpn") -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("precious\n")
    result = run_scpn("generate", GOOD, "-t", TEMPLATE, "-o", path, status=2)
    assert "--overwrite" in result.stderr
    assert path.read_text() == "precious\n"


def spoil_nothing(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir()


def spoil_role(folder: Path) -> None:
    shutil.rmtree(folder / "parse-generator")
    shutil.copytree(folder / "paraphraser", folder / "parse-generator")


def spoil_weights(folder: Path) -> None:
    weights = folder / "paraphraser" / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1000])


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (spoil_nothing, "is no model folder: scpn.json is missing"),
        (spoil_role, "parse-generator holds scpn-paraphraser, a scpn-parse-generator is needed"),
        (spoil_weights, "model.safetensors is damaged"),
    ],
)
def test_a_folder_that_is_no_model(
    spoil: Callable[[Path], None],
    message: str,
    tmp_path: Path,
    run_scpn: "RunScpn",
    model_folder: Path,
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(model_folder, folder, ignore=shutil.ignore_patterns("checkpoint.pt"))
    spoil(folder)
    line = assert_fails(run_scpn, GOOD, "-t", TEMPLATE, "--model", folder)
    assert message in line
    assert str(folder) in line


def test_a_model_that_is_nowhere(run_scpn: "RunScpn") -> None:
    line = assert_fails(run_scpn, GOOD, "-t", TEMPLATE, "--model", "no/such-model")
    assert "no model called 'no/such-model'" in line


def test_odd_lines_are_reported_and_the_others_are_as_without_them(
    tmp_path: Path, run_scpn: "RunScpn"
) -> None:
    odd = {
        2: ("word " * 10_000).encode(),
        4: b"caf\xe9 au lait",
        5: b"",
        6: "\u200b\x01\x02".encode(),
        7: b"x" * 100_000,
    }
    fine = {
        1: GOOD.encode(),
        3: "I love it \U0001f600\U0001f468\u200d\U0001f469\u200d\U0001f467!".encode(),
        8: "Она читает книгу.".encode(),
        9: b"She\x00 left\x1b[31m the\x07 house.",
        10: SENTENCES[1].encode(),
    }
    lines = odd | fine
    source, clean = tmp_path / "in.txt", tmp_path / "clean.txt"
    source.write_bytes(b"".join(lines[n] + b"\n" for n in sorted(lines)))
    clean.write_bytes(b"".join(fine[n] + b"\n" for n in sorted(fine)))
    options = ["-t", TEMPLATE, "--show-rejected", "-o"]
    output, expected = tmp_path / "out.jsonl", tmp_path / "expected.jsonl"
    result = run_scpn("generate", "-i", source, *options, output, status=1)
    for number, reason in (
        (2, "the sentence has 10000 words, at most 60 are allowed; split it"),
        (4, "not UTF-8: byte 0xe9 at character 4; convert the file"),
        (5, "1 blank line skipped"),
        (6, "the sentence is empty"),
        (7, "subword pieces, at most 500 are allowed"),
    ):
        assert f"{source}:{number}: " in result.stderr
        assert reason in result.stderr
    run_scpn("generate", "-i", clean, *options, expected)
    found = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    others = [json.loads(line) for line in expected.read_text(encoding="utf-8").splitlines()]
    assert [record["source"] for record in found] == [
        fine[n].decode().strip() for n in sorted(fine)
    ]
    assert [r | {"score": 0} for r in found] == [r | {"score": 0} for r in others]
    assert all("\x1b" not in record["paraphrase"] for record in found)


def test_no_space_left_and_resumed(tmp_path: Path, run_scpn: "RunScpn") -> None:
    source = tmp_path / "in.txt"
    source.write_text("".join(f"{sentence}\n" for sentence in SENTENCES[:6]))
    output, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    options = ["-i", source, "-t", TEMPLATE, "--show-rejected", "-o"]

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    result = run_scpn("generate", *options, output, status=1, preexec_fn=limit)
    assert f"scpn: error: {output}: cannot be written (File too large)" in result.stderr
    assert not output.exists()
    run_scpn("generate", *options, output, "--resume")
    run_scpn("generate", *options, whole)
    assert output.read_bytes() == whole.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"in.txt", "out.jsonl", "whole.jsonl"}


def test_a_full_device(run_scpn: "RunScpn") -> None:
    with Path("/dev/full").open("w") as full:
        result = run_scpn("generate", GOOD, "-t", TEMPLATE, status=1, stdout=full)
    assert result.stderr == (
        "scpn: error: standard output: cannot be written (No space left on device)\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "\U0001f600",
        "\U0001f1eb\U0001f1f7 \U0001f44d\U0001f3fd!!!",
        "Привет, как дела?",
        "今天天气很好。",
        "مرحبا بالعالم",
        "a\u0301e\u0301 Zalgo\u0335\u0321\u0301 t\u0334ext",
        "\x1b]0;title\x07She left.",
        "))))((((",
        "<s> </s> <unk> <pad> \u2581 \u2581\u2581",
        "-LRB- -RRB- '' `` \"",
        "''''''''",
        "." * 60,
        "İSTANBUL'DA ǅ ﬁ ß",
        "(S(NP)(VP)(.))",
        "{} %s {0} \\n \\x00",
    ],
)
def test_unusual_sentences_give_a_result_or_a_clear_error(
    text: str, paraphraser: "Paraphraser"
) -> None:
    from scpn.paraphraser import Control

    controls = [Control.of_template(TEMPLATE), Control.of_template("(NP(NP)(.))")]
    bad, good = paraphraser.stream([text, GOOD], controls)
    assert len(good.paraphrases) == 2
    if bad.error is None:
        for paraphrase in bad.paraphrases:
            assert not (paraphrase.accepted and "\ufffd" in paraphrase.paraphrase)
            assert not any(unicodedata.category(c) in ("Cc", "Cs") for c in paraphrase.paraphrase)
    else:
        assert "\n" not in bad.error
