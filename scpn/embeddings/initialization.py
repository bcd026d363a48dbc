"""Initial vectors of an encoder: from word vectors, or from a trained encoder."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch

from scpn.embeddings.bags import Bags
from scpn.embeddings.encoder import Encoder
from scpn.embeddings.network import EncoderConfig, EncoderNetwork, Views
from scpn.embeddings.units import ListedUnits, UnitKind, Units
from scpn.errors import UsageError
from scpn.word_vectors import WordVectors


def start_from_word_vectors(
    network: EncoderNetwork,
    units: Mapping[UnitKind, Units],
    vectors: WordVectors,
    views: Views,
    *,
    smoothing: float,
) -> None:
    """Set the tables of words, and those of other units made of words, to distributional vectors.

    A word gets its vector times `a / (a + p)`, p its share of the words of the training text
    (Arora et al. 2017, "smooth inverse frequency"): frequent words begin, as they end, with short
    vectors. Any other unit gets the mean of the vectors of the words that have it, times the same
    of its own. Units that no word vector covers stay as they are.

    Args:
        network: The network to change.
        units: Vocabularies.
        vectors: Word vectors as wide as the tables.
        views: The training texts, for frequencies.
        smoothing: a; 0 leaves out the weights.

    Raises:
        UsageError: The vectors are not as wide as a table.
    """
    width = vectors.vectors.shape[1]
    for kind, table in network.tables:
        if table.embedding_dim != width:
            raise UsageError(
                f"the word vectors have {width} dimensions, a part of the model "
                f"{table.embedding_dim}; set size={width} or make others"
            )
        known, means = _mean_vectors(units[kind], vectors)
        weights = _weights(views[kind], len(units[kind]), smoothing)
        values = torch.from_numpy(means * weights[:, None])
        with torch.no_grad():
            table.weight[known] = values[known].to(table.weight)


def continue_from(
    folder: Path, config: EncoderConfig, *, max_units: Mapping[UnitKind, int], name: str
) -> Encoder:
    """A trained encoder under new settings, with its own vocabulary or the most frequent part.

    Args:
        folder: Of the trained encoder.
        config: Must have the same parts; dropout may differ.
        max_units: Words or n-grams of each kind at most; sentencepieces stay.
        name: Name of the new encoder.

    Raises:
        ModelError: There is no such encoder, or it is damaged.
        UsageError: It has other parts.
    """
    old = Encoder.load(folder)
    if _shape(old.config) != _shape(config):
        raise UsageError(
            f"the encoder in {folder} has the parts {_shape(old.config)}, the settings ask for "
            f"{_shape(config)}; training goes on with the same"
        )
    units = {
        kind: ListedUnits(found.kind, found.units[: max_units[kind]])
        if isinstance(found, ListedUnits)
        else found
        for kind, found in old.units.items()
    }
    new = Encoder(config, units, name=name)
    state = old.network.state_dict()
    for key, value in new.network.state_dict().items():
        # Units are listed by frequency, so those kept are the first rows.
        state[key] = state[key][: len(value)]
    new.network.load_state_dict(state)
    return new


def _shape(config: EncoderConfig) -> tuple[str, list[tuple[str, str, int, int]]]:
    parts: list[tuple[str, str, int, int]] = [
        (p.units, p.composition, p.size, p.state_size or p.size) for p in config.parts
    ]
    return config.mix, parts


def _mean_vectors(units: Units, vectors: WordVectors) -> tuple[torch.Tensor, np.ndarray]:
    """Which units have a vector, and the mean of the vectors of words with that unit."""
    if isinstance(units, ListedUnits) and units.kind == "ngram":
        raise UsageError("n-grams that cross words cannot begin with word vectors; leave them out")
    bags = Bags.from_lists([units.encode([word]) for word in vectors.words])
    owners, ids = bags.owners.numpy(), bags.ids.numpy()
    total = np.zeros((len(units), vectors.vectors.shape[1]), dtype=np.float32)
    np.add.at(total, ids, vectors.vectors[owners])
    counts = np.bincount(ids, minlength=len(units))
    return torch.from_numpy(counts > 0), total / np.maximum(counts, 1)[:, None]


def _weights(bags: Bags, num_units: int, smoothing: float) -> np.ndarray:
    if smoothing <= 0:
        return np.ones(num_units, dtype=np.float32)
    counts = torch.bincount(bags.ids, minlength=num_units).numpy()
    shares = counts / max(1, counts.sum())
    weights: np.ndarray = smoothing / (smoothing + shares)
    return weights.astype(np.float32)
