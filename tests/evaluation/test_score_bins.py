"""Ranking, cutting and training on parts, with an own score that says which pairs are true."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from count_encoder import CountEncoder
from typer.testing import CliRunner

from scpn.cli.evaluate import app
from scpn.config import load_config
from scpn.data.readers import PairInput, read_pairs_from
from scpn.embeddings.training import EmbeddingTrainingConfig
from scpn.errors import DataError, UsageError
from scpn.evaluation import score_bins
from scpn.evaluation.ranking import Ranked, cut_ranking
from scpn.evaluation.score_bins import evaluate_tenths
from scpn.evaluation.settings import TenthsSettings
from scpn.evaluation.sts import find_similarity_sets

THINGS = ["cat", "dog", "fox", "hen", "owl", "pig"]
TWINS = {"cat": "puss", "dog": "hound", "fox": "reynard", "hen": "chick", "owl": "hooter",
         "pig": "swine"}  # fmt: skip
SETTINGS = [
    "encoder.parts=[{units: word, size: 8}]", "min_count=1", "dev_pairs=2", "trainer.steps=20",
    "trainer.evaluate_every=20", "trainer.warmup_steps=1", "objective.batch_size=8",
    "objective.mega_batches=1", "trainer.learning_rate=0.05",
]  # fmt: skip


def write_corpus(folder: Path) -> PairInput:
    """Thirty pairs that mean the same, scored 0.5 to 0.8, and thirty that do not, below 0.3."""
    rows = []
    for number, (left, right) in enumerate([(a, b) for a in THINGS for b in THINGS if a != b]):
        source = f"we saw the {left} and the {right} there"
        same = f"both the {TWINS[left]} and the {TWINS[right]} were what we saw"
        other = f"both the {TWINS[THINGS[number % 5]]} and the stone were what we saw"
        rows.append(f"{source}\t{same}\t{0.5 + number / 100}")
        rows.append(f"{source}\t{other}\t{number / 100}")
    rows.append("an empty target\t\t0.9")
    path = folder / "corpus.tsv"
    path.write_text("\n".join(rows) + "\n")
    return PairInput.parse(str(path))


def write_sets(folder: Path) -> Path:
    path = folder / "sts" / "sick" / "test.tsv"
    path.parent.mkdir(parents=True)
    lines = [f"5\tthe {one}\tthe {twin}\n" for one, twin in TWINS.items()]
    lines += [f"1\tthe {one}\tthe {TWINS[other]}\n" for one, other in
              zip(THINGS, THINGS[1:] + THINGS[:1], strict=True)]  # fmt: skip
    path.write_text("".join(lines))
    return folder / "sts"


def run(folder: Path, **options: Any) -> score_bins.TenthsReport:
    source = write_corpus(folder)
    if not (folder / "sts").exists():
        write_sets(folder)
    settings = TenthsSettings(
        rank_by=options.pop("rank_by", "own-score"),
        parts=2,
        pairs=options.pop("pairs", 24),
        seeds=options.pop("seeds", (1, 2)),
    )
    training = load_config(EmbeddingTrainingConfig, overrides=SETTINGS)
    sets, _ = find_similarity_sets(folder / "sts")
    return evaluate_tenths(
        [source], folder / "out", sets, settings=settings, training=training, cpu=True, **options
    )


def test_cut_ranking_by_hand() -> None:
    scores = np.float32([0.5, np.nan, 0.1, 0.9, 0.1, 0.3])
    assert [part.tolist() for part in cut_ranking(scores, 2)] == [[2, 4, 5], [0, 3]]
    with pytest.raises(DataError, match="5 pairs have a score, too few for 3 parts"):
        cut_ranking(scores, 3)


def test_evaluate_tenths_true_pairs_teach_more_than_false_ones(tmp_path: Path) -> None:
    report = run(tmp_path)
    low, high = report.parts
    assert (low.size, high.size) == (30, 30)
    assert (low.lowest, low.highest) == pytest.approx((0, 0.29))
    assert (high.lowest, high.highest) == pytest.approx((0.5, 0.79))
    assert len(high.figures["sick/test"]) == 2
    assert high.mean("sick/test") > low.mean("sick/test") + 20
    assert report.removed == {"empty": 1}
    assert high.length == 9  # 8 and 10 tokens
    drawn = list(read_pairs_from(PairInput.parse(str(tmp_path / "out/part-02/seed-1/pairs.tsv"))))
    assert len(drawn) == 24
    assert all("stone" not in pair.target for pair in drawn)
    assert high.trigram_overlap == 0


def test_evaluate_tenths_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(tmp_path, seeds=(1,))
    trained = []
    real = score_bins.train_encoder

    def count(*arguments: Any, **options: Any) -> Any:
        trained.append(options["output"].parent.name)
        return real(*arguments, **options)

    monkeypatch.setattr(score_bins, "train_encoder", count)
    monkeypatch.setattr(score_bins, "rank_pairs", None)  # the scores are there
    assert run(tmp_path, seeds=(1,)).to_dict() == first.to_dict()
    assert trained == []
    both = run(tmp_path, seeds=(1, 2))
    assert trained == ["seed-2", "seed-2"]
    assert [part.figures["sick/test"][0] for part in both.parts] == [
        part.figures["sick/test"][0] for part in first.parts
    ]
    with pytest.raises(UsageError, match="cannot be continued: num_pairs was"):
        run(tmp_path, pairs=10)


def test_ranked_file_that_is_damaged(tmp_path: Path) -> None:
    Ranked(np.float32([0.5, np.nan]), Counter({"copy": 1})).save(tmp_path / "scores.npz")
    found = Ranked.load(tmp_path / "scores.npz")
    assert (found.scores[0], np.isnan(found.scores[1]), found.removed) == (0.5, True, {"copy": 1})
    for damage in (b"", b"no zip", (tmp_path / "scores.npz").read_bytes()[:-30]):
        (tmp_path / "scores.npz").write_bytes(damage)
        with pytest.raises(DataError, match=r"scores.npz: is damaged; remove it and run again"):
            Ranked.load(tmp_path / "scores.npz")


def test_evaluate_tenths_by_an_encoder(tmp_path: Path) -> None:
    words = " ".join(["we", "saw", "the", "and", "there", *THINGS])
    report = run(tmp_path, rank_by="paraphrase-score", encoder=CountEncoder(words), seeds=(1,))
    assert report.parts[0].highest <= report.parts[1].lowest
    assert report.signature.to_dict()["scorer"] == "counts"


def test_evaluate_tenths_bad_requests(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="paraphrase-score needs an encoder"):
        run(tmp_path, rank_by="paraphrase-score")
    with pytest.raises(UsageError, match="rank_by is 'score'; it must be one of paraphrase-score"):
        TenthsSettings(rank_by="score")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="parts is 1"):
        TenthsSettings(parts=1)
    with pytest.raises(UsageError, match="at least one seed"):
        TenthsSettings(seeds=(1, 1))
    (tmp_path / "out").mkdir(exist_ok=True)
    (tmp_path / "out" / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="is not empty and holds no experiment"):
        run(tmp_path)


def test_evaluate_tenths_command(tmp_path: Path) -> None:
    source, sets = write_corpus(tmp_path), write_sets(tmp_path)
    options = [part for setting in SETTINGS for part in ("--set", setting)]
    arguments = [
        "tenths", source.where, "-o", str(tmp_path / "out"), "--data", str(sets), "--cpu",
        "--rank-by", "own-score", "--parts", "2", "--pairs", "24", "--seed", "1",
        "--json", str(tmp_path / "figures.json"), *options,
    ]  # fmt: skip
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
    assert result.exception is None, result.exception
    for text in ("0.00 to 0.29", "0.50 to 0.79", "sick/test", "Left out before ranking: empty 1"):
        assert text in result.stdout
    assert "part 2 of 2, seed 1" in result.stderr
    report = json.loads((tmp_path / "figures.json").read_text())
    assert report["settings"]["encoder"] == "word-average-8"
    assert len(report["parts"]) == 2
