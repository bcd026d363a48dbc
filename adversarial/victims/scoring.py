"""The labels of a task, and the accuracy of a classifier."""

from collections.abc import Sequence

import numpy as np

from scpn.adversarial.protocol import Example, Victim
from scpn.errors import DataError, nearest


def check_task(train: Sequence[Example], *others: Sequence[Example]) -> list[str]:
    """The labels of a task, sorted by name.

    Args:
        train: Training examples.
        others: Other parts, whose labels must all be among those of the training set.

    Raises:
        DataError: The training set has fewer than two labels, or another part has an unknown one.
    """
    labels = sorted({example.label for example in train})
    if len(labels) < 2:
        only = f"one label only, {labels[0]!r}" if labels else "no example"
        raise DataError(f"the training set has {only}; a classifier needs two labels or more")
    for part in others:
        for example in part:
            if example.label not in labels:
                raise DataError(
                    f"example {example.id} has the label {example.label!r}, which the training "
                    f"set lacks{nearest(example.label, labels)}; its labels are "
                    f"{', '.join(labels)}"
                )
    return labels


def accuracy(victim: Victim, examples: Sequence[Example]) -> float:
    """Percentage of examples whose most probable label is the gold one; NaN without examples."""
    if not examples:
        return float("nan")
    predicted = victim.predict_proba([example.texts for example in examples]).argmax(1)
    gold = np.array([victim.labels.index(example.label) for example in examples])
    return 100 * float((predicted == gold).mean())
