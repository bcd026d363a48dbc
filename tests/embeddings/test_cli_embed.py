"""`scpn embed`: rows in line with lines, bad lines by number, a run that was killed."""

import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from safetensors.numpy import load_file, save_file
from synonym_encoder import build_synonym_encoder
from typer.testing import CliRunner, Result

from scpn.cli.main import build_app
from scpn.data.sentences import SentenceInput
from scpn.embeddings import embedding
from scpn.embeddings.embedding import embed_file
from scpn.errors import DataError, ModelError, UsageError
from scpn.runs import Progress

SENTENCES = [
    "My doctor bought a car.",
    "The lesson began in the morning.",
    "A dog sat by the window.",
    "Her kid ran to the shop.",
] * 6


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.txt"
    path.write_text("\n".join(SENTENCES) + "\n")
    return path


def run(*arguments: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(build_app(), ["embed", *map(str, arguments)], input=stdin)


def expect(sentences: list[str]) -> np.ndarray:
    return build_synonym_encoder().embed(sentences, unknown="zero")


def test_rows_of_a_text_file(model: str, corpus: Path, tmp_path: Path) -> None:
    result = run("-i", corpus, "-o", tmp_path / "out.npy", "--model", model)
    assert result.exit_code == 0, result.exception
    vectors = np.load(tmp_path / "out.npy")
    assert vectors.dtype == np.float32
    assert np.array_equal(vectors, expect(SENTENCES))
    assert result.stderr == f"scpn: 24 vectors of 64 numbers in {tmp_path / 'out.npy'}\n"
    assert {path.name for path in tmp_path.iterdir()} == {"corpus.txt", "out.npy"}


def test_other_inputs(model: str, tmp_path: Path) -> None:
    records = [{"id": n, "text": text} for n, text in enumerate(SENTENCES)]
    jsonl = tmp_path / "in.jsonl.gz"
    jsonl.write_bytes(gzip.compress("\n".join(map(json.dumps, records)).encode()))
    table = tmp_path / "in.tsv"
    table.write_text("id\tbody\n" + "".join(f"{r['id']}\t{r['text']}\n" for r in records))
    for arguments, stdin in (
        (["-i", jsonl], None),
        (["-i", table, "--column", "body"], None),
        (["-"], "\n".join(SENTENCES)),
        (SENTENCES, None),
    ):
        result = run(*arguments, "-o", tmp_path / "o.npy", "--model", model, stdin=stdin)
        assert result.exit_code == 0, result.exception
        assert np.array_equal(np.load(tmp_path / "o.npy"), expect(SENTENCES))
        (tmp_path / "o.npy").unlink()


def test_parquet(model: str, corpus: Path, tmp_path: Path) -> None:
    result = run("-i", corpus, "-o", tmp_path / "o.parquet", "--model", model, "--limit", "5")
    assert result.exit_code == 0, result.exception
    table = pq.read_table(tmp_path / "o.parquet")
    assert table["text"].to_pylist() == SENTENCES[:5]
    assert np.array_equal(np.array(table["embedding"].to_pylist(), "f4"), expect(SENTENCES[:5]))


def test_blocks_and_batches_change_nothing(
    model: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("-i", corpus, "-o", tmp_path / "one.npy", "--model", model)
    monkeypatch.setattr(embedding, "BLOCK_SIZE", 5)
    run("-i", corpus, "-o", tmp_path / "two.npy", "--model", model, "--batch-size", "2")
    assert (tmp_path / "one.npy").read_bytes() == (tmp_path / "two.npy").read_bytes()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "the sentence is empty"),
        ("   ", "the sentence is empty"),
        ("Xyzzy plugh", "the model knows nothing of 'Xyzzy plugh'"),
        (b"caf\xe9 walked", "not UTF-8: byte 0xe9"),
    ],
)
def test_a_sentence_without_a_vector(
    line: str | bytes, reason: str, model: str, tmp_path: Path
) -> None:
    path = tmp_path / "in.txt"
    raw = line if isinstance(line, bytes) else line.encode()
    path.write_bytes(b"The dog sat.\n" + raw + b"\nThe cat sat.\n")
    output = tmp_path / "out.npy"
    result = run("-i", path, "-o", output, "--model", model)
    assert isinstance(result.exception, DataError)
    assert str(result.exception).startswith(f"{path}:2: {reason}")
    assert "--skip-unknown" in str(result.exception)
    assert [p.name for p in tmp_path.iterdir()] == ["in.txt"]
    result = run("-i", path, "-o", output, "--model", model, "--skip-unknown")
    assert result.exit_code == 0, result.exception
    vectors = np.load(output)
    assert not vectors[1].any()
    assert np.array_equal(vectors[[0, 2]], expect(["The dog sat.", "The cat sat."]))
    assert f"scpn: {path}:2: {reason}" in result.stderr
    assert "1 rows of zeros" in result.stderr


@pytest.mark.parametrize("suffix", [".npy", ".parquet"])
def test_the_library_gives_the_same_bytes_resumed_too(
    suffix: str, model: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "BLOCK_SIZE", 5)
    whole, output = tmp_path / f"whole{suffix}", tmp_path / f"out{suffix}"
    run("-i", corpus, "-o", whole, "--model", model)
    source = SentenceInput(path=str(corpus))

    def stop(event: Progress) -> None:
        if event.done == 15:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        embed_file(source, output, model=model, on_progress=stop)
    assert f"kept in {output}.partial" in stopped.value.__notes__[0]
    events: list[Progress] = []
    counts = embed_file(source, output, model=model, resume=True, on_progress=events.append)
    assert (counts.vectors, counts.dimension) == (24, 64)
    assert events[-1] == Progress("embedding", 24, 24, 15, is_estimate=True)
    assert output.read_bytes() == whole.read_bytes()
    assert {path.name for path in tmp_path.glob("*.partial*")} == set()


def test_blank_lines_at_the_end_count(model: str, tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text("The dog sat.\n\n\n")
    run("-i", path, "-o", tmp_path / "out.npy", "--model", model, "--skip-unknown")
    assert np.load(tmp_path / "out.npy").shape == (3, 64)


def test_bad_requests(model: str, corpus: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.npy"
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "there.npy").write_text("kept")
    for arguments, kind, message in (
        (["-i", corpus, "-o", tmp_path / "out.txt"], UsageError, "must end in .npy or .parquet"),
        (["-i", corpus, "-o", tmp_path / "there.npy"], UsageError, "exists already"),
        (["-i", tmp_path / "no.txt", "-o", output], DataError, "no such file"),
        (["-i", tmp_path / "empty.txt", "-o", output], DataError, "has no sentence"),
        (["-o", output], UsageError, "give a sentence"),
        (["-i", corpus, "-o", output, "--model", tmp_path / "no"], ModelError, "no sentence enc"),
    ):
        result = run(*arguments, *([] if "--model" in arguments else ["--model", model]))
        assert isinstance(result.exception, kind), (arguments, result.exception)
        assert message in str(result.exception)
    assert {p.name for p in tmp_path.iterdir()} == {"corpus.txt", "empty.txt", "there.npy"}
    assert (tmp_path / "there.npy").read_text() == "kept"


def test_nan_is_never_written(
    model: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        name, dimension = "broken", 2

        def embed(self, sentences: list[str], **_: object) -> np.ndarray:
            vectors = np.ones((len(sentences), 2), dtype=np.float32)
            vectors[3:4] = np.nan
            return vectors

    monkeypatch.setattr("scpn.embeddings.embedding.load_encoder", lambda *_, **__: Broken())
    result = run("-i", corpus, "-o", tmp_path / "out.npy")
    assert isinstance(result.exception, ModelError)
    assert f"returned NaN or infinity for {corpus}:4" in str(result.exception)
    assert [p.name for p in tmp_path.iterdir()] == ["corpus.txt"]


@pytest.mark.parametrize("suffix", [".npy", ".parquet"])
def test_a_stopped_run_continues_to_equal_bytes(
    suffix: str, model: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "BLOCK_SIZE", 5)
    whole, output = tmp_path / f"whole{suffix}", tmp_path / f"out{suffix}"
    run("-i", corpus, "-o", whole, "--model", model)
    text = corpus.read_text()
    corpus.write_text(text.replace(SENTENCES[3], "Xyzzy", 3).replace("Xyzzy", SENTENCES[3], 2))
    stopped = run("-i", corpus, "-o", output, "--model", model)
    assert f"{corpus}:12: the model knows nothing" in str(stopped.exception)
    assert f"kept in {output}.partial" in stopped.stderr
    corpus.write_text(text)
    refused = run("-i", corpus, "-o", output, "--model", model)
    assert "unfinished run; continue it with --resume" in str(refused.exception)
    other = run("-i", corpus, "-o", output, "--model", model, "--limit", "9", "--resume")
    assert "limit was none, now it is 9" in str(other.exception)
    elsewhere = shutil.copytree(model, tmp_path / "kept")
    weights = Path(model) / "model.safetensors"
    tensors = load_file(weights)
    save_file({name: -3 * values for name, values in tensors.items()}, weights)
    other = run("-i", corpus, "-o", output, "--model", model, "--resume")
    shutil.copytree(elsewhere, model, dirs_exist_ok=True)
    assert "encoder was" in str(other.exception)
    result = run("-i", corpus, "-o", output, "--model", model, "--resume")
    assert result.exit_code == 0, result.exception
    assert output.read_bytes() == whole.read_bytes()
    assert not Path(f"{output}.partial").exists()


def test_another_input_is_not_mixed_in(
    model: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "BLOCK_SIZE", 5)
    output = tmp_path / "out.npy"
    corpus.write_text("\n".join([*SENTENCES[:8], "Xyzzy"]))
    run("-i", corpus, "-o", output, "--model", model)
    corpus.write_text("\n".join(["The cat sat.", *SENTENCES[1:]]))
    result = run("-i", corpus, "-o", output, "--model", model, "--resume")
    assert f"begins with {corpus}:1 is another block than before" in str(result.exception)
    corpus.write_text("\n".join(SENTENCES[:3]))
    result = run("-i", corpus, "-o", output, "--model", model, "--resume")
    assert "is another block than before" in str(result.exception)
    result = run("-i", corpus, "-o", output, "--model", model, "--overwrite")
    assert np.load(output).shape == (3, 64)


KILLED = """
import time
from scpn.embeddings import embedding, encoder
embedding.BLOCK_SIZE = 5
plain = encoder.Encoder.embed
def slow(self, *arguments, **options):
    time.sleep(0.3)
    return plain(self, *arguments, **options)
encoder.Encoder.embed = slow
from scpn.cli.main import main
main()
"""


@pytest.mark.slow
def test_a_killed_run_continues_to_equal_bytes(
    model: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "out.npy"
    arguments = ["embed", "-i", str(corpus), "-o", str(output), "--model", model]
    process = subprocess.Popen([sys.executable, "-c", KILLED, *arguments])
    ledger = tmp_path / "out.npy.partial"
    deadline = time.monotonic() + 300
    while not (ledger.exists() and ledger.read_bytes().count(b"\n") >= 3):
        assert time.monotonic() < deadline, "no block was done"
        assert process.poll() is None, "the run ended before it could be killed"
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not output.exists()
    monkeypatch.setattr(embedding, "BLOCK_SIZE", 5)
    result = run(*arguments[1:], "--resume")
    assert result.exit_code == 0, result.exception
    assert np.array_equal(np.load(output), expect(SENTENCES))
