"""Files of pairs that people have scored: `score<TAB>left<TAB>right`, one pair a line."""

from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scpn.embeddings.pair_scores import pair_scores
from scpn.embeddings.protocol import SentenceEncoder
from scpn.embeddings.settings import BATCH_SIZE
from scpn.errors import DataError
from scpn.tables.formats import COMPRESSIONS, without_compression
from scpn.tables.reading import read_cells_strictly


@dataclass(frozen=True)
class ScoredPairs:
    """Pairs with the score that people gave them.

    Attributes:
        gold: Scores; at least two differ. Shape (N,).
        left: First sentences (or words).
        right: Second ones.
    """

    gold: NDArray[np.float64]
    left: list[str]
    right: list[str]

    def __len__(self) -> int:
        return len(self.gold)


@dataclass(frozen=True)
class PairCosines:
    """Cosines that an encoder gives to pairs.

    Attributes:
        values: Cosine of each pair, 0 where a side is unknown. Shape (N,).
        known: Whether the encoder knows something of both sides. Shape (N,).
    """

    values: NDArray[np.float32]
    known: NDArray[np.bool_]


def read_scored_pairs(path: str | Path) -> ScoredPairs:
    """Read a file (also .gz, .xz); blank lines are passed over.

    Raises:
        DataError: A line has no three columns, no score or an empty side, with its number; or all
            scores are equal, so that nothing can correlate with them.
    """
    gold: list[float] = []
    left: list[str] = []
    right: list[str] = []
    for number, cells in read_cells_strictly(path):
        if len(cells) != 3:
            raise DataError(
                f"{len(cells)} columns, expected score<TAB>sentence<TAB>sentence",
                path=path,
                line=number,
            )
        gold.append(_read_score(cells[0], path, number))
        for side, text in zip((left, right), cells[1:], strict=True):
            if not text.strip():
                raise DataError(
                    "one of the two sentences is empty; remove the line", path=path, line=number
                )
            side.append(text)
    if len(gold) < 2:
        raise DataError(f"{len(gold)} scored pairs, but a correlation needs two", path=path)
    if min(gold) == max(gold):
        raise DataError(
            f"every gold score is {gold[0]:g}, so no correlation with it is defined; "
            "check that the first column holds the scores",
            path=path,
        )
    return ScoredPairs(np.array(gold), left, right)


def cosines(
    encoder: SentenceEncoder, pairs: ScoredPairs, *, batch_size: int = BATCH_SIZE
) -> PairCosines:
    """Cosine of each pair."""
    scores = pair_scores(encoder, pairs.left, pairs.right, batch_size=batch_size)
    return PairCosines(np.nan_to_num(scores, nan=0.0), ~np.isnan(scores))


def file_stem(path: Path) -> str:
    """Name of a file without .tsv, .tsv.gz or .tsv.xz."""
    return without_compression(path).name.removesuffix(".tsv")


def find_tables(folder: Path) -> dict[str, Path]:
    """Name (see `file_stem`) -> path of the .tsv files of a folder, also compressed, by name."""
    endings = (".tsv", *(f".tsv{suffix}" for suffix in COMPRESSIONS))
    paths = sorted(p for p in folder.iterdir() if p.name.endswith(endings) and p.is_file())
    return {file_stem(path): path for path in paths}


def _read_score(text: str, path: str | Path, number: int) -> float:
    try:
        score = float(text)
    except ValueError:
        score = float("nan")
    if not isfinite(score):
        what = f"{text[:40]!r} is no finite number" if text.strip() else "the gold score is missing"
        raise DataError(
            f"{what}; each line is score<TAB>sentence<TAB>sentence, so remove pairs without a "
            "score",
            path=path,
            line=number,
        )
    return score
