"""Paraphrastic sentence embeddings: models, training, and what they are used for."""

from scpn.embeddings.encoders import load_encoder
from scpn.embeddings.protocol import SentenceEncoder, paired_cosine

__all__ = ["SentenceEncoder", "load_encoder", "paired_cosine"]
