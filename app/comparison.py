"""What became of the words of a sentence: kept, moved, new."""

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
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

    Kept words are those of the runs that `difflib` matches, the longest first; of the others those
    that the source still has to give, each as often as it occurs there, are moved. Case does not
    count.

    Args:
        source: Words of the source.
        output: Words of the output.

    Returns:
        One fate for each word of `output`.
    """
    left, right = [word.lower() for word in source], [word.lower() for word in output]
    runs = SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    kept = {place for run in runs for place in range(run.b, run.b + run.size)}
    fates = [Fate.KEPT if index in kept else Fate.NEW for index in range(len(right))]
    spare = Counter(left) - Counter(right[index] for index in kept)
    for index, word in enumerate(right):
        if index not in kept and spare[word]:
            fates[index] = Fate.MOVED
            spare[word] -= 1
    return fates
