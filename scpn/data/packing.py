"""Labeled pairs and parsed sentences as arrays of ids, memory-mapped from disk.

Tokenizing takes longer than an epoch of reading, so it is done once: a folder of `.npy` files,
one flat array of ids and one of offsets for each field, which every process maps into memory.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from scpn.errors import DataError
from scpn.fileio import write_atomically

FORMAT = 1
MAX_ID = 65_535
"""Ids are stored in two bytes."""


class Ragged:
    """Many short id sequences in one flat array.

    Args:
        values: All ids, one sequence after the other. Shape (sum of lengths,).
        offsets: Where each sequence starts, and the end. Shape (N + 1,).
    """

    def __init__(self, values: np.ndarray, offsets: np.ndarray) -> None:
        self.values, self.offsets = values, offsets

    @classmethod
    def build(cls, sequences: Iterable[list[int]]) -> "Ragged":
        """Concatenate sequences of ids below 65,536."""
        lengths, chunks, buffer = [], [], []
        for sequence in sequences:
            lengths.append(len(sequence))
            buffer += sequence
            if len(buffer) > 1_000_000:
                chunks.append(np.array(buffer, dtype=np.uint16))
                buffer = []
        chunks.append(np.array(buffer, dtype=np.uint16))
        return cls(
            np.concatenate(chunks), np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        )

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> list[int]:
        ids: list[int] = self.values[self.offsets[index] : self.offsets[index + 1]].tolist()
        return ids

    @property
    def lengths(self) -> np.ndarray:
        """Length of each sequence. Shape (N,)."""
        return np.diff(self.offsets)


class Packed:
    """Records of several ragged fields.

    Args:
        fields: Field name to its sequences; all of the same number.
    """

    def __init__(self, fields: dict[str, Ragged]) -> None:
        self.fields = fields

    def __len__(self) -> int:
        return len(next(iter(self.fields.values())))

    def __getitem__(self, name: str) -> Ragged:
        return self.fields[name]

    @classmethod
    def build(cls, records: Iterator[dict[str, list[int]]], names: list[str]) -> "Packed":
        """Collect records that hold the fields `names`, in chunks to keep Python lists short."""
        parts: dict[str, list[Ragged]] = {name: [] for name in names}
        chunk: list[dict[str, list[int]]] = []
        for record in records:
            chunk.append(record)
            if len(chunk) == 50_000:
                _flush(chunk, parts)
        _flush(chunk, parts)
        return cls({name: _concatenate(pieces) for name, pieces in parts.items()})

    def save(self, folder: Path) -> None:
        """Write the fields; the description comes last, so a folder is complete if it has one."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, ragged in self.fields.items():
            for kind, array in (("values", ragged.values), ("offsets", ragged.offsets)):
                with write_atomically(folder / f"{name}.{kind}.npy", "wb") as file:
                    np.save(file, array)
        with write_atomically(folder / "packed.json") as file:
            json.dump({"format": FORMAT, "fields": list(self.fields), "records": len(self)}, file)

    @classmethod
    def load(cls, folder: Path) -> "Packed":
        """Map a saved folder into memory.

        Raises:
            DataError: The folder is incomplete or of another format.
        """
        try:
            description = json.loads((folder / "packed.json").read_text(encoding="utf-8"))
            if description["format"] != FORMAT:
                raise DataError(
                    f"packed data of format {description['format']}, need {FORMAT}", path=folder
                )
            fields = {}
            for name in description["fields"]:
                values = np.load(folder / f"{name}.values.npy", mmap_mode="r")
                offsets = np.load(folder / f"{name}.offsets.npy")
                if len(offsets) != description["records"] + 1 or offsets[-1] != len(values):
                    raise ValueError(f"the arrays of {name} are of another state of the folder")
                fields[name] = Ragged(values, offsets)
        except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
            raise DataError(
                f"not a complete folder of packed data: {error}", path=folder
            ) from error
        return cls(fields)


def _flush(chunk: list[dict[str, list[int]]], parts: dict[str, list[Ragged]]) -> None:
    if chunk:
        for name, pieces in parts.items():
            pieces.append(Ragged.build(record[name] for record in chunk))
        chunk.clear()


def _concatenate(pieces: list[Ragged]) -> Ragged:
    if not pieces:
        return Ragged.build([])
    starts = np.cumsum([0, *(piece.offsets[-1] for piece in pieces)])
    offsets = [piece.offsets[:-1] + start for piece, start in zip(pieces, starts, strict=False)]
    return Ragged(
        np.concatenate([piece.values for piece in pieces]),
        np.concatenate([*offsets, starts[-1:]]).astype(np.int64),
    )
