"""Reading what readers said."""

from pathlib import Path

import pytest

from scpn.critic.readings import LABELS, Reading, read_readings
from scpn.errors import DataError


def test_grades_labels_and_weights_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "graded.tsv"
    path.write_text(
        "source\tparaphrase\tgrade\tenglish\tweight\n"
        "we left at noon\tat noon we left\t2\t\t\n"
        "we left at noon\twe left\t1\t1\t0.5\n"
        "\tleft noon we\t\t0\t\n"
    )
    assert LABELS == ("follows", "same", "english", "good", "sound")
    assert list(read_readings(path)) == [
        Reading("we left at noon", "at noon we left", (None, None, None, 1.0, 1.0)),
        Reading("we left at noon", "we left", (None, None, 1.0, 0.0, 1.0), 0.5),
        Reading("", "left noon we", (None, None, 0.0, None, None)),
    ]


def test_json_lines_may_say_how_likely_a_label_is(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"source": "a b", "paraphrase": "b a", "same": 0.25, "kind": "swap"}\n')
    assert list(read_readings(path)) == [Reading("a b", "b a", (None, 0.25, None, None, None))]


@pytest.mark.parametrize(
    "row",
    ["a\tb\t\t", "a\tb\t3\t", "a\tb\t\t1.5", "a\tb\t\tyes"],
    ids=["nothing known", "no grade", "no probability", "no number"],
)
def test_a_row_that_is_no_reading_is_named(tmp_path: Path, row: str) -> None:
    path = tmp_path / "graded.tsv"
    path.write_text(f"source\tparaphrase\tgrade\tsame\na\tb\t1\t1\n{row}\n")
    with pytest.raises(
        DataError, match=r"graded\.tsv.*3.*a grade \(0, 1, 2\) or some of"
    ) as caught:
        list(read_readings(path))
    assert caught.value.line == 3


def test_a_table_without_the_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text("source\ttarget\tgrade\na\tb\t1\n")
    with pytest.raises(DataError, match="a reading has a source, a paraphrase"):
        list(read_readings(path))
