"""Semantic textual similarity: do the cosines of an encoder rank pairs as people do?

The protocol of Wieting's papers: Pearson's r between cosine and gold score for each dataset, x100,
and the unweighted mean over the datasets of a year. (The competitions weighted by size, others
report Spearman over everything at once; those figures cannot be compared with these.)
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from scpn import __version__
from scpn.embeddings.protocol import SentenceEncoder
from scpn.embeddings.settings import BATCH_SIZE
from scpn.errors import DataError, UsageError, nearest
from scpn.evaluation.scored_pairs import cosines, find_tables, read_scored_pairs
from scpn.metrics.correlation import pearson, spearman
from scpn.metrics.score import Score
from scpn.metrics.signature import Signature

YEARS: dict[str, tuple[str, ...]] = {
    "2012": ("MSRpar", "MSRvid", "SMTeuroparl", "OnWN", "SMTnews"),
    "2013": ("headlines", "OnWN", "FNWN", "SMT"),
    "2014": ("deft-forum", "deft-news", "headlines", "images", "OnWN", "tweet-news"),
    "2015": ("answers-forums", "answers-students", "belief", "headlines", "images"),
    "2016": ("answer-answer", "headlines", "plagiarism", "postediting", "question-question"),
}
"""The datasets of each year, whose unweighted mean is the figure of the year."""

GROUPS: dict[str, tuple[str, ...]] = YEARS | {
    "stsbenchmark": ("dev", "test"),
    "sick": ("test",),
    "2017": ("track5.en-en",),
    "twitter": ("test",),
}
"""Folder -> the datasets in it that are evaluated unless others are asked for."""

SETS_22 = tuple(
    f"{group}/{name}"
    for group in ("2012", "2013", "2014", "2015", "sick", "twitter")
    for name in GROUPS[group]
)
"""The 22 datasets whose mean the papers report, in their order."""

MEAN_OF_YEARS = "2012-2016"
MEAN_OF_22 = "22 sets"

_ALIASES = {
    "headline": "headlines",
    "smteur": "smteuroparl",
    "surpriseonwn": "onwn",
    "surprisesmtnews": "smtnews",
    "track5enen": "enen",
}


@dataclass(frozen=True)
class SimilaritySet:
    """One dataset.

    Attributes:
        name: `FOLDER/NAME`, such as "2012/MSRpar".
        path: Its file.
    """

    name: str
    path: Path

    @property
    def group(self) -> str:
        """The folder."""
        return self.name.partition("/")[0]


@dataclass(frozen=True)
class SimilarityResult:
    """Figures of one dataset.

    Attributes:
        name: `FOLDER/NAME`.
        pearson: r x100.
        spearman: rho x100.
        num_unknown: Pairs with a side that the encoder knows nothing of; their cosine is 0.
    """

    name: str
    pearson: Score
    spearman: Score
    num_unknown: int

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "set": self.name,
            "pairs": self.pearson.count,
            "unknown_pairs": self.num_unknown,
            "pearson": self.pearson.to_dict(),
            "spearman": self.spearman.to_dict(),
        }


@dataclass(frozen=True)
class Mean:
    """Unweighted mean of the Pearson figures of several datasets.

    Attributes:
        value: The mean, r x100.
        sets: Names of the datasets it was taken over.
        missing: Names of those that belong to it and were not there.
    """

    value: float
    sets: tuple[str, ...]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True)
class SimilarityEvaluation:
    """All datasets and their means.

    Attributes:
        signature: How the figures were made.
        results: In the order of the datasets.
        means: Year, `MEAN_OF_YEARS` or `MEAN_OF_22` -> mean. A year without any set is left out,
            and so is a mean over years of which one is left out.
    """

    signature: Signature
    results: list[SimilarityResult]
    means: dict[str, Mean]

    @property
    def figures(self) -> dict[str, float]:
        """Pearson x100 of each dataset and of each mean, by name."""
        sets = {result.name: result.pearson.value for result in self.results}
        return sets | {name: mean.value for name, mean in self.means.items()}

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "signature": str(self.signature),
            "sets": [result.to_dict() for result in self.results],
            "means": {
                name: {"value": m.value, "sets": list(m.sets), "missing": list(m.missing)}
                for name, m in self.means.items()
            },
        }


def find_similarity_sets(
    folder: str | Path, *, tasks: Sequence[str] | None = None
) -> tuple[list[SimilaritySet], list[str]]:
    """Find the datasets of a folder.

    Args:
        folder: Holds a folder for each group of datasets, with `NAME.tsv` (also .gz, .xz) files
            of `score<TAB>sentence<TAB>sentence`.
        tasks: Folders (`2012`) or files (`2012/MSRpar`, without .tsv); a folder that is not in
            `GROUPS` stands for all its files. None takes `GROUPS`.

    Returns:
        The datasets found, and the names of those of `GROUPS` that are not there.

    Raises:
        UsageError: The folder, or a task that was named, does not exist.
        DataError: Nothing of `GROUPS` is there.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise UsageError(f"data folder {str(folder)!r} does not exist; name a folder of datasets")
    found: dict[str, SimilaritySet] = {}
    missing: list[str] = []
    for task in tasks or GROUPS:
        group, _, name = task.strip("/").partition("/")
        files = find_tables(folder / group) if (folder / group).is_dir() else {}
        names = [name] if name else GROUPS.get(group, tuple(files))
        here = _match(names, files)
        if tasks and not here:
            raise UsageError(_no_such_task(task, folder))
        found |= {f"{group}/{n}": SimilaritySet(f"{group}/{n}", here[n]) for n in here}
        missing += [f"{group}/{n}" for n in names if n not in here]
    if not found:
        raise DataError(
            f"holds none of the datasets; expected folders {', '.join(GROUPS)} with .tsv files",
            path=folder,
        )
    return list(found.values()), missing


def evaluate_similarity(
    encoder: SentenceEncoder,
    sets: Iterable[SimilaritySet],
    *,
    batch_size: int = BATCH_SIZE,
    provenance: Mapping[str, str] | None = None,
    on_progress: Callable[[str], None] | None = None,
) -> SimilarityEvaluation:
    """Correlate the encoder's cosines with the gold scores of each dataset.

    Args:
        encoder: What is evaluated.
        sets: From `find_similarity_sets`.
        batch_size: Sentences embedded together.
        provenance: Further entries for the signature.
        on_progress: Given the name of each dataset that is done.

    Raises:
        DataError: A file is unusable, or the encoder gives every pair of one the same cosine.
    """
    results = []
    for dataset in sets:
        results.append(_evaluate_set(encoder, dataset, batch_size=batch_size))
        if on_progress is not None:
            on_progress(dataset.name)
    signature = Signature.of(
        metric="pearson",
        scale="x100",
        similarity="cosine",
        year="unweighted-mean-of-sets",
        encoder=encoder.name,
        dimension=encoder.dimension,
        pairs=sum(result.pearson.count for result in results),
        **(provenance or {}),
        scpn=__version__,
    )
    return SimilarityEvaluation(signature, results, _means(results))


def _evaluate_set(
    encoder: SentenceEncoder, dataset: SimilaritySet, *, batch_size: int
) -> SimilarityResult:
    pairs = read_scored_pairs(dataset.path)
    predicted = cosines(encoder, pairs, batch_size=batch_size)
    try:
        return SimilarityResult(
            dataset.name,
            pearson(predicted.values, pairs.gold),
            spearman(predicted.values, pairs.gold),
            int((~predicted.known).sum()),
        )
    except DataError as error:
        raise DataError(f"encoder {encoder.name!r}: {error}", path=dataset.path) from error


def _means(results: Sequence[SimilarityResult]) -> dict[str, Mean]:
    values = {result.name: result.pearson.value for result in results}
    groups = {year: tuple(f"{year}/{name}" for name in names) for year, names in YEARS.items()}
    means = {name: mean_of(values, sets) for name, sets in groups.items()}
    if all(means.values()):
        years = {name: mean.value for name, mean in means.items() if mean}
        means[MEAN_OF_YEARS] = mean_of(years, tuple(YEARS))
    if all(any(name.startswith(f"{year}/") for name in values) for year in list(YEARS)[:4]):
        means[MEAN_OF_22] = mean_of(values, SETS_22)
    return {name: mean for name, mean in means.items() if mean}


def mean_of(values: Mapping[str, float], names: Sequence[str]) -> Mean | None:
    """Unweighted mean over the names that have a value; None if none has."""
    found = tuple(name for name in names if name in values)
    if not found:
        return None
    missing = tuple(name for name in names if name not in values)
    return Mean(fmean(values[name] for name in found), found, missing)


def _match(names: Iterable[str], files: Mapping[str, Path]) -> dict[str, Path]:
    """Find the file of each name, whatever its capitals, hyphens and prefixes of the organizers."""
    keys = {_key(stem): path for stem, path in files.items()}
    found = {name: files.get(name) or keys.get(_key(name)) for name in names}
    return {name: path for name, path in found.items() if path is not None}


def _key(name: str) -> str:
    key = re.sub(r"[\W_]+", "", name.lower())
    return _ALIASES.get(key, key)


def _no_such_task(task: str, folder: Path) -> str:
    known = sorted(p.name for p in folder.iterdir() if p.is_dir())
    group, _, name = task.partition("/")
    if name and group in known:
        files = list(find_tables(folder / group))
        return (
            f"task {task!r}: {folder / group} has no {name}.tsv{nearest(name, files)}; "
            f"it has {', '.join(files) or 'no .tsv file'}"
        )
    return (
        f"task {task!r}: no such folder of datasets in {folder}{nearest(group, known)}; "
        f"it has {', '.join(known) or 'none'}"
    )
