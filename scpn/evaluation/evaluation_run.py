"""Evaluates the models on files, as `scpn evaluate pairs` and `scpn evaluate templates` do."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scpn.data.sentences import SentenceInput
from scpn.evaluation.models import describe_model
from scpn.evaluation.pair_evaluation import PairEvaluation, evaluate_pairs
from scpn.evaluation.pairs import count_evaluation_pairs, read_evaluation_pairs
from scpn.evaluation.settings import EvaluationSettings
from scpn.evaluation.sweep import SweepEvaluation, evaluate_sweep
from scpn.paraphraser import GenerationSettings, Paraphraser
from scpn.paraphraser.uncontrolled import load_uncontrolled
from scpn.runs import OnProgress, Progress
from scpn.runtime import Device
from scpn.tables.writing import open_table
from scpn.templates import TemplateSet, load_template_set

LeftOut = list[tuple[str, str]]
"""The place of each record that could not be used, and why."""


@dataclass(frozen=True, slots=True)
class PairRun:
    """An evaluation of a file of pairs, and what was left out of it."""

    evaluation: PairEvaluation
    left_out: LeftOut


@dataclass(frozen=True, slots=True)
class SweepRun:
    """An evaluation of a file of sentences, and what was left out of it."""

    evaluation: SweepEvaluation
    left_out: LeftOut


def evaluate_pair_file(
    file: Path,
    *,
    settings: EvaluationSettings | None = None,
    split: str | None = None,
    limit: int | None = None,
    uncontrolled: Path | None = None,
    outputs: Path | None = None,
    model: str | None = None,
    parser: str | None = None,
    device: Device = None,
    on_progress: OnProgress | None = None,
) -> PairRun:
    """Make and measure the outputs of every row for the pairs of a file; see `evaluate_pairs`.

    Args:
        file: See `read_evaluation_pairs`.
        settings: None for the defaults.
        split: Split of labeled shards; None is "dev".
        limit: Pairs to read; None reads all.
        uncontrolled: Folder of a paraphraser without control, for the row of that name.
        outputs: File of JSON lines to write, a record for every output.
        model: Name or folder of the models; None is the bundled ones.
        parser: Of references and outputs; None is that of the model.
        device: Where models run.
        on_progress: Told how many outputs are made.

    Raises:
        UsageError: The row "uncontrolled" has no model, the file has no such split, or parses are
            to be taken from a file that gives none.
        DataError: The file cannot be read, or no pair can be evaluated.
        ModelError: A model cannot be loaded.
    """
    settings = settings or EvaluationSettings()
    total = count_evaluation_pairs(file, split=split, limit=limit) * len(settings.rows)
    paraphraser = Paraphraser.from_pretrained(model, parser=parser, device=device)
    with _open_outputs(outputs) as on_output:
        evaluation = evaluate_pairs(
            paraphraser,
            read_evaluation_pairs(file, split=split, limit=limit),
            settings=settings,
            uncontrolled=load_uncontrolled(uncontrolled, paraphraser, device=device)
            if uncontrolled
            else None,
            provenance={"file": file.name} | describe_model(model, uncontrolled=uncontrolled),
            on_output=on_output,
            on_progress=_counter(on_progress, "outputs", total),
        )
    return PairRun(evaluation, [(f"{file}:{line}", reason) for line, reason in evaluation.skipped])


def evaluate_sentence_file(
    source: SentenceInput,
    templates: TemplateSet | str | Path,
    *,
    settings: GenerationSettings | None = None,
    outputs: Path | None = None,
    model: str | None = None,
    parser: str | None = None,
    device: Device = None,
    on_progress: OnProgress | None = None,
) -> SweepRun:
    """Paraphrase every sentence of a file into every template, and measure; see `evaluate_sweep`.

    Args:
        source: Where sentences come from.
        templates: A template set, its name, or its file.
        settings: None for the defaults.
        outputs: File of JSON lines to write, a record for every output.
        model: Name or folder of the models; None is the bundled ones.
        parser: Of sentences and outputs; None is that of the model.
        device: Where models run.
        on_progress: Told how many sentences are done.

    Raises:
        UsageError: There is no such template set.
        DataError: The file cannot be read, or no sentence can be used.
        ModelError: A model cannot be loaded.
    """
    forms = templates if isinstance(templates, TemplateSet) else load_template_set(templates)
    total = source.count()
    paraphraser = Paraphraser.from_pretrained(model, parser=parser, device=device)
    places: list[str] = []
    refused: LeftOut = []
    with _open_outputs(outputs) as on_output:
        evaluation = evaluate_sweep(
            paraphraser,
            _usable(source, places, refused),
            forms.templates,
            settings=settings,
            provenance={
                "file": Path(source.name).name,
                "set": " ".join(filter(None, (forms.name, forms.version))),
            }
            | describe_model(model),
            on_output=on_output,
            on_progress=_counter(on_progress, "sentences", total),
        )
    failed = [(places[index], reason) for index, reason in evaluation.failed]
    return SweepRun(evaluation, refused + failed)


def _usable(source: SentenceInput, places: list[str], refused: LeftOut) -> Iterator[str]:
    """Yield the sentences that could be read, noting the place of each, and the others."""
    for sentence in source.read():
        if sentence.error is None:
            places.append(sentence.where)
            yield sentence.text
        else:
            refused.append((sentence.where, sentence.error))


@contextmanager
def _open_outputs(path: Path | None) -> Iterator[Callable[[Mapping[str, Any]], None] | None]:
    """Give what writes a record of an output, if there is to be a file of them."""
    if path is None:
        yield None
    else:
        with open_table(path, kind="jsonl") as write:
            yield lambda record: write([record])


def _counter(
    on_progress: OnProgress | None, what: str, total: int | None
) -> Callable[[int], None] | None:
    """Give what adds up how many are done, and tells."""
    if on_progress is None:
        return None
    done = 0

    def add(count: int) -> None:
        nonlocal done
        done += count
        on_progress(Progress(what, done, total, unit=what))

    on_progress(Progress(what, 0, total, unit=what))
    return add
