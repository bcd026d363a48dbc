"""What became of the words of a sentence: kept, moved, new."""

from collections import Counter
from collections.abc import Sequence
from enum import Enum


class Fate(Enum):
    """What became of a word."""

    KEPT = "kept"
    """It stands in the same order as in the source."""

    MOVED = "moved"
    """The source has it, in another order."""

    NEW = "new"
    """The source does not have it, or has it fewer times."""


def compare_words(source: Sequence[str], output: Sequence[str]) -> list[Fate]:
    """Tell for each word of an output whether it was kept, moved or is new.

    Kept words are a longest common subsequence of the two; of the others those that the source
    still has to give, each as often as it occurs there, are moved. Case does not count.

    Args:
        source: Words of the source.
        output: Words of the output.

    Returns:
        One fate for each word of `output`.
    """
    left, right = [word.lower() for word in source], [word.lower() for word in output]
    kept = _common_subsequence(left, right)
    fates = [Fate.KEPT if index in kept else Fate.NEW for index in range(len(right))]
    spare = Counter(left) - Counter(right[index] for index in kept)
    for index, word in enumerate(right):
        if index not in kept and spare[word]:
            fates[index] = Fate.MOVED
            spare[word] -= 1
    return fates


def _common_subsequence(left: Sequence[str], right: Sequence[str]) -> set[int]:
    """Positions in `right` of a longest common subsequence."""
    lengths = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for row in range(len(left) - 1, -1, -1):
        for column in range(len(right) - 1, -1, -1):
            if left[row] == right[column]:
                lengths[row][column] = 1 + lengths[row + 1][column + 1]
            else:
                lengths[row][column] = max(lengths[row + 1][column], lengths[row][column + 1])
    positions, row, column = set(), 0, 0
    while row < len(left) and column < len(right):
        if left[row] == right[column]:
            positions.add(column)
            row, column = row + 1, column + 1
        elif lengths[row + 1][column] >= lengths[row][column + 1]:
            row += 1
        else:
            column += 1
    return positions
