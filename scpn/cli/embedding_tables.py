"""The tables of `scpn evaluate sts`."""

from collections.abc import Mapping, Sequence

from rich.table import Table

from scpn.evaluation.embedding_report import EmbeddingReport
from scpn.evaluation.published import (
    SICK,
    STS_2017,
    STS_BENCHMARK,
    STS_ROWS,
    TRANSFER_ROWS,
    WORD_ROWS,
    PublishedRow,
    comparable_figures,
)
from scpn.evaluation.senteval import ClassificationResult
from scpn.evaluation.sts import MEAN_OF_22, MEAN_OF_YEARS, YEARS, SimilarityEvaluation
from scpn.evaluation.word_similarity import WordResult
from scpn.metrics.score import Score

STS_COLUMNS: dict[str, str] = {
    **{year: year for year in YEARS},
    MEAN_OF_YEARS: "mean",
    MEAN_OF_22: "22 sets",
    "stsbenchmark/dev": "STS-B dev",
    STS_BENCHMARK: "STS-B",
    SICK: "SICK-R",
    STS_2017: "2017 en-en",
}
WORD_COLUMNS: dict[str, str] = {
    "EN-SIMLEX-999": "SimLex",
    "EN-WS-353-ALL": "WS353",
    "EN-WS-353-SIM": "WS353-S",
    "EN-WS-353-REL": "WS353-R",
    "EN-RW-STANFORD": "rare words",
}
OURS, SOURCES = (
    "this encoder",
    "T: Wieting 2020 (thesis), D: Wieting and Gimpel 2017; table number.",
)


def embedding_tables(report: EmbeddingReport) -> list[Table]:
    """Build the tables: each test set, then the figures the papers report beside theirs."""
    tables = []
    if report.similarity is not None:
        tables += [_sets_table(report.similarity), _papers_table(report.similarity)]
    if report.words:
        tables += [_words_table(report.words), _published_words(report.words)]
    if report.classification:
        tables.append(_classification_table(report.classification))
    return tables


def _sets_table(evaluation: SimilarityEvaluation) -> Table:
    table = _table("semantic textual similarity, x100", "set", "pairs", "Pearson", "Spearman")
    show_unknown = any(result.num_unknown for result in evaluation.results)
    if show_unknown:
        table.add_column("unknown pairs", justify="right")
    for number, result in enumerate(evaluation.results):
        following = evaluation.results[number + 1 : number + 2]
        group = result.name.partition("/")[0]
        table.add_row(
            result.name,
            f"{result.pearson.count:,}",
            f"{result.pearson.value:.1f}",
            f"{result.spearman.value:.1f}",
            *([f"{result.num_unknown:,}"] if show_unknown else []),
            end_section=any(not other.name.startswith(f"{group}/") for other in following),
        )
    return table


def _papers_table(evaluation: SimilarityEvaluation) -> Table:
    ours = evaluation.figures
    columns = {name: title for name, title in STS_COLUMNS.items() if name in ours}
    table = _table("Pearson x100, mean over the sets of a year", "", "from", *columns.values())
    table.add_row(OURS, "", *(f"{ours[name]:.1f}" for name in columns), style="bold")
    table.columns[1].justify = "left"
    table.rows[-1].end_section = True
    is_marked = False
    for row in STS_ROWS:
        figures = comparable_figures(row, ours)
        cells = [
            f"{figures[name].value:.1f}{'' if figures[name].same_sets else '*'}"
            if name in figures
            else ""
            for name in columns
        ]
        if any(cells):
            table.add_row(row.name, row.source, *cells)
            is_marked |= any("*" in cell for cell in cells)
    notes = [SOURCES]
    if is_marked:
        notes.append("*: over all sets of the competition, of which some are not here.")
    notes += [
        f"{STS_COLUMNS[name]}: without {', '.join(part.partition('/')[2] for part in m.missing)}."
        if name in YEARS
        else f"{STS_COLUMNS[name]}: {len(m.sets)} of them."
        for name, m in evaluation.means.items()
        if m.missing
    ]
    table.caption, table.caption_justify = " ".join(notes), "left"
    return table


def _words_table(words: Sequence[WordResult]) -> Table:
    table = _table(
        "word similarity, Spearman x100",
        "set",
        "pairs",
        "covered",
        "of covered pairs",
        "of all pairs",
    )
    for word in words:
        table.add_row(
            word.name,
            f"{word.num_pairs:,}",
            f"{word.num_covered:,}",
            _number(word.covered),
            _number(word.every),
        )
    return table


def _published_words(words: Sequence[WordResult]) -> Table:
    ours = {word.name: word.covered.value for word in words if word.covered}
    return _beside("Spearman x100, of covered pairs", ours, WORD_ROWS, WORD_COLUMNS)


def _classification_table(results: Sequence[ClassificationResult]) -> Table:
    ours = {result.name: result.accuracy.value for result in results}
    ours |= {f"{result.name} F1": result.f1.value for result in results if result.f1}
    names = dict(zip(TRANSFER_ROWS[0].figures, TRANSFER_ROWS[0].figures, strict=True))
    return _beside("transfer, accuracy %", ours, TRANSFER_ROWS, names)


def _beside(
    title: str,
    ours: Mapping[str, float],
    rows: Sequence[PublishedRow],
    columns: Mapping[str, str],
) -> Table:
    """Our row above the published ones, in the columns of which we have a figure."""
    shown = {name: text for name, text in columns.items() if name in ours}
    table = _table(title, "", "from", *shown.values())
    table.columns[1].justify = "left"
    table.add_row(OURS, "", *(f"{ours[name]:.1f}" for name in shown), style="bold")
    table.rows[-1].end_section = True
    for row in rows:
        cells = [f"{row.figures[n]:.1f}" if n in row.figures else "" for n in shown]
        if any(cells):
            table.add_row(row.name, row.source, *cells)
    table.caption, table.caption_justify = SOURCES, "left"
    return table


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=not number)
    return table


def _number(score: Score | None) -> str:
    return "" if score is None else f"{score.value:.1f}"
