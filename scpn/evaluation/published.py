"""Figures of papers on the same test sets, to stand beside ours.

Sources: [T] John Wieting's thesis (2020); [D] Wieting and Gimpel 2017, "Revisiting Recurrent
Networks for Paraphrastic Sentence Embeddings"; numbers of tables follow. Where a paper prints a
figure for each dataset, the mean of a year is taken over the datasets that were measured here, so
that a dataset which is not there (SMT of 2013 is not freely available) does not spoil the
comparison; where it prints the mean alone, the mean is over all datasets of the year.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from scpn.evaluation.sts import MEAN_OF_22, MEAN_OF_YEARS, SETS_22, YEARS, mean_of

STS_BENCHMARK, SICK, STS_2017 = "stsbenchmark/test", "sick/test", "2017/track5.en-en"


@dataclass(frozen=True)
class PublishedRow:
    """One model of a paper.

    Attributes:
        name: Model, and its dimension if the paper gives it.
        source: Where the figures are printed.
        figures: Name of a dataset or mean -> figure x100 (or percent).
        sets: Figure of each of `SETS_22`, in that order; empty if the paper prints means alone.
    """

    name: str
    source: str
    figures: Mapping[str, float] = field(default_factory=dict)
    sets: tuple[float, ...] = ()


@dataclass(frozen=True)
class ComparableFigure:
    """A published figure beside one of ours.

    Attributes:
        value: The figure.
        same_sets: It is over the same datasets as ours.
    """

    value: float
    same_sets: bool


def _years(*values: float, **others: float) -> dict[str, float]:
    names = {"b": STS_BENCHMARK, "en_en": STS_2017, "sick": SICK}
    return dict(zip(YEARS, values, strict=False)) | {names[k]: v for k, v in others.items()}


def _sets(text: str) -> tuple[float, ...]:
    return tuple(float(word) for word in text.replace("|", " ").split())


STS_ROWS: tuple[PublishedRow, ...] = (
    PublishedRow("GloVe average", "T2, T33", _years(52.5, 42.3, 54.2, 52.7, b=40.6, sick=65.9)),
    PublishedRow(
        "PARAGRAM-SL999 average",
        "T2",
        sets=_sets(
            "41.6 60.0 42.4 63.0 57.0 | 68.8 48.0 37.9 31.0 | 37.2 67.0 65.3 62.0 61.1 64.7 | "
            "38.8 69.2 53.2 69.0 69.9 | 66.4 36.3"
        ),
    ),
    PublishedRow(
        "PARAGRAM-PHRASE XXL",
        "T4",
        sets=_sets(
            "44.8 79.6 49.5 70.4 63.3 | 73.9 73.8 47.7 40.4 | 53.4 74.4 71.5 80.4 81.5 77.4 | "
            "69.1 78.0 78.2 76.4 83.4 | 72.7 52.4"
        ),
    ),
    PublishedRow(
        "CHARAGRAM-PHRASE",
        "T17",
        sets=_sets(
            "59.7 79.6 57.2 68.7 65.2 | 75.0 67.8 42.3 43.6 | 62.7 77.0 74.3 77.6 77.0 79.1 | "
            "61.5 78.5 77.2 78.7 84.4 | 70.0 53.6"
        ),
    ),
    PublishedRow(
        "SimpWiki: average",
        "D4",
        sets=_sets(
            "45.9 85.1 47.5 71.2 58.2 | 76.9 72.8 50.2 38.0 | 55.6 78.5 75.1 85.6 81.4 78.7 | "
            "70.6 75.8 76.8 80.3 86.0 | 72.4 52.1"
        ),
    ),
    PublishedRow(
        "SimpWiki: GRAN",
        "D4",
        sets=_sets(
            "47.7 85.2 49.3 71.5 58.7 | 76.1 81.4 55.6 40.3 | 55.7 77.1 72.8 85.8 85.1 78.7 | "
            "73.1 72.9 78.0 78.6 85.8 | 72.9 50.2"
        ),
    ),
    PublishedRow("SimpWiki: WORD, TRIGRAM (600)", "T32", _years(61.8, 58.4, 74.4, 77.0, 74.0)),
    PublishedRow("ParaNMT: WORD (300)", "T32-33", _years(66.2, 61.8, 76.2, 79.3, 77.5, b=79.2)),
    PublishedRow("ParaNMT: TRIGRAM (300)", "T32-33", _years(67.2, 60.3, 76.1, 79.7, 78.3, b=79.1)),
    PublishedRow("ParaNMT: LSTM AVG (300)", "T32-33", _years(67.0, 62.3, 76.3, 78.5, 76.0, b=78.4)),
    PublishedRow(
        "ParaNMT: WORD, TRIGRAM (600)", "T32-33", _years(67.8, 62.7, 77.4, 80.3, 78.1, b=79.9)
    ),
    PublishedRow("bitext: SP", "T48", _years(68.4, 60.3, 75.1, 78.7, 76.8)),
    PublishedRow("bitext: SP 20k (300)", "T43", _years(en_en=84.5)),
    PublishedRow("bitext: BGT", "T48", _years(68.9, 62.2, 75.9, 79.4, 79.3)),
    PublishedRow("random TRIGRAM (300)", "T43", _years(en_en=73.7)),
    PublishedRow("random SP 20k (300)", "T43", _years(en_en=67.0)),
    PublishedRow(
        "InferSent AllSNLI (4096)", "T32-33", _years(58.6, 51.5, 67.8, 68.3, 67.2, b=70.6)
    ),
    PublishedRow(
        "first place of the competition",
        "T32, T43",
        _years(64.8, 62.0, 74.3, 79.0, 77.7, en_en=85.5),
    ),
)


def _words(text: str) -> dict[str, float]:
    names = ("EN-SIMLEX-999", "EN-WS-353-ALL", "EN-WS-353-SIM", "EN-WS-353-REL")
    return dict(zip(names, map(float, text.split()), strict=False))


WORD_ROWS: tuple[PublishedRow, ...] = (
    PublishedRow("GloVe (300)", "T11", _words("37.6 57.9 63.0 57.1")),
    PublishedRow("PARAGRAM-WS353 (300)", "T11", _words("66.7 76.9 81.4 73.0")),
    PublishedRow("PARAGRAM-SL999 (300)", "T11", _words("68.5 72.0 77.9 65.2")),
    PublishedRow("CHARAGRAM (300)", "T14", _words("63.33 53.87")),
    PublishedRow("CHARAGRAM large (300)", "T15", _words("70.6") | {"EN-RW-STANFORD": 47.1}),
    PublishedRow("people among each other", "T11", _words("67.0 75.6")),
)


def _transfer(text: str) -> dict[str, float]:
    names = ("MR", "CR", "SUBJ", "MPQA", "SST", "TREC", "MRPC", "MRPC F1", "SICK-E")
    return dict(zip(names, map(float, text.split()), strict=True))


TRANSFER_ROWS: tuple[PublishedRow, ...] = (
    PublishedRow(
        "SkipThought (4800)", "T39", _transfer("76.5 80.1 93.6 87.1 82.0 92.2 73.0 82.0 82.3")
    ),
    PublishedRow(
        "ParaNMT: WORD (300)", "T39", _transfer("75.8 80.5 89.2 87.1 80.0 80.1 68.6 80.9 80.6")
    ),
    PublishedRow(
        "ParaNMT: TRIGRAM (300)", "T39", _transfer("68.8 75.5 83.6 82.3 73.6 73.0 71.4 82.0 78.0")
    ),
    PublishedRow(
        "ParaNMT: LSTM AVG (300)", "T39", _transfer("73.8 78.4 88.5 86.5 80.6 76.8 73.6 82.3 81.9")
    ),
    PublishedRow(
        "ParaNMT: WORD, TRIGRAM (600)",
        "T39",
        _transfer("75.8 80.5 89.9 87.8 79.7 82.4 70.7 81.7 82.0"),
    ),
    PublishedRow(
        "InferSent AllNLI (4096)", "T39", _transfer("81.1 86.3 92.4 90.2 84.6 88.2 76.2 83.1 86.3")
    ),
)


def comparable_figures(row: PublishedRow, measured: Collection[str]) -> dict[str, ComparableFigure]:
    """Figures of a row to stand beside ours.

    Args:
        row: From `STS_ROWS`.
        measured: Names of the datasets that were measured here.

    Returns:
        Name of a dataset or mean -> figure. Means come from the figures of the datasets, over
        those that were measured, if the paper prints them.
    """
    if row.sets:
        values = dict(zip(SETS_22, row.sets, strict=True))
        values = {name: value for name, value in values.items() if name in measured}
        figures = {name: ComparableFigure(value, True) for name, value in values.items()}
        for mean_name, names in _mean_sets().items():
            mean = mean_of(values, names)
            if mean is not None:
                figures[mean_name] = ComparableFigure(mean.value, True)
        return figures
    figures = {
        name: ComparableFigure(value, _measured_all(name, measured))
        for name, value in row.figures.items()
    }
    if all(year in row.figures for year in YEARS):
        years = {year: row.figures[year] for year in YEARS}
        mean = mean_of(years, tuple(YEARS))
        if mean is not None:
            same = all(figures[year].same_sets for year in YEARS)
            figures[MEAN_OF_YEARS] = ComparableFigure(mean.value, same)
    return figures


def _mean_sets() -> dict[str, tuple[str, ...]]:
    years = {year: tuple(f"{year}/{name}" for name in names) for year, names in YEARS.items()}
    del years["2016"]  # came after the papers that print every dataset
    return years | {MEAN_OF_22: SETS_22}


def _measured_all(name: str, measured: Collection[str]) -> bool:
    return name not in YEARS or all(f"{name}/{part}" in measured for part in YEARS[name])
