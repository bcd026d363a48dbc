"""Ragged rows of unit ids as one flat index and offsets, the form `EmbeddingBag` reads."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor


@dataclass(frozen=True)
class Bags:
    """N rows of unit ids.

    Attributes:
        ids: All rows one after the other, int32. Shape (T,).
        starts: Where each row begins, and the end of the last one, int64. Shape (N + 1,).
    """

    ids: Tensor
    starts: Tensor

    @classmethod
    def from_lists(cls, rows: Iterable[Sequence[int]]) -> "Bags":
        """Lay lists of ids out flat, one after the other."""
        ids, lengths = array("i"), array("i")
        for row in rows:
            ids.extend(row)
            lengths.append(len(row))
        # NumPy takes an array as it is; a list of numbers would be unpacked one by one.
        return cls(
            torch.from_numpy(np.array(ids, dtype=np.int32)),
            _ends(torch.from_numpy(np.array(lengths, dtype=np.int64))),
        )

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def lengths(self) -> Tensor:
        """Units of each row. Shape (N,)."""
        return self.starts.diff()

    @property
    def owners(self) -> Tensor:
        """Row of each id. Shape (T,)."""
        rows = torch.arange(len(self), device=self.ids.device)
        return torch.repeat_interleave(rows, self.lengths, output_size=len(self.ids))

    def select(self, rows: Tensor) -> "Bags":
        """The given rows in the given order; a row may stand there twice.

        Args:
            rows: Row numbers. Shape (M,).
        """
        begins = self.starts[rows]
        lengths = self.starts[rows + 1] - begins
        starts = _ends(lengths)
        size = int(starts[-1])
        shift = torch.repeat_interleave(begins - starts[:-1], lengths, output_size=size)
        return Bags(self.ids[shift + torch.arange(size, device=shift.device)], starts)

    def keep(self, mask: Tensor) -> "Bags":
        """Drop ids; rows stay, and may become empty.

        Args:
            mask: Which ids stay, bool. Shape (T,).
        """
        kept = torch.zeros(len(self.ids) + 1, dtype=torch.long, device=mask.device)
        torch.cumsum(mask, 0, out=kept[1:])
        return Bags(self.ids[mask], kept[self.starts])

    def shuffle(self, rows: Tensor, keys: Tensor) -> "Bags":
        """Put the ids of some rows into the order of their keys.

        Args:
            rows: Which rows, bool. Shape (N,).
            keys: A number from 0 to 1 for each id. Shape (T,).
        """
        owners = self.owners
        places = torch.arange(len(self.ids), device=keys.device) / max(1, len(self.ids))
        # Double precision keeps neighbors apart in a flat index of millions.
        order = torch.argsort(owners + torch.where(rows[owners], keys.double(), places.double()))
        return Bags(self.ids[order], self.starts)

    def padded(self) -> tuple[Tensor, Tensor]:
        """Rows side by side, zero after their ends, and the mask of real ids. Shapes (N, S)."""
        width = max(1, int(self.lengths.max())) if len(self) else 1
        mask = torch.arange(width, device=self.ids.device) < self.lengths[:, None]
        ids = torch.zeros(mask.shape, dtype=self.ids.dtype, device=self.ids.device)
        ids[mask] = self.ids
        return ids, mask

    def to(self, device: torch.device) -> "Bags":
        """Copy to a device."""
        return Bags(self.ids.to(device), self.starts.to(device))


def concatenate(bags: Sequence[Bags]) -> Bags:
    """All rows of several, one after the other."""
    return Bags(
        torch.cat([part.ids for part in bags]), _ends(torch.cat([part.lengths for part in bags]))
    )


def _ends(lengths: Tensor) -> Tensor:
    """Running sum that begins with 0."""
    starts = torch.zeros(len(lengths) + 1, dtype=torch.long, device=lengths.device)
    torch.cumsum(lengths, 0, out=starts[1:])
    return starts
