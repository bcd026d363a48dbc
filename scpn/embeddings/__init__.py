"""Paraphrastic sentence embeddings: models, training, and what they are used for."""
