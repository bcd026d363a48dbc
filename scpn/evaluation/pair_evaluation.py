"""Evaluation on pairs: each row makes an output for every pair, and its outputs are measured."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from scpn import __version__
from scpn.errors import DataError, UsageError
from scpn.evaluation.measures import Item, Output, parse_figures, sentence_figures
from scpn.evaluation.pairs import EvaluationPair
from scpn.evaluation.settings import ROWS, EvaluationSettings
from scpn.evaluation.systems import build_makers, label_pairs
from scpn.metrics.score import Score
from scpn.metrics.signature import Signature
from scpn.paraphraser import Paraphraser
from scpn.trees.linearize import linearize

PARSES_ALONE = "generator"
SPLITS = {"other_form": True, "same_form": False}
"""Parts of the pairs measured by themselves: whether the target's template is not the source's."""

CHUNK = 2  # batches of pairs in memory between two looks at the progress bar


@dataclass(frozen=True)
class RowResult:
    """The figures of one row.

    Attributes:
        row: Name of the row.
        figures: Name -> score over all pairs.
        splits: Name of a part of the pairs, see `SPLITS` -> its figures, edit distances excepted;
            a part without pairs is missing.
        num_pairs: Pairs.
        num_missing: Pairs that got no output; they count as misses.
        seconds: Time that making (and re-parsing) the outputs took.
    """

    row: str
    figures: dict[str, Score]
    splits: dict[str, dict[str, Score]]
    num_pairs: int
    num_missing: int
    seconds: float

    @property
    def title(self) -> str:
        """The row's title."""
        return ROWS[self.row]

    @property
    def per_second(self) -> float | None:
        """Sentences a second; None for the row that makes nothing."""
        return None if self.row == "copy" or not self.seconds else self.num_pairs / self.seconds

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "row": self.row,
            "title": self.title,
            "pairs": self.num_pairs,
            "missing": self.num_missing,
            "seconds": round(self.seconds, 3),
            "sentences_per_second": self.per_second and round(self.per_second, 2),
            "figures": _plain(self.figures),
            "splits": {name: _plain(figures) for name, figures in self.splits.items()},
        }


@dataclass(frozen=True)
class PairEvaluation:
    """All rows.

    Attributes:
        signature: What holds for every figure; each score has its metric's signature besides.
        rows: In the order asked for.
        skipped: (line or row number, reason) of pairs that cannot be evaluated.
    """

    signature: Signature
    rows: list[RowResult]
    skipped: list[tuple[int, str]]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "signature": str(self.signature),
            "settings": self.signature.to_dict(),
            "rows": [row.to_dict() for row in self.rows],
            "skipped": [{"line": number, "reason": reason} for number, reason in self.skipped],
        }


def evaluate_pairs(
    paraphraser: Paraphraser,
    pairs: Iterable[EvaluationPair],
    *,
    settings: EvaluationSettings,
    uncontrolled: Paraphraser | None = None,
    provenance: dict[str, str] | None = None,
    on_output: Callable[[dict[str, Any]], None] | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> PairEvaluation:
    """Make and measure the outputs of every row.

    Args:
        paraphraser: What is evaluated; its parser parses references and outputs.
        pairs: Read as needed, a few batches at a time.
        settings: See `EvaluationSettings`.
        uncontrolled: For the row of that name: the same with a paraphraser that ignores control.
        provenance: Entries for the signature: file, model.
        on_output: Given every output as a record, row by row within each chunk of pairs.
        on_progress: Given how many outputs (or skipped pairs, once a row) have just been done.

    Raises:
        UsageError: The row "uncontrolled" has no model, or parses are to be taken from a file that
            gives none.
        DataError: No pair can be evaluated.
    """
    if "uncontrolled" in settings.rows and uncontrolled is None:
        raise UsageError("the row 'uncontrolled' needs a model without control; name its folder")
    makers = build_makers(
        paraphraser, uncontrolled, single=settings.single, reranking=settings.reranking
    )
    outputs: dict[str, list[Output]] = {row: [] for row in settings.rows}
    seconds = dict.fromkeys(settings.rows, 0.0)
    items: list[Item] = []
    skipped: list[tuple[int, str]] = []
    pairs = iter(pairs)
    while chunk := list(islice(pairs, CHUNK * settings.generation.batch_size)):
        new, refused = label_pairs(chunk, paraphraser.parser, reparse=settings.reparse)
        items += new
        skipped += refused
        for row in settings.rows:
            start = time.perf_counter()
            made = makers[row](new)
            seconds[row] += time.perf_counter() - start
            outputs[row] += made
            if on_output is not None:
                for item, output in zip(new, made, strict=True):
                    on_output(_record(row, item, output))
            if on_progress is not None:
                on_progress(len(chunk))
    if not items:
        raise DataError(
            f"no pair to evaluate: {len(skipped)} read, none usable"
            + (f" (line {skipped[0][0]}: {skipped[0][1]})" if skipped else "")
        )
    name = paraphraser.parser.name
    parsers = {"copy": name if settings.reparse else "given"}
    return PairEvaluation(
        _signature(settings, paraphraser, num_pairs=len(items), provenance=provenance or {}),
        [
            _measure(row, items, outputs[row], seconds[row], parser=parsers.get(row, name))
            for row in settings.rows
        ],
        skipped,
    )


def _measure(
    row: str, items: Sequence[Item], outputs: Sequence[Output], seconds: float, *, parser: str
) -> RowResult:
    num_missing = sum(output.error is not None for output in outputs)
    if row == PARSES_ALONE:
        figures = parse_figures(items, outputs)
        return RowResult(row, figures, {}, len(items), num_missing, seconds)
    figures = sentence_figures(items, outputs, parser=parser)
    splits = {}
    for name, changes in SPLITS.items():
        kept = [n for n, item in enumerate(items) if item.changes_form == changes]
        if kept:
            splits[name] = sentence_figures(
                [items[n] for n in kept],
                [outputs[n] for n in kept],
                parser=parser,
                edit_distances=False,
            )
    return RowResult(row, figures, splits, len(items), num_missing, seconds)


def _signature(
    settings: EvaluationSettings,
    paraphraser: Paraphraser,
    *,
    num_pairs: int,
    provenance: dict[str, str],
) -> Signature:
    generation = settings.generation
    entries: dict[str, object] = {
        **provenance,
        "pairs": num_pairs,
        "parser": paraphraser.parser.name,
        "judge": paraphraser.judge.name if paraphraser.judge else "none",
        "references": "reparsed" if settings.reparse else "given",
        "template": "root+children,no-ROOT",
        "words": "treebank,lc,quotes-and-brackets-unified",
        "beam": generation.beam,
        "rerank": settings.rerank,
        "parse-beam": generation.parse_beam,
        "seed": generation.seed,
        "scpn": __version__,
    }
    return Signature.of(**entries)


def _record(row: str, item: Item, output: Output) -> dict[str, Any]:
    """One output, for reading and for other programs."""
    return {
        "row": row,
        "line": item.number,
        "source": " ".join(item.source),
        "target": " ".join(item.target),
        "source_template": str(item.source_template),
        "target_template": str(item.target_template),
        "control": None if output.control is None else linearize(output.control),
        "output": None if row == PARSES_ALONE or output.error else " ".join(output.words),
        "parse": None if output.error else linearize(output.parse),
        "template_match": item.target_template.matches(output.parse),
        "score": output.score,
        "error": output.error,
    }


def _plain(figures: dict[str, Score]) -> dict[str, dict[str, Any]]:
    return {name: score.to_dict() for name, score in figures.items()}
