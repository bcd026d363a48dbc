"""A sentence encoder of our own: network and text handling, saved and loaded together."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import torch
from torch import Tensor

from scpn.config import from_dict, to_dict
from scpn.embeddings.network import EncoderConfig, EncoderNetwork, Views
from scpn.embeddings.settings import BATCH_SIZE
from scpn.embeddings.splitting import new_splitters
from scpn.embeddings.units import ListedUnits, PieceUnits, UnitKind, Units
from scpn.errors import ModelError, SentenceError, UsageError
from scpn.fileio import make_folder, read_lines, write_atomically
from scpn.nn.modes import evaluating
from scpn.pretrained.folder import (
    CONFIG_NAME,
    load_weights,
    read_bytes,
    read_description,
    save_weights,
    write_description,
)
from scpn.pretrained.precision import Precision
from scpn.runtime import Device
from scpn.tokenization.vocabulary import SubwordVocabulary

KIND, FORMAT = "scpn-sentence-encoder", 1


class Encoder:
    """Sentences to vectors; see `scpn.embeddings.protocol.SentenceEncoder`.

    Args:
        config: Which network.
        units: Vocabulary of each kind of unit that the parts read.
        name: Name for signatures and reports.
    """

    def __init__(
        self, config: EncoderConfig, units: Mapping[UnitKind, Units], *, name: str
    ) -> None:
        self.config, self.name = config, name
        self.units = {kind: units[kind] for kind in config.kinds}
        sizes = {kind: len(vocabulary) for kind, vocabulary in self.units.items()}
        self.network = EncoderNetwork(config, sizes)
        self.dimension = self.network.dimension
        self._splitters = new_splitters(self.units)

    @property
    def device(self) -> torch.device:
        """Where the parameters are."""
        return next(self.network.parameters()).device

    def split(self, sentences: Sequence[str]) -> Views:
        """Sentences as bags of each kind of unit."""
        return {kind: splitter(sentences) for kind, splitter in self._splitters.items()}

    def embed(
        self,
        sentences: Sequence[str],
        *,
        batch_size: int = BATCH_SIZE,
        unknown: Literal["error", "zero"] = "error",
    ) -> np.ndarray:
        """Vector of each sentence, computed without dropout.

        Args:
            sentences: N plain texts, or treebank tokens joined by spaces.
            batch_size: Sentences computed together; does not change the result.
            unknown: What becomes of a sentence that is empty or has no unit the model knows: an
                error, or a row of zeros.

        Returns:
            Single precision, never NaN. Shape (N, D).

        Raises:
            UsageError: The batch size is below 1.
            SentenceError: With `unknown="error"`, for the first such sentence, by number from 1.
        """
        if batch_size < 1:
            raise UsageError(f"batch_size is {batch_size}, must be at least 1")
        result = np.zeros((len(sentences), self.dimension), dtype=np.float32)
        for begin in range(0, len(sentences), batch_size):
            views = self.split(sentences[begin : begin + batch_size])
            known = torch.stack([bags.lengths > 0 for bags in views.values()]).any(0)
            if unknown == "error" and not bool(known.all()):
                raise self._unknown(sentences, begin + int((~known).nonzero()[0]))
            vectors = self._embed_views(views) * known[:, None]
            result[begin : begin + len(known)] = vectors.numpy()
        return result

    @torch.inference_mode()
    def _embed_views(self, views: Views) -> Tensor:
        device = self.device
        with evaluating(self.network):
            vectors: Tensor = self.network({kind: bags.to(device) for kind, bags in views.items()})
        return vectors.cpu()

    def _unknown(self, sentences: Sequence[str], index: int) -> SentenceError:
        text = sentences[index]
        found = f"none of {text[:60]!r} is known to the encoder" if text.strip() else "it is empty"
        return SentenceError(
            f"sentence {index + 1} has no vector: {found}; leave it out, or embed with "
            'unknown="zero"'
        )

    def save(
        self,
        folder: Path,
        *,
        state: Mapping[str, Tensor] | None = None,
        precision: Precision = "single",
    ) -> None:
        """Write weights, configuration and vocabularies; each file appears whole or not at all.

        Args:
            folder: Made if missing.
            state: Parameters to save instead of the current ones.
            precision: How numbers are stored.
        """
        make_folder(folder)
        save_weights(folder, state or self.network.state_dict(), precision=precision)
        for kind, units in self.units.items():
            if isinstance(units, PieceUnits):
                with write_atomically(_units_path(folder, kind), "wb") as file:
                    file.write(units.vocabulary.model)
            elif isinstance(units, ListedUnits):
                with write_atomically(_units_path(folder, kind)) as file:
                    file.writelines(f"{unit}\n" for unit in units.units)
        description = {
            "kind": KIND,
            "format": FORMAT,
            "name": self.name,
            "network": to_dict(self.config),
        }
        write_description(folder, description)

    @classmethod
    def load(cls, folder: Path, *, device: Device = None) -> "Encoder":
        """Load a saved encoder, in evaluation mode.

        Raises:
            ModelError: A file is missing, damaged, or of another kind of model.
        """
        description = read_description(folder, kind=KIND, format_=FORMAT)
        try:
            config = from_dict(EncoderConfig, description["network"])
            units = {kind: _load_units(folder, kind) for kind in config.kinds}
            encoder = cls(config, units, name=description["name"])
        except (KeyError, TypeError, UsageError) as error:
            raise ModelError(f"{folder / CONFIG_NAME} is damaged: {error}") from error
        load_weights(encoder.network, folder, device=device)
        return encoder


def _units_path(folder: Path, kind: UnitKind) -> Path:
    return folder / ("pieces.model" if kind == "piece" else f"{kind}s.txt")


def _load_units(folder: Path, kind: UnitKind) -> Units:
    path = _units_path(folder, kind)
    if not path.is_file():
        raise ModelError(f"{path} is missing; is this a whole model folder?")
    if kind == "piece":
        return PieceUnits(SubwordVocabulary(read_bytes(path)))
    return ListedUnits(kind, [unit for _, unit in read_lines(path)])
