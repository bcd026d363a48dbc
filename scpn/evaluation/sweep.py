"""Evaluation on sentences times templates: the share of usable outputs, and the speed."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scpn import __version__
from scpn.errors import DataError, UsageError
from scpn.filters.acceptance import OVERLAP_RULE
from scpn.metrics.diversity import has_repeated_ngram, is_copy
from scpn.metrics.score import Score
from scpn.metrics.signature import Signature
from scpn.paraphraser import Control, GenerationSettings, Paraphrase, Paraphraser
from scpn.templates import Template
from scpn.tokenization.ngrams import unigram_f1
from scpn.tokenization.treebank import split_tokens, tokenize

MIN_F1 = 0.5
"""Unigram F1 with the source from which on the papers keep a paraphrase."""

FIGURES: dict[str, str] = {
    "accepted": "requests",
    "template_match": "requests",
    "unigram_f1_of_accepted": "accepted",
    "unigram_f1_of_accepted_but_for_overlap": "accepted_but_for_overlap",
    "unigram_f1_of_all": "outputs",
    "repeated_3gram": "outputs",
    "copies": "outputs",
}
"""Figure -> what it is a share of.

The three of unigram F1 are shares of outputs with at least `MIN_F1`. Where the rules of acceptance
ask for that themselves, the first is 100 by force; the second is taken over the outputs that pass
every other rule and says what the models do.
"""


@dataclass(frozen=True)
class SweepEvaluation:
    """Results of paraphrasing every sentence into every template.

    Attributes:
        signature: What holds for every figure.
        figures: Name -> share, see `FIGURES`; one without any base is missing.
        num_sentences: Sentences that could be read.
        num_templates: Templates asked for of each.
        num_outputs: Outputs; at most `num_sentences` times `num_templates`.
        failed: (number of the sentence from 0, reason) of sentences that could not be used.
        seconds: Time that everything took, loading excepted.
        stage_seconds: Stage -> its part of `seconds`.
    """

    signature: Signature
    figures: dict[str, Score]
    num_sentences: int
    num_templates: int
    num_outputs: int
    failed: list[tuple[int, str]]
    seconds: float
    stage_seconds: dict[str, float]

    @property
    def per_second(self) -> float:
        """Sentences times templates a second."""
        return self.num_sentences * self.num_templates / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "signature": str(self.signature),
            "settings": self.signature.to_dict(),
            "sentences": self.num_sentences,
            "templates": self.num_templates,
            "outputs": self.num_outputs,
            "seconds": round(self.seconds, 3),
            "sentences_times_templates_per_second": round(self.per_second, 2),
            "stage_seconds": {name: round(value, 3) for name, value in self.stage_seconds.items()},
            "figures": {name: score.to_dict() for name, score in self.figures.items()},
            "failed": [{"sentence": index + 1, "reason": reason} for index, reason in self.failed],
        }


def evaluate_sweep(
    paraphraser: Paraphraser,
    sentences: Iterable[str],
    templates: Sequence[Template],
    *,
    settings: GenerationSettings | None = None,
    provenance: dict[str, str] | None = None,
    on_output: Callable[[dict[str, Any]], None] | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> SweepEvaluation:
    """Paraphrase every sentence into every template, one output each, and count.

    Args:
        paraphraser: What is evaluated.
        sentences: Plain text, or treebank tokens if `settings.tokenized`; read as needed.
        templates: Forms asked for of every sentence.
        settings: How outputs are searched, re-ranked and accepted; one output is returned.
        provenance: Entries for the signature: file, template set, model.
        on_output: Given every result as a record.
        on_progress: Given how many sentences have just been done.

    Raises:
        UsageError: There are no templates.
        DataError: No sentence can be used.
    """
    if not templates:
        raise UsageError("no templates to evaluate; give at least one")
    settings = replace(settings or GenerationSettings(), num_return=1)
    controls = [Control(template=template) for template in templates]
    before = dict(paraphraser.stage_seconds)
    tally: Counter[str] = Counter()
    failed: list[tuple[int, str]] = []
    seconds, start = 0.0, time.perf_counter()
    for result in paraphraser.stream(sentences, controls, settings=settings):
        seconds += time.perf_counter() - start
        if result.error is not None:
            failed.append((result.index, result.error))
        else:
            tally["sentences"] += 1
            for paraphrase in result.paraphrases:
                _count(paraphrase, tally, settings)
                if on_output is not None:
                    on_output(paraphrase.to_dict())
        if on_progress is not None:
            on_progress(1)
        start = time.perf_counter()
    seconds += time.perf_counter() - start
    if not tally["sentences"]:
        raise DataError(
            f"no sentence to evaluate: {len(failed)} read, none usable"
            + (f" (sentence {failed[0][0] + 1}: {failed[0][1]})" if failed else "")
        )
    tally["requests"] = tally["sentences"] * len(templates)
    after = paraphraser.stage_seconds
    return SweepEvaluation(
        signature=_signature(settings, paraphraser, tally, provenance or {}),
        figures=_figures(tally, settings, parser=paraphraser.parser.name),
        num_sentences=tally["sentences"],
        num_templates=len(templates),
        num_outputs=tally["outputs"],
        failed=failed,
        seconds=seconds,
        stage_seconds={name: value - before.get(name, 0.0) for name, value in after.items()},
    )


def _count(paraphrase: Paraphrase, tally: Counter[str], settings: GenerationSettings) -> None:
    """Count one output under every figure, and under every base it belongs to."""
    split = split_tokens if settings.tokenized else tokenize
    source, output = (
        [word.lower() for word in split(text)]
        for text in (paraphrase.source, paraphrase.paraphrase)
    )
    has_overlap = unigram_f1(source, output) >= MIN_F1
    other_rules = [
        reason for reason in paraphrase.rejected_because if not reason.startswith(OVERLAP_RULE)
    ]
    tally["outputs"] += 1
    tally["accepted"] += paraphrase.accepted
    tally["accepted_but_for_overlap"] += not other_rules
    tally["template_match"] += paraphrase.template_match
    tally["unigram_f1_of_accepted"] += paraphrase.accepted and has_overlap
    tally["unigram_f1_of_accepted_but_for_overlap"] += not other_rules and has_overlap
    tally["unigram_f1_of_all"] += has_overlap
    tally["repeated_3gram"] += has_repeated_ngram(output)
    tally["copies"] += is_copy(source, output)


def _figures(tally: Counter[str], settings: GenerationSettings, *, parser: str) -> dict[str, Score]:
    filters = settings.filters
    rules = Signature.of(
        match=filters.require_match,
        overlap=filters.min_overlap,
        copies=filters.allow_copies,
        repeats=filters.allow_repeats,
    )
    details: dict[str, dict[str, object]] = {
        "accepted": {"metric": "accepted", "rules": str(rules).replace("|", ",")},
        "template_match": {"metric": "template-match", "template": "exact", "parser": parser},
        "repeated_3gram": {"metric": "repeated-ngram", "n": 3, "case": "lc"},
        "copies": {"metric": "copies", "equal": "letters+digits", "case": "lc"},
    }
    figures = {}
    for name, base in FIGURES.items():
        if tally[base]:
            detail = details.get(name, {"metric": "unigram-f1", "case": "lc", "at-least": MIN_F1})
            signature = Signature.of(**detail).extended({"of": base})
            share = 100 * tally[name] / tally[base]
            figures[name] = Score(name, share, "percent", tally[base], signature)
    return figures


def _signature(
    settings: GenerationSettings,
    paraphraser: Paraphraser,
    tally: Counter[str],
    provenance: dict[str, str],
) -> Signature:
    entries: dict[str, object] = {
        **provenance,
        "sentences": tally["sentences"],
        "templates": tally["requests"] // tally["sentences"],
        "parser": paraphraser.parser.name,
        "judge": paraphraser.judge.name if paraphraser.judge else "none",
        "beam": settings.beam,
        "rerank": settings.rerank,
        "parse-beam": settings.parse_beam,
        "batch": settings.batch_size,
        "seed": settings.seed,
        "scpn": __version__,
    }
    return Signature.of(**entries)
