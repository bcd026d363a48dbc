"""Labeling end to end with a parser by rule."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import rule_parser
from typer.testing import CliRunner

from scpn.cli import label as label_cli
from scpn.data.labeling import label_pairs
from scpn.data.pairs import LabeledPair
from scpn.data.readers import PairInput
from scpn.data.settings import DropRules, LabelingOptions
from scpn.data.shards import read_header, read_pairs, shard_path
from scpn.errors import DataError, UsageError
from scpn.parsing import ParserLoader
from scpn.runs import Progress

RULES = DropRules(min_unigram_f1=0)
VERBS = ("sees", "hears", "finds", "meets", "likes", "calls")


def write_corpus(path: Path, num_pairs: int) -> PairInput:
    """A corpus of different pairs; every third pair shares a sentence with the one before."""
    lines = []
    for n in range(num_pairs):
        left = f"Tom{n - 1 if n % 3 == 1 else n} {VERBS[n % 6]} the {n // 3}th dog."
        if n % 3 == 1:
            left = lines[-1].split("\t")[0]
        lines.append(f"{left}\tThe {n // 3}th dog is what Tom{n} {VERBS[n % 6]}.")
    path.write_text("\n".join(lines) + "\n")
    return PairInput(path.stem, str(path))


def run(source: PairInput, output: Path, **settings: Any) -> dict[str, Any]:
    options = LabelingOptions(
        rules=settings.pop("rules", RULES),
        chunk_size=settings.pop("chunk_size", 10),
        **{k: settings.pop(k) for k in ("dev", "test", "tokenized", "seed") if k in settings},
    )
    return label_pairs(
        [source], output, parser_factory=rule_parser.build, options=options, **settings
    )


def contents(folder: Path) -> list[LabeledPair]:
    return list(read_pairs(folder))


def test_label_pairs_row_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("He can't go?\tCan he (Tom) not go.\t0.5\n")
    run(PairInput("plays", str(path)), tmp_path / "out")
    (row,) = contents(tmp_path / "out")
    assert row == LabeledPair(
        source="He ca n't go ?",
        target="Can he ( Tom ) not go .",
        source_parse="(SQ(NP(PRP))(VP(VB)(VB)(VB))(.))",
        target_parse="(S(NP(PRP))(VP(VB)(VB)(VB)(VB)(VB)(VB))(.))",
        source_template="(SQ(NP)(VP)(.))",
        target_template="(S(NP)(VP)(.))",
        source_length=5,
        target_length=8,
        # Shared: he, go; 2 * 2 / (5 + 8).
        unigram_f1=pytest.approx(4 / 13),
        trigram_overlap=0.0,
        score=0.5,
        corpus="plays",
        cluster=row.cluster,
        split="train",
    )


def test_label_pairs_parses_each_lower_cased_sentence_once(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("We saw it.\tIt was seen.\nWE SAW IT.\tOne saw it.\nA zzz is.\tWe saw it.\n")
    rule_parser.CALLS.clear()
    run(PairInput("a", str(path)), tmp_path / "out")
    assert sorted(map(" ".join, rule_parser.CALLS)) == [
        "a zzz is .", "it was seen .", "one saw it .", "we saw it .",
    ]  # fmt: skip


def test_label_pairs_counts_reasons_by_corpus(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(
        "We saw it.\tIt was seen.\n"
        "It was seen!\tWe saw it!\n"
        "We saw it.\tWe saw: it.\n"
        "\tIt was seen.\n"
        "A zzz went.\tSomething went away.\n"
        "No.\tNot at all.\n"
    )
    card = run(PairInput("films", str(path)), tmp_path / "out", chunk_size=2)
    assert card["dropped"] == {
        "duplicate": 1, "empty": 1, "too_short": 1, "copy": 1, "unparsable": 1,
    }  # fmt: skip
    assert card["kept"] == {"train": 1, "dev": 0, "test": 0}
    assert card["read"] == 6
    assert card["sources"][0]["dropped"] == card["dropped"]
    assert read_header(shard_path(tmp_path / "out", 1)).dropped == {
        "films": {"copy": 1, "empty": 1}
    }


def test_label_pairs_tokenized_input_is_not_split_again(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("we cannot -LRB- go\tgo cannot we now\n")
    run(PairInput("a", str(path)), tmp_path / "out", tokenized=True)
    assert contents(tmp_path / "out")[0].source == "we cannot ( go"


def test_label_pairs_no_sentence_is_in_two_splits(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "a.tsv", 300)
    card = run(source, tmp_path / "out", dev=30, test=30, chunk_size=37)
    rows = contents(tmp_path / "out")
    # Whole clusters of one or two pairs, never more pairs than asked for.
    assert card["kept"]["dev"] in (29, 30)
    assert card["kept"]["test"] in (29, 30)
    assert sum(card["kept"].values()) == 300
    homes: dict[str, set[str]] = {}
    for row in rows:
        for sentence in (row.source, row.target):
            homes.setdefault(sentence.lower(), set()).add(row.split)
    assert all(len(splits) == 1 for splits in homes.values())
    # A third of the pairs share their source with the pair before.
    assert len({row.cluster for row in rows}) == 200


def test_label_pairs_versions_of_a_sentence_share_a_cluster(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = [[f"w{n}a x y", f"w{n}b x y", f"w{n}c x y", f"w{n}d x y"] for n in range(40)]
    path.write_text("\n".join(map(json.dumps, lines)))
    options = LabelingOptions(rules=RULES, pairs_per_cluster=2, dev=20)
    label_pairs(
        [PairInput("a", str(path))],
        tmp_path / "out",
        parser_factory=rule_parser.build,
        options=options,
    )
    rows = contents(tmp_path / "out")
    assert len(rows) == 80
    clusters = {row.source[:-5]: row.cluster for row in rows}
    assert len(set(clusters.values())) == len(clusters) == 40
    assert all(clusters[row.target[:-5]] == row.cluster for row in rows)


def test_label_pairs_processes_give_the_same_as_one(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "a.tsv", 95)
    progress: list[Progress] = []
    one = run(source, tmp_path / "one", dev=10)
    two = run(
        source, tmp_path / "two", dev=10, workers=2,
        on_progress=progress.append,
    )  # fmt: skip
    assert one == two
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "two").iterdir())
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert progress[0] == Progress("labeling", 0, 95, unit="pairs")
    assert progress[-1] == Progress("labeling", 95, 95, unit="pairs")


SCRIPT = """
import sys
import rule_parser
from pathlib import Path
from scpn.data.labeling import LabelingOptions, label_pairs
from scpn.data.readers import PairInput
from scpn.data.pair_limits import DropRules

if __name__ == "__main__":
    options = LabelingOptions(rules=DropRules(min_unigram_f1=0), chunk_size=10, dev=10)
    label_pairs([PairInput("a", sys.argv[1])], Path(sys.argv[2]),
                parser_factory=rule_parser.build, options=options, workers=int(sys.argv[3]))
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_label_pairs_resumed_after_kill_equals_uninterrupted(tmp_path: Path, workers: int) -> None:
    source = write_corpus(tmp_path / "a.tsv", 200)
    whole = run(source, tmp_path / "whole", dev=10)
    (tmp_path / "script.py").write_text(SCRIPT)
    killed = tmp_path / "killed"
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "script.py", source.where, str(killed), str(workers)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path, "RULE_PARSER_DELAY": "0.2"},
    )
    deadline = time.monotonic() + 300
    while len(list(killed.glob("pairs-*.parquet"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    # Workers follow their parent; without this a late shard could still appear below.
    time.sleep(0.5)
    finished = {path: path.stat().st_mtime_ns for path in killed.glob("pairs-*.parquet")}
    assert 3 <= len(finished) < 20
    assert not (killed / "card.json").exists()
    (killed / ".pairs-000019.parquet.x.tmp").write_bytes(b"half")
    resumed = run(source, killed, dev=10, resume=True)
    assert resumed == whole
    assert contents(killed) == contents(tmp_path / "whole")
    assert all(path.stat().st_mtime_ns == when for path, when in finished.items())
    assert not list(killed.glob(".*"))


def test_label_pairs_resume_does_a_damaged_shard_again(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "a.tsv", 40)
    run(source, tmp_path / "out")
    before = contents(tmp_path / "out")
    shard = shard_path(tmp_path / "out", 2)
    shard.write_bytes(shard.read_bytes()[:200])
    run(source, tmp_path / "out", resume=True)
    assert contents(tmp_path / "out") == before


def test_label_pairs_resume_of_nothing_starts(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "a.tsv", 5)
    assert run(source, tmp_path / "out", resume=True)["read"] == 5


def test_label_pairs_refuses_a_folder_in_use(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "a.tsv", 5)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="is not empty; continue its run with --resume, or choose"):
        run(source, tmp_path / "out")


def test_label_pairs_resume_refuses_other_options_and_inputs(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "a.tsv", 25)
    out = tmp_path / "out"
    run(source, out)
    with pytest.raises(UsageError, match="cannot be continued: chunk_size was 10, now it is 20"):
        run(source, out, resume=True, chunk_size=20)
    with pytest.raises(UsageError, match=r"min_unigram_f1 was 0, now it is 0\.2; give the same"):
        run(source, out, resume=True, rules=DropRules())
    text = Path(source.where).read_text()
    Path(source.where).write_text(text.replace("sees", "saws"))
    with pytest.raises(UsageError, match=r"hold other sentences than before \(25 pairs then, 25"):
        run(source, out, resume=True)
    Path(source.where).write_text(text + "One more here.\tHere is one more.\n")
    with pytest.raises(UsageError, match=r"inputs\.1\.bytes was \d+, now it is \d+"):
        run(source, out, resume=True)
    (out / "run.json").unlink()
    with pytest.raises(DataError, match=r"has shards but no run\.json"):
        run(source, out, resume=True)


def test_label_pairs_bad_requests(tmp_path: Path) -> None:
    source = write_corpus(tmp_path / "a.tsv", 5)
    out = tmp_path / "out"
    with pytest.raises(UsageError, match="no input; name at least one"):
        label_pairs([], out, parser_factory=rule_parser.build)
    with pytest.raises(UsageError, match="two inputs are named 'a'; name them with NAME=PATH"):
        label_pairs([source, source], out, parser_factory=rule_parser.build)
    with pytest.raises(UsageError, match="workers is 0; it must be at least 1"):
        run(source, out, workers=0)
    with pytest.raises(UsageError, match="license given for 'b', which is no input; inputs are a"):
        run(source, out, licenses={"b": "CC0"})
    with pytest.raises(UsageError, match="standard input; they are read twice"):
        run(PairInput("x", "-"), out)
    with pytest.raises(UsageError, match="chunk_size is 0; it must be at least 1"):
        run(source, out, chunk_size=0)
    with pytest.raises(DataError, match="no such file"):
        run(PairInput("x", str(tmp_path / "x.tsv")), out)
    (tmp_path / "empty.tsv").write_text("\n\n")
    with pytest.raises(DataError, match=r"no pairs in .*empty\.tsv"):
        run(PairInput("x", str(tmp_path / "empty.tsv")), out)
    assert not out.exists()


def test_label_pairs_bad_utf8_names_file_and_line_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_bytes(b"We saw it.\tIt was seen.\nNa\xefve it is.\tIt is naive.\n")
    with pytest.raises(DataError, match=r"a\.tsv:2: not UTF-8: byte 0xef"):
        run(PairInput("a", str(path)), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_card_says_what_is_in_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("We saw it.\tIt was seen?\nThey ran off today.\tOff they ran.\n")
    card = run(PairInput("a", str(path)), tmp_path / "out", licenses={"a": "CC0 | own"})
    assert json.loads((tmp_path / "out" / "card.json").read_text()) == card
    assert card["templates"]["most_frequent"] == [["(S(NP)(VP)(.))", 3], ["(SQ(NP)(VP)(.))", 1]]
    assert card["templates"]["coverage"] == {"10": 1.0, "20": 1.0, "50": 1.0, "100": 1.0}
    assert card["lengths"] == {"0-4": 3, "5-9": 1}
    assert card["parser"] == "rule 1"
    assert card["sources"][0] == {
        "name": "a", "file": "a.tsv", "bytes": path.stat().st_size, "licence": "CC0 | own",
        "read": 2, "kept": 2, "dropped": {},
    }  # fmt: skip
    text = (tmp_path / "out" / "card.md").read_text()
    assert "2 pairs of 2 read: train 2, dev 0, test 0. Parser: rule 1." in text
    assert "| a | a.tsv | 2 | 2 | CC0 \\| own |" in text
    assert "| `(S(NP)(VP)(.))` | 3 |" in text


def test_label_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(self: ParserLoader) -> rule_parser.RuleParser:
        return rule_parser.build()

    monkeypatch.setattr(ParserLoader, "__call__", load)
    source = write_corpus(tmp_path / "a.tsv", 30)
    arguments = [
        f"dogs={source.where}", "--output", str(tmp_path / "out"), "--dev", "5",
        "--min-unigram-f1", "0", "--license", "dogs=CC BY 4.0",
    ]  # fmt: skip
    result = CliRunner().invoke(label_cli.app, arguments)
    assert result.exit_code == 0, result.output
    assert "30 of 30 pairs labeled: train 25, dev 5, test 0" in result.stderr
    assert result.stdout == ""
    assert {row.corpus for row in contents(tmp_path / "out")} == {"dogs"}
    label_pairs(
        [PairInput("dogs", source.where)],
        tmp_path / "library",
        parser_factory=rule_parser.build,
        options=LabelingOptions(rules=DropRules(min_unigram_f1=0.0), dev=5.0),
        licenses={"dogs": "CC BY 4.0"},
    )
    for path in (tmp_path / "out").iterdir():
        assert (path.name, path.read_bytes()) == (
            path.name,
            (tmp_path / "library" / path.name).read_bytes(),
        )
    again = CliRunner().invoke(label_cli.app, arguments)
    assert isinstance(again.exception, UsageError)
    bad = CliRunner().invoke(label_cli.app, [*arguments, "--license", "nothing"])
    assert "write NAME=" in str(bad.exception)
    shown = CliRunner().invoke(label_cli.app, ["--help"])
    assert "Example: scpn label" in shown.output
