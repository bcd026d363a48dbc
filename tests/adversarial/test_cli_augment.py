import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from command_line import invoke
from fake_attack import FORMS, FakeParaphraser
from typer.testing import Result

from scpn.cli.augment import app
from scpn.errors import DataError, ScpnError, UsageError

TEMPLATES = tuple(part for form in FORMS for part in ("-t", form))
pytestmark = pytest.mark.usefixtures("fake_paraphraser")
ROWS = [(f"day {n}", "a" if n < 12 else "b", f"note {n}") for n in range(18)] + [
    ("sea long", "b", ""),
    ("sky reject0 reject1 reject2", "b", ""),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "train.csv"
    with path.open("w", newline="") as stream:
        csv.writer(stream).writerows([("text", "label", "note"), *ROWS])
    return path


def call(*arguments: object, status: int = 0) -> Result:
    return invoke(app, *arguments, "--tokenized", status=status)


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream))


def test_rows_and_their_paraphrases(data: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.csv"
    result = call(data, *TEMPLATES, "-n", 2, "-o", output)
    rows = read_csv(output)
    assert list(rows[0]) == ["text", "label", "note", "source_id", "template", "similarity"]
    assert len(rows) == 20 + 18 * 2
    by_source = {n + 2: row for n, row in enumerate(ROWS)}  # numbers of lines
    for row in rows:
        text, label, note = by_source[int(row["source_id"])]
        assert (row["label"], row["note"]) == (label, note)
        if row["template"]:
            number = FORMS.index(row["template"])
            assert (row["text"], row["similarity"]) == (f"{text} {number}", "0.9")
        else:
            assert (row["text"], row["similarity"]) == (text, "")
    assert "36 paraphrases of 20 examples in" in result.stderr
    assert "2 examples have none" in result.stderr
    assert "example 20: the sentence is too long; split it" in result.stderr


@pytest.mark.parametrize("suffix", [".tsv", ".jsonl", ".parquet"])
def test_other_kinds_of_file_hold_the_same(suffix: str, data: Path, tmp_path: Path) -> None:
    from scpn.tables.reading import read_rows

    call(data, *TEMPLATES, "-o", tmp_path / "one.csv")
    call(data, *TEMPLATES, "-o", tmp_path / f"two{suffix}")
    one, two = (
        [row for _, row in read_rows(tmp_path / name)] for name in ("one.csv", f"two{suffix}")
    )
    as_text = [
        {key: "" if value is None else str(value) for key, value in row.items()}
        for row in two
        if isinstance(row, dict)
    ]
    assert as_text == one


def test_seed_reproduces_and_changes(data: Path, tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        call(data, *TEMPLATES, "--seed", seed, "--no-cache", "-o", tmp_path / f"{name}.csv")
    a, b, c = ((tmp_path / f"{name}.csv").read_text() for name in "abc")
    assert a == b != c


def test_again_costs_nothing(data: Path, tmp_path: Path, fake_paraphraser: FakeParaphraser) -> None:
    call(data, *TEMPLATES, "-o", tmp_path / "a.csv")
    fake_paraphraser.asked.clear()
    result = call(data, *TEMPLATES, "-o", tmp_path / "b.csv")
    assert fake_paraphraser.asked == []
    assert "0 paraphrases made" in result.stderr
    assert (tmp_path / "a.csv").read_text() == (tmp_path / "b.csv").read_text()


@pytest.mark.parametrize("cache", [(), ("--no-cache",)])
def test_balance(
    cache: tuple[str, ...], data: Path, tmp_path: Path, fake_paraphraser: FakeParaphraser
) -> None:
    output = tmp_path / "out.csv"
    call(data, *TEMPLATES, "-n", 3, "--balance", *cache, "-o", output)
    # 12 of a; 8 of b, of which 6 can be paraphrased: b grows to 12, and a with it to no more.
    rows = read_csv(output)
    # b could have 8 + 3 * 6 = 26, but a is limited to 32 / 12 - 1 = 2 each, so both get 26.
    assert Counter(row["label"] for row in rows) == {"a": 26, "b": 26}
    asked = Counter(form for _, forms in fake_paraphraser.asked for form in forms)
    assert asked.total() == 12 * 2 + 6 * 3 + 3 + 3  # each once, in the first pass


def test_label_that_stays_behind_is_named(data: Path, tmp_path: Path) -> None:
    with data.open("a", newline="") as stream:
        csv.writer(stream).writerow(("cloud", "c", ""))
    result = call(data, *TEMPLATES, "--balance", "-n", 3, "-o", tmp_path / "out.csv")
    assert "label 'c' has 4 rows and was to have 12" in result.stderr


def test_only_paraphrases_with_ids(tmp_path: Path) -> None:
    source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps({"key": "k7", "text": "sun", "label": 1, "more": [1, 2]}) + "\n")
    call(source, *TEMPLATES, "-n", 2, "--id", "key", "--exclude-original", "-o", output)
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert [row["key"] for row in rows] == ["k7.1", "k7.2"]
    assert all(row["more"] == [1, 2] and row["label"] == 1 for row in rows)
    assert all(row["source_id"] == "k7" for row in rows)


def test_pairs_on_both_sides(tmp_path: Path) -> None:
    source, output = tmp_path / "in.tsv", tmp_path / "out.tsv"
    source.write_text("premise\thypothesis\tlabel\nsun\tmoon\tyes\n")
    call(source, *TEMPLATES, "--sides", "both", "-n", 3, "-o", output)
    cells = [line.split("\t")[:2] for line in output.read_text().splitlines()[2:]]
    assert sorted(cells) == [["sun 0", "moon 0"], ["sun 1", "moon 1"], ["sun 2", "moon 2"]]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((), UsageError, "no form is asked for; give --templates SET"),
        ((*TEMPLATES, "-o", "x.txt"), UsageError, "must end in .tsv, .csv"),
        ((*TEMPLATES, "--sides", "second"), UsageError, "has one text; name the second column"),
        ((*TEMPLATES, "--label", "gold"), DataError, "has no column 'gold'"),
    ],
)
def test_bad_requests(
    arguments: tuple[str, ...], error: type[ScpnError], message: str, data: Path, tmp_path: Path
) -> None:
    with pytest.raises(error, match=message):
        call(data, "-o", tmp_path / "out.csv", *arguments)
    assert not (tmp_path / "out.csv").exists()


def test_output_that_is_there(data: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.csv"
    output.write_text("precious")
    with pytest.raises(UsageError, match="exists already; choose another name, or replace it"):
        call(data, *TEMPLATES, "-o", output)
    assert output.read_text() == "precious"
    call(data, *TEMPLATES, "-o", output, "--overwrite")
    augmented = tmp_path / "again.csv"
    with pytest.raises(DataError, match="has a column 'source_id' already"):
        call(output, *TEMPLATES, "-o", augmented)
