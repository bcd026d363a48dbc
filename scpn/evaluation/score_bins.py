"""Finds the scores of the best training pairs: train the same encoder on parts of a ranking.

The test that chose the filter of ParaNMT-50M (Wieting and Gimpel 2018, section 4.5.4): rank all
pairs by a score, cut the ranking into tenths, train on as many pairs of each, and compare what is
learned on semantic textual similarity.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scpn import __version__
from scpn.config import to_dict
from scpn.data.readers import PairInput
from scpn.data.writers import ColumnTypes, open_pairs
from scpn.embeddings.protocol import SentenceEncoder, identify
from scpn.embeddings.settings import BATCH_SIZE
from scpn.embeddings.training import EmbeddingTrainingConfig, prepare, train_encoder
from scpn.errors import UsageError
from scpn.evaluation.ranking import (
    Ranked,
    cut_ranking,
    rank_pairs,
    read_all,
)
from scpn.evaluation.settings import TenthsSettings
from scpn.evaluation.sts import SimilaritySet, evaluate_similarity
from scpn.fileio import make_folder, write_atomically
from scpn.metrics.signature import Signature
from scpn.runs.header import check_same_run
from scpn.tokenization.ngrams import trigram_overlap
from scpn.tokenization.treebank import tokenize

EXPERIMENT_FILE, SCORES_FILE = "experiment.json", "scores.npz"
FIGURES_FILE, PAIRS_FILE = "figures.json", "pairs.tsv"

Report = Callable[[str], None]


@dataclass(frozen=True)
class PartResult:
    """One part of the ranking and what was learned from it.

    Attributes:
        number: From 1, the lowest scores first.
        size: Pairs in the part.
        lowest: Smallest score in it.
        highest: Largest score in it.
        trigram_overlap: Mean over the pairs drawn, 0 to 1.
        length: Mean tokens of a side of the pairs drawn.
        figures: Name of a test set or mean (see `SimilarityEvaluation.figures`) -> Pearson x100
            for each seed.
    """

    number: int
    size: int
    lowest: float
    highest: float
    trigram_overlap: float
    length: float
    figures: dict[str, list[float]]

    def mean(self, name: str) -> float:
        """Mean of a figure over the seeds."""
        return fmean(self.figures[name])

    def spread(self, name: str) -> float | None:
        """Standard deviation of a figure over the seeds; None for one seed."""
        values = self.figures[name]
        return stdev(values) if len(values) > 1 else None

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "part": self.number,
            "pairs": self.size,
            "scores": [self.lowest, self.highest],
            "trigram_overlap": self.trigram_overlap,
            "length": self.length,
            "figures": self.figures,
        }


@dataclass(frozen=True)
class TenthsReport:
    """All parts.

    Attributes:
        signature: How the figures were made.
        parts: The lowest scores first.
        removed: Rule of `scpn filter` -> pairs that were left out beforehand.
    """

    signature: Signature
    parts: list[PartResult]
    removed: Counter[str]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "signature": str(self.signature),
            "settings": self.signature.to_dict(),
            "parts": [part.to_dict() for part in self.parts],
            "removed": dict(self.removed),
        }


def evaluate_tenths(
    inputs: Sequence[PairInput],
    output: str | Path,
    sets: Sequence[SimilaritySet],
    *,
    encoder: SentenceEncoder | None = None,
    settings: TenthsSettings | None = None,
    training: EmbeddingTrainingConfig | None = None,
    batch_size: int = BATCH_SIZE,
    cpu: bool = False,
    report: Report = lambda message: None,
) -> TenthsReport:
    """Rank the pairs, cut the ranking into parts, train an encoder on each, and compare them.

    Pairs that the rules of `scpn filter` about the text remove are left out first. A run that was
    stopped goes on when it is called again: what is finished in `output` is taken from there.

    Args:
        inputs: The pairs; read twice.
        output: Folder for the pairs drawn, the encoders and their figures.
        sets: What the encoders are compared on.
        encoder: Scores pairs for the ranking "paraphrase-score".
        settings: None for the defaults.
        training: The encoder that is trained, and how; its seed is not used. None for the defaults.
        batch_size: Sentences embedded together.
        cpu: Train on the CPU even if there is a GPU.
        report: Told what is being done.

    Raises:
        UsageError: There is no encoder to rank with, or `output` holds another experiment.
        DataError: An input is unusable, or has too few pairs.
    """
    settings, training = settings or TenthsSettings(), training or EmbeddingTrainingConfig()
    if settings.rank_by == "paraphrase-score" and encoder is None:
        raise UsageError("the ranking paraphrase-score needs an encoder; name one")
    output = make_folder(output)
    _check_experiment(output, _describe(inputs, sets, encoder, settings, training))
    ranked = _rank(output, inputs, encoder, settings, batch_size=batch_size, report=report)
    scores = ranked.scores
    parts = cut_ranking(scores, settings.parts)
    size = min(settings.pairs, *map(len, parts))
    report(f"{len(scores):,} pairs, {size:,} of each of {len(parts)} parts to train on")
    samples = {
        (number, seed): _Sample(
            make_folder(output / f"part-{number:02d}" / f"seed-{seed}"),
            np.random.default_rng([seed, number]).choice(part, size, replace=False),
        )
        for number, part in enumerate(parts, start=1)
        for seed in settings.seeds
    }
    _write_samples(list(samples.values()), inputs)
    results = []
    for number, part in enumerate(parts, start=1):
        figures = []
        for seed in settings.seeds:
            report(f"part {number} of {len(parts)}, seed {seed}")
            place = samples[number, seed].folder
            figures.append(_train(place, sets, training, seed, batch_size=batch_size, cpu=cpu))
        mine = [samples[number, seed] for seed in settings.seeds]
        results.append(
            PartResult(
                number,
                len(part),
                float(scores[part].min()),
                float(scores[part].max()),
                fmean(sample.overlap / size for sample in mine),
                fmean(sample.length / size for sample in mine),
                {name: [one[name] for one in figures] for name in figures[0]},
            )
        )
    signature = _signature(inputs, encoder, settings, training, num_pairs=size)
    return TenthsReport(signature, results, ranked.removed)


def _rank(
    output: Path,
    inputs: Sequence[PairInput],
    encoder: SentenceEncoder | None,
    settings: TenthsSettings,
    *,
    batch_size: int,
    report: Report,
) -> Ranked:
    """Score the pairs, or read the scores of an earlier run."""
    path = output / SCORES_FILE
    if path.exists():
        return Ranked.load(path)
    report("scoring the pairs")
    ranked = rank_pairs(inputs, encoder, settings.rank_by, batch_size=batch_size)
    ranked.save(path)
    return ranked


@dataclass
class _Sample:
    """Pairs drawn from a part, and sums over them: trigram overlap, mean tokens of the sides."""

    folder: Path
    positions: NDArray[np.int64]
    overlap: float = 0.0
    length: float = 0.0


def _write_samples(samples: Sequence[_Sample], inputs: Sequence[PairInput]) -> None:
    """Write the pairs of all samples in one pass over the inputs, and add up their sums."""
    takers: dict[int, list[int]] = {}
    for index, sample in enumerate(samples):
        for position in sample.positions.tolist():
            takers.setdefault(position, []).append(index)
    with ExitStack() as stack:
        writers = [
            stack.enter_context(open_pairs(str(sample.folder / PAIRS_FILE), ColumnTypes()))
            for sample in samples
        ]
        for position, pair in enumerate(read_all(inputs)):
            if position not in takers:
                continue
            sides = tokenize(pair.source), tokenize(pair.target)
            overlap, length = trigram_overlap(*sides), fmean(map(len, sides))
            for index in takers[position]:
                writers[index]([{"source": pair.source, "target": pair.target}])
                samples[index].overlap += overlap
                samples[index].length += length


def _train(
    folder: Path,
    sets: Sequence[SimilaritySet],
    training: EmbeddingTrainingConfig,
    seed: int,
    *,
    batch_size: int,
    cpu: bool,
) -> dict[str, float]:
    """Figures of an encoder trained on the pairs of a folder; those of a finished one are read."""
    done = folder / FIGURES_FILE
    if done.exists():
        figures: dict[str, float] = json.loads(done.read_text(encoding="utf-8"))
        return figures
    config = replace(training, trainer=replace(training.trainer, seed=seed))
    prepared = prepare(
        [PairInput.parse(str(folder / PAIRS_FILE))], config, name=f"{folder.parent.name}-{seed}"
    )
    trained = train_encoder(prepared, config, output=folder / "encoder", resume=True, cpu=cpu)
    figures = evaluate_similarity(trained, sets, batch_size=batch_size).figures
    with write_atomically(done) as stream:
        json.dump(figures, stream, indent=1)
    return figures


def _describe(
    inputs: Sequence[PairInput],
    sets: Sequence[SimilaritySet],
    encoder: SentenceEncoder | None,
    settings: TenthsSettings,
    training: EmbeddingTrainingConfig,
) -> dict[str, Any]:
    """What must be the same for an experiment to be continued."""
    return {
        "inputs": [[source.name, source.size] for source in inputs],
        "encoder": encoder and identify(encoder),
        "sets": [dataset.name for dataset in sets],
        "ranking": settings.rank_by,
        "num_parts": settings.parts,
        "num_pairs": settings.pairs,
        "training": to_dict(training),
    }


def _check_experiment(folder: Path, experiment: dict[str, Any]) -> None:
    """Write what the experiment is, or see that the folder holds the same one."""
    path = folder / EXPERIMENT_FILE
    if path.exists():
        before = json.loads(path.read_text(encoding="utf-8"))
        check_same_run(before, experiment, folder, way_out="choose another folder")
        return
    if any(folder.iterdir()):
        raise UsageError(
            f"output folder {str(folder)!r} is not empty and holds no experiment; choose another"
        )
    with write_atomically(path) as stream:
        json.dump(experiment, stream, indent=1)


def _signature(
    inputs: Sequence[PairInput],
    encoder: SentenceEncoder | None,
    settings: TenthsSettings,
    training: EmbeddingTrainingConfig,
    *,
    num_pairs: int,
) -> Signature:
    parts = training.encoder.parts
    return Signature.of(
        metric="pearson",
        scale="x100",
        ranking=settings.rank_by,
        scorer=encoder.name if encoder else None,
        inputs=",".join(source.name for source in inputs),
        pairs_of_a_part=num_pairs,
        encoder="+".join(f"{part.units}-{part.composition}-{part.size}" for part in parts),
        epochs=training.epochs,
        seeds=",".join(map(str, settings.seeds)),
        scpn=__version__,
    )
