"""`scpn similarity`: the cosine of each pair, in every form of input; bad lines by number."""

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from synonym_encoder import build_synonym_encoder
from typer.testing import CliRunner, Result

from scpn.cli.main import build_app
from scpn.embeddings import paired_cosine, similarity_run
from scpn.errors import DataError, UsageError

PAIRS = [
    ("My doctor bought a car.", "My physician purchased an automobile."),
    ("The lesson began in the morning.", "In the morning the lesson started."),
    ('She said "the dog sat".', "The soup was cold."),
] * 8


@pytest.fixture(scope="module")
def expected() -> list[float]:
    encoder = build_synonym_encoder()
    left, right = (encoder.embed(list(side)) for side in zip(*PAIRS, strict=True))
    return [float(value) for value in paired_cosine(left, right)]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(build_app(), ["similarity", *map(str, arguments)])


def write_tsv(path: Path, pairs: list[tuple[str, str]] = PAIRS, header: str = "") -> Path:
    path.write_text(header + "".join(f"{source}\t{target}\n" for source, target in pairs))
    return path


def test_every_form_of_input(model: str, expected: list[float], tmp_path: Path) -> None:
    left, right = tmp_path / "a.txt", tmp_path / "b.txt"
    left.write_text("\n".join(source for source, _ in PAIRS))
    right.write_text("\n".join(target for _, target in PAIRS))
    records = [{"source": source, "target": target} for source, target in PAIRS]
    jsonl, parquet = tmp_path / "pairs.jsonl", tmp_path / "pairs.parquet"
    jsonl.write_text("\n\n".join(map(json.dumps, records)))
    pq.write_table(pa.Table.from_pylist(records), parquet)
    plain = write_tsv(tmp_path / "plain.tsv")
    named = write_tsv(tmp_path / "named.tsv", header="source\ttarget\n")
    for inputs in ([left, right], [f"{left}::{right}"], [plain], [named], [jsonl], [parquet]):
        result = run(*inputs, "--model", model)
        assert result.exit_code == 0, result.exception
        found = list(map(json.loads, result.stdout.splitlines()))
        assert [(r["source"], r["target"]) for r in found] == PAIRS
        assert [r["similarity"] for r in found] == pytest.approx(expected, abs=1e-6)
    assert result.stderr == f"scpn: 24 pairs, mean similarity {np.mean(expected):.4f}\n"
    assert expected[0] > 0.8 > 0.5 > expected[2]


def test_scores_only(model: str, expected: list[float], tmp_path: Path) -> None:
    result = run(write_tsv(tmp_path / "p.tsv"), "--scores-only", "--model", model)
    assert result.stdout == "".join(f"{value:.6f}\n" for value in expected)


def test_files(model: str, expected: list[float], tmp_path: Path) -> None:
    pairs = write_tsv(tmp_path / "p.tsv")
    result = run(pairs, "-o", tmp_path / "out.tsv", "--model", model)
    assert result.exit_code == 0, result.exception
    lines = [line.split("\t") for line in (tmp_path / "out.tsv").read_text().splitlines()]
    assert lines[0] == ["source", "target", "similarity"]
    assert [(source, target) for source, target, _ in lines[1:]] == PAIRS
    assert [float(cell) for _, _, cell in lines[1:]] == pytest.approx(expected, abs=1e-6)
    run(pairs, "-o", tmp_path / "out.jsonl", "--model", model)
    found = list(map(json.loads, (tmp_path / "out.jsonl").read_text().splitlines()))
    assert [r["similarity"] for r in found] == pytest.approx(expected, abs=1e-6)


def test_parallel_files_of_unequal_length(model: str, tmp_path: Path) -> None:
    left, right = tmp_path / "a.txt", tmp_path / "b.txt"
    left.write_text("The dog sat.\nThe cat sat.\nThe horse ran.\n")
    right.write_text("A dog sat.\nA cat sat.\n")
    result = run(left, right, "--model", model)
    assert isinstance(result.exception, DataError)
    assert str(result.exception) == (
        f"{left}:3: has no counterpart: {right} ends after line 2; parallel files need as many "
        "lines each"
    )


@pytest.mark.parametrize(
    ("name", "text", "where"),
    [
        ("p.tsv", "the dog\tthe cat\n\nXyzzy\tthe dog\n", "p.tsv:3"),
        ("p.tsv", "source\ttarget\nthe dog\tXyzzy\n", "p.tsv:2"),
        ("p.tsv", "the dog\tthe cat\nthe dog\t \n", "p.tsv:2"),
        ("p.jsonl", '\n{"source": "the dog", "target": "Xyzzy"}', "p.jsonl:2"),
        ("p.jsonl", '["the dog", "the cat"]\n["the dog", "Xyzzy"]', "p.jsonl:2"),
    ],
)
def test_a_side_without_a_vector(
    name: str, text: str, where: str, model: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    result = run(tmp_path / name, "--model", model)
    assert isinstance(result.exception, DataError)
    assert str(result.exception).startswith(f"{tmp_path / where}: ")
    result = run(tmp_path / name, "--model", model, "--skip-unknown", "--scores-only")
    assert result.exit_code == 0, result.exception
    assert "0.000000" in result.stdout.splitlines()
    assert f"scpn: {tmp_path / where}: " in result.stderr
    assert "1 sentences unknown" in result.stderr


def test_a_side_without_a_vector_in_parallel_files(model: str, tmp_path: Path) -> None:
    left, right = tmp_path / "a.txt", tmp_path / "b.txt"
    left.write_text("The dog sat.\nThe cat sat.\n")
    right.write_text("A dog sat.\n\n")
    result = run(left, right, "--model", model)
    assert str(result.exception).startswith(f"{right}:2: the sentence is empty")


def test_bad_requests(model: str, tmp_path: Path) -> None:
    pairs = write_tsv(tmp_path / "p.tsv")
    (tmp_path / "empty.tsv").write_text("")
    (tmp_path / "one.tsv").write_text("only one column\n")
    for arguments, kind, message in (
        ([pairs, pairs, pairs], UsageError, "got 3 inputs"),
        ([tmp_path / "empty.tsv"], DataError, "has no pair of sentences"),
        ([tmp_path / "no.tsv"], DataError, "no such file"),
        ([tmp_path / "one.tsv"], DataError, "1 columns, expected source<TAB>target"),
        ([pairs, "--resume"], UsageError, "--resume is about a file"),
        ([pairs, "-o", tmp_path / "out.txt"], UsageError, "must end in .tsv, .csv, .jsonl or"),
        ([pairs, "-o", tmp_path / "out.tsv", "--scores-only"], UsageError, "leave out --output"),
    ):
        result = run(*arguments, "--model", model)
        assert isinstance(result.exception, kind), (arguments, result.exception)
        assert message in str(result.exception)


def test_python_gives_what_the_command_gives(model: str, tmp_path: Path) -> None:
    pairs = write_tsv(tmp_path / "p.tsv", [*PAIRS, ("Xyzzy", "the dog")])
    found: list[float] = []
    problems: list[str] = []
    for suffix in (".jsonl", ".tsv"):
        ours, theirs = tmp_path / f"python{suffix}", tmp_path / f"command{suffix}"
        counts = similarity_run.compare_pairs(
            str(pairs),
            ours,
            model=model,
            skip_unknown=True,
            on_result=lambda placed, result: found.append(result.records[0]["similarity"]),
            on_problem=problems.append,
        )
        result = run(pairs, "-o", theirs, "--model", model, "--skip-unknown")
        assert result.exit_code == 0, result.exception
        assert ours.read_bytes() == theirs.read_bytes()
    assert (counts.pairs, counts.unknown) == (25, 1)
    assert counts.mean == pytest.approx(np.mean(found))
    assert problems == [f"{pairs}:25: the model knows nothing of 'Xyzzy'"] * 2


def test_a_stopped_run_continues(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(similarity_run, "BLOCK_SIZE", 5)
    pairs, output = write_tsv(tmp_path / "p.tsv"), tmp_path / "out.jsonl"
    whole = run(pairs, "-o", tmp_path / "whole.jsonl", "--model", model)
    write_tsv(pairs, [*PAIRS[:12], ("Xyzzy", "the dog"), *PAIRS[13:]])
    stopped = run(pairs, "-o", output, "--model", model)
    assert f"{pairs}:13: the model knows nothing" in str(stopped.exception)
    assert "continue with the same command and --resume" in stopped.stderr
    write_tsv(pairs, [PAIRS[1], *PAIRS[1:]])
    changed = run(pairs, "-o", output, "--model", model, "--resume")
    assert f"{pairs}:1 is another pair than before" in str(changed.exception)
    write_tsv(pairs, PAIRS[:7])
    shorter = run(pairs, "-o", output, "--model", model, "--resume")
    assert "it has 10 pairs done" in str(shorter.exception)
    write_tsv(pairs)
    result = run(pairs, "-o", output, "--model", model, "--resume")
    assert result.exit_code == 0, result.exception
    assert output.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert result.stderr == whole.stderr.replace("whole.jsonl", "out.jsonl")
