"""Sheets for raters: what is written is blind, what comes back is checked and counted by hand."""

import csv
from pathlib import Path

import pytest

from scpn.adversarial.rating import read_sheet, summarize_ratings
from scpn.adversarial.rating_sheet import (
    COLUMNS,
    RatedExample,
    RatingKey,
    read_key,
    write_sheet,
)
from scpn.errors import DataError, UsageError

LABELS = ["bad", "good"]
EXAMPLES = [
    RatedExample("forms", "1", "good", ("I liked it.",), ("It was liked by me.",)),
    RatedExample("forms", "2", "bad", ("It was dull.",), ("Dull it was.",)),
    RatedExample("synonyms", "3", "good", ("A fine play.",), ("A okay play.",)),
]
CLEAN = [
    RatedExample("forms", str(number), label, (text,), (text,))
    for number, label, text in (
        (11, "good", "We laughed a lot."),
        (12, "bad", "We left early."),
        (13, "good", "She sings well."),
        (14, "bad", "He forgot his lines."),
    )
]


def export(folder: Path, *, controls: int = 2, seed: int = 0) -> tuple[Path, Path, RatingKey]:
    sheet, key = folder / "sheet.csv", folder / "key.json"
    written = write_sheet(
        EXAMPLES, CLEAN, labels=LABELS, sheet=sheet, key=key, num_controls=controls, seed=seed
    )
    return sheet, key, written


def rows_of(sheet: Path) -> list[dict[str, str]]:
    with sheet.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


def fill(sheet: Path, target: Path, answers: dict[str, str], *, delimiter: str = ",") -> Path:
    """Save a sheet with answers as a spreadsheet would."""
    with target.open("w", encoding="utf-8-sig", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, delimiter=delimiter)
        writer.writeheader()
        for row in rows_of(sheet):
            writer.writerow(row | {"answer": answers.get(row["row"], "")})
    return target


def answers_of(key: RatingKey, label: str, quality: str) -> dict[str, str]:
    return {name: label if row.kind == "label" else quality for name, row in key.rows.items()}


def test_sheet_is_blind_and_asks_for_labels_first(tmp_path: Path) -> None:
    sheet, _, key = export(tmp_path)
    rows = rows_of(sheet)
    assert len(rows) == 3 + 2 + 3 + 2
    text = sheet.read_text(encoding="utf-8-sig")
    assert "forms" not in text
    assert "synonyms" not in text
    kinds = [key.rows[row["row"]].kind for row in rows]
    assert kinds == ["label"] * 5 + ["quality"] * 5
    assert all(row["answer"] == "" for row in rows)
    # Whoever labels an adversarial text has not seen its source.
    shown = {row["text"] for row in rows[:5]}
    assert shown >= {"It was liked by me.", "Dull it was.", "A okay play."}
    assert not shown & {"I liked it.", "It was dull.", "A fine play."}
    assert "bad / good" in rows[0]["question"]
    assert (
        "0 no paraphrase, 1 a paraphrase, but ungrammatical, 2 a paraphrase"
        in (rows[-1]["question"])
    )


def test_quality_rows_show_source_and_paraphrase_and_controls_have_a_known_grade(
    tmp_path: Path,
) -> None:
    sheet, _, key = export(tmp_path)
    rows = {row["row"]: row for row in rows_of(sheet)}
    rated = {
        (rows[name]["text"], rows[name]["second_text"])
        for name, row in key.rows.items()
        if row.kind == "quality" and row.role == "rated"
    }
    assert ("I liked it.", "It was liked by me.") in rated
    (same,) = [name for name, row in key.rows.items() if row.role == "same"]
    assert rows[same]["text"] == rows[same]["second_text"]
    (unrelated,) = [name for name, row in key.rows.items() if row.role == "unrelated"]
    assert rows[unrelated]["text"] != rows[unrelated]["second_text"]
    assert (key.rows[same].expected, key.rows[unrelated].expected) == ("2", "0")


def test_seed_fixes_the_order_and_another_one_changes_it(tmp_path: Path) -> None:
    orders = []
    for number, seed in enumerate((1, 1, 2)):
        (tmp_path / str(number)).mkdir()
        orders.append(
            [row["text"] for row in rows_of(export(tmp_path / str(number), seed=seed)[0])]
        )
    assert orders[0] == orders[1] != orders[2]


def test_key_is_read_as_it_was_written(tmp_path: Path) -> None:
    _, path, key = export(tmp_path)
    assert read_key(path) == key


def test_pairs_show_both_texts_for_the_label_and_the_changed_side_for_quality(
    tmp_path: Path,
) -> None:
    example = RatedExample(
        "forms",
        "1",
        "entailment",
        ("A man sleeps.", "He rests."),
        ("Asleep is a man.", "He rests."),
    )
    sheet, key = tmp_path / "sheet.csv", tmp_path / "key.json"
    write_sheet([example], [], labels=["entailment", "neutral"], sheet=sheet, key=key)
    first, second = rows_of(sheet)
    assert (first["text"], first["second_text"]) == ("Asleep is a man.", "He rests.")
    assert (second["text"], second["second_text"]) == ("A man sleeps.", "Asleep is a man.")


def test_figures_of_three_raters_worked_out_by_hand(tmp_path: Path) -> None:
    sheet, _, key = export(tmp_path, controls=2)
    of = {(row.kind, row.example): name for name, row in key.rows.items()}
    sheets = {}
    for rater, labels, grades in (
        ("a", {"1": "good", "2": "good", "3": "good"}, {"1": "2", "2": "1", "3": "0"}),
        ("b", {"1": "good", "2": "bad", "3": "bad"}, {"1": "2", "2": "2", "3": "0"}),
        ("c", {"1": "bad", "2": "good", "3": "bad"}, {"1": "2", "2": "1", "3": "1"}),
    ):
        answers = {name: row.expected or "" for name, row in key.rows.items()}
        answers |= {of["label", example]: label for example, label in labels.items()}
        answers |= {of["quality", example]: grade for example, grade in grades.items()}
        filled = fill(sheet, tmp_path / f"{rater}.csv", answers)
        sheets[rater] = read_sheet(filled, key)
    report = summarize_ratings(sheets, key)
    forms, synonyms = report.systems
    # Example 1 (gold good): 2 of 3 right, valid. Example 2 (gold bad): 1 of 3, not valid.
    assert (forms.system, forms.validity.value, forms.validity.count) == ("forms", 0.5, 2)
    assert forms.label_votes == pytest.approx((2 / 3 + 1 / 3) / 2)
    assert forms.quality == pytest.approx({"0": 0.0, "1": 2 / 6, "2": 4 / 6})
    assert forms.paraphrases.value == 1.0
    # Labels of "forms": ggb, gbg: P = (1/3 + 1/3) / 2 = 1/3; 4 of 6 good, P_e = 16/36 + 4/36 = 5/9;
    # kappa = (3/9 - 5/9) / (4/9) = -1/2.
    assert forms.label_kappa == pytest.approx(-0.5)
    # Example 3 (gold good): gbb, not valid; grades 0, 0, 1.
    assert synonyms.validity.value == 0.0
    assert synonyms.paraphrases.value == pytest.approx(1 / 3)
    # All controls were answered as they should be.
    assert [(r.rater, r.labels, r.quality) for r in report.raters] == [
        ("a", 1.0, 1.0), ("b", 1.0, 1.0), ("c", 1.0, 1.0)
    ]  # fmt: skip


def test_careless_rater_shows_in_the_controls_and_one_rater_has_no_kappa(tmp_path: Path) -> None:
    _, _, key = export(tmp_path, controls=4)
    report = summarize_ratings({"lazy": answers_of(key, "good", "2")}, key)
    # Two of the four original texts are good; the pairs are two "same" and two "unrelated".
    (rater,) = report.raters
    assert (rater.labels, rater.quality) == (0.5, 0.5)
    assert report.label_kappa is None


def test_spreadsheets_may_change_separators_case_and_numbers(tmp_path: Path) -> None:
    sheet, _, key = export(tmp_path)
    loose = fill(sheet, tmp_path / "a.csv", answers_of(key, " GOOD ", "2.0"), delimiter=";")
    assert read_sheet(loose, key) == answers_of(key, "good", "2")


def test_missing_and_wrong_answers_are_named_by_row_and_line(tmp_path: Path) -> None:
    sheet, _, key = export(tmp_path)
    names = list(key.rows)
    answers = answers_of(key, "good", "2") | {names[0]: "", names[9]: "3", names[1]: "fine"}
    filled = fill(sheet, tmp_path / "a.csv", answers)
    with pytest.raises(DataError) as caught:
        read_sheet(filled, key)
    message = str(caught.value)
    assert "1 row without an answer (fill in one of bad, good): r001 (line 2)" in message
    assert "1 row answered with something else than bad, good: r002 (line 3): 'fine'" in message
    assert "1 row answered with something else than 0, 1, 2: r010 (line 11): '3'" in message


def test_many_problems_are_counted_not_listed(tmp_path: Path) -> None:
    sheet, _, key = export(tmp_path)
    with pytest.raises(DataError, match=r"5 rows without an answer \(fill in one of 0, 1, 2\)"):
        read_sheet(sheet, key)
    bigger = tmp_path / "bigger"
    bigger.mkdir()
    sheet, _, key = export(bigger, controls=4)
    with pytest.raises(DataError, match=r"7 rows .* and 2 more"):
        read_sheet(sheet, key)


def test_changed_missing_double_and_foreign_rows_are_errors(tmp_path: Path) -> None:
    sheet, _, key = export(tmp_path)
    filled = fill(sheet, tmp_path / "a.csv", answers_of(key, "good", "2"))
    lines = filled.read_text(encoding="utf-8").split("\n")
    first, second = lines[1], lines[2]
    for old, new, problem in (
        (first, first.replace(".", "!"), "1 row changed: a text is not what was exported: r001"),
        (first + "\n", "", "1 row missing: r001"),
        (second, first, "1 row there twice: r001 (line 3); 1 row missing: r002"),
        (first, first.replace("r001", "r777"), "1 row not in the key, so of another sheet: r777"),
    ):
        text = "\n".join(lines).replace(old, new, 1)
        (tmp_path / "b.csv").write_text(text, encoding="utf-8")
        with pytest.raises(DataError) as caught:
            read_sheet(tmp_path / "b.csv", key)
        assert problem in str(caught.value)


def test_sheet_without_its_columns_is_an_error(tmp_path: Path) -> None:
    _, _, key = export(tmp_path)
    (tmp_path / "c.csv").write_text("row,text\nr001,hello\n")
    with pytest.raises(DataError, match=r"c.csv:1: has no column 'question', 'second_text'"):
        read_sheet(tmp_path / "c.csv", key)


def test_files_that_are_there_are_not_overwritten_unasked(tmp_path: Path) -> None:
    export(tmp_path)
    with pytest.raises(UsageError, match="may hold ratings"):
        export(tmp_path)
    with pytest.raises(UsageError, match="raters must not see the key"):
        write_sheet(EXAMPLES, CLEAN, labels=LABELS, sheet=tmp_path / "x", key=tmp_path / "x")


def test_nothing_to_rate_and_a_wrong_key_are_errors(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no example to rate"):
        write_sheet([], CLEAN, labels=LABELS, sheet=tmp_path / "s", key=tmp_path / "k")
    (tmp_path / "k").write_text('{"kind": "other"}')
    with pytest.raises(DataError, match="is no key of a rating sheet"):
        read_key(tmp_path / "k")
    with pytest.raises(DataError, match="cannot be read"):
        read_key(tmp_path / "none")
    _, _, key = export(tmp_path)
    with pytest.raises(DataError, match="no sheet with ratings"):
        summarize_ratings({}, key)
