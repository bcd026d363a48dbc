"""`scpn evaluate pairs` and `scpn evaluate templates` over a scripted paraphraser."""

import json
from pathlib import Path

import pytest
from scripted_paraphraser import SOURCE_1, SOURCE_2, TARGET_1, TARGET_2, scripted
from typer.testing import CliRunner

from scpn.cli.evaluate import app
from scpn.data.sentences import SentenceInput
from scpn.errors import DataError, ScpnError, UsageError
from scpn.evaluation import ROWS, EvaluationSettings, evaluation_run
from scpn.evaluation.evaluation_run import evaluate_pair_file, evaluate_sentence_file
from scpn.paraphraser import GenerationSettings, Paraphraser
from scpn.runs import Progress

runner = CliRunner()


@pytest.fixture(autouse=True)
def _model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Paraphraser, "from_pretrained", lambda *_, **__: scripted())
    monkeypatch.setattr(evaluation_run, "load_uncontrolled", lambda *_, **__: scripted())
    monkeypatch.setattr(evaluation_run, "describe_model", lambda *_, **__: {"model": "scripted"})


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.tsv"
    path.write_text(f"source\ttarget\n{SOURCE_1}\t{TARGET_1}\nzzz\tzzz\n{SOURCE_2}\t{TARGET_2}\n")
    return path


def call(*arguments: str | Path) -> tuple[str, str]:
    result = runner.invoke(app, [str(argument) for argument in arguments])
    if isinstance(result.exception, ScpnError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout, result.stderr


@pytest.mark.parametrize("command", ["pairs", "templates"])
def test_help_has_an_example(command: str) -> None:
    assert f"scpn evaluate {command}" in call(command, "--help")[0]


def test_pairs_prints_every_row_and_names_what_is_left_out(pairs: Path) -> None:
    out, err = call("pairs", pairs)
    for title in list(ROWS.values())[:-1]:
        assert title in out
    assert "file:pairs.tsv|model:scripted|pairs:2|parser:table 1" in out
    assert f"left out: {pairs}:3: source: no parse" in err


def test_pairs_table_has_the_figures(pairs: Path) -> None:
    out, _ = call("pairs", pairs, "--row", "gold")
    cells = [
        [cell.strip() for cell in line.split("│")]
        for line in out.splitlines()
        if "gold parse" in line
    ]
    # match, less '.', TED top 3, TED, corpus BLEU; sentence BLEU, F1, own form, repeat, copy
    assert cells[0][2:7] == ["50.0", "100.0", "0.50", "0.50", "72.3"]
    assert cells[0][7:12] == ["50.0", "78.6", "50.0", "0.0", "0.0"]
    assert cells[1][2:5] == ["another template", "1", "0.0"]
    assert cells[2][2:5] == ["the same template", "1", "100.0"]


def test_pairs_writes_json_and_outputs(pairs: Path, tmp_path: Path) -> None:
    figures, outputs = tmp_path / "figures.json", tmp_path / "outputs.jsonl"
    rows = ["--row", "gold", "--row", "uncontrolled", "--uncontrolled", tmp_path]
    call("pairs", pairs, *rows, "--json", figures, "--outputs", outputs)
    report = json.loads(figures.read_text())
    assert [row["row"] for row in report["rows"]] == ["gold", "uncontrolled"]
    assert report["rows"][0]["figures"]["template_match"]["value"] == 50
    assert report["skipped"] == [{"line": 3, "reason": "source: no parse"}]
    records = [json.loads(line) for line in outputs.read_text().splitlines()]
    assert [(record["row"], record["line"]) for record in records] == [
        ("gold", 2),
        ("gold", 4),
        ("uncontrolled", 2),
        ("uncontrolled", 4),
    ]


def test_python_gives_what_the_commands_give(pairs: Path, tmp_path: Path) -> None:
    sentences = tmp_path / "sentences.txt"
    sentences.write_bytes(f"{SOURCE_1}\ncaf\xe9\nzzz\n".encode("latin-1"))
    by_command, by_python = tmp_path / "command.jsonl", tmp_path / "python.jsonl"
    events: list[Progress] = []

    out, err = call("pairs", pairs, "--row", "gold", "--json", "-", "--outputs", by_command)
    settings = EvaluationSettings(rows=("gold",))
    run = evaluate_pair_file(pairs, settings=settings, outputs=by_python, on_progress=events.append)
    (ours,), (theirs,) = run.evaluation.to_dict()["rows"], json.loads(out)["rows"]
    assert ours["figures"] == theirs["figures"]
    assert by_python.read_bytes() == by_command.read_bytes()
    assert [f"scpn: left out: {place}: {why}" for place, why in run.left_out] == err.splitlines()
    assert [(event.stage, event.done, event.total) for event in events] == [
        ("outputs", 0, 3),
        ("outputs", 3, 3),
    ]

    options = ["--sentences", sentences, "--templates", "scpn-2018", "--tokenized"]
    out, err = call("templates", *options, "--json", "-", "--outputs", by_command)
    source = SentenceInput(path=str(sentences))
    sweep = evaluate_sentence_file(
        source, "scpn-2018", settings=GenerationSettings(tokenized=True), outputs=by_python
    )
    assert sweep.evaluation.to_dict()["figures"] == json.loads(out)["figures"]
    assert by_python.read_bytes() == by_command.read_bytes()
    places = [f"scpn: left out: {place}: {why}" for place, why in sweep.left_out]
    assert places == err.splitlines()
    assert [place for place, _ in sweep.left_out] == [f"{sentences}:2", f"{sentences}:3"]


def test_json_on_standard_output_replaces_the_table(pairs: Path) -> None:
    out, _ = call("pairs", pairs, "--row", "copy", "--limit", "1", "--json", "-")
    assert json.loads(out)["settings"]["pairs"] == "1"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--row", "gould"], "no row is called 'gould'; did you mean 'gold'"),
        (["--row", "uncontrolled"], "give --uncontrolled FOLDER"),
        (["--split", "dev"], "has no splits"),
        (["--given-parses"], "has no parses, and the parses of the file are asked for"),
    ],
)
def test_pairs_usage_errors(pairs: Path, options: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call("pairs", pairs, *options)


def test_outputs_appear_whole_or_not_at_all(tmp_path: Path) -> None:
    path, outputs = tmp_path / "pairs.tsv", tmp_path / "outputs.jsonl"
    rows = f"{SOURCE_1}\t{TARGET_1}\n" * 10
    path.write_text(f"source\ttarget\n{rows}only one column\n")
    with pytest.raises(DataError, match=r"pairs\.tsv:12: 1 columns"):
        call("pairs", path, "--batch-size", "1", "--outputs", outputs)
    assert [file.name for file in tmp_path.iterdir()] == ["pairs.tsv"]


def test_templates_prints_shares_and_speed(tmp_path: Path) -> None:
    sentences, templates = tmp_path / "sentences.txt", tmp_path / "own.txt"
    sentences.write_bytes(f"{SOURCE_1}\n".encode() + b"caf\xe9\nzzz\n" + SOURCE_2.encode())
    templates.write_text("(S(NP)(VP)(.))\n(S(NP)(VP))\n")
    figures, outputs = tmp_path / "figures.json", tmp_path / "outputs.jsonl"
    out, err = call(
        "templates",
        *("--sentences", sentences, "--templates", templates, "--tokenized"),
        *("--json", figures, "--outputs", outputs),
    )
    assert "2 sentences x 2 templates: 4 outputs" in out
    assert "sentences x templates per second" in out
    assert f"left out: {sentences}:2: not UTF-8" in err
    assert f"left out: {sentences}:3: no parse" in err
    report = json.loads(figures.read_text())
    # Re-ranked outputs are the targets: (S(NP)(VP)(.)) of sentence 1, (S(NP)(VP)) of sentence 2.
    assert report["figures"]["template_match"]["value"] == 50
    assert report["settings"]["set"] == "own"
    assert len(outputs.read_text().splitlines()) == 4


def test_templates_unknown_set(tmp_path: Path) -> None:
    sentences = tmp_path / "sentences.txt"
    sentences.write_text(SOURCE_1)
    with pytest.raises(UsageError, match="no template set or file 'nope'"):
        call("templates", "--sentences", sentences, "--templates", "nope")
