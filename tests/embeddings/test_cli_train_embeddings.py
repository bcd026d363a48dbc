"""`scpn train embeddings` on twenty pairs."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from scpn.cli.train import app
from scpn.config import load_config
from scpn.embeddings import load_encoder
from scpn.embeddings.training import PRESETS, EmbeddingTrainingConfig, find_preset
from scpn.embeddings.validation import ValidationPairs
from scpn.errors import DataError, UsageError

SMALL = ["dev_pairs=4", "min_count=1", "trainer.steps=12", "trainer.evaluate_every=6"]
PARTS = "encoder.parts=[{units: word, size: 8}, {units: trigram, size: 8}]"
BATCHES = ["objective.batch_size=4", "objective.mega_batches=2", "objective.annealing=0"]


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    days = ["monday", "tuesday", "friday", "sunday"]
    deeds = [
        ("cleaned the cellar", "tidied up the basement"),
        ("phoned my uncle", "gave my uncle a call"),
        ("mended the fence", "put the fence right"),
        ("missed the bus", "came too late for the bus"),
        ("sold the boat", "found a buyer for the boat"),
    ]
    path = tmp_path / "deeds.tsv"
    path.write_text("".join(f"On {d} I {a}.\tI {b} on {d}.\n" for d in days for a, b in deeds))
    return path


def invoke(*arguments: object) -> tuple[int, str, BaseException | None]:
    result = CliRunner().invoke(app, ["embeddings", *map(str, arguments)])
    return result.exit_code, result.output, result.exception


def test_trains_reports_and_resumes(tmp_path: Path, pairs: Path) -> None:
    output = tmp_path / "model"
    base = ["--pairs", pairs, "-o", output, "--cpu", PARTS, *SMALL, *BATCHES]
    status, text, error = invoke(*base)
    assert (status, error) == (0, None)
    assert "deeds: 20 pairs" in text
    assert "pairs_per_s" in text
    encoder = load_encoder(output)
    assert (encoder.name, encoder.dimension) == ("model", 16)
    assert encoder.embed(["I sold the boat."]).any()
    assert (output / "training.yaml").is_file()
    status, _, error = invoke(*base)
    assert isinstance(error, UsageError)
    assert "add --resume" in str(error)
    assert invoke(*base, "--resume")[0] == 0


def test_scored_pairs_choose_the_best(tmp_path: Path, pairs: Path) -> None:
    dev = tmp_path / "dev.tsv"
    dev.write_text("I sold the boat.\tI sold the fence.\t3\nI sold the boat.\tMy uncle.\t0.5\n")
    output = tmp_path / "model"
    status, text, _ = invoke(
        *("--pairs", f"mine={pairs}", "-o", output, "--dev", dev, "--cpu"),
        *(PARTS, *SMALL, *BATCHES),
    )
    assert status == 0
    assert "mine: 20 pairs" in text
    # The correlation of two points is 1 or -1; the model keeps what it has seen of them.
    log = (output / "log.csv").read_text().splitlines()
    assert [row.split(",")[3] for row in log] == ["dev", "100.0", "100.0"]
    assert ValidationPairs.read(dev).validate(load_encoder(output))["dev"] == pytest.approx(100)


@pytest.mark.parametrize("text", ["a b\tc d\n", "a b\tc d\t3\na\tb\t3\n", "a b\tc d\t3\na\tb\n"])
def test_gold_scores_must_be_there_and_differ(tmp_path: Path, text: str) -> None:
    path = tmp_path / "dev.tsv"
    path.write_text(text)
    with pytest.raises(DataError, match=r"each pair needs one, and they must differ"):
        ValidationPairs.read(path)


def test_bad_line_is_named(tmp_path: Path, pairs: Path) -> None:
    pairs.write_text(pairs.read_text() + "no second column\n")
    _, _, error = invoke("--pairs", pairs, "-o", tmp_path / "model", "--cpu")
    assert isinstance(error, DataError)
    assert "deeds.tsv:21: 1 columns, expected source<TAB>target" in str(error)


def test_bad_setting_names_the_nearest(tmp_path: Path, pairs: Path) -> None:
    _, _, error = invoke("--pairs", pairs, "-o", tmp_path / "model", "objective.margn=1")
    assert isinstance(error, UsageError)
    assert "did you mean 'margin'?" in str(error)


def test_unknown_preset_lists_the_known(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no preset; the presets are .*gran, .*word-trigram"):
        find_preset("word-bigram")
    assert find_preset(None) is None
    own = tmp_path / "own.yaml"
    own.write_text("epochs: 2\n")
    assert find_preset(str(own)) == own


@pytest.mark.parametrize("path", sorted(PRESETS.glob("embeddings-*.yaml")), ids=lambda p: p.stem)
def test_presets_are_valid(path: Path) -> None:
    assert find_preset(path.stem) == path
    assert load_config(EmbeddingTrainingConfig, path).encoder.parts
