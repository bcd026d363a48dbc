"""Filtering from file to file: every format, resuming, and what goes wrong."""

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from count_encoder import CountEncoder
from stop_error import StopError

from scpn.data.readers import PairInput, read_pairs_from
from scpn.errors import DataError, UsageError
from scpn.filters import pairs as module
from scpn.filters.filter_report import FilterReport
from scpn.filters.pair_decisions import Decisions, decide
from scpn.filters.pairs import filter_pairs
from scpn.filters.settings import FilterOptions, PairRules
from scpn.runs import Progress

WORDS = "cat dog mat sat slept was the on"
GOOD = ("The cat sat on the mat.", "On the mat sat the cat.")  # the same words: score 1
FAIR = ("The cat slept on the mat.", "There the dog slept all day.")
POOR = ("The cat sat down at once.", "Nobody likes a dog that barks.")
COPY = ("The dog slept on the mat.", "the dog slept on the mat")


def fair_score() -> float:
    # the 2, cat, slept, on, mat with the 1, dog, slept: 2 * 1 + 1 over sqrt(4 + 4) * sqrt(3).
    return 3 / float(np.sqrt(8 * 3))


def write_tsv(path: Path, rows: list[tuple[str, ...]]) -> PairInput:
    path.write_text("".join("\t".join(row) + "\n" for row in rows))
    return PairInput.parse(str(path))


def run(source: PairInput | list[PairInput], output: object, **settings: Any) -> FilterReport:
    inputs = source if isinstance(source, list) else [source]
    encoder = settings.pop("encoder", CountEncoder(WORDS))
    return filter_pairs(inputs, str(output), encoder=encoder, **settings)


def test_filter_pairs_counts_and_histogram_by_hand(tmp_path: Path) -> None:
    source = write_tsv(tmp_path / "a.tsv", [GOOD, FAIR, POOR, COPY, ("", "x"), GOOD])
    report = run(source, tmp_path / "out.tsv")
    assert report.inputs == {"a": {"kept": 3, "low_score": 1, "copy": 1, "empty": 1}}
    assert (report.num_read, report.num_kept) == (6, 3)
    # Scores 1 twice, 0.61, and 0 for the poor pair, which shares no word.
    expected = [0] * 20
    expected[10], expected[16], expected[19] = 1, 1, 2
    assert report.histogram.tolist() == expected
    assert (tmp_path / "out.tsv").read_text().splitlines() == [
        "source\ttarget\tparaphrase_score",
        "\t".join((*GOOD, "1.0")),
        "\t".join((*FAIR, f"{fair_score():.4f}")),
        "\t".join((*GOOD, "1.0")),
    ]
    assert report.to_dict()["removed"] == {"empty": 1, "copy": 1, "low_score": 1}
    assert not list(tmp_path.glob("*.partial"))


def test_filter_pairs_without_encoder_scores_nothing(tmp_path: Path) -> None:
    report = run(write_tsv(tmp_path / "a.tsv", [GOOD, POOR]), tmp_path / "b.tsv", encoder=None)
    assert report.num_kept == 2
    assert not report.histogram.any()
    assert (tmp_path / "b.tsv").read_text().startswith("source\ttarget\n")
    assert "min_score" not in str(report.signature)


def test_decide_scores_only_what_passes_the_other_rules(tmp_path: Path) -> None:
    encoder = CountEncoder(WORDS)
    pairs = list(read_pairs_from(write_tsv(tmp_path / "a.tsv", [COPY, FAIR])))
    decisions = decide(pairs, encoder, rules=PairRules())
    assert sum(map(len, encoder.calls)) == 2
    assert np.isnan(decisions.scores[0])
    assert decisions.scores[1] == pytest.approx(fair_score())
    again = Decisions.from_record(json.loads(json.dumps(decisions.to_record())))
    assert again.rules.tolist() == decisions.rules.tolist()
    assert again.scores.tobytes() == decisions.scores.tobytes()  # single precision survives text


@pytest.mark.parametrize("ending", ["tsv", "tsv.gz", "jsonl", "jsonl.xz", "parquet"])
def test_filter_pairs_keeps_every_column(tmp_path: Path, ending: str) -> None:
    records: list[dict[str, Any]] = [
        {"id": 7, "source": GOOD[0], "target": GOOD[1], "score": 0.25, "tags": ["a", "b"]},
        {"id": 8, "source": POOR[0], "target": POOR[1], "score": 0.5, "note": "dropped"},
        {"id": 9, "source": FAIR[0], "target": FAIR[1], "cluster": 3, "note": "kept"},
    ]
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    output = tmp_path / f"out.{ending}"
    run(PairInput.parse(str(path)), output)
    found = list(read_pairs_from(PairInput.parse(str(output)), keep_extra=True))
    assert [(pair.source, pair.target) for pair in found] == [GOOD, FAIR]
    assert [(pair.score, pair.cluster) for pair in found] == [(0.25, None), (None, 3)]
    extras = [{k: v for k, v in pair.extra.items() if v not in (None, "")} for pair in found]
    if ending.startswith("tsv"):  # all text
        assert extras[0] == {"id": "7", "tags": '["a", "b"]', "paraphrase_score": "1.0"}
    else:
        assert extras[0] == {"id": 7, "tags": ["a", "b"], "paraphrase_score": 1.0}
        assert extras[1] == {
            "id": 9, "note": "kept", "paraphrase_score": pytest.approx(fair_score(), abs=1e-4)
        }  # fmt: skip


def test_filter_pairs_parquet_keeps_types(tmp_path: Path) -> None:
    when = pa.array([1_600_000_000_000, None], pa.timestamp("ms"))
    table = pa.table({"source": [GOOD[0], FAIR[0]], "target": [GOOD[1], FAIR[1]],
                      "when": when, "raw": pa.array([b"\xff", b""])})  # fmt: skip
    pq.write_table(table, tmp_path / "in.parquet")
    run(PairInput.parse(str(tmp_path / "in.parquet")), tmp_path / "out.parquet")
    found = pq.read_table(tmp_path / "out.parquet")
    assert found.drop(["paraphrase_score"]).to_pylist() == table.to_pylist()
    assert pa.types.is_timestamp(found.schema.field("when").type)


def test_filter_pairs_parallel_text(tmp_path: Path) -> None:
    write_tsv(tmp_path / "a.txt", [(GOOD[0],), (POOR[0],), (FAIR[0],)])
    write_tsv(tmp_path / "b.txt", [(GOOD[1],), (POOR[1],), (FAIR[1],)])
    source = PairInput.parse(f"{tmp_path / 'a.txt'}::{tmp_path / 'b.txt'}")
    report = run(source, f"{tmp_path / 'c.txt'}::{tmp_path / 'd.txt.gz'}")
    assert (tmp_path / "c.txt").read_text() == f"{GOOD[0]}\n{FAIR[0]}\n"
    assert gzip.decompress((tmp_path / "d.txt.gz").read_bytes()).decode() == (
        f"{GOOD[1]}\n{FAIR[1]}\n"
    )
    assert report.unwritten == ["paraphrase_score"]


def test_filter_pairs_hub_folder(tmp_path: Path) -> None:
    run(write_tsv(tmp_path / "a.tsv", [GOOD, POOR]), f"hf:{tmp_path / 'data'}")
    rows = pq.read_table(tmp_path / "data" / "train.parquet").to_pylist()
    assert rows == [{"source": GOOD[0], "target": GOOD[1], "paraphrase_score": 1.0}]


def test_filter_pairs_several_inputs_share_no_cluster(tmp_path: Path) -> None:
    inputs = []
    for name, clusters in (("one", (0, 4)), ("two", (0, 4)), ("three", (2, 2))):
        path = tmp_path / f"{name}.jsonl"
        rows = zip(clusters, (GOOD, POOR if name == "one" else FAIR), strict=True)
        path.write_text(
            "".join(json.dumps({"source": s, "target": t, "cluster": c, "corpus": "old"}) + "\n"
                    for c, (s, t) in rows)
        )  # fmt: skip
        inputs.append(PairInput.parse(str(path)))
    report = run(inputs, tmp_path / "out.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    # A column that says where a pair once came from gives way to where it comes from now.
    # Clusters 0-4 are the first input's, although its last pair is dropped; then 5-9; then 10 on.
    assert [(row["corpus"], row["cluster"]) for row in rows] == [
        ("one", 0), ("two", 5), ("two", 9), ("three", 12), ("three", 12),
    ]  # fmt: skip
    assert report.inputs["one"] == {"kept": 1, "low_score": 1}


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK_SIZE", 2)


def stop_at(stage: str, pairs: int) -> Any:
    def on_progress(event: Progress) -> None:
        if (event.stage, event.done) == (stage, pairs):
            raise StopError

    return on_progress


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize(("stage", "done"), [("deciding", 4), ("deciding", 7), ("writing", 2)])
def test_filter_pairs_resumed_equals_uninterrupted(tmp_path: Path, stage: str, done: int) -> None:
    source = write_tsv(tmp_path / "a.tsv", [GOOD, POOR, FAIR, COPY, FAIR, GOOD, POOR])
    whole = run(source, tmp_path / "whole.tsv")
    output = tmp_path / "out.tsv"
    with pytest.raises(StopError):
        run(source, output, on_progress=stop_at(stage, done))
    assert not output.exists()
    with pytest.raises(UsageError, match="holds an unfinished run; continue it with --resume"):
        run(source, output)
    encoder = CountEncoder(WORDS)
    resumed = run(source, output, resume=True, encoder=encoder)
    assert output.read_bytes() == (tmp_path / "whole.tsv").read_bytes()
    assert resumed.to_dict() == whole.to_dict()
    # Decided already: one probe of the encoder, and the two sides of what is scored after that.
    assert sum(map(len, encoder.calls)) == (1 + 4 + 2 if (stage, done) == ("deciding", 4) else 1)


@pytest.mark.usefixtures("small_blocks")
def test_filter_pairs_resume_with_other_options_or_sentences(tmp_path: Path) -> None:
    source = write_tsv(tmp_path / "a.tsv", [GOOD, POOR, FAIR])
    output = tmp_path / "out.tsv"
    with pytest.raises(StopError):
        run(source, output, on_progress=stop_at("deciding", 2))
    options = FilterOptions(rules=PairRules(min_score=0.7))
    with pytest.raises(UsageError, match=r"min_score was 0\.5, now it is 0\.7"):
        run(source, output, resume=True, options=options)
    with pytest.raises(UsageError, match="encoder was "):
        run(source, output, resume=True, encoder=CountEncoder("dog the"))
    text = (tmp_path / "a.tsv").read_text()
    (tmp_path / "a.tsv").write_text(text.replace("cat", "rat", 1))
    with pytest.raises(UsageError, match=r"begins with pair 1 of .*a\.tsv is another block than"):
        run(source, output, resume=True)
    run(source, output, overwrite=True)
    assert output.exists()


@pytest.mark.usefixtures("small_blocks")
def test_filter_pairs_input_that_changes_between_the_passes(tmp_path: Path) -> None:
    source = write_tsv(tmp_path / "a.tsv", [GOOD, FAIR])

    def change(event: Progress) -> None:
        if event.stage == "writing" and not event.done:
            write_tsv(tmp_path / "a.tsv", [FAIR, GOOD])

    with pytest.raises(DataError, match="changed while it was filtered"):
        run(source, tmp_path / "out.tsv", on_progress=change)
    assert not (tmp_path / "out.tsv").exists()


def test_filter_pairs_nothing_kept_is_an_empty_file_with_its_header(tmp_path: Path) -> None:
    source = write_tsv(tmp_path / "a.tsv", [COPY])
    run(source, tmp_path / "out.tsv", encoder=None)
    assert (tmp_path / "out.tsv").read_text() == "source\ttarget\n"


def test_filter_pairs_bad_requests(tmp_path: Path) -> None:
    source = write_tsv(tmp_path / "a.tsv", [GOOD])
    (tmp_path / "there.tsv").write_text("")
    empty = write_tsv(tmp_path / "empty.tsv", [])
    requests: list[tuple[Any, object, type[Exception], str]] = [
        ([], "out.tsv", UsageError, "no input"),
        ([source, source], "out.tsv", UsageError, "two inputs are named 'a'"),
        (PairInput("x", "-"), "out.tsv", UsageError, "cannot be filtered from standard input"),
        (source, "out.doc", UsageError, "is of no known kind; known are .tsv"),
        (source, "out.parquet.gz", UsageError, "is of no known kind"),
        (source, "a::b::c", UsageError, "must name two files"),
        (source, "hf:", UsageError, "names no folder"),
        (source, tmp_path / "there.tsv", UsageError, "exists already; choose another name"),
        (source, tmp_path / "no" / "out.tsv", DataError, "does not exist"),
        (empty, tmp_path / "out.tsv", DataError, "has no pair of sentences"),
    ]
    for inputs, output, error, message in requests:
        with pytest.raises(error, match=message):
            run(inputs, output)
    with pytest.raises(UsageError, match="limit is 0; it must be at least 1"):
        FilterOptions(limit=0)
    assert not list(tmp_path.glob("*.partial"))
