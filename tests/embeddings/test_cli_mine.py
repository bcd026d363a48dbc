"""`scpn mine` on small corpora: files, figures, faiss or not, and a run that was stopped."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

from scpn.cli.main import build_app
from scpn.data.readers import PairInput, read_pairs_from
from scpn.data.sentences import SentenceInput
from scpn.embeddings.corpus_mining import MinedSentences, mine_files
from scpn.errors import DataError, UsageError
from scpn.runs import Progress

CORPUS = [
    "My doctor bought a new car.",
    "A horse ran to the station.",
    "The lesson began in the morning.",
    "The cat sat by the window.",
    "My physician purchased a new automobile.",
    "Yesterday the bread was warm.",
    "the cat sat by the window",
    "He wrote a letter in the evening.",
    "In the morning the lesson commenced.",
    "Her coat was red.",
    "The train was by the bridge.",
    "My doctor bought a new car.",
    "The soup was cold.",
    "The old dog slept in the village.",
    "She sang in the evening.",
    "The mountain was green.",
    "A girl walked to the market.",
    "The bridge was near the station.",
    "The dog ran to the river.",
    "Warm bread and cold soup.",
]
RIGHT = [(1, 5), (3, 9)]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.txt"
    path.write_text("\n".join(CORPUS) + "\n")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(build_app(), ["mine", *map(str, arguments)])


def read_tsv(path: Path) -> list[dict[str, str]]:
    header, *lines = (line.split("\t") for line in path.read_text().splitlines())
    return [dict(zip(header, line, strict=True)) for line in lines]


@pytest.mark.parametrize("backend", ["faiss", "numpy"])
def test_paraphrases_come_first(
    backend: str, model: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if backend == "numpy":
        monkeypatch.setitem(sys.modules, "faiss", None)
    output = tmp_path / "out.tsv"
    result = run(corpus, "-o", output, "--model", model)
    assert result.exit_code == 0, result.exception
    records = read_tsv(output)
    numbers = [(int(r["source_number"]), int(r["target_number"])) for r in records]
    assert set(numbers[:2]) == set(RIGHT)
    assert len(set(map(frozenset, numbers))) == len(numbers)
    assert all(source < target for source, target in numbers)
    # Lines 7 and 12 repeat 4 and 1.
    assert not {7, 12} & {number for pair in numbers for number in pair}
    scores = [float(r["score"]) for r in records]
    assert scores == sorted(scores, reverse=True)
    for record, (source, target) in zip(records, numbers, strict=True):
        assert (record["source"], record["target"]) == (CORPUS[source - 1], CORPUS[target - 1])
        assert 0 <= abs(float(record["cosine"])) <= 1
    assert result.stderr == (
        f"scpn: {len(records)} pairs in {output} from 18 different sentences\n"
    )
    assert sorted(p.name for p in tmp_path.iterdir()) == ["corpus.txt", "out.tsv"]


def test_all_forms_of_output_agree(model: str, corpus: Path, tmp_path: Path) -> None:
    for suffix in (".tsv", ".jsonl", ".parquet"):
        run(corpus, "-o", tmp_path / f"out{suffix}", "--model", model, "--top", "5")
    lines = list(map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines()))
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    table = read_tsv(tmp_path / "out.tsv")
    assert len(lines) == len(rows) == len(table) == 5
    for line, row, cells in zip(lines, rows, table, strict=True):
        assert list(line) == list(row) == list(cells)
        for name in ("source", "target", "source_number", "target_number"):
            assert str(line[name]) == str(row[name]) == cells[name]
        assert line["score"] == pytest.approx(row["score"], abs=1e-6)
        assert float(cells["cosine"]) == pytest.approx(row["cosine"], abs=1e-6)
    printed = run(corpus, "--model", model, "--top", "5")
    assert printed.stdout == (tmp_path / "out.jsonl").read_text()
    # The pair formats of other commands.
    for suffix in (".tsv", ".jsonl", ".parquet"):
        source = PairInput.parse(str(tmp_path / f"out{suffix}"))
        pairs = [(pair.source, pair.target) for pair in read_pairs_from(source)]
        assert pairs == [(line["source"], line["target"]) for line in lines]


def test_two_corpora_and_figures(model: str, tmp_path: Path) -> None:
    left, right, gold = tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "gold.tsv"
    left.write_text("\n".join(CORPUS[:4]))
    right.write_text("\n".join(CORPUS[4:10]))
    gold.write_text("1\t1\n3\t5\n")
    result = run(left, right, "-o", tmp_path / "o.jsonl", "--gold", gold, "--model", model)
    assert result.exit_code == 0, result.exception
    found = list(map(json.loads, (tmp_path / "o.jsonl").read_text().splitlines()))
    assert {(r["source_number"], r["target_number"]) for r in found[:2]} == {(1, 1), (3, 5)}
    # Sentence 4 of the first corpus is 3 of the second, but for case and a full stop.
    assert all(r["source"] != CORPUS[3] or r["target"] != CORPUS[6] for r in found)
    assert "recall 100.0" in result.stderr
    assert "best F1 100.0 with --min-score" in result.stderr
    limit = found[1]["score"] - 1e-6
    result = run(left, right, "--min-score", limit, "--gold", gold, "--model", model)
    assert "of 2 right pairs: precision 100.0, recall 100.0, F1 100.0" in result.stderr


def test_vectors_made_before(model: str, corpus: Path, tmp_path: Path) -> None:
    vectors = tmp_path / "corpus.npy"
    embed = ["embed", "-i", str(corpus), "-o", str(vectors), "--model", model]
    assert CliRunner().invoke(build_app(), embed).exit_code == 0
    direct = run(corpus, "--model", model)
    assert run(corpus, "--vectors", vectors).stdout == direct.stdout
    assert direct.stdout
    short = tmp_path / "short.npy"
    np.save(short, np.load(vectors)[:-1])
    assert "has 19 rows, but" in str(run(corpus, "--vectors", short).exception)
    bad = np.load(vectors)
    bad[6, 2] = np.nan
    np.save(short, bad)
    assert "row 7 has NaN or infinity" in str(run(corpus, "--vectors", short).exception)
    np.save(short, np.arange(5))
    assert "holds int64 of shape (5,)" in str(run(corpus, "--vectors", short).exception)
    several = tmp_path / "several.npz"
    np.savez(several, a=bad, b=bad)
    assert "holds several arrays" in str(run(corpus, "--vectors", several).exception)
    short.write_text("no matrix")
    assert "is no .npy file of numbers" in str(run(corpus, "--vectors", short).exception)


def test_a_sentence_without_a_vector(model: str, tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text("\n".join([CORPUS[0], "", CORPUS[4], "Xyzzy", CORPUS[2]]))
    result = run(path, "-o", tmp_path / "out.tsv", "--model", model)
    assert str(result.exception).startswith(f"{path}:2: the sentence is empty")
    assert [p.name for p in tmp_path.iterdir()] == ["in.txt"]
    result = run(path, "-o", tmp_path / "out.tsv", "--model", model, "--skip-unknown")
    assert result.exit_code == 0, result.exception
    assert f"scpn: {path}:4: the model knows nothing of 'Xyzzy'" in result.stderr
    assert "2 sentences left out" in result.stderr
    first = read_tsv(tmp_path / "out.tsv")[0]
    assert (first["source_number"], first["target_number"]) == ("1", "3")


def test_a_stopped_run_continues(
    model: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "out.tsv"
    run(corpus, "-o", tmp_path / "whole.tsv", "--model", model)

    def fail(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("scpn.embeddings.corpus_mining.write_rows", fail)
        stopped = run(corpus, "-o", output, "--model", model)
    assert "continue with the same command and --resume" in stopped.stderr
    assert not output.exists()
    assert "holds an unfinished run" in str(run(corpus, "-o", output, "--model", model).exception)
    with monkeypatch.context() as patch:  # vectors and neighbors are there
        patch.setattr("scpn.embeddings.embedding.embed_sentences", fail)
        patch.setattr("scpn.embeddings.retrieval._search_shards", fail)
        result = run(corpus, "-o", output, "--model", model, "--resume")
    assert result.exit_code == 0, result.exception
    assert output.read_bytes() == (tmp_path / "whole.tsv").read_bytes()
    assert not Path(f"{output}.partial").exists()


def test_other_neighbors_are_searched_anew(
    model: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    output = tmp_path / "out.tsv"
    run(corpus, "-o", tmp_path / "whole.tsv", "--model", model, "-k", "2")
    with monkeypatch.context() as patch:
        patch.setattr("scpn.embeddings.corpus_mining.write_rows", fail)
        run(corpus, "-o", output, "--model", model)
    run(corpus, "-o", output, "--model", model, "-k", "2", "--resume")
    assert output.read_bytes() == (tmp_path / "whole.tsv").read_bytes()


def test_the_library_gives_the_same_bytes_resumed_too(
    model: str, corpus: Path, tmp_path: Path
) -> None:
    output = tmp_path / "out.tsv"
    run(corpus, "-o", tmp_path / "whole.tsv", "--model", model)

    def stop(event: Progress) -> None:
        if event.stage.startswith("searching"):
            raise KeyboardInterrupt

    def mine(**more: Any) -> MinedSentences:
        source = SentenceInput(path=str(corpus))
        return mine_files([source], output, model=model, **more)

    with pytest.raises(KeyboardInterrupt) as stopped:
        mine(on_progress=stop)
    assert f"kept in {output}.partial;" in stopped.value.__notes__[0]
    found = mine(resume=True)
    assert output.read_bytes() == (tmp_path / "whole.tsv").read_bytes()
    assert [record["source_number"] for record in found.records()] == [
        row + 1 for row in found.pairs.sources.tolist()
    ]


def test_bad_requests(model: str, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "gold.tsv").write_text("1\t2\n3 4\n")
    for arguments, kind, message in (
        ([corpus, corpus, corpus], UsageError, "got 3 corpora"),
        (["-"], UsageError, "cannot be mined from standard input"),
        (
            [corpus, "-o", tmp_path / "out.txt"],
            UsageError,
            "must end in .tsv, .csv, ",
        ),
        ([corpus, "-o", corpus.with_suffix(".tsv")], UsageError, "exists already"),
        ([corpus, "--margin", "cosine"], UsageError, "margin is 'cosine'"),
        ([corpus, "--retrieval", "some"], UsageError, "retrieval is 'some'"),
        ([corpus, "--resume"], UsageError, "--resume is about a file"),
        ([corpus, "--vectors", "a", "--vectors", "b"], UsageError, "got 2 --vectors for 1"),
        ([corpus, "--gold", tmp_path / "gold.tsv"], DataError, "gold.tsv:2: expected two sent"),
        ([tmp_path / "no.txt"], DataError, "no such file"),
    ):
        corpus.with_suffix(".tsv").write_text("kept")
        result = run(*arguments, "--model", model)
        assert isinstance(result.exception, kind), (arguments, result.exception)
        assert message in str(result.exception)
    assert corpus.with_suffix(".tsv").read_text() == "kept"


def test_approximate_search_needs_faiss(
    model: str, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = run(corpus, "--model", model)
    approximate = run(corpus, "--model", model, "--approximate")
    assert approximate.stdout == exact.stdout
    monkeypatch.setitem(sys.modules, "faiss", None)
    result = run(corpus, "--approximate", "--model", model)
    assert isinstance(result.exception, UsageError)
    assert 'pip install "scpn[mine]"' in str(result.exception)
