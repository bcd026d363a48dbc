"""`scpn lexicon` on a small file of pairs: files, figures, bad lines."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

from scpn.cli.main import build_app
from scpn.data.readers import PairInput
from scpn.embeddings.lexicon_run import build_lexicon
from scpn.embeddings.settings import LexiconSettings
from scpn.errors import DataError, UsageError
from scpn.runs import Progress

# Each fact in two wordings, and the nouns change, so that only the verbs keep company.
NOUNS = ["car", "house", "boat", "horse", "ticket", "book", "lamp", "chair", "phone", "coat"]
PAIRS = [(f"He bought a {noun}.", f"He purchased a {noun}.") for noun in NOUNS]
PAIRS += [(f"The {noun} is big.", f"The {noun} is large.") for noun in NOUNS]
GOLD = (
    "9.1\tbought\tpurchased\n8.0\tbig\tlarge\n1.0\tbought\tbig\n0.5\tcar\txyzzy\n2.0\tCar\tBoat\n"
)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(build_app(), ["lexicon", *map(str, arguments)])


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.tsv"
    path.write_text("".join(f"{source}\t{target}\n" for source, target in PAIRS))
    return path


def test_files_and_figures(pairs: Path, tmp_path: Path) -> None:
    gold = tmp_path / "gold.tsv"
    gold.write_text(GOLD)
    result = run(pairs, "-o", tmp_path / "out.tsv", "--min-sentences", "2", "--evaluate", gold)
    assert result.exit_code == 0, result.exception
    header, *lines = (tmp_path / "out.tsv").read_text().splitlines()
    assert header == "left\tright\tcount\tcross_pmi\tadjusted_pmi"
    rows = [line.split("\t") for line in lines]
    assert {(row[0], row[1]) for row in rows[:2]} == {("bought", "purchased"), ("big", "large")}
    # Twenty pairs; each of the two verbs is in 10 of the 40 sentences: log(10 * 40 / (10 * 10)).
    assert [row[2:4] for row in rows[:2]] == [["10", "1.386294"]] * 2
    said = result.stderr.splitlines()
    assert said[0] == "scpn: 20 pairs counted, 0 dropped, 19 words"
    # Ranks of the five pairs, of people 5 4 2 1 3, of cross PMI 4.5 4.5 2 2 2 (never seen: 0):
    # r = 7.5 / sqrt(10 * 7.5) = .866.
    assert said[1].startswith("scpn: gold, adjusted PMI: Spearman ")
    assert "on 2 of 5 pairs that were seen" in said[1]
    assert "cross PMI: Spearman undefined on 2 of 5 pairs that were seen, 86.6 on all" in said[2]
    assert said[3] == f"scpn: {len(rows)} entries in {tmp_path / 'out.tsv'}"


def test_other_forms_agree(pairs: Path, tmp_path: Path) -> None:
    for suffix in (".jsonl", ".parquet"):
        run(pairs, "-o", tmp_path / f"out{suffix}", "--min-sentences", "2", "--top", "3")
    lines = list(map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines()))
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert [list(line.values())[:3] for line in lines] == [list(row.values())[:3] for row in rows]
    assert len(lines) == 3
    printed = run(pairs, "--min-sentences", "2", "--top", "3")
    assert printed.stdout == (tmp_path / "out.jsonl").read_text()


def test_python_gives_what_the_command_gives(pairs: Path, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "python.tsv", tmp_path / "command.tsv"
    run(pairs, "-o", theirs, "--min-sentences", "2", "--measure", "cross", "--limit", "15")
    settings = LexiconSettings.of(min_sentences=2, measure="cross")
    events: list[Progress] = []
    lexicon = build_lexicon(
        [PairInput.parse(str(pairs))], ours, settings=settings, limit=15, on_progress=events.append
    )
    assert ours.read_bytes() == theirs.read_bytes()
    assert len(lexicon.entries) == len(ours.read_text().splitlines()) - 1
    assert lexicon.counts.num_pairs == 15
    assert (events[0].stage, events[0].done, events[0].unit) == ("counting", 0, "pairs")


def test_several_inputs_and_a_limit(pairs: Path) -> None:
    result = run(pairs, f"again={pairs}", "--limit", "15", "--min-sentences", "2")
    assert "scpn: 30 pairs counted" in result.stderr


def test_figures_alone_write_nothing(pairs: Path, tmp_path: Path) -> None:
    (tmp_path / "gold.tsv").write_text(GOLD)
    result = run(pairs, "--min-sentences", "2", "--evaluate", tmp_path / "gold.tsv")
    assert result.exit_code == 0
    assert result.stdout == ""


def test_bad_requests(pairs: Path, tmp_path: Path) -> None:
    (tmp_path / "there.tsv").write_text("kept")
    (tmp_path / "bad.tsv").write_text("a b\tc\nonly one\n")
    (tmp_path / "gold.tsv").write_text("high\tone\ttwo\n")
    for arguments, kind, message in (
        (
            [pairs, "--measure", "pmi"],
            UsageError,
            "--measure is 'pmi'; it must be one of adjusted, cross",
        ),
        ([pairs, "--smoothing", "0"], UsageError, "--smoothing is 0.0; it must be above 0"),
        (
            [pairs, "-o", tmp_path / "out.txt"],
            UsageError,
            "must end in .tsv, .csv, ",
        ),
        ([pairs, "-o", tmp_path / "there.tsv"], UsageError, "exists already"),
        ([tmp_path / "no.tsv"], DataError, "no such file"),
        ([tmp_path / "bad.tsv"], DataError, "bad.tsv:2: 1 columns"),
        ([pairs, "--evaluate", tmp_path / "gold.tsv"], DataError, "gold.tsv:1: 'high' is no"),
        ([pairs, "--min-sentences", "99"], DataError, "no word is in 99 sentences"),
    ):
        result = run(*arguments)
        assert isinstance(result.exception, kind), (arguments, result.exception)
        assert message in str(result.exception)
    assert (tmp_path / "there.tsv").read_text() == "kept"
