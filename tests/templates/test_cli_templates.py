import json
import subprocess
import sys
from pathlib import Path

import pytest
from nltk.tree import Tree
from template_shards import DECLARATIVE, FRONTED, QUESTION, sample_shard
from typer.testing import CliRunner

from scpn.cli.templates import app
from scpn.errors import DataError, ScpnError, UsageError
from scpn.templates import (
    TemplateStatistics,
    available_sets,
    count_files,
    load_template_set,
    mine_templates,
)
from scpn.templates.settings import TemplateMiningSettings
from scpn.trees.reader import read_tree

runner = CliRunner()


def call(*arguments: str | Path) -> str:
    result = runner.invoke(app, [str(argument) for argument in arguments])
    if isinstance(result.exception, ScpnError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("command", ["list", "mine", "suggest"])
def test_help_has_an_example(command: str) -> None:
    assert f"scpn templates {command}" in call(command, "--help")


def test_list_prints_every_set() -> None:
    lines = call("list").splitlines()
    assert [line.split()[0] for line in lines] == available_sets()
    assert "10 templates" in next(line for line in lines if line.startswith("scpn-2018"))


def test_list_prints_one_set() -> None:
    lines = call("list", "scpn-2018").splitlines()
    assert len(lines) == 10
    assert lines[0] == DECLARATIVE


def test_list_as_json() -> None:
    one = json.loads(call("list", "scpn-2018", "--json"))
    assert one["name"] == "scpn-2018"
    assert one["templates"][0] == DECLARATIVE
    assert [known["name"] for known in json.loads(call("list", "--json"))] == available_sets()


def test_list_unknown_set() -> None:
    with pytest.raises(UsageError, match="no template set or file 'nope'"):
        call("list", "nope")


def test_mine_prints_counts(tmp_path: Path) -> None:
    sample_shard(tmp_path / "a.parquet")
    assert call("mine", tmp_path).splitlines() == [
        f"5\t{DECLARATIVE}",
        f"2\t{FRONTED}",
        f"1\t{QUESTION}",
    ]
    top = json.loads(call("mine", tmp_path, "--top", "1", "--split", "all", "--json"))
    assert top == [{"template": DECLARATIVE, "count": 5}]


def test_mine_writes_a_set_and_statistics(tmp_path: Path) -> None:
    shard = sample_shard(tmp_path / "a.parquet")
    output, counts = tmp_path / "top-2.yaml", tmp_path / "pairs.json.gz"
    arguments: list[str | Path] = [
        "--top",
        "2",
        "--output",
        output,
        "--statistics",
        counts,
        "--min-count",
        "1",
    ]
    assert call("mine", shard, *arguments) == ""
    mined = load_template_set(output)
    assert mined.name == "top-2"
    assert mined.origin.startswith("The 2 most frequent templates of 8 parses")
    assert "87.5%" in mined.origin
    assert [str(template) for template in mined.templates] == [DECLARATIVE, FRONTED]
    assert TemplateStatistics.load(counts).by_bucket[0].total() == 1
    settings = TemplateMiningSettings(top=2, min_count=1)
    ours = mine_templates([shard], statistics=tmp_path / "ours.json.gz", settings=settings)
    ours.to_set("top-2").save(tmp_path / "ours.yaml")
    assert (tmp_path / "ours.json.gz").read_bytes() == counts.read_bytes()
    assert (tmp_path / "ours.yaml").read_bytes() == output.read_bytes()


def test_mine_reads_files_of_trees(tmp_path: Path) -> None:
    path = tmp_path / "trees.txt"
    path.write_text("(TOP (S (NP (PRP I)) (VP (VBP go)) (. .)))\n")
    assert call("mine", path) == f"1\t{DECLARATIVE}\n"
    with pytest.raises(UsageError, match=r"--statistics needs labeled \.parquet files"):
        call("mine", path, "--statistics", tmp_path / "counts.json")


def test_mine_errors(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        call("mine", tmp_path / "gone.txt")
    sample_shard(tmp_path / "a.parquet")
    with pytest.raises(UsageError, match=r"no templates found in .*check the files and --split"):
        call("mine", tmp_path, "--split", "dev")


@pytest.fixture
def counts(tmp_path: Path) -> Path:
    sample_shard(tmp_path / "a.parquet")
    _, statistics = count_files([tmp_path])
    assert statistics is not None
    statistics.save(tmp_path / "counts.json")
    return tmp_path / "counts.json"


def test_suggest_for_a_parse(counts: Path) -> None:
    parse = "(S(NP(PRP))(VP(VBP)(NP(DT)(JJ)(NN)))(.))"
    lines = call("suggest", "--parse", parse, "--statistics", counts).splitlines()
    assert [line.split()[2] for line in lines] == [FRONTED, QUESTION, DECLARATIVE]
    assert [line.split()[1] for line in lines] == ["2", "1", "2"]
    assert lines[-1].endswith("(its own form)")
    rows = json.loads(
        call("suggest", "--parse", parse, "--statistics", counts, "--json", "--top", "1")
    )
    assert [row["template"] for row in rows] == [FRONTED]
    assert rows[0]["is_own_form"] is False
    assert 0 < rows[0]["probability"] < 1


def test_suggest_parses_lower_cased_tokens(counts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import scpn.parsing

    seen: list[list[str]] = []

    class RecordingParser:
        def parse(self, sentences: list[list[str]]) -> list[Tree]:
            seen.extend(sentences)
            return [read_tree("(S (NP (PRP i)) (VP (VBP call) (NP (PRP you))) (. .))")]

    monkeypatch.setattr(scpn.parsing, "load_parser", lambda name: RecordingParser(), raising=False)
    output = call("suggest", "I call you.", "--statistics", counts)
    assert seen == [["i", "call", "you", "."]]
    assert output.splitlines()[-1].endswith("(its own form)")
    call("suggest", "I call you .", "--tokenized", "--statistics", counts)
    assert seen[1] == seen[0]


def test_suggest_errors(counts: Path) -> None:
    with pytest.raises(UsageError, match="either a SENTENCE or --parse"):
        call("suggest", "--statistics", counts)
    with pytest.raises(UsageError, match="either a SENTENCE or --parse"):
        call("suggest", "I go.", "--parse", DECLARATIVE, "--statistics", counts)
    with pytest.raises(UsageError, match="the sentence is empty"):
        call("suggest", " ", "--statistics", counts)
    with pytest.raises(UsageError, match="missing"):
        call("suggest", "--parse", "(S(NP)", "--statistics", counts)


def test_command_reports_errors_in_one_line() -> None:
    process = subprocess.run(
        [sys.executable, "-c", "from scpn.cli.main import main; main()", "templates", "list", "no"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 2
    assert process.stdout == ""
    assert process.stderr.count("\n") == 1
    assert process.stderr.startswith("scpn: error: no template set or file 'no'")
