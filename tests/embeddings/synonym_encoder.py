"""A small encoder of our own whose word vectors are chosen: synonyms lie close together."""

from pathlib import Path

import numpy as np
import torch

from scpn.embeddings.encoder import Encoder
from scpn.embeddings.network import EncoderConfig, PartConfig
from scpn.embeddings.units import ListedUnits

SYNONYMS = (
    "bought purchased acquired",
    "car automobile",
    "doctor physician",
    "began started commenced",
    "child kid",
    "shop store",
    "big large huge",
    "quickly fast rapidly",
    "garden yard",
    "house home",
    "teacher instructor",
    "river stream",
)
OTHERS = (
    "the a in of near to was by my his her old new red green cold warm walked sat slept sang ran "
    "wrote letter window bridge market train station dog cat horse song lesson evening morning "
    "yesterday soup bread coat mountain village . ,"
)
DIMENSION = 64


def build_synonym_encoder() -> Encoder:
    """Words of `SYNONYMS` share a direction up to a little noise; the others have their own."""
    draw = np.random.default_rng(7)
    words, rows = [], []
    for group in SYNONYMS:
        center = draw.standard_normal(DIMENSION)
        for word in group.split():
            words.append(word)
            rows.append(center + 0.2 * draw.standard_normal(DIMENSION))
    for word in OTHERS.split():
        words.append(word)
        scale = 0.1 if word in ("the", "a", "of", "in", "was", "to", ".", ",") else 1.0
        rows.append(scale * draw.standard_normal(DIMENSION))
    encoder = Encoder(
        EncoderConfig(parts=[PartConfig(units="word", size=DIMENSION)]),
        {"word": ListedUnits("word", words)},
        name="synonyms",
    )
    (table,) = encoder.network.state_dict().values()
    with torch.no_grad():
        table[: len(rows)].copy_(torch.tensor(np.array(rows), dtype=torch.float32))
    return encoder


def save_synonym_encoder(folder: Path) -> Path:
    """Save it, for commands."""
    build_synonym_encoder().save(folder)
    return folder
