"""Small encoders for tests, and the sentences they know."""

from typing import get_args

import torch

from scpn.embeddings.encoder import Encoder
from scpn.embeddings.network import Composition, EncoderConfig, PartConfig
from scpn.embeddings.units import UNIT_KINDS, UnitKind, Units, learn_units, split_words

SENTENCES = [
    "The old sailor told us a story about storms.",
    "We heard a tale about storms from the old sailor.",
    "Bread is baked in this village every morning.",
    "Every morning the village bakes bread.",
    "Nobody answered when the teacher asked a question.",
    "The teacher asked a question and nobody replied.",
    "Snow fell on the mountains.",
    "Storms!",
]
ORDERED: tuple[Composition, ...] = tuple(
    name for name in get_args(Composition) if name not in ("average", "charagram")
)


def known_units() -> dict[UnitKind, Units]:
    words = [split_words(sentence) for sentence in SENTENCES]
    sizes = {"word": 100, "trigram": 300, "ngram": 900, "piece": 320}
    return {kind: learn_units(kind, words * 3, size=sizes[kind]) for kind in UNIT_KINDS}


def new_encoder(*parts: PartConfig, seed: int = 1, **settings: object) -> Encoder:
    torch.manual_seed(seed)
    config = EncoderConfig(list(parts), **settings)  # type: ignore[arg-type]
    encoder = Encoder(config, known_units(), name="small")
    encoder.network.eval()
    return encoder
