"""`scpn report`: attacks of any classifier in, a page out."""

import json
from pathlib import Path

import pytest
from command_line import invoke

from scpn.adversarial.labeled_data import LabeledData
from scpn.adversarial.report.building import report_files
from scpn.adversarial.settings import ReportSettings
from scpn.cli.report import app
from scpn.errors import DataError, UsageError

SUBJECTS = ("film", "play", "book", "song", "game", "meal", "trip", "talk", "walk", "show")


def write_attack(path: Path, *, loses_label: bool) -> Path:
    """Twenty examples, all right and all broken by one candidate each."""
    lines = []
    for number, subject in enumerate(SUBJECTS * 2):
        label, word = (("good", "lovely"), ("bad", "dreadful"))[number >= len(SUBJECTS)]
        other, wrong = (("bad", "dreadful"), ("good", "lovely"))[number >= len(SUBJECTS)]
        text = f"the {subject} was {word}"
        new = f"so {wrong if loses_label else word} was the {subject}"
        lines.append(
            {
                "id": str(number),
                "label": label,
                "texts": [text],
                "prediction": label,
                "probabilities": {label: 0.9, other: 0.1},
                "template": "(S(NP)(VP)(.))",
                "candidate": [new],
                "candidate_prediction": other,
                "candidate_probabilities": {label: 0.4, other: 0.6},
                "verdict": "broken",
                "accepted": True,
                "similarity": 0.9,
                "paraphrases": [{"ngram_overlap": 0.8, "similarity": 0.9}],
                "error": None,
            }
        )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_page_compares_attacks_with_their_validity(tmp_path: Path) -> None:
    kept = write_attack(tmp_path / "kept.jsonl", loses_label=False)
    lost = write_attack(tmp_path / "lost.jsonl", loses_label=True)
    train = tmp_path / "train.tsv"
    rows = [f"{label}\tso {word}" for label, word in (("good", "lovely"), ("bad", "dreadful"))] * 9
    train.write_text("label\ttext\n" + "\n".join(rows) + "\n")
    options = ["--train", train, "--folds", 2, "--parser", "none", "-o", tmp_path / "out"]
    invoke(app, f"forms={kept}", f"other={lost}", *options)
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    files = report_files(
        [f"forms={kept}", f"other={lost}"],
        tmp_path / "ours",
        train=LabeledData(str(train)),
        settings=ReportSettings(folds=2),
        parser="none",
    )
    for path in files:
        assert path.read_bytes() == (tmp_path / "out" / path.name).read_bytes()
    assert report["judge_accuracy"] == 1.0
    forms, other = report["systems"]
    assert forms["before"]["broken_rate"]["interval"]["value"] == 1.0
    assert forms["before"]["validity"]["interval"]["value"] == 1.0
    assert other["before"]["validity"]["interval"]["value"] == 0.0
    assert report["comparisons"]["other"]["value"] == 0.0
    assert "by a valid one" in (tmp_path / "out" / "report.html").read_text()
    assert "20 examples" in (tmp_path / "out" / "report.md").read_text()


def test_bad_files_are_errors(tmp_path: Path) -> None:
    attack = write_attack(tmp_path / "a.jsonl", loses_label=False)
    with pytest.raises(UsageError, match="two systems are called 'a'"):
        invoke(app, attack, attack, "-o", tmp_path / "out")
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(DataError, match="has no example"):
        invoke(app, tmp_path / "empty.jsonl", "-o", tmp_path / "out")
    train = tmp_path / "train.tsv"
    train.write_text("label\ttext\n" + "1\tso lovely\n0\tso dreadful\n" * 9)
    with pytest.raises(DataError, match="has the label 'good', which the training set lacks"):
        invoke(app, attack, "--train", train, "-o", tmp_path / "out")
    train.write_text("label\ttext\n" + "1\t \n" * 9)
    with pytest.raises(DataError, match="has no usable example"):
        invoke(app, attack, "--train", train, "-o", tmp_path / "out")
    with pytest.raises(UsageError, match="50 folds of 20 examples"):
        invoke(app, attack, "--folds", 50, "-o", tmp_path / "out")
