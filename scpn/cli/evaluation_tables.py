"""The tables of `scpn evaluate`."""

from collections.abc import Mapping, Sequence

from rich.table import Table

from scpn.evaluation.pair_evaluation import PARSES_ALONE, PairEvaluation, RowResult
from scpn.evaluation.sweep import SweepEvaluation
from scpn.metrics.score import Score

SENTENCE_COLUMNS: dict[str, str] = {
    "template_match": "match %",
    "template_match_but_final_punctuation": "less . %",
    "tree_edit_distance_top3": "TED top 3",
    "tree_edit_distance": "TED",
    "corpus_bleu": "corpus BLEU",
    "mean_sentence_bleu": "sent. BLEU",
    "unigram_f1": "source F1 %",
    "source_template_kept": "own form %",
    "repeated_3gram": "repeat %",
    "copies": "copy %",
}
PARSE_COLUMNS: dict[str, str] = {
    "obeys_template": "obeys template %",
    "exact_parse": "exact parse %",
    "tree_edit_distance_top3": "TED top 3",
    "tree_edit_distance": "TED",
}
SPLIT_COLUMNS = (
    "template_match",
    "source_template_kept",
    "corpus_bleu",
    "unigram_f1",
    "copies",
)
LEGEND = (
    "match: parse of the output has the target's template; less .: final punctuation apart. "
    "TED: mean tree edit distance to the target's parse. sent. BLEU: mean of unsmoothed sentence "
    "BLEU, which SynPG reports. source F1: words shared with the source. own form: the output has "
    "the source's template. repeat: has a trigram twice. none: pairs without output, misses."
)
SPLIT_TITLES = {"other_form": "another template", "same_form": "the same template"}
SWEEP_TITLES: dict[str, str] = {
    "accepted": "accepted, of sentences x templates",
    "template_match": "template match, of sentences x templates",
    "unigram_f1_of_accepted": "unigram F1 >= 0.5, of accepted outputs",
    "unigram_f1_of_accepted_but_for_overlap": "unigram F1 >= 0.5, of outputs that pass every "
    "other rule",
    "unigram_f1_of_all": "unigram F1 >= 0.5, of all outputs",
    "repeated_3gram": "outputs with a repeated trigram",
    "copies": "copies",
}


def pair_tables(evaluation: PairEvaluation) -> list[Table]:
    """Build the table of sentences, that of parses, and that of pairs by change of form."""
    sentences = [row for row in evaluation.rows if row.row != PARSES_ALONE]
    parses = [row for row in evaluation.rows if row.row == PARSES_ALONE]
    tables = []
    if sentences:
        tables.append(_rows_table("outputs", sentences, SENTENCE_COLUMNS))
        tables[-1].caption, tables[-1].caption_justify = LEGEND, "left"
        tables.append(_split_table(sentences))
    if parses:
        tables.append(_rows_table("parses", parses, PARSE_COLUMNS))
    return tables


def sweep_tables(evaluation: SweepEvaluation) -> list[Table]:
    """Build the table of figures and that of times."""
    figures = Table(
        title=f"{evaluation.num_sentences:,} sentences x {evaluation.num_templates} templates: "
        f"{evaluation.num_outputs:,} outputs",
        title_justify="left",
    )
    figures.add_column("figure")
    figures.add_column("%", justify="right")
    figures.add_column("of", justify="right")
    for name, title in SWEEP_TITLES.items():
        score = evaluation.figures.get(name)
        figures.add_row(title, _number(score), f"{score.count:,}" if score else "0")
    times = Table(title="time", title_justify="left")
    times.add_column("stage")
    times.add_column("seconds", justify="right")
    for name, seconds in evaluation.stage_seconds.items():
        times.add_row(name, f"{seconds:.1f}")
    times.add_row("all", f"{evaluation.seconds:.1f}", end_section=True)
    times.add_row("sentences x templates per second", f"{evaluation.per_second:.1f}", style="bold")
    return [figures, times]


def _rows_table(title: str, rows: Sequence[RowResult], columns: Mapping[str, str]) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("row", no_wrap=True)
    for column in (*columns.values(), "none", "s", "per s"):
        table.add_column(column, justify="right")
    for row in rows:
        speed = row.per_second
        table.add_row(
            row.title,
            *(_number(row.figures.get(name)) for name in columns),
            f"{row.num_missing:,}",
            "" if speed is None else f"{row.seconds:.1f}",
            "" if speed is None else f"{speed:.1f}",
        )
    return table


def _split_table(rows: Sequence[RowResult]) -> Table:
    table = Table(title="by the target's template against the source's", title_justify="left")
    table.add_column("row", no_wrap=True)
    table.add_column("the target has", no_wrap=True)
    table.add_column("pairs", justify="right")
    for name in SPLIT_COLUMNS:
        table.add_column(SENTENCE_COLUMNS[name], justify="right")
    for row in rows:
        for split, figures in row.splits.items():
            table.add_row(
                row.title,
                SPLIT_TITLES[split],
                f"{figures[SPLIT_COLUMNS[0]].count:,}",
                *(_number(figures[name]) for name in SPLIT_COLUMNS),
            )
    return table


def _number(score: Score | None) -> str:
    if score is None:
        return ""
    return f"{score.value:.1f}" if score.unit == "percent" else f"{score.value:.2f}"
