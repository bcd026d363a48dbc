"""The rating sheet as a page: what it saves is what `scpn rate import` reads."""

from pathlib import Path

import pytest

from scpn.adversarial.rating import read_sheet
from scpn.adversarial.rating_sheet import RatedExample, RatingKey, write_sheet
from scpn.app.rating import RatingSession
from scpn.errors import DataError, UsageError


def example(name: str, label: str, text: str, other: str) -> RatedExample:
    return RatedExample("scpn", name, label, (text,), (other,))


@pytest.fixture
def sheet(tmp_path: Path) -> tuple[Path, RatingKey]:
    path = tmp_path / "sheet.csv"
    key = write_sheet(
        [example("1", "good", "It is long, but fun.", "It is fun, but long.")],
        [example("2", "bad", "It is dull.", "Dull it is.")],
        labels=["bad", "good"],
        sheet=path,
        key=tmp_path / "key.json",
        num_controls=1,
    )
    return path, key


def test_questions_have_the_answers_of_the_key(sheet: tuple[Path, RatingKey]) -> None:
    path, key = sheet
    session = RatingSession.open(path)
    assert [row.name for row in session.rows] == list(key.rows)
    for row in session.rows:
        assert list(row.choices) == key.allowed(row.name)


def test_saved_sheet_is_read_by_the_command(sheet: tuple[Path, RatingKey], tmp_path: Path) -> None:
    path, key = sheet
    session = RatingSession.open(path)
    wanted = {}
    for _ in session.rows:
        row = session.current
        wanted[row.name] = row.choices[-1]
        session.rate(row.choices[-1])
    session.save(tmp_path / "done.csv")
    assert read_sheet(tmp_path / "done.csv", key) == wanted


def test_begun_sheet_goes_on_where_it_was_left(
    sheet: tuple[Path, RatingKey], tmp_path: Path
) -> None:
    session = RatingSession.open(sheet[0])
    first = session.current
    session.rate(first.choices[0])
    session.save(tmp_path / "begun.csv")
    again = RatingSession.open(tmp_path / "begun.csv")
    assert again.answers == {first.name: first.choices[0]}
    assert again.digest == session.digest
    again.go_to_open()
    assert again.current == session.rows[1]


def test_answers_of_the_browser_are_taken_if_they_fit(sheet: tuple[Path, RatingKey]) -> None:
    session = RatingSession.open(sheet[0])
    names = [row.name for row in session.rows]
    session.take({names[0]: session.rows[0].choices[0], names[1]: "nonsense", "r999": "0"})
    assert list(session.answers) == [names[0]]


def test_answer_must_be_a_choice(sheet: tuple[Path, RatingKey]) -> None:
    with pytest.raises(UsageError, match="is no answer here"):
        RatingSession.open(sheet[0]).rate("3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2\n", "is no rating sheet: it has no column row"),
        ("row,question,text,second_text,answer\n", "has 0 rows"),
        ("row,question,text,second_text,answer\nr1,What,t,,\n", "does not ask a question"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "other.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        RatingSession.open(path)
