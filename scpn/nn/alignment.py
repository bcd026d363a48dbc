"""Where in the control sequence the decoder stands, given what it has written so far.

The paper lets the decoder find its place in the control sequence by attention. But the place
is known: while word k is being written, the parse is at its k-th leaf; while the k-th child of
the root is being written, the template is at its k-th label. An `Alignment` computes that
place from the prefix, so that the state of the control encoder there can enter the decoder
(`control="aligned"`). All methods work on batches of prefixes.
"""

from collections.abc import Sequence
from typing import Protocol

import torch
from torch import Tensor

from scpn.tokenization.vocabulary import LabelVocabulary, SubwordVocabulary


class Alignment(Protocol):
    """Maps prefixes of the target to a count of finished units: words, or children of the root."""

    def finished_units(self, prefixes: Tensor) -> Tensor:
        """Units finished after each position of each prefix.

        Args:
            prefixes: Target ids without BOS; padding is ignored. Shape (N, T).

        Returns:
            Shape (N, T).
        """
        ...

    def anchors(self, control: Sequence[int]) -> list[int]:
        """Positions in a control sequence at which the decoder stands before unit 0, 1, ...

        The last one is the place after the last unit, so the list is one longer than the units.
        """
        ...


class LeafAlignment:
    """Words of a sentence on the tags of its parse."""

    def __init__(self, pieces: SubwordVocabulary, labels: LabelVocabulary) -> None:
        self.ends_word, self.is_tag = pieces.ends_word, labels.is_tag

    def finished_units(self, prefixes: Tensor) -> Tensor:
        """See `Alignment.finished_units`; a unit is a word."""
        return self.ends_word.to(prefixes.device)[prefixes].long().cumsum(-1)

    def anchors(self, control: Sequence[int]) -> list[int]:
        """See `Alignment.anchors`: the tags, then the last bracket of the parse."""
        is_tag = self.is_tag
        return [i for i, label in enumerate(control) if is_tag[label]] + [len(control) - 1]


class ChildAlignment:
    """Children of the root of a parse on the labels of its template."""

    def __init__(self, labels: LabelVocabulary) -> None:
        self.labels = labels

    def depths(self, prefixes: Tensor) -> Tensor:
        """Open phrases after each position. Shapes (N, T) to (N, T)."""
        opens = self.labels.is_open.to(prefixes.device)[prefixes].long()
        return (opens - (prefixes == self.labels.close_id).long()).cumsum(-1)

    def finished_units(self, prefixes: Tensor) -> Tensor:
        """See `Alignment.finished_units`; a unit is a child of the root."""
        is_open = self.labels.is_open.to(prefixes.device)[prefixes]
        return ((self.depths(prefixes) == 1) & ~is_open).long().cumsum(-1)

    def anchors(self, control: Sequence[int]) -> list[int]:
        """See `Alignment.anchors`: where each child of the template starts, then its end."""
        depth, starts = 0, []
        for index, label in enumerate(control):
            if label == self.labels.close_id:
                depth -= 1
                continue
            if depth == 1:
                starts.append(index)
            depth += int(self.labels.is_open[label])
        return [*starts, len(control) - 1]


def positions_for_training(
    alignment: Alignment, target: Tensor, anchors: Tensor, num_units: Tensor
) -> Tensor:
    """Place in the control sequence before each target id is written.

    Args:
        alignment: Which alignment.
        target: Target ids, EOS included. Shape (B, T).
        anchors: Anchor positions, padded. Shape (B, A).
        num_units: Units of each control sequence; its anchors are one more. Shape (B,).

    Returns:
        Shape (B, T).
    """
    finished = alignment.finished_units(target)
    before = torch.cat([torch.zeros_like(finished[:, :1]), finished[:, :-1]], 1)
    return anchors.gather(1, torch.minimum(before, num_units.unsqueeze(1)))
