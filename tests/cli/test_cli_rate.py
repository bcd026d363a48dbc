"""`scpn rate`: a sheet out, filled-in sheets in, in one process."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from command_line import invoke

from scpn.adversarial.rating_drawing import draw_sheet
from scpn.adversarial.settings import SheetSettings
from scpn.cli.rate import app
from scpn.errors import DataError, UsageError


def write_attack(path: Path, *, count: int = 12) -> Path:
    """An attack on `count` examples, of which every second is broken."""
    lines = []
    for number in range(count):
        is_broken = number % 2 == 0
        text, new = f"We liked film {number}.", f"Film {number} we liked."
        lines.append(
            {
                "id": str(number),
                "label": "good",
                "texts": [text],
                "prediction": "good",
                "probabilities": {"bad": 0.1, "good": 0.9},
                "template": "(S(NP)(VP)(.))",
                "candidate": [new],
                "candidate_prediction": "bad" if is_broken else "good",
                "candidate_probabilities": {"bad": 0.6, "good": 0.4},
                "verdict": "broken" if is_broken else "held",
                "accepted": True,
                "paraphrases": [],
                "error": None,
            }
        )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def run(*arguments: object) -> str:
    return invoke(app, *arguments).output


def fill(sheet: Path, target: Path, key: dict[str, Any], *, label: str, grade: str) -> Path:
    with sheet.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    with target.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        for row in rows:
            kind = key["rows"][row["row"]]["kind"]
            writer.writerow(row | {"answer": label if kind == "label" else grade})
    return target


@pytest.fixture
def exported(tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    attack = write_attack(tmp_path / "attack.jsonl")
    sheet = tmp_path / "sheet.csv"
    run("export", f"forms={attack}", "-o", sheet, "-n", 4, "--controls", 2)
    return sheet, json.loads((tmp_path / "sheet.key.json").read_text())


def test_sheet_has_as_many_rows_as_asked_and_controls_of_other_examples(
    exported: tuple[Path, dict[str, Any]],
) -> None:
    _, key = exported
    rows = key["rows"].values()
    rated = [row for row in rows if row["role"] == "rated"]
    assert len(rows) == 2 * (4 + 2)
    assert {row["system"] for row in rated} == {"forms"}
    examples = {row["example"] for row in rated}
    assert len(examples) == 4
    assert all(int(name) % 2 == 0 for name in examples)
    assert not examples & {row["example"] for row in rows if row["role"] != "rated"}


def test_python_gives_what_the_command_gives(exported: tuple[Path, Any], tmp_path: Path) -> None:
    sheet, key = exported
    ours = tmp_path / "ours.csv"
    draw_sheet([f"forms={tmp_path / 'attack.jsonl'}"], ours, settings=SheetSettings(4, 2))
    assert ours.read_bytes() == sheet.read_bytes()
    assert json.loads((tmp_path / "ours.key.json").read_text()) == key


def test_filled_sheets_give_validity_and_agreement(
    exported: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    sheet, key = exported
    sheets = [
        fill(sheet, tmp_path / f"{name}.csv", key, label=label, grade=grade)
        for name, label, grade in (
            ("anna", "good", "2"),
            ("ben", "good", "1"),
            ("carla", "bad", "2"),
        )
    ]
    output = run("import", *sheets, "--key", tmp_path / "sheet.key.json", "--json", "-")
    report = json.loads(output)
    (system,) = report["systems"]
    # Two of three raters say "good" of all, which is the gold label.
    assert system["validity"]["value"] == 1.0
    assert system["label_votes"] == pytest.approx(2 / 3)
    assert system["quality"] == pytest.approx({"0": 0, "1": 1 / 3, "2": 2 / 3})
    # Two of three raters are always alike: P = 1/3, P_e = 4/9 + 1/9, kappa = -1/2.
    assert system["label_kappa"] == pytest.approx(-0.5)
    table = run("import", *sheets, "--key", tmp_path / "sheet.key.json")
    assert "100.0 (100.0 to 100.0)" in table
    assert "carla: controls right, labels 0%" in table


def test_unfilled_sheet_and_wrong_file_are_errors(
    exported: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    sheet, _ = exported
    key = tmp_path / "sheet.key.json"
    with pytest.raises(DataError, match="6 rows without an answer"):
        run("import", sheet, "--key", key)
    with pytest.raises(DataError, match="is no key"):
        run("import", sheet, "--key", tmp_path / "attack.jsonl")
    with pytest.raises(UsageError, match="each rater's sheet once"):
        run("import", sheet, sheet, "--key", key)
    with pytest.raises(UsageError, match="may hold ratings"):
        run("export", tmp_path / "attack.jsonl", "-o", sheet)
    with pytest.raises(UsageError, match="name each differently"):
        run(
            "export", tmp_path / "attack.jsonl", tmp_path / "attack.jsonl", "-o", tmp_path / "b.csv"
        )
