"""Semantic textual similarity: the protocol worked out by hand, and every way a file is wrong."""

import gzip
import json
from math import sqrt
from pathlib import Path
from statistics import correlation, fmean

import numpy as np
import pytest
from count_encoder import CountEncoder

from scpn.errors import DataError, ModelError, UsageError
from scpn.evaluation.published import STS_ROWS, comparable_figures
from scpn.evaluation.scored_pairs import cosines, read_scored_pairs
from scpn.evaluation.sts import (
    GROUPS,
    MEAN_OF_22,
    MEAN_OF_YEARS,
    SETS_22,
    YEARS,
    evaluate_similarity,
    find_similarity_sets,
)

PAIRS = [
    (5.0, "red cat", "red cat"),
    (2.0, "red cat", "red dog"),
    (1.0, "blue dog", "red cat"),
    (4.0, "blue dog dog", "blue dog"),
]
# Cosines: 1; 1 / 2; 0; (1 + 2) / sqrt(5 * 2).
COSINES = [1.0, 0.5, 0.0, 3 / sqrt(10)]
ENCODER = CountEncoder("red blue cat dog")


def write_set(path: Path, pairs: list[tuple[float, str, str]] = PAIRS) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{score}\t{left}\t{right}\n" for score, left, right in pairs)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text)
    return path


def test_evaluate_similarity_by_hand(tmp_path: Path) -> None:
    write_set(tmp_path / "2012" / "MSRpar.tsv")
    sets, _ = find_similarity_sets(tmp_path)
    evaluation = evaluate_similarity(ENCODER, sets)
    (result,) = evaluation.results
    assert result.pearson.value == pytest.approx(
        100 * correlation(COSINES, [gold for gold, _, _ in PAIRS]), abs=1e-4
    )
    # Ranks of the cosines 4 2 1 3 are those of the gold scores.
    assert result.spearman.value == pytest.approx(100)
    assert (result.pearson.count, result.num_unknown) == (4, 0)
    assert evaluation.figures == {
        "2012/MSRpar": result.pearson.value, "2012": result.pearson.value
    }  # fmt: skip
    assert "year:unweighted-mean-of-sets|encoder:counts|dimension:4|pairs:4" in str(
        evaluation.signature
    )


def test_evaluate_similarity_mean_of_a_year_is_unweighted(tmp_path: Path) -> None:
    write_set(tmp_path / "2013" / "FNWN.tsv")
    reverse = [(6 - gold, left, right) for gold, left, right in PAIRS]
    write_set(tmp_path / "2013" / "OnWN.tsv", [*reverse, *reverse])
    sets, missing = find_similarity_sets(tmp_path, tasks=["2013"])
    evaluation = evaluate_similarity(ENCODER, sets)
    # r of one set and -r of the other, which is twice as large: 0, not -r / 3.
    mean = evaluation.means["2013"]
    assert mean.value == pytest.approx(0, abs=1e-4)
    assert set(mean.sets) == {"2013/FNWN", "2013/OnWN"}
    assert set(mean.missing) == {"2013/headlines", "2013/SMT"} == set(missing)
    assert MEAN_OF_YEARS not in evaluation.means


def test_means_over_years_and_22_sets(tmp_path: Path) -> None:
    for number, group in enumerate((*YEARS, "sick")):
        for part, name in enumerate(GROUPS[group]):
            flip = (number + part) % 3 == 0
            pairs = [(6 - g if flip else g, a, b) for g, a, b in PAIRS]
            write_set(tmp_path / group / f"{name}.tsv", pairs)
    sets, missing = find_similarity_sets(tmp_path)
    assert missing == ["stsbenchmark/dev", "stsbenchmark/test", "2017/track5.en-en", "twitter/test"]
    evaluation = evaluate_similarity(ENCODER, sets)
    values = evaluation.figures
    years = [fmean(values[f"{year}/{name}"] for name in names) for year, names in YEARS.items()]
    assert values[MEAN_OF_YEARS] == pytest.approx(fmean(years))
    assert values[MEAN_OF_22] == pytest.approx(fmean(values[name] for name in SETS_22[:21]))
    assert evaluation.means[MEAN_OF_22].missing == ("twitter/test",)
    assert json.loads(json.dumps(evaluation.to_dict()))["means"][MEAN_OF_22]["sets"][0] == (
        "2012/MSRpar"
    )


def test_find_similarity_sets_other_spellings_and_compression(tmp_path: Path) -> None:
    write_set(tmp_path / "2012" / "SMT-eur.tsv.gz")
    write_set(tmp_path / "2012" / "surprise.OnWN.tsv")
    write_set(tmp_path / "2012" / "MSRpar.train.tsv")
    write_set(tmp_path / "2013" / "headline.tsv")
    sets, _ = find_similarity_sets(tmp_path)
    assert [(s.name, s.path.name) for s in sets] == [
        ("2012/SMTeuroparl", "SMT-eur.tsv.gz"),
        ("2012/OnWN", "surprise.OnWN.tsv"),
        ("2013/headlines", "headline.tsv"),
    ]
    assert len(evaluate_similarity(ENCODER, sets).results) == 3


def test_find_similarity_sets_any_folder_that_is_named(tmp_path: Path) -> None:
    write_set(tmp_path / "ours" / "chats.tsv")
    write_set(tmp_path / "ours" / "mails.tsv")
    write_set(tmp_path / "sick" / "test.tsv")
    assert [s.name for s in find_similarity_sets(tmp_path)[0]] == ["sick/test"]
    names = [s.name for s in find_similarity_sets(tmp_path, tasks=["ours"])[0]]
    assert names == ["ours/chats", "ours/mails"]
    names = [s.name for s in find_similarity_sets(tmp_path, tasks=["ours/mails", "sick"])[0]]
    assert names == ["ours/mails", "sick/test"]


@pytest.mark.parametrize(
    ("tasks", "message"),
    [
        (["2019"], "task '2019': no such folder of datasets in .*; did you mean '2012'"),
        (["2012/MSRpa"], "has no MSRpa.tsv; did you mean 'MSRpar'"),
    ],
)
def test_find_similarity_sets_task_that_is_not_there(
    tmp_path: Path, tasks: list[str], message: str
) -> None:
    write_set(tmp_path / "2012" / "MSRpar.tsv")
    with pytest.raises(UsageError, match=message):
        find_similarity_sets(tmp_path, tasks=tasks)


def test_find_similarity_sets_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds none of the datasets; expected folders 2012"):
        find_similarity_sets(tmp_path)
    with pytest.raises(UsageError, match="does not exist"):
        find_similarity_sets(tmp_path / "no")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("1.0\ta b\tc\n\tb\tc\n", ":2: the gold score is missing"),
        ("1.0\ta b\tc\nnan\tb\tc\n", ":2: 'nan' is no finite number"),
        ("1.0\ta b\tc\nhigh\tb\tc\n", ":2: 'high' is no finite number"),
        ("1.0\ta b\tc\n\n2.0\tb\n", ":3: 2 columns, expected score<TAB>sentence<TAB>sentence"),
        ("1.0\ta b\tc\n2.0\t \tc\n", ":2: one of the two sentences is empty"),
        ("3\ta b\tc\n3.0\tb\tc\n", ": every gold score is 3, so no correlation"),
        ("3\ta b\tc\n", ": 1 scored pairs, but a correlation needs two"),
        ("1.0\ta\tb\n2.0\t\udcff\tb\n", ":2: not UTF-8"),
    ],
)
def test_read_scored_pairs_bad_file(tmp_path: Path, lines: str, message: str) -> None:
    path = tmp_path / "set.tsv"
    path.write_bytes(lines.encode("utf-8", "surrogateescape"))
    with pytest.raises(DataError) as caught:
        read_scored_pairs(path)
    assert f"{path}{message}" in str(caught.value)


def test_cosines_embed_each_sentence_once_and_unknown_ones_count_as_unlike(tmp_path: Path) -> None:
    encoder = CountEncoder("red cat")
    pairs = [(1.0, "red", "red"), (2.0, "red", "green"), (3.0, "red cat", "cat")]
    found = cosines(encoder, read_scored_pairs(write_set(tmp_path / "a.tsv", pairs)))
    assert found.values == pytest.approx([1, 0, 1 / sqrt(2)])
    assert found.known.tolist() == [True, False, True]
    assert encoder.calls == [["red", "red cat", "green", "cat"]]


def test_evaluate_similarity_encoder_that_gives_one_cosine(tmp_path: Path) -> None:
    write_set(tmp_path / "2012" / "OnWN.tsv", [(1.0, "x", "x"), (2.0, "x", "x x")])
    sets, _ = find_similarity_sets(tmp_path)
    with pytest.raises(DataError, match=r"OnWN.tsv: encoder 'counts': every predicted score is 1"):
        evaluate_similarity(CountEncoder("x"), sets)


def test_evaluate_similarity_encoder_that_returns_nan(tmp_path: Path) -> None:
    class Broken(CountEncoder):
        def embed(self, *arguments: object, **options: object) -> np.ndarray:
            vectors = super().embed(*arguments, **options)  # type: ignore[arg-type]
            vectors[1] = np.nan
            return vectors

    write_set(tmp_path / "2012" / "OnWN.tsv")
    sets, _ = find_similarity_sets(tmp_path)
    with pytest.raises(ModelError, match=r"encoder 'counts' returned NaN or .* for 'blue dog'"):
        evaluate_similarity(Broken("red blue"), sets)


@pytest.mark.parametrize(
    ("name", "years"),
    [
        ("PARAGRAM-SL999 average", (52.8, 46.4, 59.5, 60.0)),
        ("PARAGRAM-PHRASE XXL", (61.5, 58.9, 73.1, 77.0)),
        ("CHARAGRAM-PHRASE", (66.1, 57.2, 74.7, 76.1)),
        ("SimpWiki: average", (61.6, 59.4, 75.8, 77.9)),
        ("SimpWiki: GRAN", (62.5, 63.4, 75.9, 77.7)),
    ],
)
def test_published_rows_have_the_means_the_papers_print(
    name: str, years: tuple[float, ...]
) -> None:
    (row,) = [row for row in STS_ROWS if row.name == name]
    figures = comparable_figures(row, SETS_22)
    for year, printed in zip(YEARS, years, strict=False):
        # The papers average unrounded figures.
        assert figures[year].value == pytest.approx(printed, abs=0.11)
        assert figures[year].same_sets


def test_comparable_figures_leave_out_what_was_not_measured() -> None:
    measured = [name for name in SETS_22 if name not in ("2013/SMT", "twitter/test")]
    rows = {row.name: row for row in STS_ROWS}
    figures = comparable_figures(rows["PARAGRAM-PHRASE XXL"], measured)
    # (73.9 + 73.8 + 47.7) / 3 instead of (73.9 + 73.8 + 47.7 + 40.4) / 4.
    assert figures["2013"].value == pytest.approx(65.133, abs=1e-3)
    printed = comparable_figures(rows["ParaNMT: WORD, TRIGRAM (600)"], measured)
    assert printed["2012"].same_sets
    assert printed["2013"].value == 62.7
    assert not printed["2013"].same_sets
    assert printed[MEAN_OF_YEARS].value == pytest.approx((67.8 + 62.7 + 77.4 + 80.3 + 78.1) / 5)
